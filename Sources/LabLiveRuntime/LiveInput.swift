import CoreFoundation
import Synchronization

/// An input source of a run loop: signalled manually, or a port that wakes the loop.
///
/// It has to outlive its run loop source, which refers to it without retaining it.
final class LiveInput: @unchecked Sendable {
    /// The callback; nil once it is invalid, since it often refers to the source itself.
    private var perform: (@Sendable () -> Void)?
    private var source: CFRunLoopSource?
    private var port: HostPort?
    /// True if every message has to be served, and not just some of them.
    private let takesMessages: Bool
    private let pending = Atomic<Int>(0)
    private let loops = Mutex<[HostLoop]>([])

    /// - Parameter takesMessages: a version 1 source; without ports one that is signalled until each message is served.
    init(order: Int64, takesMessages: Bool = false, hasPorts: Bool = true, perform: @escaping @Sendable () -> Void) {
        self.perform = perform
        self.takesMessages = takesMessages
        let place = Int(clamping: order)
        if takesMessages, hasPorts { port = HostPort(order: place) { [weak self] in self?.call() } }
        // A pass looks at its ports after all manual sources, so a source that replaces a port comes last.
        source = port?.source ?? makeManualSource(order: takesMessages ? place / 2 + Int.max / 2 : place)
    }

    deinit { invalidate() }

    func add(to loop: HostLoop, mode: NativeMode) {
        if let source { CFRunLoopAddSource(loop.native, source, mode) }
        if takesMessages, port == nil { loops.withLock { $0.append(loop) } }
    }

    func remove(from loop: HostLoop, mode: NativeMode) {
        if let source { CFRunLoopRemoveSource(loop.native, source, mode) }
    }

    /// Gives the signal, or sends a message, which wakes the loop.
    func signal() {
        if !takesMessages || pending.add(1, ordering: .relaxed).oldValue == 0 { send() }
        for loop in loops.withLock({ $0 }) { loop.wake() }
    }

    /// The next message is sent when this one has been served, so that none is lost.
    ///
    /// A run loop does not count signals (CFRunLoop.c: __CFRunLoopDoSources0). On Linux it looks at a port only when a
    /// message arrives, and then reads one message (__CFRunLoopServiceFileDescriptors, which reads eight bytes).
    private func send() {
        if let port {
            port.send()
        } else if let source {
            CFRunLoopSourceSignal(source)
        }
    }

    private func call() {
        if takesMessages, pending.subtract(1, ordering: .relaxed).newValue > 0 { send() }
        let perform = perform
        perform?()
    }

    func invalidate() {
        if let source { CFRunLoopSourceInvalidate(source) }
        port?.invalidate()
        source = nil
        perform = nil
        loops.withLock { $0 = [] }
    }

    private func makeManualSource(order: Int) -> CFRunLoopSource? {
        var context = CFRunLoopSourceContext()
        context.info = Unmanaged.passUnretained(self).toOpaque()
        context.perform = { HostLoop.object(LiveInput.self, of: $0)?.call() }
        return CFRunLoopSourceCreate(nil, order, &context)
    }
}

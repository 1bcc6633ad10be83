import Foundation
import ScenarioModel
import Synchronization

#if !canImport(Darwin)
    @preconcurrency import CoreFoundation
#endif

/// An input source of a run loop: signalled by hand, or a port that wakes the loop.
///
/// It has to outlive its run loop source, which refers to it without retaining it.
final class LiveInput: @unchecked Sendable {
    /// Nil once it is invalid: what it does often refers to the source itself.
    private var perform: (@Sendable () -> Void)?
    private var source: CFRunLoopSource?
    /// The ends of a pipe; -1: not a port.
    private let reader: Int32
    private let writer: Int32
    /// Whether each message is served, and not only that some came.
    private let takesMessages: Bool
    /// Messages that no callback has taken yet.
    private let pending = Atomic<Int>(0)

    /// Whether a run loop takes any descriptor as a port: on Darwin it takes Mach ports only.
    static var hostHasPorts: Bool {
        #if canImport(Darwin)
            false
        #else
            true
        #endif
    }

    /// - Parameters:
    ///   - takesMessages: a version 1 source where `hasPorts`, else one that is signalled again until each message is
    ///     served.
    init(
        order: Int64, takesMessages: Bool, hasPorts: Bool = hostHasPorts, perform: @escaping @Sendable () -> Void
    ) {
        self.perform = perform
        self.takesMessages = takesMessages
        var ends: [Int32] = [-1, -1]
        #if !canImport(Darwin)
            if takesMessages, hasPorts, pipe(&ends) == 0 {
                for end in ends { _ = fcntl(end, F_SETFL, fcntl(end, F_GETFL) | O_NONBLOCK) }
            }
        #endif
        reader = ends[0]
        writer = ends[1]
        source = reader >= 0 ? makePortSource(order: order) : makeManualSource(order: order)
    }

    deinit {
        invalidate()
        if reader >= 0 {
            close(reader)
            close(writer)
        }
    }

    func add(to loop: LiveLoop, mode: NativeMode) {
        if let source { CFRunLoopAddSource(loop.native, source, mode) }
    }

    func remove(from loop: LiveLoop, mode: NativeMode) {
        if let source { CFRunLoopRemoveSource(loop.native, source, mode) }
    }

    /// Gives the signal, or sends a message to the port.
    func signal() {
        if !takesMessages || pending.add(1, ordering: .relaxed).oldValue == 0 { send() }
    }

    var isPort: Bool { reader >= 0 }

    /// The next message is sent when this one is taken, so that each is served, as those to a port of Darwin are.
    ///
    /// A run loop does not count signals (CFRunLoop.c: __CFRunLoopDoSources0), and the one on Linux looks at a port only
    /// when something arrives, and takes one message then (__CFRunLoopServiceFileDescriptors, which reads eight bytes).
    private func send() {
        guard isPort else {
            if let source { CFRunLoopSourceSignal(source) }
            return
        }
        var message: UInt64 = 1
        _ = write(writer, &message, MemoryLayout<UInt64>.size)
    }

    private func call() {
        if takesMessages, pending.subtract(1, ordering: .relaxed).newValue > 0 { send() }
        let perform = perform
        perform?()
    }

    func invalidate() {
        if let source { CFRunLoopSourceInvalidate(source) }
        source = nil
        perform = nil
    }

    private func makeManualSource(order: Int64) -> CFRunLoopSource? {
        var context = CFRunLoopSourceContext()
        context.info = Unmanaged.passUnretained(self).toOpaque()
        context.perform = { info in
            guard let info else { return }
            Unmanaged<LiveInput>.fromOpaque(info).takeUnretainedValue().call()
        }
        return CFRunLoopSourceCreate(nil, Int(clamping: order), &context)
    }

    private func makePortSource(order: Int64) -> CFRunLoopSource? {
        #if !canImport(Darwin)
            var context = CFRunLoopSourceContext1()
            context.version = 1
            context.info = Unmanaged.passUnretained(self).toOpaque()
            context.getPort = { info in
                guard let info else { return -1 }
                return Unmanaged<LiveInput>.fromOpaque(info).takeUnretainedValue().reader
            }
            context.perform = { info in
                guard let info else { return }
                Unmanaged<LiveInput>.fromOpaque(info).takeUnretainedValue().call()
            }
            // The two kinds of context begin alike, and the version says which one it is (CFRunLoop.c: CFRunLoopSourceCreate).
            return withUnsafeMutablePointer(to: &context) { pointer in
                pointer.withMemoryRebound(to: CFRunLoopSourceContext.self, capacity: 1) {
                    CFRunLoopSourceCreate(nil, Int(clamping: order), $0)
                }
            }
        #else
            return nil
        #endif
    }
}

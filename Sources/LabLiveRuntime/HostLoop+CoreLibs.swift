#if !canImport(Darwin)
    @preconcurrency import CoreFoundation
    import Foundation

    /// The run loops, timers and threads of swift-corelibs-foundation, with replacements for missing parts.
    typealias NativeMode = CFString

    extension HostTraits {
        /// Neither Foundation nor libdispatch uses tolerance and leeway here: no coalescing is compiled in.
        package static let own = HostTraits(usesWindows: false)
    }

    extension RunLoop.Mode {
        var native: NativeMode {
            switch self {
            case .default: return kCFRunLoopDefaultMode
            case .common: return kCFRunLoopCommonModes
            default:
                // 0x08000100: kCFStringEncodingUTF8, which the module does not export.
                return CFStringCreateWithCString(nil, rawValue, 0x0800_0100) ?? kCFRunLoopDefaultMode
            }
        }
    }

    extension HostLoop {
        static let hasCombine = false

        /// Runs the scenario; this host has no App Nap.
        static func withoutNaps<Value>(_ body: () -> Value) -> Value { body() }

        func perform(in modes: [RunLoop.Mode], _ body: @escaping @Sendable () -> Void) {
            foundation.perform(inModes: modes, block: body)
        }

        /// Blocks this thread until an instant of libdispatch's uptime, CLOCK_MONOTONIC (shims/time.h), ns.
        static func wait(until deadline: UInt64) {
            var time = timespec(tv_sec: Int(clamping: deadline / 1_000_000_000), tv_nsec: Int(deadline % 1_000_000_000))
            while clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &time, nil) == EINTR {}
        }

        /// A repeating timer with an interval that is not positive would fire once.
        static func interval(_ asked: TimeInterval, raised: TimeInterval) -> TimeInterval { raised }

        /// An invalid timer would return 2001.
        static func lastDate(of timer: Timer) -> Date? { nil }

        /// Arms the earliest timer of each mode again.
        ///
        /// On Darwin the kernel timer ends with the last timer. Here it stays armed, wakes the loop, and makes it
        /// return from an empty mode. Adding and removing a timer in the distant future moves it away.
        func rearm(_ modes: [NativeMode]) {
            let timer = CFRunLoopTimerCreateWithHandler(
                nil, Date.distantFuture.timeIntervalSinceReferenceDate, 0, 0, 0, { _ in })
            guard let timer else { return }
            for mode in modes { CFRunLoopAddTimer(native, timer, mode) }
            CFRunLoopTimerInvalidate(timer)
        }

        /// Arms all timers again at the end of the pass.
        ///
        /// A fire date that is set inside the callback is armed in the current mode only (CFRunLoop.c:
        /// __CFRunLoopDoTimer). Setting the date once more would not help: a date that has passed by then counts as now
        /// and moves the grid.
        func rearmAfterPass(_ modes: [RunLoop.Mode]) { perform(in: modes) { self.rearm(modes.map(\.native)) } }

        func publisher(
            every interval: TimeInterval, tolerance: TimeInterval, in mode: RunLoop.Mode,
            _ body: @escaping @Sendable () -> Void
        ) -> (any HostRequest)? { nil }
    }

    /// `performSelector:withObject:afterDelay:inModes:`, as a one-shot timer of the calling thread's run loop.
    final class HostPerform: HostRequest {
        private let timer: Timer

        init(after delay: TimeInterval, in modes: [RunLoop.Mode], _ body: @escaping @Sendable () -> Void) {
            timer = Timer(fire: Date(timeIntervalSinceNow: delay), interval: 0, repeats: false) { _ in body() }
            for mode in modes { RunLoop.current.add(timer, forMode: mode) }
        }

        func cancel() { timer.invalidate() }
    }

    /// The `performSelector:onThread:` requests that wait for one thread, behind one source0 as on Darwin, which runs
    /// all requests of a mode in order.
    final class HostRequests: @unchecked Sendable {
        private let lock = NSLock()
        private var input: LiveInput?
        private var waiting: [(modes: [RunLoop.Mode], body: @Sendable () -> Void)] = []

        /// - Parameter modes: the modes, with the common modes in place of their set.
        func add(to loop: HostLoop, in modes: [RunLoop.Mode], _ body: @escaping @Sendable () -> Void) {
            let source = lock.withLock {
                waiting.append((modes, body))
                let source =
                    input
                    ?? LiveInput(order: 0) { [weak self, weak loop] in if let self, let loop { self.run(in: loop) } }
                input = source
                return source
            }
            for mode in modes { source.add(to: loop, mode: mode.native) }
            source.signal()
            loop.wake()
        }

        /// Removes all requests of the loop's present mode; the source stays in the modes of the others.
        private func run(in loop: HostLoop) {
            guard let mode = loop.foundation.currentMode else { return }
            let (taken, source, isEmpty) = lock.withLock {
                let taken = waiting.filter { $0.modes.contains(mode) }
                waiting.removeAll { $0.modes.contains(mode) }
                defer { if waiting.isEmpty { input = nil } }
                return (taken, input, waiting.isEmpty)
            }
            if isEmpty {
                source?.invalidate()
            } else {
                source?.remove(from: loop, mode: mode.native)
                source?.signal()
            }
            for request in taken { request.body() }
        }

        func invalidate() {
            lock.withLock {
                input?.invalidate()
                (input, waiting) = (nil, [])
            }
        }
    }

    /// A port of a run loop: a pipe, which has one message at a time.
    final class HostPort: @unchecked Sendable {
        private(set) var source: CFRunLoopSource?
        private let call: @Sendable () -> Void
        private let reader: Int32
        private let writer: Int32

        /// Nil if the process has no descriptors left.
        init?(order: Int, _ call: @escaping @Sendable () -> Void) {
            var ends: [Int32] = [-1, -1]
            guard pipe(&ends) == 0 else { return nil }
            for end in ends { _ = fcntl(end, F_SETFL, fcntl(end, F_GETFL) | O_NONBLOCK) }
            self.call = call
            reader = ends[0]
            writer = ends[1]
            var context = CFRunLoopSourceContext1()
            context.version = 1
            context.info = Unmanaged.passUnretained(self).toOpaque()
            context.getPort = { HostLoop.object(HostPort.self, of: $0)?.reader ?? -1 }
            context.perform = { HostLoop.object(HostPort.self, of: $0)?.call() }
            // The two kinds of context begin with the same fields, and the version distinguishes them (CFRunLoop.c:
            // CFRunLoopSourceCreate).
            source = withUnsafeMutablePointer(to: &context) { pointer in
                pointer.withMemoryRebound(to: CFRunLoopSourceContext.self, capacity: 1) {
                    CFRunLoopSourceCreate(nil, order, $0)
                }
            }
        }

        deinit {
            invalidate()
            close(reader)
            close(writer)
        }

        func send() {
            var message: UInt64 = 1
            _ = write(writer, &message, MemoryLayout<UInt64>.size)
        }

        func invalidate() {
            if let source { CFRunLoopSourceInvalidate(source) }
            source = nil
        }
    }
#endif

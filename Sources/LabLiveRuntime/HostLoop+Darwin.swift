#if canImport(Darwin)
    import Combine
    import Darwin
    import Foundation

    /// The run loops, timers and threads of macOS, used directly.
    typealias NativeMode = CFRunLoopMode

    extension HostTraits { package static let own = HostTraits(usesWindows: true) }

    extension RunLoop.Mode {
        /// The constants themselves: a run loop knows the common modes by identity (CFRunLoop.c: CFRunLoopAddSource).
        var native: NativeMode {
            switch self {
            case .default: .defaultMode
            case .common: .commonModes
            default: CFRunLoopMode(rawValue: rawValue as CFString)
            }
        }
    }

    extension HostLoop {
        static let hasCombine = true

        /// Runs the scenario as work whose timers the system neither coalesces further nor delays in the background.
        static func withoutNaps<Value>(_ body: () -> Value) -> Value {
            let activity = ProcessInfo.processInfo.beginActivity(
                options: [.userInitiated, .latencyCritical], reason: "timerlab measures timers")
            defer { ProcessInfo.processInfo.endActivity(activity) }
            return body()
        }

        func perform(in modes: [RunLoop.Mode], _ body: @escaping @Sendable () -> Void) {
            CFRunLoopPerformBlock(native, modes.map(\.rawValue) as CFArray, body)
        }

        /// Blocks this thread until an instant of libdispatch's uptime, ns.
        static func wait(until deadline: UInt64) {
            var scale = mach_timebase_info_data_t()
            guard mach_timebase_info(&scale) == KERN_SUCCESS, scale.numer > 0 else { return }
            let (high, low) = deadline.multipliedFullWidth(by: UInt64(scale.denom))
            guard high < UInt64(scale.numer) else { return }
            let (ticks, rest) = UInt64(scale.numer).dividingFullWidth((high, low))
            while mach_wait_until(rest > 0 ? ticks + 1 : ticks) == KERN_ABORTED {}
        }

        /// NSTimer raises an interval that is not positive itself.
        static func interval(_ asked: TimeInterval, raised: TimeInterval) -> TimeInterval { asked }

        static func lastDate(of timer: Timer) -> Date? { timer.fireDate }

        /// The kernel timer of a mode ends with its last timer.
        func rearm(_ modes: [NativeMode]) {}

        func rearmAfterPass(_ modes: [RunLoop.Mode]) {}

        /// `Timer.publish(every:tolerance:on:in:).autoconnect()`, on the calling thread.
        func publisher(
            every interval: TimeInterval, tolerance: TimeInterval, in mode: RunLoop.Mode,
            _ body: @escaping @Sendable () -> Void
        ) -> (any HostRequest)? {
            Timer.publish(every: interval, tolerance: tolerance, on: foundation, in: mode).autoconnect()
                .sink { _ in body() }
        }
    }

    extension AnyCancellable: HostRequest {}

    /// `performSelector:withObject:afterDelay:inModes:` of the calling thread.
    final class HostPerform: NSObject, HostRequest, @unchecked Sendable {
        private let body: @Sendable () -> Void

        init(after delay: TimeInterval, in modes: [RunLoop.Mode], _ body: @escaping @Sendable () -> Void) {
            self.body = body
            super.init()
            perform(#selector(call(_:)), with: nil, afterDelay: delay, inModes: modes)
        }

        /// `performSelector:onThread:withObject:waitUntilDone:modes:`.
        init(on thread: Thread, in modes: [RunLoop.Mode], _ body: @escaping @Sendable () -> Void) {
            self.body = body
            super.init()
            perform(#selector(call(_:)), on: thread, with: nil, waitUntilDone: false, modes: modes.map(\.rawValue))
        }

        @objc private func call(_ argument: Any?) { body() }

        /// Only on the thread of the request.
        func cancel() {
            NSObject.cancelPreviousPerformRequests(withTarget: self, selector: #selector(call(_:)), object: nil)
        }
    }

    /// The `performSelector:onThread:` requests of one thread, which the thread itself keeps.
    final class HostRequests: @unchecked Sendable {
        private let thread = Thread.current

        func add(to loop: HostLoop, in modes: [RunLoop.Mode], _ body: @escaping @Sendable () -> Void) {
            _ = HostPerform(on: thread, in: modes, body)
        }

        func invalidate() {}
    }

    /// A mach port of a run loop.
    final class HostPort: @unchecked Sendable {
        private(set) var source: CFRunLoopSource?
        private let call: @Sendable () -> Void
        private var port: CFMachPort?

        /// Nil if the process has no names for ports left.
        init?(order: Int, _ call: @escaping @Sendable () -> Void) {
            self.call = call
            var context = CFMachPortContext()
            context.info = Unmanaged.passUnretained(self).toOpaque()
            let made = CFMachPortCreate(nil, { HostLoop.object(HostPort.self, of: $3)?.call() }, &context, nil)
            guard let made else { return nil }
            port = made
            source = CFMachPortCreateRunLoopSource(nil, made, order)
        }

        deinit { invalidate() }

        /// Sends an empty message. A full port already has messages that wake its loop. The queue of a port has five
        /// places, so a source sends only one message at a time.
        func send() {
            guard let port else { return }
            let size = mach_msg_size_t(MemoryLayout<mach_msg_header_t>.size)
            var message = mach_msg_header_t()
            message.msgh_bits = mach_msg_bits_t(MACH_MSG_TYPE_COPY_SEND)
            message.msgh_size = size
            message.msgh_remote_port = CFMachPortGetPort(port)
            _ = mach_msg(
                &message, MACH_SEND_MSG | MACH_SEND_TIMEOUT, size, 0, mach_port_name_t(MACH_PORT_NULL), 0,
                mach_port_name_t(MACH_PORT_NULL))
        }

        func invalidate() {
            if let port {
                let name = CFMachPortGetPort(port)
                CFMachPortInvalidate(port)
                // The rights that CFMachPortCreate has made stay with the process (CFMachPort.c): one name for each
                // source.
                mach_port_mod_refs(mach_task_self_, name, MACH_PORT_RIGHT_RECEIVE, -1)
                mach_port_deallocate(mach_task_self_, name)
            }
            (port, source) = (nil, nil)
        }
    }
#endif

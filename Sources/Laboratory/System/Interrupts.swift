import LabPlatform
import Synchronization

extension Signals {
    /// Ends the process with 128 + the signal's number on SIGINT, SIGQUIT, SIGTERM and SIGHUP, after `cleanup`. The
    /// first signal goes to the command that asked for it by `interrupts`, which has 150 ms to stop.
    ///
    /// Call it before any other thread is started.
    package static func onInterrupt(_ interrupts: Interrupts = Interrupts(), _ cleanup: @escaping @Sendable () -> Void)
    {
        onInterrupt { number in
            if interrupts.handle(number) {
                pause(milliseconds: 150)
                if interrupts.isObeyed { return false }
            }
            cleanup()
            return true
        }
    }
}

/// Lets a command that can stop early handle the first interruption.
package final class Interrupts: Sendable {
    private let handler = Mutex<(@Sendable () -> Void)?>(nil)
    /// The signal that a command has handled.
    private let taken = Mutex<Int32?>(nil)
    /// True once the command has stopped, and prints what it has.
    private let hasStopped = Mutex(false)

    package init() {}

    /// Lets the next interruption call `action` instead of ending the process; nil: the command has stopped, or is
    /// done.
    package func catchNext(_ action: (@Sendable () -> Void)?) {
        handler.withLock { $0 = action }
        hasStopped.withLock { $0 = action == nil }
    }

    /// True if the command that handled an interruption has stopped since.
    fileprivate var isObeyed: Bool { hasStopped.withLock(\.self) }

    /// The exit status of the process for a command's status: after an interruption it has the number of the signal.
    package func processStatus(_ status: ExitStatus) -> Int32 {
        status == .interrupted ? taken.withLock { $0.map { 128 + $0 } } ?? status.rawValue : status.rawValue
    }

    /// True if a command handles the interruption.
    func handle(_ number: Int32) -> Bool {
        let action = handler.withLock { handler in
            defer { handler = nil }
            return handler
        }
        guard let action else { return false }
        taken.withLock { $0 = number }
        action()
        return true
    }
}

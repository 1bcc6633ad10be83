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
    private struct State {
        var action: (@Sendable () -> Void)?
        /// The signal that a command has handled.
        var taken: Int32?
        /// True once the command has stopped, and prints what it has.
        var hasStopped = false
    }

    private let state = Mutex(State())

    package init() {}

    /// Lets the next interruption call `action` instead of ending the process; nil: the command has stopped.
    package func catchNext(_ action: (@Sendable () -> Void)?) {
        state.withLock { ($0.action, $0.hasStopped) = (action, action == nil) }
    }

    /// True if the command that handled an interruption has stopped since.
    fileprivate var isObeyed: Bool { state.withLock { $0.hasStopped } }

    /// The exit status of the process for a command's status: after an interruption it has the number of the signal.
    package func processStatus(_ status: ExitStatus) -> Int32 {
        guard status == .interrupted, let taken = state.withLock({ $0.taken }) else { return status.rawValue }
        return 128 + taken
    }

    /// True if a command handles the interruption.
    func handle(_ number: Int32) -> Bool {
        let action = state.withLock { state in
            defer { state.action = nil }
            if state.action != nil { state.taken = number }
            return state.action
        }
        action?()
        return action != nil
    }
}

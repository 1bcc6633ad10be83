import LabPlatform
import Synchronization

/// Lets a command that can stop early handle the first interruption.
package final class Interrupts: Sendable {
    /// The signal that a command has handled; true once the command has stopped, and prints what it has.
    private let state = Mutex<(action: (@Sendable () -> Void)?, taken: Int32?, hasStopped: Bool)>((nil, nil, false))

    package init() {}

    /// Lets the next interruption call `action` instead of ending the process; nil: the command has stopped.
    package func catchNext(_ action: (@Sendable () -> Void)?) {
        state.withLock { ($0.action, $0.hasStopped) = (action, action == nil) }
    }

    /// True if a command has handled an interruption.
    package var haveCome: Bool { state.withLock { $0.taken != nil } }

    /// The process's exit status for a command's: after an interruption it has the number of the signal.
    package func processStatus(_ status: ExitStatus) -> Int32 {
        guard status == .interrupted, let taken = state.withLock({ $0.taken }) else { return status.rawValue }
        return 128 + taken
    }

    /// Lets a command handle the interruption; true if it has stopped 150 ms later.
    package func stopCommand(_ number: Int32) -> Bool {
        let action = state.withLock { state in
            defer { state.action = nil }
            if state.action != nil { state.taken = number }
            return state.action
        }
        guard let action else { return false }
        action()
        Signals.pause(milliseconds: 150)
        return state.withLock { $0.hasStopped }
    }
}

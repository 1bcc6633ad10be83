import Platform
import Synchronization

extension Signals {
    /// Ends the process with 128 + the signal's number on SIGINT, SIGTERM and SIGHUP, after `cleanup`; the first of them
    /// goes to whoever has asked for it by `interrupts` instead.
    ///
    /// To be called before any other thread is started.
    public static func onInterrupt(
        _ interrupts: Interrupts = Interrupts(), _ cleanup: @escaping @Sendable () -> Void
    ) {
        onInterrupt {
            if interrupts.take() { return false }
            cleanup()
            return true
        }
    }
}

/// Lets a command that can stop half-way take the first interruption upon itself.
public final class Interrupts: Sendable {
    private let handler = Mutex<(@Sendable () -> Void)?>(nil)

    public init() {}

    /// Has the next interruption call `action` instead of ending the process; nil: no more.
    public func catchNext(_ action: (@Sendable () -> Void)?) { handler.withLock { $0 = action } }

    /// Whether somebody has taken the interruption.
    func take() -> Bool {
        let action = handler.withLock { handler in
            defer { handler = nil }
            return handler
        }
        action?()
        return action != nil
    }
}

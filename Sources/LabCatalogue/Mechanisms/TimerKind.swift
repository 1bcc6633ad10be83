/// The mechanisms, by the names that users type; `row` describes each.
public enum TimerKind: String, Sendable, CaseIterable {
    case nstimer
    case displayLink = "displaylink"
    case gcd, perform, after
    case machWait = "mach-wait"
    case threadSleep = "thread-sleep"
    case taskSleep = "task-sleep"
    case asyncTimer = "async-timer"
    case combine
}

/// The clock of a deadline.
public enum TimerClock: String, Sendable, CaseIterable { case uptime, continuous, wall }

/// The form of a timer's callback.
public enum CallbackStyle: String, Sendable, CaseIterable { case target, block, invocation, function }

/// The fate of due points that pass before a timer can be called.
public enum PassedPoints: UInt8, Sendable {
    /// They are skipped (CFRunLoop.c: __CFRunLoopDoTimer).
    case dropped
    /// The next call is for all of them (dispatch_source_get_data(3)).
    case merged
    /// Each has a call of its own, passed ones at once (Swift Async Algorithms, AsyncTimerSequence).
    case queued
}

/// The fate of due points that pass before a timer can be called.
public enum PassedPoints: UInt8, Sendable {
    /// They are skipped (CFRunLoop.c: __CFRunLoopDoTimer).
    case dropped
    /// The next call is for all of them (dispatch_source_get_data(3)).
    case merged
    /// Each has a call of its own, passed ones at once (Swift Async Algorithms, AsyncTimerSequence).
    case queued
}

import LabCatalogue

/// A clock of the simulated machine: a sleep on it ends when one of a task would end there.
public struct LabClock: Clock, Sendable {
    /// Whose time it keeps.
    public enum Rules: Sendable, Hashable {
        /// `ContinuousClock`'s: time passes while the system sleeps.
        case continuous
        /// `SuspendingClock`'s: time stops while the system sleeps.
        case suspending

        var clock: TimerClock { self == .continuous ? .continuous : .uptime }
    }

    /// A point in time of the simulated machine.
    public struct Instant: InstantProtocol, Sendable {
        /// The time from the start of the lab.
        public var offset: Duration

        /// The instant at a time after the start of the lab.
        public init(offset: Duration) { self.offset = offset }

        /// The instant later by a duration.
        public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }

        /// The time to another instant.
        public func duration(to other: Instant) -> Duration { other.offset - offset }

        /// True if the left one is earlier.
        public static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
    }

    /// Whose time it keeps.
    public let rules: Rules
    let engine: LabEngine

    /// The instant of the simulated machine, plus the work that the calling function has requested.
    public var now: Instant {
        engine.state.withLock { state in
            Instant(offset: .nanoseconds(state.simulator.reading(of: rules.clock).adding(saturating: state.spent)))
        }
    }

    /// The smallest step: 1 ns.
    public var minimumResolution: Duration { .nanoseconds(1) }

    /// Sleeps until the simulated machine wakes the task.
    ///
    /// - Parameter tolerance: nil for the default of `Task.sleep`, a tenth of the time (TaskSleep.swift).
    /// - Throws: `CancellationError` when the task is cancelled.
    public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
        try await engine.sleep(
            until: deadline.offset.wholeNanoseconds, on: rules, leeway: tolerance.map { max(0, $0.wholeNanoseconds) })
    }
}

extension Duration {
    /// The nearest number of nanoseconds: `.seconds(2.4)` is a little less than 2.4 s.
    var wholeNanoseconds: Int64 {
        let (seconds, attoseconds) = components
        let rounding: Int64 = attoseconds < 0 ? -500_000_000 : 500_000_000
        return Int64(clamping: Int128(seconds) * 1_000_000_000 + Int128((attoseconds + rounding) / 1_000_000_000))
    }
}

import Analysis

/// The figures of one timer, as `timerlab explain FIGURE` defines them; what the run cannot tell is nil.
public struct TimerFigures: Sendable, Hashable {
    /// As the scenario names it.
    public let id: String
    /// `nstimer`, `gcd` …
    public let mechanism: String
    /// The interval that was asked for; nil for a timer that fires once.
    public let requested: Duration?

    public let fired: Int
    public let due: Int
    public let served: Int
    /// Due points that are lost.
    public let skipped: Int
    /// Lost points that were merged into a firing.
    public let coalesced: Int
    /// Instants of the first and last firing, from the start of the run.
    public let first: Duration?
    public let last: Duration?

    /// From each due point to the next call; nil for a mechanism that is armed anew after its work.
    public let waiting: Statistics?
    /// From the due point served to its call; does not see points that are lost.
    public let lateness: Statistics?
    /// From the instant that a call was armed for to the call.
    public let stepLateness: Statistics?
    /// From call to call.
    public let interval: Statistics?
    /// How far it is behind its requested schedule at its last firing.
    public let lag: Duration?
    /// nil where too few firings say nothing.
    public let drift: Drift?
    /// Departures from the schedule that stayed.
    public let steps: Int
    /// Stretches in which it did not keep its rhythm.
    public let episodes: Int
    /// The length of all its callbacks together; nil for a log.
    public let busy: Duration?
    /// How often an idle thread was woken for it.
    public let wakeUps: Int?

    /// How a set of durations lies. A percentile that the sample does not carry is nil.
    public struct Statistics: Sendable, Hashable {
        public let count: Int
        public let min: Duration
        public let mean: Duration
        public let p50: Duration
        public let p95: Duration?
        public let p99: Duration?
        public let max: Duration

        init(_ spread: Spread) {
            count = Int(spread.count)
            min = .nanoseconds(spread.min)
            mean = .nanoseconds(spread.mean)
            p50 = .nanoseconds(spread.p50)
            p95 = spread.p95.map { .nanoseconds($0) }
            p99 = spread.p99.map { .nanoseconds($0) }
            max = .nanoseconds(spread.max)
        }
    }

    /// By how much a requested second is too long.
    public struct Drift: Sendable, Hashable {
        /// 0.1 when each second takes 1.1 s.
        public let value: Double
        /// Half the width of the 95 % interval; 0 where the series is exact.
        public let uncertainty: Double
        /// Whether the value is within 1.5 times its uncertainty of zero.
        public let isNone: Bool

        init?(_ estimate: DriftEstimate) {
            guard let parts = estimate.partsPerBillion, let half = estimate.halfWidth else { return nil }
            value = Double(parts) / 1e9
            uncertainty = Double(half) / 1e9
            isNone = if case .none = estimate.verdict { true } else { false }
        }
    }

    init(_ timer: TimerSummary) {
        id = timer.name
        mechanism = timer.mechanism
        requested = timer.requested.flatMap { $0.scaled(1) }.map { .nanoseconds($0) }
        fired = Int(timer.fired)
        due = Int(timer.due)
        served = Int(timer.served)
        skipped = Int(timer.skipped)
        coalesced = Int(timer.coalesced)
        first = timer.first.map { .nanoseconds($0) }
        last = timer.last.map { .nanoseconds($0) }
        waiting = timer.waiting.map(Statistics.init)
        lateness = timer.lateness.map(Statistics.init)
        stepLateness = timer.stepLateness.map(Statistics.init)
        interval = timer.interval.map(Statistics.init)
        lag = timer.lag.map { .nanoseconds($0.last) }
        drift = timer.drift.flatMap(Drift.init)
        steps = timer.steps.count
        episodes = Int(timer.episodeCount)
        busy = timer.busy.map { .nanoseconds($0) }
        wakeUps = timer.wakeUps.map { Int($0.alone + $0.shared) }
    }
}

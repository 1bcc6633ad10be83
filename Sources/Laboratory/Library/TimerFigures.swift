import LabAnalysis
import LabRecording
import LabReports

/// The figures of one timer, as `timerlab explain FIGURE` defines them; a figure that the run does not have is nil.
public struct TimerFigures: Sendable, Hashable {
    private let timer: TimerSummary
    private let calls: @Sendable () -> [TimerCall]

    init(_ timer: TimerSummary, in report: RunReport) {
        self.timer = timer
        calls = { report.calls { $0 == timer.entity || $1.group == timer.entity } }
    }

    /// Figures are equal if the same was measured.
    public static func == (left: TimerFigures, right: TimerFigures) -> Bool { left.timer == right.timer }

    /// Hashes what was measured.
    public func hash(into hasher: inout Hasher) { hasher.combine(timer) }

    /// The instants of all calls, from the start of the run, in order.
    public var firings: [Duration] { calls().map { .nanoseconds($0.at) } }
    /// For each call the waiting of its due point; 0 for a call by hand.
    public var waits: [Duration] { calls().map { .nanoseconds($0.wait) } }
    /// For each call the cause of its waiting, with the line of the scenario; empty for a call on time.
    public var because: [String] { calls().map { $0.because() } }

    /// The id in the scenario.
    public var id: String { timer.name }
    /// `nstimer`, `gcd` …
    public var mechanism: String { timer.mechanism }
    /// The requested interval; nil for a timer that fires once.
    public var requested: Duration? { timer.requested.flatMap { $0.scaled(1) }.map { .nanoseconds($0) } }

    /// The number of calls.
    public var fired: Int { Int(timer.fired) }
    /// The number of due points of its requested schedule.
    public var due: Int { Int(timer.due) }
    /// The number of due points with a call.
    public var served: Int { Int(timer.served) }
    /// Skipped due points.
    public var skipped: Int { Int(timer.skipped) }
    /// Skipped points that were merged into a firing.
    public var coalesced: Int { Int(timer.coalesced) }
    /// The instant of the first firing, from the start of the run.
    public var first: Duration? { timer.first.map { .nanoseconds($0) } }
    /// The instant of the last firing, from the start of the run.
    public var last: Duration? { timer.last.map { .nanoseconds($0) } }

    /// The time from each due point to the next call; nil for a mechanism that is armed again after its work.
    public var waiting: Statistics? { timer.waiting.map(Statistics.init) }
    /// The time from the instant for which a call was armed (on a grid its due point) to the call. It leaves out
    /// skipped points.
    public var lateness: Statistics? { timer.lateness.map(Statistics.init) }
    /// From call to call.
    public var interval: Statistics? { timer.interval.map(Statistics.init) }
    /// The lag behind its requested schedule at its last firing.
    public var lag: Duration? { timer.lag.map { .nanoseconds($0) } }
    /// The drift; nil after too few firings.
    public var drift: Drift? { timer.drift.flatMap(Drift.init) }
    /// Departures from the schedule that stayed.
    public var steps: Int { timer.steps.count }
    /// The episodes in which it did not keep its rhythm.
    public var episodes: Int { Int(timer.episodeCount) }
    /// The length of all its callbacks together; nil for a log.
    public var busy: Duration? { timer.busy.map { .nanoseconds($0) } }
    /// The wake-ups of an idle thread for it.
    public var wakeUps: Int? { timer.wakeUps.map { Int($0.all) } }

    /// The distribution of a set of durations. A percentile of too small a sample is nil.
    public struct Statistics: Sendable, Hashable {
        private let spread: Spread

        init(_ spread: Spread) { self.spread = spread }

        /// Their number.
        public var count: Int { Int(spread.count) }
        /// The shortest.
        public var min: Duration { .nanoseconds(spread.min) }
        /// Their mean.
        public var mean: Duration { .nanoseconds(spread.mean) }
        /// Their median.
        public var p50: Duration { .nanoseconds(spread.p50) }
        /// The value that 95 of 100 do not exceed.
        public var p95: Duration? { spread.p95.map { .nanoseconds($0) } }
        /// The value that 99 of 100 do not exceed.
        public var p99: Duration? { spread.p99.map { .nanoseconds($0) } }
        /// The longest.
        public var max: Duration { .nanoseconds(spread.max) }
    }

    /// The amount by which a requested second is too long.
    public struct Drift: Sendable, Hashable {
        /// The value; 0.1 if each second takes 1.1 s.
        public let value: Double
        /// Half the width of the 95 % interval; 0 if the series is exact.
        public let uncertainty: Double
        /// True if the value is within 1.5 times its uncertainty of zero.
        public let isNone: Bool

        init?(_ estimate: DriftEstimate) {
            guard let parts = estimate.partsPerBillion, let half = estimate.halfWidth else { return nil }
            value = Double(parts) / 1e9
            uncertainty = Double(half) / 1e9
            isNone = if case .none = estimate.verdict { true } else { false }
        }
    }
}

/// A call of a timer: the timer's name, the call's instant, its wait (ns) and its reason.
typealias TimerCall = (name: String, at: Int64, wait: Int64, because: () -> String)

extension RunReport {
    /// The calls of some timers, in order.
    func calls(of isMeant: (EntityID, Entity) -> Bool) -> [TimerCall] {
        let timers = trace.entities.indices.filter {
            trace.entities[$0].kind == .timer && isMeant(EntityID($0), trace.entities[$0])
        }
        var calls: [TimerCall] = []
        analysis.forEachAccount(of: timers.map { EntityID($0) }) { timer, account in
            guard let call = account.call else { return }
            let wait = max(0, account.until - (account.isChain ? account.armed : account.due))
            calls.append(
                (trace.name(timer), call, wait, { wait > 0 ? AccountPage("", timer, account, self).because : "" }))
        }
        return timers.count == 1 ? calls : calls.sorted { $0.at < $1.at }
    }
}

import ExactTime
import Recording

/// How well a timer did what it was asked for: the figures of its summary that a comparison shows; ns unless said.
public struct TimerMeasure: Hashable, Sendable {
    public var due: Int64 = 0
    public var fired: Int64 = 0
    /// Points that no firing was made for.
    public var skipped: Int64 = 0
    /// nil for a timer that is armed anew after each callback.
    public var waiting: Waiting?
    /// nil when too few firings tell.
    public var drift: DriftEstimate?
    /// How long a point of the requested schedule has to wait for the next firing, on average: what mechanisms are ranked
    /// by, those that are armed anew included.
    public var meanWaiting: Int64?

    /// How long due points wait for a firing.
    public struct Waiting: Hashable, Sendable {
        public var p50: Int64
        /// nil when the sample does not carry it.
        public var p99: Int64?
        public var max: Int64

        public init(p50: Int64, p99: Int64?, max: Int64) {
            self.p50 = p50
            self.p99 = p99
            self.max = max
        }
    }

    public init() {}

    public init(_ summary: TimerSummary, in trace: Trace, _ analysis: RunAnalysis) {
        due = summary.due
        fired = summary.fired
        skipped = summary.skipped
        waiting = summary.waiting.map { Waiting(p50: $0.p50, p99: $0.p99, max: $0.max) }
        drift = summary.drift
        meanWaiting = summary.waiting?.mean
        guard summary.copies == 1, summary.isChain, let interval = summary.requested,
            let first = analysis.firstGrid(of: summary.entity)
        else { return }
        let grid = Grid(anchor: first.anchor, interval: interval)
        let end = min(trace.header.duration, analysis.end(of: summary.entity) ?? .max)
        meanWaiting = TimerMeasure.meanWaiting(
            analysis.firings(of: summary.entity), grid, grid.points(before: end), until: end)
    }

    /// The points between two firings wait for the later one: an arithmetic series.
    private static func meanWaiting(_ firings: [Int64], _ grid: Grid, _ points: Int64, until end: Int64) -> Int64? {
        guard points > 0 else { return nil }
        var total: Int128 = 0
        var next: Int64 = 0
        for firing in firings + [end] {
            let last = min(grid.firstIndex(after: firing), points) - 1
            guard last >= next, let first = grid.point(next), let final = grid.point(last) else { continue }
            total += Int128(last - next + 1) * (2 * Int128(firing) - Int128(first) - Int128(final)) / 2
            next = last + 1
        }
        return Int64(clamping: total / Int128(points))
    }
}

extension RunAnalysis {
    /// How much of the recording a thread was busy, in thousandths; nil when nothing is known of it.
    public func busyPermille(ofThread thread: EntityID, until duration: Int64) -> Int64? {
        guard duration > 0, let activity = threads.first(where: { $0.thread == thread }) else { return nil }
        return Int64(clamping: Int128(activity.busy) * 1000 / Int128(duration))
    }
}

extension ThreadActivity {
    /// How long the thread worked or slept in all, ns.
    public var busy: Int64 {
        spans.reduce(0) { $1.owner == EntityID.none ? $0 : saturatingSum($0, $1.to - $1.from) }
    }
}

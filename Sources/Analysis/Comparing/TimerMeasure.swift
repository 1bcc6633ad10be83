import ExactTime
import Recording

/// How well a timer did what it was asked for, measured alike for every mechanism; ns unless said.
public struct TimerMeasure: Hashable, Sendable {
    /// The due points of the grid that was asked for: a point each interval, however the mechanism counts.
    public var asked: Int64 = 0
    public var fired: Int64 = 0
    /// Points that no firing was made for.
    public var skipped: Int64 = 0
    public var lateness: Lateness?
    /// How many ns it loses in a second; nil when fewer than two firings tell.
    public var driftPartsPerBillion: Int64?
    /// How long a point of the grid that was asked for had to wait for the next firing, in the mean; points after the
    /// last firing waited to the end.
    public var waiting: Int64?

    /// From due to callback start.
    public struct Lateness: Hashable, Sendable {
        public var p50: Int64
        public var p99: Int64
        public var max: Int64

        public init(p50: Int64, p99: Int64, max: Int64) {
            self.p50 = p50
            self.p99 = p99
            self.max = max
        }

        init?(_ spread: Spread?) {
            guard let spread else { return nil }
            self.init(p50: spread.p50, p99: spread.p99, max: spread.max)
        }
    }

    public init() {}

    /// What statistics alone say, without the firings themselves.
    public init(_ summary: TimerSummary) {
        asked = summary.due
        fired = summary.fired
        skipped = summary.skipped
        lateness = Lateness(summary.lateness)
        driftPartsPerBillion = summary.drift?.partsPerBillion
        waiting = summary.correctedLateness?.mean
    }

    /// Measures a timer of a recording.
    ///
    /// A timer that re-schedules itself after each firing has no grid, and asks for its own delays: it is held against
    /// the grid that its first due point and its interval span, each firing against the first point since the firing
    /// before. One whose clock stood still while the system slept has left out the points of that time.
    public init(_ summary: TimerSummary, in trace: Trace, _ analysis: RunAnalysis) {
        self.init(summary)
        let firings = analysis.firings(of: summary.entity)
        guard summary.copies == 1, let interval = summary.interval, interval > .zero,
            let first = analysis.firstGrid(of: summary.entity)
        else { return }
        let grid = Grid(anchor: first.anchor, interval: interval)
        let end = min(trace.header.duration, analysis.end(of: summary.entity) ?? .max)
        let points = grid.points(before: end)
        waiting = TimerMeasure.meanWaiting(firings, grid, points, until: end)
        let isRelative = trace.entity(summary.entity)?.timer?.isRelative ?? false
        if isRelative { lateness = TimerMeasure.lateness(firings, grid) }
        if isRelative || !analysis.sleeps.isEmpty {
            asked = points
            skipped = max(summary.skipped, points - summary.served, 0)
        }
    }

    /// Firings between two points serve nobody's point anew.
    private static func lateness(_ firings: [Int64], _ grid: Grid) -> Lateness? {
        var values = CountedValues()
        var next: Int64 = 0
        for firing in firings {
            guard let point = grid.point(next), point <= firing else { continue }
            values.append(firing - point)
            next = grid.firstIndex(after: firing)
        }
        return Lateness(Spread(values))
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

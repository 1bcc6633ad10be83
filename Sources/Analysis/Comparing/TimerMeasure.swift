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

    /// Measures a timer of a recording whose records were kept.
    ///
    /// A timer that re-schedules itself after each firing has no grid, and asks for its own delays: it is held against
    /// the grid that its first due point and its interval span, each firing against the first point since the firing
    /// before. One whose clock stood still while the system slept has left out the points of that time.
    public init(_ summary: TimerSummary, in trace: Trace) {
        self.init(summary)
        let firings = trace.records.filter { $0.entity == summary.entity && $0.kind == .fired }.map(\.time)
        guard summary.copies == 1, let grid = trace.askedGrid(of: summary.entity) else { return }
        let end = trace.end(of: summary.entity)
        let points = grid.points(before: end)
        waiting = TimerMeasure.meanWaiting(firings, grid, points, until: end)
        let isRelative = trace.entity(summary.entity)?.timer?.isRelative ?? false
        if isRelative { lateness = TimerMeasure.lateness(firings, grid) }
        if isRelative || trace.records.contains(where: { $0.kind == .systemSlept }) {
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

extension Trace {
    /// The grid that a repeating timer's first due point and its interval span; nil for any other.
    fileprivate func askedGrid(of timer: EntityID) -> Grid? {
        guard let traits = entity(timer)?.timer, let interval = traits.interval, interval > .zero,
            let first = records.first(where: { $0.entity == timer && $0.kind == .gridSet })
        else { return nil }
        return Grid(anchor: first.value, interval: interval)
    }

    /// When a timer was told to end for good, else the end of the recording.
    fileprivate func end(of timer: EntityID) -> Int64 {
        let last = records.last { $0.entity == timer && ($0.kind == .invalidated || $0.kind == .cancelled) }
        return min(header.duration, last?.time ?? header.duration)
    }

    /// How much of the recording a thread was busy, in thousandths; nil when nothing is known of it.
    public func busyPermille(ofThread name: String) -> Int64? {
        guard header.duration > 0,
            let activity = threadActivities().threads.first(where: { self.name($0.thread) == name })
        else { return nil }
        let busy = activity.spans.reduce(Int128(0)) { total, span in
            span.owner == EntityID.none ? total : total + Int128(span.to) - Int128(span.from)
        }
        return Int64(clamping: busy * 1000 / Int128(header.duration))
    }
}

import LabExactTime
import LabRecording

/// Gaps between firings in which the system slept, so that a firing was more than an interval after the last.
struct SleptGaps: Sendable {
    private(set) var count: Int64 = 0
    /// ns.
    private(set) var longest: Int64 = 0
    private var last: FiringRun?

    mutating func fold(_ history: TimerHistory, _ sleeps: [Span], interval: Int64?) {
        guard !sleeps.isEmpty else {
            last = history.runs.last { !$0.isByHand } ?? last
            return
        }
        for run in history.runs where !run.isByHand {
            let expected =
                last.map { last in interval.map { (last.last &- last.lateness).adding(saturating: $0) } ?? .max }
                ?? history.firstAnchor ?? .max
            let from = last?.last ?? 0
            let asleep = sleeps.span(at: from)
            let next = asleep.span == nil ? asleep.until : from
            if next < run.start, run.start > expected {
                count += 1
                longest = max(longest, run.start.subtracting(saturating: expected))
            }
            last = run
        }
    }
}

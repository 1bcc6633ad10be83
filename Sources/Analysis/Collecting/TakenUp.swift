import ExactTime
import Recording

/// How far the timers of a run have been added up, part by part, so that no firing has to be kept.
///
/// What a part says is final but for what is still waited for: the circumstances of that are kept.
struct TakenUp: Sendable {
    struct Timer: Sendable {
        var past = PastFirings()
        var summary: SummaryBuilder
        var causes: TallyBuilder
        var sleptGaps = SleptGaps()
    }

    private(set) var timers: [Int: Timer] = [:]
    private var patience = CauseAnalysis.patience
    /// When the part before was taken up: what happened since may still be asked about.
    private var previously: Int64 = 0

    var isEmpty: Bool { timers.isEmpty }

    /// Bytes, about.
    var room: Int { timers.values.reduce(0) { $0 + MemoryLayout<Timer>.size + $1.summary.room } }

    /// Takes up a part of a recording that goes on.
    ///
    /// - Parameter instants: after which firings will be counted, ns.
    /// - Returns: until when circumstances are of no use any more, ns.
    mutating func take(
        _ part: TimerStatistics, _ around: Circumstances, _ callers: FiringThreads, marking instants: [Int64],
        at now: Int64
    ) -> Int64 {
        var open = previously
        part.forEachTimer { index, history in
            var timer = takeOut(index, part)
            let finder = CauseFinder(around, timer: EntityID(index), runsOn: callers.threads(of: index))
            let rest = add(history, to: &timer, part, finder)
            timer.summary.explain(with: finder)
            timer.past.take(rest, marking: instants)
            // What is lost at the very instant of its point is caused by what was before it.
            if let since = timer.causes.openSince { open = min(open, since.subtracting(saturating: 1)) }
            timers[index] = timer
        }
        previously = now
        return open
    }

    mutating func finish(_ part: TimerStatistics, _ around: Circumstances, _ callers: FiringThreads) {
        part.forEachTimer { index, history in
            var timer = takeOut(index, part)
            let finder = CauseFinder(around, timer: EntityID(index), runsOn: callers.threads(of: index))
            _ = add(history, to: &timer, part, finder)
            part.finish(&timer.summary, index, finder)
            timer.causes.end(at: part.duration, finder, patience: &patience)
            timers[index] = timer
        }
    }

    private mutating func takeOut(_ index: Int, _ part: TimerStatistics) -> Timer {
        let description = part.entities[index]
        return timers.removeValue(forKey: index)
            ?? Timer(summary: SummaryBuilder(EntityID(index), description), causes: TallyBuilder(description.timer))
    }

    /// - Returns: the history with what was taken up before.
    private mutating func add(
        _ history: TimerHistory, to timer: inout Timer, _ part: TimerStatistics, _ finder: CauseFinder
    ) -> TimerHistory {
        var history = history
        history.past = timer.past
        part.add(history, to: &timer.summary, of: Int(finder.timer.index))
        timer.causes.take(history, finder, until: part.duration, patience: &patience)
        timer.sleptGaps.take(
            history, part.sleeps, interval: part.entities[Int(finder.timer.index)].timer?.interval?.scaled(1))
        return history
    }
}

/// Gaps between firings in which the system slept, and by which a firing came later than an interval after the last.
struct SleptGaps: Sendable {
    private(set) var count: Int64 = 0
    /// ns.
    private(set) var longest: Int64 = 0
    private var last: FiringRun?

    mutating func take(_ history: TimerHistory, _ sleeps: [Span], interval: Int64?) {
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

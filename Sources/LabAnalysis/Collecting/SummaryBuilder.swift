import LabExactTime
import LabRecording

/// Adds up one timer's history, or those of all copies of one.
struct SummaryBuilder {
    private var summary: TimerSummary
    /// True for no more than its points, their waiting, and a chain's drift.
    private let isBrief: Bool
    private var waiting = WaitingTimes()
    /// The lateness, from the instant for which a callback was armed; nil while all points waited so long, and no other.
    private var lateness: CountedValues?
    private var intervals = CountedValues()
    private var logIntervals = CountedValues()
    /// True if each line is a firing, so that the intervals of lines are those of firings.
    private var isLog = false
    private var logOffsets = CountedValues()
    private var durations = CountedValues()
    private var intervalSquares: Double = 0
    private var intervalCount: Double = 0
    private var drifts = DriftMean()
    private let traits: TimerTraits?
    private var timer = Progress()

    /// The present timer or copy.
    private struct Progress {
        var measure: ScheduleMeasure?
        var periods = CountedValues()
        var isOfOnePoint = false
        var due: Int64 = 0
        /// Due points that are not skipped, since the recording ended too early.
        var pending: Int64 = 0
        /// The number of firings before each of its schedules.
        var schedules: [Int64] = []
    }

    init(_ entity: EntityID, _ description: Entity, isBrief: Bool = false) {
        self.isBrief = isBrief
        summary = TimerSummary(entity: entity, name: description.name, mechanism: description.detail)
        summary.copies = 0
        summary.requested = description.timer?.interval
        summary.isChain = description.timer?.isChain == true
        summary.followsDisplay = description.timer?.followsDisplay ?? false
        traits = description.timer
    }

    /// Prepares for the accounts of a timer, or of one of several copies.
    mutating func begin(_ index: Int, in part: TimerStatistics) {
        let history = part.history(of: index)
        if summary.requested == nil, summary.followsDisplay {
            summary.requested = history.grids.lazy.compactMap { history.grid($0).interval }.first
        }
        if isBrief, !summary.isChain { return }
        timer.measure = ScheduleMeasure(summary.requested, isChain: summary.isChain, part.header)
    }

    mutating func begin(_ schedule: Grid, firingsBefore: Int64) {
        // Requests of one point each have only the intervals between them.
        let isOfOnePoint = schedule.interval == nil && !summary.followsDisplay
        if !isOfOnePoint || !timer.isOfOnePoint { timer.schedules.append(firingsBefore) }
        timer.isOfOnePoint = isOfOnePoint
        summary.schedules += 1
        timer.measure?.begin(schedule)
    }

    /// The present schedule has ended after so many due points.
    mutating func end(due: Int64) { timer.due = timer.due.adding(saturating: due) }

    mutating func fold(_ account: Account) {
        // What a swallowed cancellation calls serves no point of a chain.
        if account.occasion == .manual || account.isChain && account.occasion == .cancellation { return }
        timer.measure?.fold(account)
        let due = account.isChain || account.isExtra ? account.armed : account.due
        let late = account.call.map { max(0, $0.subtracting(saturating: due)) }
        if lateness == nil, !isBrief, late != account.waiting || account.isExtra || !account.lost.isEmpty {
            lateness = waiting.values
        }
        if !account.isChain { waiting.append(account) }
        if let late {
            lateness?.append(late, count: Int(clamping: account.repeats))
        } else if account.lost.isEmpty {
            timer.pending += 1
        }
    }

    /// True if punctual firings can be folded at once. Two copies of different intervals have episodes to find, and a
    /// coarse clock a drift.
    func canTake(punctual firings: FiringRun, _ header: TraceHeader) -> Bool {
        firings.count != 2 && header.resolution == 1 && !summary.followsDisplay
            && summary.requested.map { $0 > .zero } == true
    }

    /// Folds a timer that was called at each of its due points, from beginning to end.
    mutating func fold(punctual firings: FiringRun, _ clock: TraceHeader.Clock) {
        let count = Int64(firings.count)
        summary.copies += 1
        summary.schedules += 1
        summary.fired = summary.fired.adding(saturating: count)
        summary.served += count
        summary.due = summary.due.adding(saturating: count)
        summary.first = min(summary.first ?? firings.start, firings.start)
        summary.last = max(summary.last ?? firings.last, firings.last)
        summary.raise(lag: 0)
        waiting.values.append(0, count: Int(count))
        lateness?.append(0, count: Int(count))
        durations.append(0, count: Int(count))
        intervals.append(firings.step, count: Int(count) - 1)
        drifts.absorb(DriftEstimate(punctual: count, clock), weight: count)
        guard count > 2 else { return }
        intervalCount += Double(count - 1)
        summary.widenJitter(to: 0)
    }

    /// Completes the figures of a timer, or of one of several copies.
    mutating func finish(_ index: Int, in part: TimerStatistics) {
        defer { timer = Progress() }
        let earlier = summary.steps.count
        let drift = timer.measure?.finish(into: &summary)
        let history = part.history(of: index)
        let (fired, served) = (history.firedCount, history.servedCount)
        // The call of a swallowed cancellation serves no point of a chain.
        let isSwallowed = summary.kind == .taskSleep && summary.isChain && history.swallowedAt != nil
        let scheduled = served - (isSwallowed ? 1 : 0)
        let due = history.grids.isEmpty ? scheduled : timer.due
        summary.copies += 1
        summary.fired = summary.fired.adding(saturating: fired)
        summary.firedManually += fired - served
        if let first = history.runs.first?.start { summary.first = min(summary.first ?? first, first) }
        if let last = history.runs.last?.last { summary.last = max(summary.last ?? last, last) }
        summary.coalesced = summary.coalesced.adding(saturating: part.coalesced[index])
        summary.served += min(scheduled, due)
        summary.due = summary.due.adding(saturating: due)
        summary.skipped = summary.skipped.adding(saturating: max(0, due - min(scheduled, due) - timer.pending))
        if let drift { drifts.absorb(drift, weight: scheduled) }
        if isBrief { return }
        addPeriods(of: summary.kind == .taskSleep ? history.runsInRhythm[...] : history.runs)
        addLines(of: index, in: part)
        if part.copyCount(of: summary.entity) > 0 {
            for step in summary.steps.indices.dropFirst(earlier) { summary.steps[step].timer = EntityID(index) }
        }
        if summary.kind == .nstimer {
            // The first date is that of its creation.
            let dates = history.grids.dropFirst()
            summary.replacedDates += zip(dates, dates.dropFirst()).sum { old, new in
                old.firingsBefore == new.firingsBefore && old.end < old.anchor ? 1 : 0
            }
        }
        let asked = history.grids.lazy.compactMap { history.grid($0).interval }
        summary.asked = nil
        if let least = asked.min(), let most = asked.max(), least < most { summary.asked = least...most }
        // A callback without a `returned` record took no time, unless the recording ends in it: its length is not known.
        let open = part.unfinished.contains(EntityID(index)) ? 1 : 0
        let lasted = part.durations(of: index)
        durations.append(contentsOf: lasted)
        durations.append(0, count: max(0, Int(clamping: fired) - lasted.count - open))
    }

    var result: TimerSummary {
        var result = summary
        let spread = waiting.spread
        result.drift = drifts.result
        if !summary.isChain {
            result.waiting = spread
            result.openPoints = waiting.open
            result.isLongestOpen = waiting.open > 0 && waiting.longestOpen == result.waiting?.max
        }
        if isBrief { return result }
        result.lateness = lateness.map { Spread($0) } ?? spread
        result.interval = Spread(intervals)
        if summary.followsDisplay, !summary.isMixed, let period = summary.requested?.scaled(1), period > 0 {
            func shown(_ least: Int64) -> Int64 {
                intervals.sum { ($0.value + period / 2) / period < least ? 0 : Int64($0.count) }
            }
            (result.longFrames, result.longerFrames) = (shown(2), shown(3))
        }
        result.logInterval = isLog ? result.interval : Spread(logIntervals)
        result.logOffset = Spread(logOffsets)
        result.callback = Spread(durations)
        result.busy = Int64(clamping: durations.sum)
        if intervalCount > 0 { result.jitter?.rms = Int64(nearest: (intervalSquares / intervalCount).squareRoot()) }
        return result
    }

    /// Adds up the periods, and those of each schedule; there is none between two schedules.
    private mutating func addPeriods(of runs: ArraySlice<FiringRun>) {
        var (seen, next) = (Int64(0), 0)
        var previous: (start: Int64, isOfSchedule: Bool)?
        for run in runs {
            var used: Int64 = 0
            while used < Int64(run.count) {
                while next < timer.schedules.count, timer.schedules[next] <= seen {
                    endPeriods()
                    previous?.isOfSchedule = false
                    next += 1
                }
                let left = Int64(run.count) - used
                let count = next < timer.schedules.count ? min(left, timer.schedules[next] - seen) : left
                let start = run.start &+ run.step &* used
                if let previous {
                    intervals.append(start &- previous.start)
                    if previous.isOfSchedule {
                        timer.periods.append(max(0, start.subtracting(saturating: previous.start)))
                    }
                }
                intervals.append(run.step, count: Int(count) - 1)
                timer.periods.append(max(0, run.step), count: Int(count) - 1)
                previous = (start &+ run.step &* (count - 1), true)
                (seen, used) = (seen + count, used + count)
            }
        }
        endPeriods()
    }

    /// The intervals of a schedule are complete; a single interval has no difference.
    private mutating func endPeriods() {
        let periods = timer.periods
        timer.periods = CountedValues()
        guard periods.count > 1, let deviation = periods.deviation, let extremes = periods.extremes else { return }
        intervalCount += Double(periods.count)
        intervalSquares += deviation * deviation * Double(periods.count)
        summary.widenJitter(to: extremes.upperBound - extremes.lowerBound)
    }

    private mutating func addLines(of index: Int, in part: TimerStatistics) {
        isLog = part.header.clock.isUnknown
        let logs = isLog ? part.history(of: index).runs : part.logs[index]
        var last: Int64?
        for run in logs where !isLog {
            if let last { logIntervals.append(run.start &- last) }
            logIntervals.append(run.step, count: Int(run.count) - 1)
            last = run.last
        }
        guard let first = logs.first?.start, let interval = traits?.interval, interval > .zero else { return }
        // The grid that its interval spans from its first line.
        let grid = Grid(anchor: first, interval: interval)
        for run in logs {
            // Lines at whole intervals have equal distances from the grid.
            let isEven = interval.isWhole && run.step % interval.numerator == 0
            for number in 0..<(isEven ? 1 : Int64(run.count)) {
                logOffsets.append(
                    offset(of: run.start &+ run.step &* number, in: grid), count: isEven ? Int(run.count) : 1)
            }
        }
    }

    /// From the nearest point of the grid to an instant after its anchor, ns.
    private func offset(of instant: Int64, in grid: Grid) -> Int64 {
        let next = grid.firstIndex(after: instant)
        guard let after = grid.point(next), let before = grid.point(next - 1) else { return 0 }
        return instant - before <= after - instant ? instant - before : instant - after
    }
}

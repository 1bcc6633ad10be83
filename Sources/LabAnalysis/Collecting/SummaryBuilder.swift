import LabExactTime
import LabRecording

/// Adds up one timer's history, or those of all copies of one.
struct SummaryBuilder {
    private var summary: TimerSummary
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
        /// The periods of the present schedule.
        var periods = CountedValues()
        var isOfOnePoint = false
        var asked: ClosedRange<Rational>?
        var fired: Int64 = 0
        /// The number of callbacks that took some time.
        var lasted = 0
        var byHand: Int64 = 0
        var due: Int64 = 0
        /// Due points that are not skipped, since the recording ended too early.
        var pending: Int64 = 0
        var hasGrid = false
        var lastStart: Int64?
        var lastLine: Int64?
        /// The grid that its interval spans from its first line.
        var lineGrid: Grid?
        /// The number of firings before each of its schedules.
        var schedules: [Int64] = []
    }

    init(_ entity: EntityID, _ description: Entity) {
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
        timer.measure = ScheduleMeasure(summary.requested, isChain: summary.isChain, clock: part.clock)
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
        if lateness == nil, late != account.waiting || account.isExtra || !account.lost.isEmpty {
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
    func canTake(punctual firings: FiringRun, _ clock: DriftClock) -> Bool {
        firings.count != 2 && clock.resolution == 1 && !summary.followsDisplay
            && summary.requested.map { $0 > .zero } == true
    }

    /// Folds a timer that was called at each of its due points, from beginning to end.
    mutating func fold(punctual firings: FiringRun, _ clock: DriftClock) {
        let count = Int64(firings.count)
        summary.copies += 1
        summary.schedules += 1
        summary.fired = summary.fired.adding(saturating: count)
        summary.served += count
        summary.due = summary.due.adding(saturating: count)
        summary.first = min(summary.first ?? firings.start, firings.start)
        summary.last = max(summary.last ?? firings.last, firings.last)
        summary.raise(lag: 0)
        waiting.append(0, count: firings.count)
        lateness?.append(0, count: Int(count))
        durations.append(0, count: Int(count))
        intervals.append(firings.step, count: Int(count) - 1)
        drifts.absorb(DriftMean(DriftEstimate(punctual: count, clock), weight: count))
        guard count > 2 else { return }
        intervalCount += Double(count - 1)
        summary.jitter = Jitter(rms: 0, peakToPeak: 0).widened(to: summary.jitter)
    }

    /// Completes the figures of a timer, or of one of several copies.
    mutating func finish(_ index: Int, in part: TimerStatistics, copy: EntityID?) {
        let earlier = summary.steps.count
        let drift = timer.measure?.finish(into: &summary)
        timer.measure = nil
        addCalls(of: index, in: part)
        // The call of a swallowed cancellation serves no point of a chain.
        let isSwallowed =
            summary.kind == .taskSleep && summary.isChain && part.history(of: index).swallowedAt != nil
        let scheduled = timer.fired - timer.byHand - (isSwallowed ? 1 : 0)
        let due = timer.hasGrid ? timer.due : scheduled
        let served = min(scheduled, due)
        summary.copies += 1
        summary.fired = summary.fired.adding(saturating: timer.fired)
        summary.firedManually += timer.byHand
        if part.coalesced.indices.contains(index) {
            summary.coalesced = summary.coalesced.adding(saturating: part.coalesced[index])
        }
        summary.served += served
        summary.due = summary.due.adding(saturating: due)
        summary.skipped = summary.skipped.adding(saturating: max(0, due - served - timer.pending))
        if let drift { drifts.absorb(DriftMean(drift, weight: scheduled)) }
        if let copy {
            for index in summary.steps.indices.dropFirst(earlier) where summary.steps[index].timer == EntityID.none {
                summary.steps[index].timer = copy
            }
        }
        if summary.kind == .nstimer {
            // The first date is that of its creation.
            let dates = part.history(of: index).grids.dropFirst()
            summary.replacedDates += zip(dates, dates.dropFirst()).reduce(0) { count, dates in
                let (old, new) = dates
                return count + (old.firingsBefore == new.firingsBefore && old.end < old.anchor ? 1 : 0)
            }
        }
        summary.asked = timer.asked.flatMap { $0.lowerBound < $0.upperBound ? $0 : nil }
        // A callback without a `returned` record took no time, unless the recording ends in it: its length is not known.
        let open = part.unfinished.contains(EntityID(index)) ? 1 : 0
        durations.append(0, count: max(0, Int(clamping: timer.fired) - timer.lasted - open))
        timer = Progress()
    }

    var result: TimerSummary {
        var result = summary
        let spread = waiting.spread
        result.lateness = lateness.map { Spread($0) } ?? spread
        if !summary.isChain {
            result.waiting = spread
            result.openPoints = waiting.open
            result.isLongestOpen = waiting.open > 0 && waiting.longestOpen == result.waiting?.max
        }
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
        if intervalCount > 0, result.jitter != nil {
            result.jitter?.rms = Int64(nearest: (intervalSquares / intervalCount).squareRoot())
        }
        result.drift = drifts.result
        return result
    }

    /// Adds the figures that calls and log lines show without a schedule.
    private mutating func addCalls(of index: Int, in part: TimerStatistics) {
        let history = part.history(of: index)
        timer.hasGrid = timer.hasGrid || !history.grids.isEmpty
        let rhythm = summary.kind == .taskSleep ? history.runsInRhythm[...] : history.runs
        for run in history.runs {
            timer.fired += Int64(run.count)
            if run.isByHand { timer.byHand += Int64(run.count) }
        }
        for interval in history.grids.lazy.compactMap({ history.grid($0).interval }) {
            let known = timer.asked ?? interval...interval
            timer.asked = min(known.lowerBound, interval)...max(known.upperBound, interval)
        }
        if let first = history.runs.first?.start { summary.first = min(summary.first ?? first, first) }
        if let last = history.runs.last?.last { summary.last = max(summary.last ?? last, last) }
        addPeriods(of: rhythm, timer.schedules)
        forEachPeriod(rhythm, after: &timer.lastStart) { intervals.append($0, count: Int(clamping: $1)) }
        isLog = part.clock.isUnknown
        let logs = isLog ? history.runs : part.logs[index]
        if !isLog { forEachPeriod(logs, after: &timer.lastLine) { logIntervals.append($0, count: Int(clamping: $1)) } }
        addLogOffsets(logs)
        if part.durations.indices.contains(index) {
            durations.append(contentsOf: part.durations[index])
            timer.lasted += part.durations[index].count
        }
    }

    /// Adds up the differences of a schedule's intervals; there is none between two schedules.
    ///
    /// - Parameter schedules: the number of firings before each schedule.
    private mutating func addPeriods(of runs: ArraySlice<FiringRun>, _ schedules: [Int64]) {
        var (seen, next) = (Int64(0), 0)
        var previous: Int64?
        for run in runs {
            var used: Int64 = 0
            while used < Int64(run.count) {
                while next < schedules.count, schedules[next] <= seen {
                    endPeriods()
                    previous = nil
                    next += 1
                }
                let left = Int64(run.count) - used
                let count = next < schedules.count ? min(left, schedules[next] - seen) : left
                let start = run.start &+ run.step &* used
                if let previous { timer.periods.append(max(0, start.subtracting(saturating: previous))) }
                timer.periods.append(max(0, run.step), count: Int(count) - 1)
                previous = start &+ run.step &* (count - 1)
                (seen, used) = (seen + count, used + count)
            }
        }
        endPeriods()
    }

    /// The intervals of a schedule are complete; a single interval has no difference.
    private mutating func endPeriods() {
        let periods = timer.periods
        timer.periods = CountedValues()
        guard periods.count > 1, let deviation = periods.deviation, let extremes = periods.extremes
        else { return }
        intervalCount += Double(periods.count)
        intervalSquares += deviation * deviation * Double(periods.count)
        summary.jitter = Jitter(rms: 0, peakToPeak: extremes.upperBound - extremes.lowerBound).widened(
            to: summary.jitter)
    }

    private mutating func addLogOffsets(_ logs: ArraySlice<FiringRun>) {
        guard let first = logs.first?.start, let interval = traits?.interval, interval > .zero else { return }
        let grid = timer.lineGrid ?? Grid(anchor: first, interval: interval)
        timer.lineGrid = grid
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

/// Calls `body` with each distance between successive starts and its number in a row.
private func forEachPeriod(
    _ runs: ArraySlice<FiringRun>, after last: inout Int64?, _ body: (Int64, Int64) -> Void
) {
    for run in runs {
        if let last { body(run.start &- last, 1) }
        if run.count > 1 { body(run.step, Int64(run.count) - 1) }
        last = run.last
    }
}

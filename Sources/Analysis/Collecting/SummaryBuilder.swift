import ExactTime
import Recording

/// Adds up one timer's history, or those of all copies of one.
struct SummaryBuilder {
    private var summary: TimerSummary
    private var waiting = WaitingTimes()
    private var lateness = CountedValues()
    private var stepLateness = CountedValues()
    private var intervals = CountedValues()
    private var logIntervals = CountedValues()
    private var logOffsets = CountedValues()
    private var durations = CountedValues()
    private var intervalSquares: Double = 0
    private var intervalCount: Double = 0
    private var drifts = DriftMean()

    init(_ entity: EntityID, _ description: Entity) {
        summary = TimerSummary(entity: entity, name: description.name, mechanism: description.detail)
        summary.copies = 0
        summary.requested = description.timer?.interval
        summary.isChain = description.timer?.isChain == true
        summary.followsDisplay = description.timer?.followsDisplay ?? false
    }

    /// Takes up a timer.
    ///
    /// - Parameter copy: which of several it is.
    mutating func add(
        copy: EntityID?, _ history: TimerHistory, _ description: Entity, sleeps: [Span], clock: DriftClock,
        coalesced: Int64,
        logs: ArraySlice<FiringRun>, durations taken: CountedValues
    ) {
        let scheduled = history.servedCount
        let fired = history.firedCount
        summary.copies += 1
        summary.fired = saturatingSum(summary.fired, fired)
        summary.firedByHand += fired - scheduled
        summary.coalesced = saturatingSum(summary.coalesced, coalesced)
        for run in history.runs.prefix(1) { summary.first = min(summary.first ?? run.start, run.start) }
        if let last = history.runs.last?.last { summary.last = max(summary.last ?? last, last) }
        if summary.requested == nil, summary.followsDisplay {
            summary.requested = history.grids.lazy.compactMap { history.grid($0).interval }.first
        }
        let walk = ScheduleWalk(history, traits: description.timer, sleeps: sleeps)
        let due = addSchedule(walk, clock: clock, scheduled: scheduled, hasGrid: !history.grids.isEmpty)
        if let copy {
            for index in summary.steps.indices where summary.steps[index].timer == EntityID.none {
                summary.steps[index].timer = copy
            }
        }
        let served = min(scheduled, due)
        summary.served += served
        summary.due = saturatingSum(summary.due, due)
        summary.skipped = saturatingSum(summary.skipped, due - served)
        addIntervals(history.runs)
        forEachPeriod(logs) { logIntervals.append($0, count: Int(clamping: $1)) }
        addLogOffsets(logs, interval: description.timer?.interval)
        durations.append(contentsOf: taken)
        // A callback without a `returned` record took no time.
        durations.append(0, count: Int(clamping: fired) - taken.count)
    }

    var result: TimerSummary {
        var result = summary
        if !summary.isChain {
            result.waiting = waiting.spread
            result.openPoints = waiting.open
            result.lateness = Spread(lateness)
        }
        result.stepLateness = Spread(stepLateness)
        result.interval = Spread(intervals)
        result.logInterval = Spread(logIntervals)
        result.logOffset = Spread(logOffsets)
        result.callback = Spread(durations)
        result.busy = Int64(clamping: durations.sum)
        // One interval does not differ from itself.
        if intervalCount < 2 { result.jitter = nil }
        if intervalCount > 0, result.jitter != nil {
            result.jitter?.rms = Int64(nearest: (intervalSquares / intervalCount).squareRoot())
        }
        result.drift = drifts.result
        return result
    }

    /// Everything that is measured along the requested schedule.
    ///
    /// - Returns: how many points of it are due.
    private mutating func addSchedule(_ walk: ScheduleWalk, clock: DriftClock, scheduled: Int64, hasGrid: Bool) -> Int64
    {
        var measure = ScheduleMeasure(summary.requested, isChain: summary.isChain, clock: clock)
        var due: Int64 = hasGrid ? 0 : scheduled
        walk.walk(folding: true) { event in
            measure.take(event)
            switch event {
            case .schedule: break
            case .firings(let firings, let points):
                lateness.append(firings.lateness, count: Int(firings.count))
                stepLateness.append(firings.lateness, count: Int(firings.count))
                if let points { waiting.append(points) }
            case .unserved(let points): waiting.append(points)
            case .ended(_, let points): due = saturatingSum(due, points)
            }
        }
        if let drift = measure.finish(into: &summary) { drifts.add(drift, weight: scheduled) }
        return due
    }

    private mutating func addLogOffsets(_ logs: ArraySlice<FiringRun>, interval: Rational?) {
        guard let first = logs.first?.start, let interval, interval > .zero else { return }
        let grid = Grid(anchor: first, interval: interval)
        for run in logs {
            var line = run.start
            for _ in 0..<run.count {
                logOffsets.append(offset(of: line, in: grid))
                line &+= run.step
            }
        }
    }

    /// From the nearest point of the grid to an instant after its anchor, ns.
    private func offset(of instant: Int64, in grid: Grid) -> Int64 {
        let next = grid.firstIndex(after: instant)
        guard let after = grid.point(next), let before = grid.point(next - 1) else { return 0 }
        return instant - before <= after - instant ? instant - before : instant - after
    }

    private mutating func addIntervals(_ runs: ArraySlice<FiringRun>) {
        var accumulator = PeriodAccumulator()
        for run in runs { accumulator.append(start: run.start, step: run.step, count: Int(run.count)) }
        forEachPeriod(runs) { intervals.append($0, count: Int(clamping: $1)) }
        guard let statistics = accumulator.statistics else { return }
        intervalCount += Double(statistics.count)
        intervalSquares += statistics.jitterRMS * statistics.jitterRMS * Double(statistics.count)
        let before = summary.jitter
        let changes = [before?.cycleToCycle, statistics.cycleToCycle].compactMap { $0 }
        summary.jitter = Jitter(
            rms: 0, peakToPeak: max(before?.peakToPeak ?? 0, statistics.jitterPeakToPeak), cycleToCycle: changes.max())
    }
}

/// Calls `body` with each distance between successive starts and how often it comes in a row.
private func forEachPeriod(_ runs: ArraySlice<FiringRun>, _ body: (Int64, Int64) -> Void) {
    var last: Int64?
    for run in runs {
        if let last { body(run.start &- last, 1) }
        if run.count > 1 { body(run.step, Int64(run.count) - 1) }
        last = run.last
    }
}

import ExactTime
import Recording

/// Adds up one timer's history, or those of all copies of one.
struct SummaryBuilder {
    private var summary: TimerSummary
    private var lateness = CountedValues()
    private var corrected = CorrectedLateness()
    private var periods = CountedValues()
    private var logIntervals = CountedValues()
    private var logOffsets = CountedValues()
    private var durations = CountedValues()
    private var periodSquares: Double = 0
    private var periodCount: Double = 0
    private var driftCount: Double = 0
    private var driftSlopes: Double = 0
    private var driftSquares: Double = 0

    init(_ entity: EntityID, _ description: Entity) {
        summary = TimerSummary(entity: entity, name: description.name, mechanism: description.detail)
        summary.copies = 0
        summary.interval = description.timer?.interval
        summary.followsDisplay = description.timer?.followsDisplay ?? false
    }

    /// Takes up a timer.
    mutating func add(
        _ history: TimerHistory, traits: TimerTraits?, coalesced: Int64, logs: ArraySlice<FiringRun>,
        durations runs: ArraySlice<CountedRun>
    ) {
        let served = history.servedCount
        let fired = history.firedCount
        let due = history.forEachSkipped(folding: true) { corrected.append($0) }
        summary.copies += 1
        summary.fired = saturatingSum(summary.fired, fired)
        summary.firedByHand += fired - served
        summary.served += served
        summary.due = saturatingSum(summary.due, due)
        summary.skipped = saturatingSum(summary.skipped, max(0, due - served))
        summary.coalesced = saturatingSum(summary.coalesced, coalesced)
        if let first = history.runs.first?.start { summary.first = min(summary.first ?? first, first) }
        if let last = history.runs.last?.last { summary.last = max(summary.last ?? last, last) }
        for run in history.runs where !run.isByHand {
            lateness.append(run.lateness, count: Int(run.count))
            corrected.append(run.lateness, count: Int64(run.count))
        }
        addPeriods(history.runs)
        addDrift(history.runs, traits: traits)
        forEachPeriod(logs) { logIntervals.append($0, count: Int(clamping: $1)) }
        addLogOffsets(logs, interval: traits?.interval)
        addDurations(runs, fired: fired)
    }

    var result: TimerSummary {
        var result = summary
        result.lateness = Spread(lateness)
        result.correctedLateness = corrected.spread
        result.period = Spread(periods)
        result.logInterval = Spread(logIntervals)
        result.logOffset = Spread(logOffsets)
        result.callback = Spread(durations)
        result.busy = Int64(clamping: durations.sum)
        if periodCount > 0, result.jitter != nil {
            result.jitter?.rms = Int64(nearest: (periodSquares / periodCount).squareRoot())
        }
        if driftCount > 0 {
            result.drift = Drift(
                partsPerBillion: Int64(nearest: driftSlopes / driftCount * 1e3),
                residual: Int64(nearest: (driftSquares / driftCount).squareRoot()))
        }
        return result
    }

    private mutating func addDurations(_ runs: ArraySlice<CountedRun>, fired: Int64) {
        var returned: Int64 = 0
        for run in runs {
            durations.append(run.value, count: Int(clamping: run.count))
            returned += run.count
        }
        // A callback without a `returned` record took no time.
        durations.append(0, count: Int(clamping: fired - returned))
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

    private mutating func addPeriods(_ runs: ArraySlice<FiringRun>) {
        var accumulator = PeriodAccumulator()
        for run in runs { accumulator.append(start: run.start, step: run.step, count: Int(run.count)) }
        forEachPeriod(runs) { periods.append($0, count: Int(clamping: $1)) }
        guard let statistics = accumulator.statistics else { return }
        periodCount += Double(statistics.count)
        periodSquares += statistics.jitterRMS * statistics.jitterRMS * Double(statistics.count)
        let before = summary.jitter
        let changes = [before?.cycleToCycle, statistics.cycleToCycle].compactMap { $0 }
        summary.jitter = Jitter(
            rms: 0, peakToPeak: max(before?.peakToPeak ?? 0, statistics.jitterPeakToPeak), cycleToCycle: changes.max())
    }

    /// A relative timer has no grid of its own that it could drift from: it is held against the one that its first
    /// firing and its interval span.
    private mutating func addDrift(_ runs: ArraySlice<FiringRun>, traits: TimerTraits?) {
        var accumulator = DriftAccumulator()
        let ideal = traits?.isRelative == true ? traits?.interval?.approximation : nil
        var index: Double = 0
        for run in runs where !run.isByHand {
            let count = Int(run.count)
            if let ideal, let first = runs.first?.start {
                let due = Int64(nearest: index * ideal)
                accumulator.append(
                    due: due, lateness: (run.start &- first) &- due, dueStep: ideal,
                    latenessStep: Double(run.step) - ideal, count: count)
            } else {
                accumulator.append(
                    due: run.start &- run.lateness, lateness: run.lateness, dueStep: Double(run.step), latenessStep: 0,
                    count: count)
            }
            index += Double(count)
        }
        guard let drift = accumulator.line else { return }
        let weight = Double(drift.count)
        driftCount += weight
        driftSlopes += drift.partsPerMillion * weight
        driftSquares += drift.residualRMS * drift.residualRMS * weight
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

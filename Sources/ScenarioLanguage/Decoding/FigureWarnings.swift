import ExactTime
import ScenarioModel

extension ValueDecoder {
    mutating func warnOfOldFigure(at place: Place) {
        report(
            .oldFigure, severity: .warning, "'\(Figure.Family.oldWaiting)' is now called 'waiting'", at: place,
            help: "write 'waiting'; the old key goes with the next major version")
    }

    /// Warns of a percentile that a timer cannot have: its interval fits too seldom into the duration.
    mutating func warnOfSample(_ figure: Figure, of timer: Int?, in plan: ScenarioPlan, at place: Place) {
        let needed = figure.statistic.neededSample
        guard needed > 1, !figure.family.row.sample.isEmpty, plan.duration > 0, plan.untilFired == nil,
            let timer = timer.map({ plan.timers[$0] }), timer.copies == nil, let interval = timer.interval,
            interval > .zero
        else { return }
        let most = Grid(anchor: 0, interval: interval).points(before: plan.duration)
        guard most < needed else { return }
        report(
            .sampleTooSmall, severity: .warning,
            "\(figure.statistic.rawValue) needs \(needed) \(figure.family.row.sample), this scenario has at most \(most)",
            at: place, help: "use max, or a longer duration")
    }
}

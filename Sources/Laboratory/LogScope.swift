import Analysis
import ExactTime
import LogImport
import ScenarioModel

/// What the scenario tells of a log's timer.
struct KnownTimer {
    /// ns; nil for one without.
    var interval: Rational?
    /// Whether it is armed anew after each callback.
    var isRelative: Bool
}

/// What the lines of a log can decide of a scenario's expectations.
///
/// A line is a callback only where each callback writes one, and an instant of it only where nothing comes before the
/// line; lateness is told against the grid on which no line is early, so that the true one may be more; and points
/// before the first line and after the last are not in the log.
struct LogScope {
    private let scenario: LogMatching
    /// The least step of the stamps, ns.
    private let resolution: Int64
    /// Whether the log is as long as the scenario runs.
    private let coversRun: Bool
    /// Whether some timer is stopped, moved or made anew, so that the grid cannot be told from the lines alone.
    private let movesGrids: Bool

    init(_ scenario: LogMatching, _ log: LogFile) {
        self.scenario = scenario
        let plan = scenario.plan
        resolution = max(1, log.reading.resolution)
        let all = log.timers.flatMap { [$0.times.times.first, $0.times.times.last] }.compactMap { $0 }
        let span = (all.max() ?? 0) - (all.min() ?? 0)
        let longest = plan.timers.compactMap { $0.interval?.scaled(1) }.max() ?? 0
        coversRun = span / 2 + longest >= plan.duration / 2
        var moves = false
        plan.eachStep { step in
            switch step.action {
            case .create, .setFireDate, .suspend, .resume, .pause, .reschedule, .systemSleep, .background,
                .setWallClock, .fire:
                moves = true
            default: break
            }
        }
        movesGrids = moves
    }

    /// Whether an expectation holds; nil where the log cannot decide it.
    func answer(_ figure: Figure, _ comparison: Comparison, of timer: Int, _ summary: TimerSummary?) -> Bool? {
        let values = summary?.values(of: figure) ?? (figure.family == .fired ? [0] : [])
        guard let low = values.min(), let high = values.max() else { return nil }
        // Stamps are cut off or rounded, each step by up to twice that.
        let slack = figure.unit == .time ? 2 * resolution : 0
        let holds = { (value: Int64) in [value, value - slack, value + slack].contains(where: comparison.holds) }
        if holds(low), holds(high) { return true }
        guard scenario.writesEachFiring(timer) else { return nil }
        let isTooMuch = comparison.isExceeded(by: high - slack)
        let writesFirst = scenario.writesFirst(timer)
        switch figure.family.row.logEvidence {
        case .absent, .confirmation: return nil
        case .lines: return false
        case .instants: return writesFirst ? false : nil
        case .grid: return writesFirst && keepsGrid(timer) && (isTooMuch || coversRun) ? false : nil
        case .lateness: return writesFirst && keepsGrid(timer) && isTooMuch ? false : nil
        }
    }

    private func keepsGrid(_ timer: Int) -> Bool {
        let kind = scenario.plan.timers[timer].kind
        return !movesGrids && (kind == .nstimer || kind == .gcd)
    }
}

extension Comparison {
    /// Whether a value is too much for it, rather than too little.
    fileprivate func isExceeded(by value: Int64) -> Bool {
        switch self {
        case .equal(let bound), .atMost(let bound), .between(_, let bound): value > bound
        case .less(let bound): value >= bound
        case .greater, .atLeast: false
        }
    }
}

import LabAnalysis
import LabConformance
import LabInventedScenarios
import LabRecording
import LabScenarioLanguage
import LabScenarioModel
import LabSimulation

/// The future changes no past: the rows of calls up to an instant are the same if the run ends there.
extension Law {
    static let earlierRows = Law(claim: "a run's end changes no row before it") { seed in
        let plan = RandomScenarios.mixed(seed: seed)
        guard let rows = CallRows(of: plan) else { return .leftOut }
        let end = plan.duration / 4 * Int64(1 + seed % 3)
        guard let place = rows.difference(from: plan, until: end) else { return .kept }
        return .broken("a run until \(end) ns: " + place, toml: ScenarioText(plan).toml)
    }
}

/// The rows of all calls in a run, with their causes.
private struct CallRows {
    private let trace: Trace
    private let analysis: RunAnalysis

    init?(of plan: ScenarioPlan) {
        guard let trace = try? Simulator.record(plan).trace else { return nil }
        (self.trace, analysis) = (trace, RunAnalysis(of: trace))
    }

    /// The first row before an instant that is another one in a run that ends there; nil where none is.
    func difference(from plan: ScenarioPlan, until end: Int64) -> String? {
        var short = plan
        short.duration = end
        guard let part = CallRows(of: short) else { return "cannot be run" }
        for timer in trace.entities.indices.map(EntityID.init) where trace.entity(timer)?.kind == .timer {
            let (whole, early) = (rows(of: timer, before: end), part.rows(of: timer, before: end))
            guard whole != early else { continue }
            let index = zip(whole, early).enumerated().first { $1.0 != $1.1 }?.offset ?? min(whole.count, early.count)
            let row = { (rows: [String]) in rows.indices.contains(index) ? rows[index] : "no row" }
            return "\(trace.name(timer)), row \(index): \(row(early)), and in the whole run \(row(whole))"
        }
        return nil
    }

    private func rows(of timer: EntityID, before end: Int64) -> [String] {
        // A timer that is made again after the shorter run is none of its entities.
        guard trace.entity(timer) != nil else { return [] }
        return analysis.accounts(of: timer).filter { $0.call ?? .max < end }.map { account in
            let shares = account.shares.map {
                "\($0.cause) \(trace.name($0.culprit)) \($0.nanoseconds)"
            }
            return "\(account.call ?? 0) for \(account.due), lost \(account.lostInstants): \(shares)"
        }
    }
}

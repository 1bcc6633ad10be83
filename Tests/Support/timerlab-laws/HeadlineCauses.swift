import LabAnalysis
import LabInventedScenarios
import LabReports
import LabScenarioLanguage
import LabSimulation

/// The sentence about a timer and its table of causes agree about what delayed it most.
extension Law {
    static let headlineCauses = Law(claim: "a headline's cause is the first row of its own cause table") { seed in
        let plan = Law.invented(seed: seed)
        guard let trace = try? Simulator.record(plan).trace else { return .leftOut }
        let report = RunReport(trace: trace, analysis: RunAnalysis(of: trace), file: "invented.toml")
        guard let place = report.disagreeingHeadlines.first else { return .kept }
        return .broken(place, toml: ScenarioText(plan).toml)
    }
}

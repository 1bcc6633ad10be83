import LabAnalysis
import LabInventedScenarios
import LabScenarioLanguage
import LabSimulation

/// The sentence about a timer and its table of causes agree about what cost it most.
extension Law {
    static let headlineCauses = Law(claim: "a headline's cause is the largest of those that its timer's findings have")
    {
        seed in
        let plan = RandomScenarios.mixed(seed: seed)
        guard let trace = try? Simulator.record(plan).trace else { return .leftOut }
        guard let lesser = RunAnalysis(of: trace).lesserHeadlines.first else { return .kept }
        return .broken(lesser, toml: ScenarioText(plan).toml)
    }
}

import LabAnalysis
import LabInventedScenarios
import LabScenarioLanguage
import LabSimulation

extension Law {
    static let accountSums = Law(claim: "pieces are a wait without gaps, and the rows of a timer sum to its shares") {
        seed in
        let plan = RandomScenarios.mixed(seed: seed)
        guard let trace = try? Simulator.record(plan).trace else { return .leftOut }
        guard let wrong = RunAnalysis(of: trace).wrongSums(in: trace).first else { return .kept }
        return .broken(wrong, toml: ScenarioText(plan).toml)
    }
}

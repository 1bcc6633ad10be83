import LabInventedScenarios
import LabScenarioModel

/// A claim about every scenario.
struct Law: Sendable {
    var claim: String
    /// The scenario of a seed.
    var scenario: @Sendable (UInt64) -> ScenarioPlan
    /// The first place where a scenario breaks the law; nil: it keeps it.
    var breach: @Sendable (ScenarioPlan) -> String?

    static let all = [neverRunSteps]

    /// Every other scenario has parts that no host has.
    static func invented(seed: UInt64) -> ScenarioPlan {
        seed.isMultiple(of: 2) ? RandomScenarios.beyondHosts(seed: seed) : RandomScenarios.scenario(seed: seed)
    }
}

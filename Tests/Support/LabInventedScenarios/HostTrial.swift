import LabPlatform
import LabScenarioModel

/// Runs invented scenarios by `timerlab-host conform`, a process each, and shrinks those that differ.
package struct HostTrial: Sendable {
    /// The path of timerlab-host.
    private let program: String

    package init(program: String) { self.program = program }

    /// The smallest scenario that still differs, as TOML; nil where the invented one is the same on this host.
    ///
    /// - Throws: why the program could not be started.
    package func difference(seed: UInt64) throws(ErrorNumber) -> String? {
        let plan = RandomScenarios.onHosts(seed: seed)
        guard try differs(plan) else { return nil }
        return ScenarioText(Shrinking().smallest(plan) { (try? differs($0)) ?? false }).toml
    }

    private func differs(_ plan: ScenarioPlan) throws(ErrorNumber) -> Bool {
        try ChildProcess.run(program, ["conform", "-"], input: ScenarioText(plan).toml) == .exited(1)
    }
}

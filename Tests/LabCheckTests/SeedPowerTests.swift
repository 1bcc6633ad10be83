import LabGate
import LabScenarioModel
import LabTestBench
import LabTestFolders
import Testing

@testable import LabWorkbench

/// Fixed trials, each with twenty seeds of its own.
@Suite("What twenty seeds in pairs can see")
struct SeedPowerTests {
    private static let seeds = 20
    private static let trials = 40

    /// Work that is drawn delays a timer on the same thread.
    private static let scenario = """
        duration = "3s"
        device.wake_up = { p0 = "0s", p100 = "2ms" }
        \(Toml.timer("busy", "nstimer", "200ms", repeats: true))
        do = [{ work = { p0 = "5ms", p50 = "20ms", p100 = "80ms" } }]
        \(Toml.timer("tick", "nstimer", "200ms", repeats: true))
        [guard]
        "tick.waiting.max" = "+5%"
        "tick.waiting.p50" = "+5%"
        "tick.jitter.rms"  = "+0%"

        """

    /// Slices of runs with seeds that follow each other.
    private func trials(_ text: String) throws -> (slices: [DriftNumbers], guards: [GuardPlan]) {
        let folder = try ScratchFolder()
        let bench = Bench.workbench
        let file = try bench.read(try folder.write("a.toml", text))
        let plan = try bench.plan(file, changes: ScenarioChanges())
        let guards = plan.guards
        let runs = try (0..<SeedPowerTests.trials * SeedPowerTests.seeds).map { seed in
            var plan = plan
            plan.seed = UInt64(seed)
            let run = try bench.simulate(plan, of: file, keeping: [])
            return DriftNumbers(of: run.trace, run.analysis, guards: guards)
        }
        let slices = (0..<SeedPowerTests.trials).map {
            DriftNumbers(seeds: Array(runs[$0 * SeedPowerTests.seeds..<($0 + 1) * SeedPowerTests.seeds]))
        }
        return (slices, guards)
    }

    private func fails(_ old: DriftNumbers, _ new: DriftNumbers, _ guards: [GuardPlan]) -> Bool {
        !DriftComparison(old: old, new: new, guards: guards, isPaired: true).failures.isEmpty
    }

    @Test("work that takes 10 % longer fails a guard of +5 %, and the same work with other seeds hardly ever")
    func power() throws {
        let (old, guards) = try trials(SeedPowerTests.scenario)
        let slower = SeedPowerTests.scenario.replacing("\"5ms\"", with: "\"5.5ms\"")
            .replacing("\"20ms\"", with: "\"22ms\"").replacing("\"80ms\"", with: "\"88ms\"")
        let new = try trials(slower).slices
        let relative = guards.filter { $0.allowance != .relative(partsPerMillion: 0) }
        let found = zip(old, new).count { fails($0, $1, Array(relative.prefix(1))) }
        #expect(found >= 38, "found in \(found) of \(SeedPowerTests.trials)")
        let alarms = [1, 7].flatMap { step in
            old.indices.map { fails(old[$0], old[($0 + step) % old.count], guards) }
        }
        #expect(alarms.count == 80)
        #expect(alarms.count { $0 } <= 2, "\(alarms.count { $0 }) false alarms")
    }
}

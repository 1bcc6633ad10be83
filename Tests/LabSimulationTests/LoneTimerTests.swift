import LabRecording
import LabScenarioModel
import LabSteps
import Testing

@testable import LabSimulation

@Suite("A timer that is alone")
struct LoneTimerTests {
    @Test(
        "fires as often, and ends for the same reason, whether many firings are taken at a time or one by one",
        arguments: [
            (limit: Int64(4095), budget: Int64(1_000_000)), (4096, 1_000_000), (4098, 1_000_000), (20_000, 1_000_000),
            (20_000, 9_000), (20_000, 9_001),
        ])
    func together(limit: Int64, budget: Int64) throws {
        func run(_ steps: [Action]) throws -> (firings: [Int64], end: SimulationResult.End, occurrences: Int64) {
            var builder = PlanBuilder(duration: 12_000)
            builder.timer("tick", every: 1, do: steps)
            builder.plan.device.logCost = 0
            builder.plan.untilFired = limit
            builder.plan.budget.occurrences = budget
            let result = try Simulator.record(builder.plan)
            return (result.trace.records.filter { $0.kind == .fired }.map(\.time), result.end, result.occurrences)
        }
        let (many, single) = (try run([]), try run([.log("tick")]))
        #expect(many.firings == single.firings && many.end == single.end && many.occurrences == single.occurrences)
        #expect(many.firings == (1...Int64(many.firings.count)).map(ms) && many.firings.count > 4000)
    }
}

import LabScenarioModel
import LabSteps
import Testing

@testable import LabSimulation

@Suite("Repeat")
struct RepeatTests {
    @Test("a round whose end condition holds is not begun, not even the first", arguments: [(0, 3), (1, 0)])
    func until(cancelled: Int, rounds: Int) throws {
        var builder = PlanBuilder(duration: 100)
        let timer = builder.timer("t", every: 1000)
        let loop = Action.repeating(count: 3, steps: [Step(.log("round"))], until: .cancelled(.timer(timer)))
        if cancelled == 1 {
            builder.event(at: 10, .invalidate(.timer(timer)), loop)
        } else {
            builder.event(at: 10, loop)
        }
        #expect(try builder.record().log().count == rounds)
    }
}

import LabRecording
import LabScenarioModel
import LabSteps
import Testing

@testable import LabSimulation

/// A screen that is opened again while an earlier one lives: each has a timer of its own.
@Suite("Objects: made again while they live")
struct ObjectsMadeAgainTests {
    /// A screen with a timer, which opens and closes at the instants given, ms.
    private func builder(target: Int? = nil, opened: [Int64], closed: [Int64]) -> PlanBuilder {
        var builder = PlanBuilder(duration: 9500)
        builder.object(
            "screen", heldBy: [.navigation], strong: [.timer(0)], byStep: true,
            dealloc: [.invalidate(.timer(0)), .log("dealloc")], disappear: [.log("will disappear")])
        builder.tick(target: target, heldBy: [], byStep: true, do: [])
        if target == nil { builder.capture(.object(0), weakly: true, in: 0) }
        for instant in opened { builder.event(at: instant, .create(.object(0)), .create(.timer(0))) }
        for instant in closed { builder.event(at: instant, .pop(0)) }
        return builder
    }

    @Test("a screen that its timer keeps stays beside the next one")
    func kept() throws {
        let trace = try builder(target: 0, opened: [1000, 5000], closed: [3500, 7500]).record()
        #expect(trace.log() == ["3500 will disappear", "7500 will disappear"])
        #expect(trace.holders(of: "screen") == ["tick.target"])
        #expect(trace.holders(of: "screen (2)") == ["tick (2).target"])
        #expect(trace.firings("tick").last == 9000)
        #expect(trace.holders(of: "tick (2)").contains("screen (2).timer0"))
    }

    @Test("each ends its own timer in its dealloc, although the name means another one")
    func ownTimer() throws {
        let trace = try builder(opened: [1000, 1500], closed: [3200, 5200]).record()
        #expect(
            trace.log() == [
                "1500 will disappear", "3200 will disappear", "3200 dealloc", "5200 will disappear",
                "5200 dealloc",
            ])
        // The one that was opened last is closed first.
        #expect(trace.firings("tick (2)") == [2500])
        #expect(trace.firings("tick") == [2000, 3000, 4000, 5000])
    }

    @Test("a push of what `create` has put on the stack says that, and a second one is a mistake")
    func createdAndPushed() throws {
        var builder = builder(opened: [1000], closed: [3500])
        builder.event(at: 1000, .push(0))
        #expect(try builder.record().crash() == nil)
        builder.event(at: 2000, .push(0))
        #expect(try builder.record().crash()?.contains("more than once") == true)
    }

    @Test("a block asks for the object that it captured, not for the one of that name")
    func ownCapture() throws {
        var builder = builder(opened: [1000, 6000], closed: [3500])
        builder.plan.objects[0].dealloc = []
        builder.plan.timers[0].steps = [Step(.log("gone"), when: .gone(.object(0)))]
        let trace = try builder.record()
        #expect(trace.log() == ["3500 will disappear"] + (4...9).map { "\($0)000 gone" })
    }
}

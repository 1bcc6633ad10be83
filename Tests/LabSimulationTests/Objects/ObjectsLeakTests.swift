import LabRecording
import LabScenarioModel
import Testing

@testable import LabSimulation

/// Rows 0.19–0.22, 3.11, 3.15, 4.20, 2.16, 1.24: what a run loop keeps alive, and what it does not.
@Suite("Objects: what the run loop keeps")
struct ObjectsLeakTests {
    enum Property: CaseIterable { case strong, weak, none }

    @Test("a repeating timer keeps its target whatever the property is", arguments: Property.allCases)
    func leak(property: Property) throws {
        var builder = PlanBuilder(duration: 6000)
        builder.controller(
            strong: property == .strong ? [.timer(0)] : [], weak: property == .weak ? [.timer(0)] : [])
        builder.tick(target: 0)
        builder.event(at: 3500, .pop(0))
        let trace = try builder.record()
        #expect(!trace.isDeallocated("controller"))
        #expect(trace.firings("tick") == [1000, 2000, 3000, 4000, 5000])
        #expect(trace.holders(of: "controller") == ["tick.target"])
        let own = property == .strong ? ["controller.timer0"] : []
        #expect(trace.holders(of: "tick").sorted() == (["main.timer"] + own).sorted())
    }

    @Test("weakSelf as the target is retained all the same, and said so")
    func weakSelf() throws {
        var builder = PlanBuilder(duration: 6000)
        builder.controller()
        builder.tick(target: 0)
        builder.plan.timers[0].callback.target?.passedWeakly = true
        builder.event(at: 3500, .pop(0))
        let trace = try builder.record()
        #expect(!trace.isDeallocated("controller"))
        #expect(trace.records.count { $0.kind == .weakTargetRetained } == 1)
    }

    @Test("one-shot timers keep their target until they have fired")
    func oneShot() throws {
        var builder = PlanBuilder(duration: 4000)
        builder.controller(weak: [.timer(0)], invalidates: false)
        builder.tick(target: 0, every: 2000, repeats: false)
        builder.event(at: 500, .pop(0))
        let trace = try builder.record()
        #expect(
            trace.lives() == [
                "2000 tick is invalidated", "2000 controller begins dealloc", "2000 controller is gone",
                "2000 tick begins dealloc", "2000 tick is gone",
            ])
    }

    @Test("one-shot timers that nobody else holds let go of their target before they go")
    func contextBeforeTimer() throws {
        var builder = PlanBuilder(duration: 4000)
        let target = builder.object("target")
        builder.tick(target: target, every: 2000, repeats: false)
        builder.event(at: 500, .invalidate(.timer(0)))
        #expect(
            try builder.record().lives() == [
                "500 tick is invalidated", "500 target begins dealloc", "500 target is gone",
                "500 tick begins dealloc", "500 tick is gone",
            ])
    }

    @Test("a wrapper's stop method is the only way out")
    func wrapper() throws {
        var builder = PlanBuilder(duration: 6000)
        builder.object("BYTimer", strong: [.timer(0)], dealloc: [.invalidate(.timer(0))])
        builder.controller(strong: [.object(0)], invalidates: false)
        builder.tick(target: 0)
        builder.event(at: 1500, .pop(1))
        builder.event(at: 3500, .invalidate(.timer(0)))
        let trace = try builder.record()
        #expect(trace.deallocation(of: "controller") == 1500)
        #expect(trace.deallocation(of: "BYTimer") == 3500)
    }

    @Test("an invocation keeps its target like a target")
    func invocation() throws {
        var builder = PlanBuilder(duration: 4000)
        builder.controller()
        builder.tick(target: 0)
        builder.plan.timers[0].callback.style = .invocation
        builder.event(at: 500, .pop(0))
        #expect(try !builder.record().isDeallocated("controller"))
    }

    @Test("dropping one's own reference to an added timer does nothing; invalidating takes it out")
    func ownReference() throws {
        var builder = PlanBuilder(duration: 5000)
        builder.tick(heldBy: [.local])
        builder.event(at: 1500, .release(.timer(0)))
        builder.event(at: 3500, .invalidate(.timer(0)))
        let trace = try builder.record()
        #expect(trace.firings("tick") == [1000, 2000, 3000])
        #expect(trace.deallocation(of: "tick") == 3500)
    }
}

import LabRecording
import LabScenarioModel
import LabScenarioProgram
import LabSteps
import Testing

@testable import LabSimulation

/// Rows 0.26, 2.15, 2.23, 4.10, 4.21, 4.37: captures, weak variables, pools.
@Suite("Objects: blocks, weak variables and pools")
struct ObjectsBlockTests {
    private func blockTimer(capturesWeakly: Bool, invalidates: Bool) -> PlanBuilder {
        var builder = PlanBuilder(duration: 4000)
        builder.controller(strong: [.timer(0)], invalidates: invalidates)
        builder.tick(do: [.message(0, "timerRun", .log("timerRun"))])
        builder.capture(.object(0), weakly: capturesWeakly, in: 0)
        builder.event(at: 1500, .pop(0))
        return builder
    }

    @Test("a block with weakSelf and invalidate in dealloc: controller and timer both end")
    func weakBlock() throws {
        let trace = try blockTimer(capturesWeakly: true, invalidates: true).record()
        #expect(trace.log() == ["1000 timerRun", "1500 dealloc"])
        #expect(trace.firings("tick") == [1000])
        #expect(trace.isDeallocated("tick"))
    }

    @Test("a block with a strong self leaks both")
    func strongBlock() throws {
        let trace = try blockTimer(capturesWeakly: false, invalidates: true).record()
        #expect(!trace.isDeallocated("controller"))
        #expect(trace.log() == ["1000 timerRun", "2000 timerRun", "3000 timerRun"])
    }

    @Test("without invalidate the timer sends to nil for ever")
    func messagesToNil() throws {
        let trace = try blockTimer(capturesWeakly: true, invalidates: false).record()
        #expect(trace.log() == ["1000 timerRun", "1500 dealloc"])
        #expect(trace.firings("tick") == [1000, 2000, 3000])
        #expect(trace.remarks(.messagedNil) == 2)
    }

    @Test("a timer that is assigned to a weak property before anybody holds it is gone at the end of the statement")
    func weakProperty() throws {
        var builder = PlanBuilder(duration: 4000)
        builder.controller(weak: [.timer(0)], invalidates: false)
        builder.tick(target: 0, creation: .timer, heldBy: [], byStep: true)
        builder.event(at: 100, .create(.timer(0)), .log("made"), .add(.timer(0), modes: [.default], thread: nil))
        let trace = try builder.record()
        #expect(trace.lives("tick").last == "100 tick is gone")
        #expect(trace.records.count { $0.kind == .weakPropertyCleared } == 1)
        #expect(trace.firings("tick").isEmpty)
        #expect(trace.remarks(.messagedNil) == 1)
        #expect(trace.crash() == nil)
    }

    @Test("an autoreleased one is gone when the run loop is about to sleep")
    func pool() throws {
        var builder = PlanBuilder(duration: 4000)
        builder.controller(weak: [.timer(0)], invalidates: false)
        builder.tick(target: 0, creation: .timer, heldBy: [.autoreleasePool], byStep: true)
        builder.event(at: 100, .create(.timer(0)), .work(50), .log("end of the event"))
        let trace = try builder.record()
        let log = trace.records.first { $0.kind == .logged }
        #expect(trace.deallocation(of: "tick") == 150)
        #expect(log?.time == ms(150))
        #expect(trace.records.count { $0.kind == .weakPropertyCleared } == 1)
    }

    @Test("added first, or scheduled, it lives on in the weak property")
    func addedFirst() throws {
        var builder = PlanBuilder(duration: 2500)
        builder.controller(weak: [.timer(0), .timer(1)])
        builder.tick("scheduled", target: 0)
        builder.tick("added", target: 0, creation: .timer, byStep: true)
        builder.event(
            at: 0, .create(.timer(1)), .add(.timer(1), modes: [.default], thread: nil), .release(.timer(1)))
        let trace = try builder.record()
        #expect(trace.firings("scheduled") == [1000, 2000])
        #expect(trace.firings("added") == [1000, 2000])
        #expect(trace.records.count { $0.kind == .weakPropertyCleared } == 0)
    }

    @Test("weak variables, weak captures and what proxies forward to are recorded, with their ends")
    func recordedWeakly() throws {
        var builder = PlanBuilder(duration: 300)
        let one = builder.object("one", heldBy: [.staticVariable])
        let other = builder.object("other", heldBy: [.staticVariable])
        let owner = builder.object("owner", heldBy: [.staticVariable], weak: [.object(one)])
        builder.object("proxy", proxy: .nsproxy, for: other, heldBy: [.staticVariable])
        builder.tick(every: 100)
        builder.capture(.object(one), weakly: true, in: 0)
        builder.event(
            at: 50,
            .assign(owner: owner, property: "object\(one)", part: .object(other), isWeak: true))
        let trace = try builder.record()
        let story = trace.records.filter { $0.kind == .weaklyReferred || $0.kind == .weaklyReferredNoMore }
            .map {
                "\(trace.name(EntityID(Int($0.value)))) \($0.kind == .weaklyReferred ? "→" : "↛") \(trace.name($0.entity))"
            }
        #expect(story == ["owner → one", "proxy → other", "tick → one", "owner ↛ one", "owner → other"])
    }

    @Test("an autoreleased object of viewDidLoad is gone before the main loop sleeps for the first time")
    func autoreleasedAtStart() throws {
        var builder = PlanBuilder(duration: 2500)
        builder.object("label", heldBy: [.autoreleasePool])
        builder.tick()
        #expect(try builder.record().deallocation(of: "label") == 0)
    }

    @Test("what a timer's callback autoreleases goes when that callback has returned")
    func poolOfCallout() throws {
        var builder = PlanBuilder(duration: 2500)
        builder.object("temporary", heldBy: [.autoreleasePool], byStep: true, dealloc: [.log("gone")])
        builder.tick(repeats: false, do: [.create(.object(0)), .work(10), .log("end")])
        builder.tick("next", every: 1005, repeats: false, do: [.log("next")])
        #expect(try builder.record().log() == ["1010 end", "1010 gone", "1010 next"])
    }

    @Test("a block with a weak self formed in dealloc is fatal")
    func weakInDealloc() throws {
        var builder = PlanBuilder(duration: 2500)
        let weakSelf = CapturePlan(part: .object(0), isWeak: true)
        builder.object(
            "controller", class: "TimerViewController", heldBy: [.navigation],
            dealloc: [.async(queue: 0, steps: [], captures: [weakSelf])])
        builder.event(at: 100, .pop(0))
        let crash = try builder.record().crash()
        #expect(crash?.hasPrefix("100 Cannot form weak reference to instance (0x6") == true)
        #expect(crash?.contains("of class TimerViewController") == true)
    }

    @Test("a block that keeps self from its dealloc refers to freed memory")
    func strongInDealloc() throws {
        var builder = PlanBuilder(duration: 2500)
        let own = CapturePlan(part: .object(0), isWeak: false)
        builder.object(
            "controller", heldBy: [.navigation],
            dealloc: [.async(queue: 0, steps: [Step(.message(0, "reload"))], captures: [own])])
        builder.event(at: 100, .pop(0))
        #expect(try builder.record().crash()?.hasPrefix("100 EXC_BAD_ACCESS: reload on controller") == true)
    }

    @Test("a new value is retained before the old one is released")
    func setter() throws {
        var builder = PlanBuilder(duration: 1000)
        builder.object("owner", heldBy: [.staticVariable], strong: [.object(1)])
        builder.object("first")
        builder.object("second", heldBy: [.local])
        builder.event(
            at: 100, .assign(owner: 0, property: "object1", part: .object(2), isWeak: false), .release(.object(2)))
        builder.event(at: 200, .assign(owner: 0, property: "object1", part: .object(2), isWeak: false))
        builder.event(at: 300, .assign(owner: 0, property: "object1", part: nil, isWeak: false))
        let trace = try builder.record()
        #expect(trace.deallocation(of: "first") == 100)
        #expect(trace.deallocation(of: "second") == 300)
    }

    @Test("blocks and requests that are gone leave no trace in the graph, however many there were")
    func nodesAreReused() throws {
        var builder = PlanBuilder(duration: 3000)
        builder.object("controller", heldBy: [.staticVariable])
        let own = CapturePlan(part: .object(0), isWeak: false)
        let later = PerformPlan(selector: "later", target: 0, delivery: .after(ms(1), modes: [.default]), steps: [])
        builder.tick(
            every: 2, do: [.async(queue: 0, steps: [Step(.message(0, "reload"))], captures: [own]), .perform(later)])
        var world = try World(plan: builder.plan, sink: RecordKeeper())
        world.start()
        world.run()
        #expect(world.timers[TimerID(0)].fired > 1000)
        #expect(world.objects.graph.nodes.count < 40)
        #expect(world.timers.details.count < 40)
    }

    @Test("what a timer's block captures lives until the callback in which the timer is invalidated has returned")
    func heldByCallout() throws {
        var builder = PlanBuilder(duration: 2000)
        builder.object("captured", heldBy: [.local], dealloc: [.log("gone")])
        builder.tick(do: [.invalidate(.timer(0)), .log("still there")])
        builder.capture(.object(0), weakly: false, in: 0)
        builder.event(at: 100, .release(.object(0)))
        #expect(try builder.record().log() == ["1000 still there", "1000 gone"])
    }
}

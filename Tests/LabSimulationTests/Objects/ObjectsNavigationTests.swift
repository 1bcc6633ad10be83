import LabExactTime
import LabRecording
import LabScenarioModel
import LabSteps
import Testing

@testable import LabSimulation

/// Rows 0.27, 3.10, 4.24, 4.38: screens that come and go, threads that keep their target.
@Suite("Objects: navigation and threads")
struct ObjectsNavigationTests {
    private func builder() -> PlanBuilder {
        var builder = PlanBuilder(duration: 6000)
        builder.controller(
            strong: [.timer(0)], invalidates: false, disappear: [.invalidate(.timer(0)), .log("will disappear")])
        builder.tick(target: 0)
        builder.object("next", heldBy: [.local])
        return builder
    }

    @Test("invalidate in viewWillDisappear: a pop frees the controller")
    func pop() throws {
        var builder = builder()
        builder.event(at: 1500, .pop(0))
        let trace = try builder.record()
        #expect(trace.log() == ["1000 timerRun", "1500 will disappear", "1500 dealloc"])
        #expect(trace.deallocation(of: "controller") == 1500)
    }

    @Test("a push stops the timer too, and it stays stopped after coming back")
    func push() throws {
        var builder = builder()
        builder.event(at: 1500, .push(1))
        builder.event(at: 3500, .pop(1))
        let trace = try builder.record()
        #expect(trace.log() == ["1000 timerRun", "1500 will disappear"])
        #expect(trace.firings("tick") == [1000])
        #expect(!trace.isDeallocated("controller"))
        #expect(trace.holders(of: "tick") == ["controller.timer0"])
    }

    @Test("a screen that is made on the stack covers the one below")
    func madeOnStack() throws {
        var builder = builder()
        builder.plan.objects[1].heldBy = [.navigation]
        builder.plan.madeBySteps = [.object(1)]
        builder.event(at: 1500, .create(.object(1)))
        builder.event(at: 2500, .pop(1))
        let trace = try builder.record()
        #expect(trace.log() == ["1000 timerRun", "1500 will disappear"])
        #expect(trace.deallocation(of: "next") == 2500)
    }

    @Test("the same controller cannot be pushed twice, nor nil")
    func badPushes() throws {
        var twice = builder()
        twice.event(at: 100, .push(0))
        #expect(try twice.record().crash()?.contains("more than once is not supported") == true)
        var none = builder()
        none.event(at: 100, .release(.object(1)), .push(1))
        #expect(try none.record().crash()?.contains("push a nil view controller") == true)
    }

    @Test("a thread keeps its target until it ends, and lets go of its locals before")
    func threadTarget() throws {
        var builder = PlanBuilder(duration: 6000)
        builder.controller(invalidates: false)
        let worker = builder.thread("worker", .work(2000), .log("done"))
        builder.plan.threads[worker].target = 0
        builder.object("local", heldBy: [.local], thread: worker)
        builder.event(at: 500, .pop(0))
        let trace = try builder.record()
        #expect(
            trace.lives() == [
                "2000 local begins dealloc", "2000 local is gone", "2000 controller begins dealloc",
                "2000 controller is gone",
            ])
        let last = trace.records.last { $0.kind == .deallocated }
        #expect(trace.name(EntityID(Int(last?.thread ?? -1))) == "worker")
    }

    @Test(
        "dismissed while its thread works, a controller goes when the thread has noticed",
        arguments: [
            (500, 2000), (2400, 3000), (3400, 3400),
        ] as [(Int64, Int64)])
    func cancelledThread(dismissed: Int64, released: Int64) throws {
        var builder = PlanBuilder(duration: 6000)
        builder.controller(weak: [.timer(0)], invalidates: false)
        let worker = builder.thread("worker", .create(.timer(0)), .create(.timer(1)), .runLoop(.forever))
        builder.plan.threads[worker].target = 0
        builder.tick("timer1", byStep: true, do: [])
        builder.plan.timers[0].steps = [Step(.invalidate(.timer(0)), when: .cancelled(.thread(worker)))]
        builder.tick("perform", every: 2001, repeats: false, byStep: true, do: [])
        builder.plan.timers[1].steps = [
            Step(.repeating(count: 9999, steps: [Step(.work(1))], until: .cancelled(.thread(worker))))
        ]
        builder.event(at: dismissed, .cancel(.thread(worker)), .pop(0))
        let gone = try #require(try builder.record().deallocation(of: "controller"))
        #expect(abs(gone - released) <= 2)
    }

    @Test("nobody cancels a detached thread that runs its loop, so its target stays")
    func detached() throws {
        var builder = PlanBuilder(duration: 6000)
        builder.controller(invalidates: false)
        let worker = builder.thread("worker", .create(.timer(0)), .runLoop(.forever))
        builder.plan.threads[worker].target = 0
        builder.plan.threads[worker].isDetached = true
        builder.tick(byStep: true)
        builder.event(at: 500, .cancel(.thread(worker)), .pop(0))
        let trace = try builder.record()
        #expect(!trace.isDeallocated("controller"))
        #expect(trace.records.count { $0.kind == .threadCancelled } == 0)
        #expect(trace.holders(of: "controller") == ["worker.target"])
    }

    @Test("a source in a local variable of a function is lost when the function returns, unless it was stored by then")
    func localSource() throws {
        var builder = PlanBuilder(duration: 400)
        builder.object("dictionary", heldBy: [.staticVariable])
        for id in ["lost", "stored"] {
            var source = TimerPlan(id: id, kind: .gcd)
            source.interval = Rational(whole: ms(100))
            source.repeats = true
            source.queue = 0
            source.heldBy = [.local]
            builder.plan.madeBySteps.insert(.timer(builder.plan.timers.count))
            builder.plan.timers.append(source)
            builder.plan.creationOrder.append(.timer(builder.plan.timers.count - 1))
        }
        builder.event(
            at: 0, .create(.timer(0)), .create(.timer(1)), .work(10),
            .assign(owner: 0, property: "1", part: .timer(1), isWeak: false))
        let trace = try builder.record()
        #expect(trace.deallocation(of: "lost") == 10)
        #expect(trace.firings("stored") == [100, 200, 300])
        #expect(trace.holders(of: "stored") == ["dictionary.1"])
    }
}

import LabExactTime
import LabRecording
import LabScenarioModel
import LabSteps
import Testing

@testable import LabSimulation

/// In which order things go that go at one instant; measured with weak references to CFRunLoopTimers, and with locals.
@Suite("Objects: who goes first")
struct ObjectsOrderTests {
    /// Says whether timer 0 is still there.
    private let look = [
        Step(.log("the timer is there"), when: .not(.gone(.timer(0)))),
        Step(.log("the timer is gone"), when: .gone(.timer(0))),
    ]

    /// A one-shot timer that keeps an object which looks at the timer when it goes.
    private func oneShot() -> PlanBuilder {
        var builder = PlanBuilder(duration: 100)
        builder.object("captured")
        builder.plan.objects[0].dealloc = look
        builder.timer("t", every: 10, repeats: false, do: [.log("fires")])
        builder.capture(.object(0), weakly: false, in: 0)
        return builder
    }

    @Test("what a timer kept goes before the timer does")
    func contextFirst() throws {
        #expect(try oneShot().record().log() == ["10 fires", "10 the timer is there"])
    }

    @Test("so it does when the timer is invalidated in its own callback")
    func contextFirstWhenInvalidated() throws {
        var builder = oneShot()
        builder.plan.timers[0].repeats = true
        builder.plan.timers[0].steps = [Step(.invalidate(.timer(0)))] + look
        #expect(try builder.record().log() == ["10 the timer is there", "10 the timer is there"])
    }

    @Test("timers that fire together are there until the last of them has fired")
    func batch() throws {
        var builder = oneShot()
        builder.timer("second", every: 10, repeats: false, do: [.work(5)])
        builder.plan.timers[1].steps += look
        builder.timer("later", every: 30, repeats: false)
        builder.plan.timers[2].steps = look
        let trace = try builder.record()
        #expect(
            trace.log() == ["10 fires", "10 the timer is there", "15 the timer is there", "30 the timer is gone"])
        #expect(trace.deallocation(of: "t") == 15)
    }

    @Test("one that its batch keeps does not fire once it is invalid")
    func invalidInBatch() throws {
        var builder = PlanBuilder(duration: 100)
        builder.timer("first", every: 10, repeats: false, do: [.invalidate(.timer(1)), .log("first")])
        builder.timer("second", every: 10, repeats: false, do: [.log("second")])
        #expect(try builder.record().log() == ["10 first"])
    }

    @Test("local variables of a function go in the reverse order of their making")
    func locals() throws {
        var builder = PlanBuilder(duration: 100)
        for (index, name) in ["first", "second"].enumerated() {
            builder.object("captured by \(name)", dealloc: [.log("\(name) gone")])
            builder.mechanism(name, .gcd, every: 50, queue: 0) { $0.heldBy = [.local] }
            builder.plan.madeBySteps.insert(.timer(index))
            builder.capture(.object(index), weakly: false, in: index)
        }
        builder.event(at: 10, .create(.timer(0)), .create(.timer(1)), .log("end"))
        #expect(try builder.record().log() == ["10 end", "10 second gone", "10 first gone"])
    }

    @Test("so do those of a thread's body")
    func localsOfThread() throws {
        var builder = PlanBuilder(duration: 100)
        let thread = builder.thread("worker", .create(.object(0)), .create(.object(1)), .log("end"))
        for name in ["first", "second"] {
            builder.object(
                name, heldBy: [.local], thread: thread, byStep: true, dealloc: [.log("\(name) gone")])
        }
        #expect(try builder.record().log() == ["0 end", "0 second gone", "0 first gone"])
    }

    // MARK: The order of tables

    /// A scenario as it is, and with its parts made in the opposite order.
    private func bothOrders<Value>(_ builder: PlanBuilder, _ value: (Trace) -> Value) throws -> [Value] {
        var opposite = builder
        opposite.plan.creationOrder.reverse()
        return [value(try builder.record()), value(try opposite.record())]
    }

    @Test("an owner keeps what its weak variable of the same name refers to, whichever is made first")
    func ownerWithWeakVariable() throws {
        var builder = PlanBuilder(duration: 35)
        builder.source("timer0", every: 10, queue: 0)
        builder.plan.timers[0].heldBy = [.part(.object(0))]
        builder.object("owner", heldBy: [.navigation], weak: [.timer(0)])
        #expect(try bothOrders(builder) { $0.firings("timer0") } == [[10, 20, 30], [10, 20, 30]])
    }

    /// Two copies of a source.
    private func copies() -> PlanBuilder {
        var builder = PlanBuilder(duration: 35)
        builder.source("t", every: 10, queue: 0)
        builder.plan.timers[0].copies = 2
        return builder
    }

    @Test("an object's variable keeps every copy of a timer, whichever is made first", arguments: [true, false])
    func ownerOfCopies(byVariable: Bool) throws {
        var builder = copies()
        builder.plan.timers[0].heldBy = byVariable ? [] : [.part(.object(0))]
        builder.object("owner", heldBy: [.navigation], strong: byVariable ? [.timer(0)] : [])
        #expect(try bothOrders(builder) { $0.firings("t[0]") } == [[10, 20, 30], [10, 20, 30]])
        #expect(try bothOrders(builder) { $0.firings("t[1]") } == [[10, 20, 30], [10, 20, 30]])
    }

    @Test("every copy of a timer keeps an object that the timer holds, whichever is made first")
    func heldByCopies() throws {
        var builder = copies()
        builder.object("held", heldBy: [.part(.timer(0))])
        #expect(
            try bothOrders(builder) { $0.holders(of: "held").sorted() } == [
                ["t[0].held", "t[1].held"], ["t[0].held", "t[1].held"],
            ])
    }

    // MARK: Messages

    @Test("a message through a weak variable keeps its receiver until the method is done, and so moves its dealloc")
    func weakReceiver() throws {
        var builder = PlanBuilder(duration: 100)
        let queue = builder.queue("queue", .serial)
        builder.object("controller", heldBy: [.staticVariable], dealloc: [.log("gone")])
        builder.source(
            "t", every: 10, queue: queue, do: [.message(0, "tick", .work(5), .log("tick")), .log("handled")])
        builder.capture(.object(0), weakly: true, in: 0)
        builder.event(at: 12, .release(.object(0)), .log("released"))
        builder.event(at: 18, .release(.timer(0)))
        let trace = try builder.record()
        #expect(trace.log() == ["12 released", "15 tick", "15 gone", "15 handled"])
        let thread = trace.records.first { $0.kind == .deallocated && trace.name($0.entity) == "controller" }?.thread
        #expect(thread.map { trace.name(EntityID(Int($0))) } == "pool 1")
    }

    @Test("an object that lets go of itself in a method ends when that is over")
    func releasesItself() throws {
        var builder = PlanBuilder(duration: 100)
        builder.object("controller", heldBy: [.staticVariable], dealloc: [.log("gone")])
        builder.event(at: 10, .message(0, "stop", .release(.object(0)), .log("stopped")), .log("next"))
        #expect(try builder.record().log() == ["10 stopped", "10 gone", "10 next"])
    }

    @Test("the object behind a weak proxy is kept as long, too")
    func behindProxy() throws {
        var builder = PlanBuilder(duration: 100)
        builder.object("controller", heldBy: [.staticVariable], dealloc: [.invalidate(.timer(0)), .log("gone")])
        builder.object("proxy", proxy: .object, for: 0)
        builder.tick(target: 1, every: 10, do: [.release(.object(0)), .log("timerRun")])
        #expect(try builder.record().log() == ["10 timerRun", "10 gone"])
    }
}

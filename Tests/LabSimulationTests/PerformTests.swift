import LabCatalogue
import LabExactTime
import LabRecording
import LabScenarioModel
import LabSteps
import Testing

@testable import LabSimulation

/// `performSelector…` and `dispatch_after`.
@Suite("Delayed performs and blocks")
struct PerformTests {
    private func perform(
        _ selector: String = "hello", after delay: Int64, modes: [ModeName] = [.default], target: Int? = nil
    ) -> Action {
        .perform(
            PerformPlan(
                selector: selector, target: target, delivery: .after(ms(delay), modes: modes),
                steps: [Step(.log(selector))]))
    }

    @Test("a delayed perform waits out a drag, unless it is for the common modes; dispatch_after does not wait")
    func drag() throws {
        var builder = PlanBuilder(duration: 700)
        builder.event(
            at: 0, perform("plain", after: 300), perform("common", after: 300, modes: [.common]),
            .asyncAfter(300, .log("dispatch_after")))
        builder.event(at: 250, .runLoop(.nested(.tracking, for: ms(370))))
        #expect(try builder.record().log() == ["300 common", "300 dispatch_after", "620 plain"])
    }

    @Test("a delay of 0 becomes 0.1 ms")
    func noDelay() throws {
        var builder = PlanBuilder(duration: 10)
        builder.event(at: 1, perform(after: 0))
        let times = try builder.record().records.filter { $0.kind == .fired }.map(\.time)
        #expect(times == [1_100_000])
    }

    @Test("a perform is one timer more in the dump of its run loop until it is done")
    func dump() throws {
        var builder = PlanBuilder(duration: 50)
        let dump = Action.dumpLoop(thread: nil)
        builder.event(at: 1, dump, perform(after: 20), dump)
        builder.event(at: 40, dump)
        let counts = try builder.record().dumps.map { $0.modes.first?.timers.count }
        #expect(counts == [0, 1, 0])
    }

    @Test("a thread that does not run its loop never performs later, a direct call it makes")
    func idleLoop() throws {
        var builder = PlanBuilder(duration: 100)
        let direct = Action.perform(
            PerformPlan(selector: "direct", target: nil, delivery: .direct, steps: [Step(.log("direct"))]))
        builder.thread("worker", perform("later", after: 10), direct, .sleep(ms(50)))
        #expect(try builder.record().log() == ["0 direct"])
    }

    @Test("the receiver is kept until it is performed")
    func receiver() throws {
        var builder = PlanBuilder(duration: 100)
        builder.object("target", "Target")
        builder.event(at: 1, perform(after: 50, target: 0), .release(.object(0)))
        #expect(try builder.record().deallocation(of: "target") == 51)
    }

    @Test("cancelling releases the receiver, and works only in the run loop that was asked")
    func cancellation() throws {
        var builder = PlanBuilder(duration: 100)
        builder.object("target", "Target")
        builder.event(at: 1, perform("a", after: 50, target: 0), perform("b", after: 50, target: 0))
        builder.thread("worker", starts: 10, .cancelPerform(target: 0, selector: nil))
        builder.event(at: 20, .release(.object(0)), .cancelPerform(target: 0, selector: "a"))
        let trace = try builder.record()
        #expect(trace.log() == ["51 b"])
        #expect(trace.deallocation(of: "target") == 51)
    }

    @Test("a cancelled perform releases its receiver at once")
    func cancelledReceiver() throws {
        var builder = PlanBuilder(duration: 100)
        builder.object("target", "Target")
        builder.event(at: 1, perform(after: 50, target: 0), .release(.object(0)))
        builder.event(at: 20, .cancelPerform(target: 0, selector: nil))
        #expect(try builder.record().deallocation(of: "target") == 20)
    }

    @Test(
        "a loop that re-posts itself adds its work to each round",
        arguments: [(TimerKind.perform, nil), (.after, 1), (.after, 0)] as [(TimerKind, Int?)])
    func reposting(kind: TimerKind, queue: Int?) throws {
        var builder = PlanBuilder(duration: 400)
        builder.queue("queue", .serial)
        builder.mechanism("t", kind, every: 100, queue: queue, do: [.work(20)])
        #expect(try builder.record().firings("t") == [100, 220, 340])
    }

    @Test("a request that was made again while others of its batch ran is not one of that batch")
    func requestOfLaterPass() throws {
        var builder = PlanBuilder(duration: 400)
        builder.timer(
            "outer", every: 100, repeats: false,
            do: [.runLoop(.nested(.tracking, for: ms(100))), .async(.log("item")), .work(100)])
        builder.mechanism("perform", .perform, every: 90, start: 100, do: [.log("perform")]) {
            $0.modes = [.default, .tracking]
        }
        #expect(
            try builder.record().log() == [
                "100 perform", "190 perform", "300 item", "300 perform", "390 perform",
            ])
    }

    @Test("a one-shot perform and a single delayed block come once", arguments: [TimerKind.perform, .after])
    func once(kind: TimerKind) throws {
        var builder = PlanBuilder(duration: 400)
        builder.mechanism("t", kind, every: 100, queue: kind == .after ? 0 : nil) { $0.repeats = false }
        #expect(try builder.record().firings("t") == [100])
    }

    @Test("a thousand requests leave no timer behind")
    func reuse() throws {
        var builder = PlanBuilder(duration: 2000)
        builder.event(at: 1, .repeating(count: 1000, steps: [Step(perform(after: 1))], until: nil))
        builder.event(at: 1000, .dumpLoop(thread: nil))
        let trace = try builder.record()
        #expect(trace.log().count { !$0.contains("<CFRunLoop of") } == 1000)
        #expect(trace.dumps.map { $0.modes.first?.timers.count } == [0])
    }

    @Test(
        "dispatch_after has a tenth of its delay as leeway and comes at its beginning unless it can share",
        arguments: [(.earliest, nil, 1000), (.shared, nil, 1000), (.shared, 1050, 1050), (.latest, nil, 1100)]
            as [(OpenChoices.WakeInWindow, Int64?, Int64)])
    func leeway(choice: OpenChoices.WakeInWindow, other: Int64?, instant: Int64) throws {
        var builder = PlanBuilder(duration: 1500)
        builder.plan.device.choices.wakeInWindow = choice
        let queue = builder.queue("queue", .serial)
        if let other { builder.source("other", every: 5000, start: other, queue: queue) }
        builder.event(at: 0, .asyncAfter(1000, .log("after")))
        #expect(try builder.record().log() == ["\(instant) after"])
    }
}

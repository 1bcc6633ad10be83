import LabRecording
import LabScenarioModel
import LabSteps
import Testing

@testable import LabSimulation

/// One pass of the run loop in every detail.
@Suite("The pass")
struct PassTests {
    @Test("calls out in the order of CFRunLoop.c, and does not sleep in a pass that handled a source0")
    func order() throws {
        var builder = PlanBuilder(duration: 200)
        builder.thread("worker", .block(.log("block")), .signal(source: 0), .run(100))
        builder.observeEverything(thread: 1)
        builder.input("source0", .source0, thread: 1, do: [.log("source0"), .block(.log("its block"))])
        builder.timer("t", every: 50, repeats: false, thread: 1, do: [.log("timer")])
        #expect(
            try builder.record().log() == [
                "0 entry", "0 before-timers", "0 before-sources", "0 block", "0 source0", "0 its block",
                "0 before-timers", "0 before-sources", "0 before-waiting", "50 after-waiting", "50 timer",
                "50 before-timers", "50 before-sources", "50 before-waiting", "100 after-waiting", "100 exit",
            ])
    }

    @Test("of a zero-second run is one, does not sleep, and fires every due timer")
    func polling() throws {
        var builder = PlanBuilder(duration: 200)
        builder.thread("worker", .work(50), .run(0), .log("returned"))
        builder.observeEverything(thread: 1)
        for due: Int64 in [30, 10, 20, 100] {
            builder.timer("t\(due)", every: due, repeats: false, thread: 1, do: [.log("due \(due)")])
        }
        let trace = try builder.record()
        #expect(
            trace.log() == [
                "50 entry", "50 before-timers", "50 before-sources", "50 due 10", "50 due 20", "50 due 30", "50 exit",
                "50 returned",
            ])
        #expect(trace.returns() == ["50 \(RunResult.timedOut.rawValue)"])
    }

    @Test("takes blocks, and then one port: all due timers, or the batch of the main queue")
    func onePort() throws {
        var builder = PlanBuilder(duration: 200)
        for index: Int64 in 0..<3 {
            builder.timer("t\(index)", every: 10 * (index + 1), repeats: false, do: [.log("timer\(index)")])
        }
        builder.main(
            .block(.log("block")), .async(.log("async0"), .async(.log("async3"))), .async(.log("async1")),
            .async(.log("async2")), .work(50), .log("pass 0"), .run(0), .log("pass 1"), .run(0), .log("pass 2"),
            .run(0))
        #expect(
            try builder.record().log() == [
                "50 pass 0", "50 block", "50 timer0", "50 timer1", "50 timer2", "50 pass 1", "50 async0", "50 async1",
                "50 async2", "50 pass 2", "50 async3",
            ])
    }

    @Test("after a timer's lets the main queue go first, the pass after a drain lets timers go first")
    func alternates() throws {
        var builder = PlanBuilder(duration: 400)
        builder.timer("blocker", every: 100, repeats: false, do: [.work(100), .log("blocker")])
        builder.timer("b", every: 150, repeats: false, do: [.log("due 150")])
        builder.timer("a", every: 120, repeats: false, do: [.log("due 120")])
        builder.thread(
            "other", .sleep(ms(110)), .async(.log("one"), .async(.log("four"))), .async(.log("two")),
            .async(.log("three")))
        #expect(
            try builder.record().log() == [
                "200 blocker", "200 one", "200 two", "200 three", "200 due 120", "200 due 150", "200 four",
            ])
    }

    @Test("after a main-queue block lets overdue timers go before the blocks that came meanwhile")
    func afterDrain() throws {
        var builder = PlanBuilder(duration: 400)
        builder.timer("b", every: 150, repeats: false, do: [.log("due 150")])
        builder.timer("a", every: 120, repeats: false, do: [.log("due 120")])
        builder.thread(
            "other", .sleep(ms(100)), .async(.work(100), .log("blocker")), .sleep(ms(10)), .async(.log("one")),
            .async(.log("two")))
        #expect(
            try builder.record().log() == ["200 blocker", "200 due 120", "200 due 150", "200 one", "200 two"])
    }

    @Test("a main-queue block that enqueues itself again and again does not starve a timer")
    func noStarvation() throws {
        func chain(_ length: Int) -> Action { length == 0 ? .work(20) : .async(.work(20), chain(length - 1)) }
        var builder = PlanBuilder(duration: 500)
        builder.timer("t", every: 100)
        builder.event(at: 0, chain(30))
        #expect(try builder.record().firings("t") == [100, 200, 300, 400])
    }

    @Test(
        "takes the port that the device setting says when several are ready",
        arguments: [
            (OpenChoices.PortOrder.alternating, false, ["timer", "async", "event"]),
            (.alternating, true, ["async", "timer", "event"]),
            (.arrival, true, ["timer", "async", "event"]), (.timersFirst, true, ["timer", "async", "event"]),
            (.sourcesFirst, true, ["event", "async", "timer"]),
        ])
    func portOrder(choice: OpenChoices.PortOrder, later: Bool, order: [String]) throws {
        var builder = PlanBuilder(duration: 400)
        builder.plan.device.choices.portOrder = choice
        builder.timer("t", every: 300, repeats: false, do: [.log("timer")])
        if later { builder.event(at: 100, .work(1)) }
        builder.event(at: 300, .log("event"))
        builder.main(.asyncAfter(300, .log("async")), .run(400))
        #expect(try builder.record().log() == order.map { "300 \($0)" })
    }

    @Test("draws anew for each seed whether a port goes first, when it is told to")
    func shuffledPorts() throws {
        var orders: [[String]] = []
        for seed in 1...20 as ClosedRange<UInt64> {
            var builder = PlanBuilder(duration: 400)
            builder.plan.seed = seed
            builder.plan.device.choices.portOrder = .shuffled
            builder.timer("t", every: 300, repeats: false, do: [.log("timer")])
            builder.event(at: 300, .log("event"))
            let order = try builder.record().log()
            if !orders.contains(order) { orders.append(order) }
        }
        #expect(orders.map(\.count) == [2, 2])
    }

    @Test("draws anew which of several ports goes first, events among them")
    func shuffledSources() throws {
        var orders: Set<[String]> = []
        for seed in 1...60 as ClosedRange<UInt64> {
            var builder = PlanBuilder(duration: 400)
            builder.plan.seed = seed
            builder.plan.device.choices.portOrder = .shuffled
            for id in ["a", "b"] {
                var source = SourcePlan(id: id, kind: .source1)
                source.at = [ms(300)]
                source.steps = [Step(.log(id))]
                builder.plan.sources.append(source)
                builder.plan.creationOrder.append(.source(builder.plan.sources.count - 1))
            }
            builder.event(at: 300, .log("event"))
            orders.insert(try builder.record().log())
        }
        #expect(orders.count == 6)
    }

    @Test("in another mode of a timer that fires right now takes up that mode's kernel timer first, once")
    func expiredMode() throws {
        var builder = PlanBuilder(duration: 400)
        builder.timer(
            "t", every: 100, repeats: false, modes: [.default, .tracking],
            do: [
                .async(.log("item")),
                .runLoop(.once(mode: .default, before: .at(0))), .log("first call"),
                .runLoop(.once(mode: .default, before: .at(0))), .log("second call"),
            ])
        builder.timer("keeper", every: 1000, modes: [.default, .tracking])
        builder.event(at: 50, .runLoop(.nested(.tracking, for: ms(100))))
        #expect(try builder.record().log() == ["100 first call", "100 item", "100 second call"])
    }

    @Test("wakes up when the time of a run call around it is over, and looks at its sources")
    func outerLimit() throws {
        var builder = PlanBuilder(duration: 500)
        var source = SourcePlan(id: "input", kind: .source0)
        source.modes = [.common]
        source.at = [ms(170)]
        source.steps = [Step(.log("input"))]
        builder.plan.sources = [source]
        builder.plan.creationOrder = [.source(0)]
        builder.event(at: 100, .runLoop(.nested(.tracking, for: ms(100))), .log("outer"))
        builder.event(
            at: 150, .runLoop(.inMode(.default, for: ms(200), returnAfterSourceHandled: false)), .log("inner"))
        #expect(try builder.record().log() == ["200 input", "350 inner", "350 outer"])
    }

    @Test("does not come for the time of a run call that was over while a timer was called")
    func limitWhileBusy() throws {
        var builder = PlanBuilder(duration: 500)
        builder.observer("woken", [.afterWaiting])
        builder.timer("busy", every: 150, repeats: false, do: [.work(100)])
        builder.event(at: 100, .run(100))
        #expect(try builder.record().log() == ["100 woken", "150 woken"])
    }

    @Test("does not come for a time that was over while an observer of the handling half was called")
    func limitWhileObserving() throws {
        var builder = PlanBuilder(duration: 700)
        builder.observer("all", [.beforeWaiting, .afterWaiting, .beforeTimers])
        builder.timer("t", every: 100, repeats: false, do: [.log("t"), .run(50, in: .tracking), .log("ret")])
        builder.timer("u", every: 120, repeats: false, modes: [.tracking], do: [.work(100), .log("u end")])
        let calls = ["0 all", "0 all", "100 all", "100 t", "220 u end", "220 ret", "220 all", "220 all"]
        #expect(try builder.record().log() == calls)
    }

    @Test("does not come in a later run call for the time of one that was over while a timer was called")
    func limitOfAnEarlierCall() throws {
        var builder = PlanBuilder(duration: 1300)
        builder.thread("w", .run(250), .log("default"), .run(400, in: ModeName("modal")), .log("modal"))
        builder.timer(
            "t", every: 300, delay: 200, thread: 1,
            do: [
                .log("t"), .block(.log("block"), .work(60), modes: [ModeName("modal")]), .work(100),
                .invalidate(.timer(0)),
            ])
        #expect(try builder.record().log() == ["200 t", "300 default", "300 block", "700 modal"])
    }

    @Test("does not come for the time of a run call that was over while an inner one left its mode")
    func limitDuringExit() throws {
        var builder = PlanBuilder(duration: 400)
        builder.observer("woken", [.afterWaiting])
        builder.observer("exit", [.exit], modes: [.tracking], do: [.work(100)])
        builder.timer("t", every: 120, repeats: false, do: [.run(10, in: .tracking)])
        builder.timer("far", every: 1000, modes: [.tracking])
        builder.event(at: 100, .run(100))
        #expect(try builder.record().log() == ["100 woken", "120 woken"])
    }

    @Test("comes for the time of a run call that was over in a block before the wait")
    func limitInABlock() throws {
        var builder = PlanBuilder(duration: 300)
        builder.observer("woken", [.afterWaiting])
        builder.timer("t", every: 110, repeats: false, do: [.block(.block(.work(100))), .async(.log("item"))])
        builder.event(at: 100, .run(50), .log("out"))
        #expect(try builder.record().log() == ["100 woken", "110 woken", "210 item", "210 out", "210 woken"])
    }

    @Test("that coasts from firing to firing is past its first pass")
    func coastingIsLater() throws {
        var builder = PlanBuilder(duration: 400)
        builder.plan.device.choices.portOrder = .alternating
        builder.timer("t", every: 100, do: [.log("timer")])
        builder.main(.asyncAfter(300, .log("async")), .run(350))
        #expect(try builder.record().log() == ["100 timer", "200 timer", "300 async", "300 timer"])
    }

    @Test("that coasts fires timers of one instant as it would with something else to look at")
    func coastingOverTies() throws {
        var builder = PlanBuilder(duration: 400)
        builder.timer("a", every: 20)
        builder.timer("b", every: 30)
        builder.timer("c", every: 60)
        builder.timer("d", every: 20)
        let coasting = try builder.record()
        builder.observer("idle", [.entry], modes: [ModeName("never run")])
        let passing = try builder.record()
        #expect(coasting.fingerprint == passing.fingerprint)
    }

    @Test("that is both over and stopped says that it is over")
    func overAndStopped() throws {
        var builder = PlanBuilder(duration: 300)
        builder.thread("w", .run(100))
        builder.timer("t", every: 50, repeats: false, thread: 1, do: [.work(60), .stopLoop(thread: nil)])
        #expect(try builder.record().returns() == ["110 \(RunResult.timedOut.rawValue)"])
    }

    @Test("of a run call in a mode that a drag runs is not that of an empty mode")
    func dragKeepsItsMode() throws {
        var builder = PlanBuilder(duration: 400)
        builder.thread(
            "w", .block(.run(50, in: .private), modes: [.private]), .runLoop(.nested(.private, for: ms(100))))
        #expect(try builder.record().returns() == ["50 \(RunResult.timedOut.rawValue)", "100 0"])
    }

    @Test("waits on when the time of its own run call was over while a nested loop was in its handling half")
    func ownLimitIsLost() throws {
        var builder = PlanBuilder(duration: 600)
        builder.thread("w", .block(.run(100)), .run(50), .log("returned"))
        builder.timer("t", every: 20, repeats: false, thread: 1, do: [.work(60)])
        builder.timer("far", every: 300, thread: 1)
        #expect(try builder.record().log() == ["300 returned"])
    }

    @Test("a run loop nested in a main-queue block finds an empty main loop empty")
    func nestedInDrain() throws {
        var builder = PlanBuilder(duration: 100)
        builder.timer("t", every: 10, repeats: false, do: [.async(.run(50), .log("returned"))])
        let trace = try builder.record()
        #expect(trace.log() == ["10 returned"])
        #expect(trace.returns() == ["10 \(RunResult.finished.rawValue)"])
    }
}

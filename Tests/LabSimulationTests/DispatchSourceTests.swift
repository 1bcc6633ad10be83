import LabExactTime
import LabRecording
import LabScenarioModel
import LabSteps
import Testing

@testable import LabSimulation

/// Dispatch timer sources: the measured vectors 18–25 and probes, section 5.
@Suite("Dispatch timer sources")
struct DispatchSourceTests {
    /// A source on a queue of this kind, all times in ms.
    private func source(
        _ builder: inout PlanBuilder, on kind: QueuePlan.Kind = .serial, every interval: Int64 = 20,
        start: Int64? = nil, leeway: Int64 = 0, do actions: [Action] = [], change: (inout TimerPlan) -> Void = { _ in }
    ) {
        let queue = kind == .main ? 0 : builder.queue("queue", kind)
        builder.source("t", every: interval, start: start, queue: queue, leeway: leeway, do: actions)
        change(&builder.plan.timers[builder.plan.timers.count - 1])
    }

    @Test("18: a late handler comes back to back with a count, then the grid goes on")
    func lateHandler() throws {
        var builder = PlanBuilder(duration: 170)
        source(&builder, do: [.first(.work(110))])
        #expect(try builder.record().firingsWithData("t") == ["20 ×1", "130 ×5", "140 ×1", "160 ×1"])
    }

    @Test("19: a start 10.5 periods in the past fires at once with data 11, then on the old grid")
    func pastStart() throws {
        var builder = PlanBuilder(duration: 40)
        source(&builder, start: -210)
        #expect(try builder.record().firingsWithData("t") == ["0 ×11", "10 ×1", "30 ×1"])
    }

    @Test("20: what a suspension swallowed comes as one handler at the resume")
    func suspension() throws {
        var builder = PlanBuilder(duration: 170)
        source(&builder)
        builder.event(at: 30, .suspend(.timer(0)))
        builder.event(at: 136, .resume(.timer(0)))
        #expect(try builder.record().firingsWithData("t") == ["20 ×1", "136 ×5", "140 ×1", "160 ×1"])
    }

    @Test("21: a source never overlaps itself, whatever its queue", arguments: [QueuePlan.Kind.concurrent, .global])
    func noOverlap(kind: QueuePlan.Kind) throws {
        var builder = PlanBuilder(duration: 120)
        source(&builder, on: kind, every: 10, do: [.work(35)])
        #expect(try builder.record().firingsWithData("t") == ["10 ×1", "45 ×3", "80 ×4", "115 ×3"])
    }

    @Test("22: the last release of a running source ends it without a cancel handler")
    func lastRelease() throws {
        var builder = PlanBuilder(duration: 100)
        source(&builder) { $0.cancelSteps = [Step(.log("cancelled"))] }
        builder.event(at: 30, .release(.timer(0)))
        let trace = try builder.record()
        #expect(trace.firings("t") == [20])
        #expect(trace.log().isEmpty)
    }

    @Test(
        "23: over-resume and the release of a suspended or inactive source crash",
        arguments: [
            ([.suspend(.timer(0)), .release(.timer(0))], true, "Release of a suspended object"),
            ([.release(.timer(0))], false, "Release of an inactive object"),
            ([.suspend(.timer(0)), .cancel(.timer(0)), .release(.timer(0))], true, "Release of a suspended object"),
            ([.cancel(.timer(0)), .release(.timer(0))], false, "Release of an inactive object"),
            ([.resume(.timer(0))], true, "Over-resume of an object"),
        ] as [([Action], Bool, String)])
    func crashes(actions: [Action], startsActive: Bool, reason: String) throws {
        var builder = PlanBuilder(duration: 100)
        source(&builder) { $0.startsActive = startsActive }
        builder.event(at: 10, actions)
        builder.event(at: 50, .log("afterwards"))
        let trace = try builder.record()
        #expect(trace.crash() == "10 BUG IN CLIENT OF LIBDISPATCH: " + reason)
        #expect(trace.log().isEmpty)
    }

    @Test("resume, cancel, release is the way to let a suspended source go")
    func remedy() throws {
        var builder = PlanBuilder(duration: 100)
        source(&builder) { $0.cancelSteps = [Step(.log("cancelled"))] }
        builder.event(at: 30, .suspend(.timer(0)))
        builder.event(at: 70, [.resume(.timer(0)), .cancel(.timer(0)), .release(.timer(0))])
        let trace = try builder.record()
        #expect(trace.crash() == nil)
        #expect(trace.log() == ["70 cancelled"])
    }

    @Test("24: a new schedule drops the fires that were not delivered")
    func reschedule() throws {
        var builder = PlanBuilder(duration: 140)
        source(&builder)
        builder.event(at: 0, .suspend(.timer(0)))
        builder.event(
            at: 55,
            [
                .reschedule(timer: 0, start: .after(ms(50)), interval: Rational(whole: ms(20)), leeway: 0),
                .resume(.timer(0)),
            ])
        #expect(try builder.record().firingsWithData("t") == ["105 ×1", "125 ×1"])
    }

    @Test("25: a blocked main thread merges the fires of a main-queue source into one handler")
    func mainQueue() throws {
        var builder = PlanBuilder(duration: 75)
        source(&builder, on: .main, every: 10)
        builder.event(at: 0, .work(60))
        #expect(try builder.record().firingsWithData("t") == ["60 ×6", "70 ×1"])
    }

    @Test(
        "while the handler is too slow it runs back to back, not on the grid",
        arguments: [
            (250, ["100 ×1", "350 ×2", "600 ×3", "850 ×2", "1100 ×3"]),
            (520, ["100 ×1", "620 ×5", "1140 ×5"]),
        ] as [(Int64, [String])])
    func overload(work: Int64, firings: [String]) throws {
        var builder = PlanBuilder(duration: 1200)
        source(&builder, every: 100, do: [.work(work)])
        #expect(try builder.record().firingsWithData("t") == firings)
    }

    @Test("once it has caught up it is on the grid again")
    func catchingUp() throws {
        var builder = PlanBuilder(duration: 1250)
        let works: [Int64] = [30, 150, 80, 250, 0, 330, 100, 50, 0]
        source(&builder, every: 100)
        builder.plan.timers[0].steps = works.enumerated().map { index, work in
            Step(.work(work), when: .fired(timer: nil, .equal(Int64(index + 1))))
        }
        #expect(
            try builder.record().firingsWithData("t") == [
                "100 ×1", "200 ×1", "350 ×1", "430 ×1", "680 ×2", "700 ×1", "1030 ×3", "1130 ×1", "1200 ×1",
            ])
    }

    @Test("a busy source on the main queue and a timer of the run loop take turns")
    func turns() throws {
        var builder = PlanBuilder(duration: 900)
        source(&builder, on: .main, every: 100, do: [.work(250)])
        builder.timer("timer", every: 100)
        let trace = try builder.record()
        #expect(trace.firingsWithData("t") == ["100 ×1", "350 ×2", "600 ×3", "850 ×2"])
        #expect(trace.firings("timer") == [100, 350, 600, 850])
    }

    @Test(
        "the first fire is at the start that was asked for",
        arguments: [(0, ["0 ×1", "100 ×1", "200 ×1"]), (-350, ["0 ×4", "50 ×1", "150 ×1", "250 ×1"])]
            as [(Int64, [String])])
    func start(start: Int64, firings: [String]) throws {
        var builder = PlanBuilder(duration: 260)
        source(&builder, every: 100, start: start)
        #expect(try builder.record().firingsWithData("t") == firings)
    }

    @Test("a source in a local variable of a function that has returned never fires")
    func localVariable() throws {
        var builder = PlanBuilder(duration: 100)
        source(&builder) { $0.heldBy = [.local] }
        let trace = try builder.record()
        #expect(trace.firings("t").isEmpty)
        #expect(trace.deallocation(of: "t") == 0)
    }

    @Test("a source that its own handler captures lives until it is cancelled")
    func capturedByItself() throws {
        var builder = PlanBuilder(duration: 100)
        source(&builder) {
            $0.heldBy = [.local]
            $0.callback.captures = [CapturePlan(part: .timer(0), isWeak: false)]
        }
        builder.event(at: 50, .cancel(.timer(0)))
        let trace = try builder.record()
        #expect(trace.firings("t") == [20, 40])
        #expect(trace.deallocation(of: "t") == 50)
    }

    @Test("another block of a serial queue delays the handler, which then counts")
    func otherBlock() throws {
        var builder = PlanBuilder(duration: 510)
        source(&builder, every: 100)
        builder.event(at: 150, .async(queue: 1, steps: [Step(.work(300))], captures: []))
        #expect(try builder.record().firingsWithData("t") == ["100 ×1", "450 ×3", "500 ×1"])
    }

    @Test("a source takes its turn from expiry: behind the blocks that were queued before it")
    func turnFromExpiry() throws {
        var builder = PlanBuilder(duration: 100)
        source(&builder, do: [.first(.log("handler"))])
        let block = { (text: String, work: Int64) in
            Action.async(queue: 1, steps: [Step(.work(work)), Step(.log(text))], captures: [])
        }
        builder.event(at: 10, block("first", 15), block("second", 5))
        builder.event(at: 22, block("third", 5))
        #expect(try builder.record().log() == ["25 first", "30 second", "30 handler", "35 third"])
    }

    @Test("a late activation fires once with the count, then on the grid")
    func lateActivation() throws {
        var builder = PlanBuilder(duration: 110)
        source(&builder) { $0.startsActive = false }
        builder.event(at: 90, .activate(.timer(0)), .activate(.timer(0)))
        #expect(try builder.record().firingsWithData("t") == ["90 ×4", "100 ×1"])
    }

    @Test("suspensions are counted")
    func nestedSuspensions() throws {
        var builder = PlanBuilder(duration: 90)
        source(&builder)
        builder.event(at: 30, .suspend(.timer(0)), .suspend(.timer(0)))
        builder.event(at: 50, .resume(.timer(0)))
        builder.event(at: 70, .resume(.timer(0)))
        #expect(try builder.record().firingsWithData("t") == ["20 ×1", "70 ×2", "80 ×1"])
    }

    @Test("a suspended queue holds its sources back")
    func suspendedQueue() throws {
        var builder = PlanBuilder(duration: 110)
        source(&builder)
        builder.event(at: 30, .suspend(.queue(1)))
        builder.event(at: 90, .resume(.queue(1)))
        #expect(try builder.record().firingsWithData("t") == ["20 ×1", "90 ×3", "100 ×1"])
    }

    @Test("a cancel handler comes after the handler that runs, on the target queue")
    func cancellation() throws {
        var builder = PlanBuilder(duration: 100)
        source(&builder, do: [.work(10), .log("handled")]) { $0.cancelSteps = [Step(.log("cancelled"))] }
        builder.event(at: 25, .cancel(.timer(0)))
        #expect(try builder.record().log() == ["30 handled", "30 cancelled"])
    }

    @Test("cancelling in the handler ends the source; its cancel handler waits while it is suspended")
    func suspendedCancellation() throws {
        var builder = PlanBuilder(duration: 100)
        source(&builder, do: [.suspend(.timer(0)), .cancel(.timer(0))]) { $0.cancelSteps = [Step(.log("cancelled"))] }
        builder.event(at: 70, .resume(.timer(0)))
        let trace = try builder.record()
        #expect(trace.firings("t") == [20])
        #expect(trace.log() == ["70 cancelled"])
    }

    @Test("a one-shot source stays alive and may be scheduled again")
    func oneShot() throws {
        var builder = PlanBuilder(duration: 200)
        source(&builder) { $0.repeats = false }
        builder.event(at: 100, .reschedule(timer: 0, start: .after(ms(50)), interval: nil, leeway: 0))
        #expect(try builder.record().firings("t") == [20, 150])
    }

    @Test("interval 0 becomes 1 ns, and the budget ends the storm")
    func storm() throws {
        var builder = PlanBuilder(duration: 1)
        builder.plan.budget.occurrences = 10_000
        source(&builder, every: 0)
        let result = try Simulator.record(builder.plan)
        #expect(result.trace.records.contains { $0.kind == .remarked && $0.value == Remark.intervalRaised.rawValue })
        guard case .budget = result.end else {
            Issue.record("ended by \(result.end)")
            return
        }
    }

    @Test(
        "where in the leeway the wake-up lands is the device's choice; by default where most share it",
        arguments: [(.earliest, 100), (.shared, 110), (.latest, 125)] as [(OpenChoices.WakeInWindow, Int64)])
    func leeway(choice: OpenChoices.WakeInWindow, first: Int64) throws {
        var builder = PlanBuilder(duration: 150)
        builder.plan.device.choices.wakeInWindow = choice
        let queue = builder.queue("queue", .serial)
        builder.source("early", every: 100, queue: queue, leeway: 30)
        builder.source("late", every: 100, start: 110, queue: queue, leeway: 15)
        #expect(try builder.record().firings("early") == [first])
    }

    @Test("a strict source shares no wake-up with others")
    func strict() throws {
        var builder = PlanBuilder(duration: 150)
        let queue = builder.queue("queue", .serial)
        builder.source("strict", every: 100, queue: queue, leeway: 30)
        builder.plan.timers[0].isStrict = true
        builder.source("other", every: 100, start: 110, queue: queue)
        #expect(try builder.record().firings("strict") == [100])
    }

    @Test("a source alone fires at the beginning of its window; leeway is at most half the interval")
    func aloneAndClamped() throws {
        var builder = PlanBuilder(duration: 350)
        source(&builder, every: 100, leeway: 80)
        let trace = try builder.record()
        #expect(trace.firings("t") == [100, 200, 300])
        #expect(trace.records.contains { $0.kind == .remarked && $0.value == Remark.toleranceCut.rawValue })
    }

    @Test(
        "sources of one instant are served in the order that the device chooses",
        arguments: [
            (OpenChoices.SimultaneousSources.creation, ["20 a", "20 b", "20 c"]),
            (.reversed, ["20 c", "20 b", "20 a"]),
        ] as [(OpenChoices.SimultaneousSources, [String])])
    func simultaneous(choice: OpenChoices.SimultaneousSources, order: [String]) throws {
        var builder = PlanBuilder(duration: 30)
        builder.plan.device.choices.simultaneousSources = choice
        let queue = builder.queue("queue", .serial)
        for id in ["a", "b", "c"] { builder.source(id, every: 20, queue: queue, do: [.log(id)]) }
        #expect(try builder.record().log() == order)
    }
}

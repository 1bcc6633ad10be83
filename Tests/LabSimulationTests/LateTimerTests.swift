import LabRecording
import LabScenarioModel
import LabSteps
import Testing

@testable import LabSimulation

/// Late timers, ties and batches: what the real run loop did (rules R1–R5).
@Suite("Late timers")
struct LateTimerTests {
    @Test(
        "a callback's own work drops the points inside it and the one at its very end",
        arguments: [
            (520, [100, 700, 1300, 1900, 2500]), (100, [100, 300, 500, 700, 900]), (99, [100, 200, 300, 400, 500]),
        ] as [(Int64, [Int64])])
    func ownWork(work: Int64, firings: [Int64]) throws {
        var builder = PlanBuilder(duration: 2600)
        builder.timer("t", every: 100, do: [.work(work)])
        #expect(try Array(builder.record().firings("t").prefix(5)) == firings)
    }

    @Test("callbacks of different lengths all keep the grid")
    func mixedWork() throws {
        let works: [Int64] = [30, 150, 80, 250, 0, 330, 100, 50, 199]
        var builder = PlanBuilder(duration: 1650)
        builder.timer("t", every: 100, do: works.enumerated().map { .firing(Int64($0 + 1), .work($1)) })
        #expect(try builder.record().firings("t") == [100, 200, 400, 500, 800, 900, 1300, 1500, 1600])
    }

    enum Blocker: CaseIterable { case mainQueueBlock, performBlock, otherTimer, event, observer, source0 }

    @Test(
        "whatever else holds up the loop, a late timer fires once at its end and then keeps its grid",
        arguments: Blocker.allCases)
    func blockedElsewhere(blocker: Blocker) throws {
        var builder = PlanBuilder(duration: 650)
        builder.timer("t", every: 100)
        let work = Action.work(301)
        switch blocker {
        case .mainQueueBlock: builder.thread("other", .sleep(ms(150)), .async(work))
        case .performBlock: builder.thread("other", .sleep(ms(150)), .block(work, on: 0, wakes: true))
        case .otherTimer: builder.timer("other", every: 150, repeats: false, do: [work])
        case .event: builder.event(at: 150, work)
        case .observer:
            builder.event(at: 150, .log("wakes"))
            builder.observer(
                "late", [.beforeWaiting],
                do: [
                    .repeating(count: 1, steps: [Step(work, when: .fired(timer: 1, .equal(1)))], until: nil), .fire(1),
                ])
            builder.timer("calls", every: 0, repeats: true, creation: .timer)
        case .source0:
            builder.input("source", .source0, do: [work])
            builder.thread("other", .sleep(ms(150)), .signal(source: 0), .wakeLoop(thread: 0))
        }
        let expected: [Int64] = blocker == .observer ? [100, 401, 500, 600] : [100, 451, 500, 600]
        #expect(try builder.record().firings("t") == expected)
    }

    @Test(
        "a short delay makes the gap after a late firing short",
        arguments: [(251, 401), (220, 370)] as [(Int64, Int64)])
    func shortGap(work: Int64, late: Int64) throws {
        var builder = PlanBuilder(duration: 650)
        builder.timer("t", every: 100)
        builder.event(at: 150, .work(work))
        let trace = try builder.record()
        #expect(trace.firings("t") == (late < 400 ? [100, late, 400, 500, 600] : [100, late, 500, 600]))
    }

    @Test(
        "a loop that starts late fires once at once",
        arguments: [(370, [370, 400, 500]), (1050, [1050, 1100, 1200])] as [(Int64, [Int64])])
    func lateStart(work: Int64, firings: [Int64]) throws {
        var builder = PlanBuilder(duration: 2000)
        builder.timer("t", every: 100)
        builder.main(.work(work), .runLoop(.forever))
        #expect(try Array(builder.record().firings("t").prefix(3)) == firings)
    }

    @Test("a timer with work longer than its interval leaves room for the others")
    func starving() throws {
        var builder = PlanBuilder(duration: 700)
        builder.timer("busy", every: 50, do: [.work(120)])
        builder.timer("other", every: 200)
        builder.event(at: 210, .async(.log("async")))
        let trace = try builder.record()
        #expect(trace.firings("busy") == [50, 200, 350, 500, 650])
        #expect(trace.firings("other") == [320, 470, 620])
        #expect(trace.log() == ["320 async"])
    }

    @Test("lateness never shifts the grid")
    func noDrift() throws {
        var builder = PlanBuilder(duration: 5001)
        builder.timer("t", every: 10)
        builder.timer("now and then", every: 80, delay: 75, do: [.work(13)])
        let firings = try builder.record().firings("t")
        #expect(firings.last == 5000)
        #expect(firings.allSatisfy { $0 % 10 == 0 || $0 % 80 == 8 })
        #expect(firings.count == 500)
    }

    @Test(
        "a tolerance is cut to half the interval, and not for a timer that fires once",
        arguments: [(true, [150, 250]), (false, [180])] as [(Bool, [Int64])])
    func toleranceCut(repeats: Bool, firings: [Int64]) throws {
        var builder = PlanBuilder(duration: 300)
        builder.plan.device.choices.wakeInWindow = .latest
        builder.timer("t", every: 100, repeats: repeats, tolerance: 80)
        let trace = try builder.record()
        #expect(trace.firings("t") == firings)
        #expect(trace.remarks() == (repeats ? [.toleranceCut] : []))
    }

    @Test("a condition on a timer's own firings counts them all, those by hand too")
    func firedSoFar() throws {
        var builder = PlanBuilder(duration: 250)
        builder.timer("t", every: 100, do: [.firing(1, .fire(0)), .firing(2, .log("two so far"))])
        #expect(try builder.record().log() == ["100 two so far", "100 two so far"])
    }

    // MARK: Ties and batches

    @Test("timers of one instant fire in the order of their creation, instant for instant")
    func ties() throws {
        var builder = PlanBuilder(duration: 1000)
        builder.timer("a", every: 20, do: [.log("a")])
        builder.timer("b", every: 30, do: [.log("b")])
        builder.timer("c", every: 20, do: [.log("c")])
        let log = try builder.record().log()
        #expect(log.filter { $0.hasPrefix("60 ") } == ["60 a", "60 b", "60 c"])
        #expect(log.filter { $0.hasPrefix("20 ") } == ["20 a", "20 c"])
        #expect(log.filter { $0.hasPrefix("40 ") } == ["40 a", "40 c"])
    }

    @Test("overdue timers fire by their due instants, whatever the order of creation")
    func byDueInstant() throws {
        var builder = PlanBuilder(duration: 600)
        for (name, due) in [("A", 130), ("B", 70), ("C", 100), ("D", 50)] as [(String, Int64)] {
            builder.timer(name, every: due, repeats: false, do: [.log(name)])
        }
        builder.main(.work(500), .runLoop(.forever))
        #expect(try builder.record().log() == ["500 D", "500 B", "500 C", "500 A"])
    }

    @Test("what becomes due during a batch waits for the next pass")
    func batch() throws {
        var builder = PlanBuilder(duration: 701)
        builder.timer("A", every: 100, do: [.work(250)])
        builder.timer("B", every: 100)
        builder.timer("C", every: 130)
        let trace = try builder.record()
        #expect(trace.firings("A") == [100, 400, 700])
        #expect(trace.firings("B") == [350, 650])
        #expect(trace.firings("C") == [350, 390, 650])
        let order = trace.records.filter { $0.kind == .fired && $0.time == ms(350) }.map { trace.name($0.entity) }
        #expect(order == ["B", "C"])
    }

    @Test("a timer that a callback of its batch invalidates does not fire")
    func invalidatedInBatch() throws {
        var builder = PlanBuilder(duration: 250)
        builder.timer("a", every: 100, do: [.log("a"), .invalidate(.timer(1))])
        builder.timer("b", every: 100, do: [.log("b")])
        #expect(try builder.record().log() == ["100 a", "200 a"])
    }

    @Test("a timer that a callback of its batch postpones waits; one that it sets to now stays in the batch")
    func movedInBatch() throws {
        var builder = PlanBuilder(duration: 250)
        builder.timer(
            "a", every: 100,
            do: [
                .firing(1, .setFireDate(timer: 1, .after(ms(30)))), .firing(1, .setFireDate(timer: 2, .after(0))),
                .firing(1, .async(.log("main queue"))),
            ])
        builder.timer("postponed", every: 100, do: [.log("postponed")])
        builder.timer("now", every: 100, do: [.log("now")])
        #expect(
            try builder.record().log() == ["100 now", "100 main queue", "130 postponed", "200 now", "230 postponed"])
    }

    @Test("a timer that a callback makes anew is not the one of the batch")
    func replacedInBatch() throws {
        var builder = PlanBuilder(duration: 150)
        builder.timer(
            "a", every: 100, repeats: false,
            do: [.async(.log("main queue")), .invalidate(.timer(1)), .create(.timer(1))])
        builder.timer("b", every: 100, repeats: false, delay: 0, byStep: true, do: [.log("b")])
        builder.event(at: 50, .create(.timer(1)), .setFireDate(timer: 1, .at(ms(100))))
        #expect(try builder.record().log() == ["100 main queue", "100 b"])
    }

    @Test("a timer of the batch that a nested loop has fired does not fire again")
    func nestedTakesTurn() throws {
        var builder = PlanBuilder(duration: 550)
        builder.timer("outer", every: 100, repeats: false, do: [.run(50)])
        builder.timer("sibling", every: 100, repeats: true, do: [.log("sibling")])
        #expect(
            try builder.record().log() == [
                "100 sibling", "200 sibling", "300 sibling", "400 sibling", "500 sibling",
            ])
    }

    @Test(
        "a timer made with timerWith… counts from its creation, one added late fires at once and keeps that grid")
    func addedLate() throws {
        var builder = PlanBuilder(duration: 600)
        builder.timer("t", every: 100, creation: .timer)
        builder.event(at: 350, .add(.timer(0), modes: [.default], thread: nil))
        #expect(try builder.record().firings("t") == [350, 400, 500])
    }

    @Test("a timer added twice, or for a mode and the common modes, fires once an instant")
    func addedTwice() throws {
        var builder = PlanBuilder(duration: 350)
        builder.timer("t", every: 100, modes: [.default, .common])
        builder.event(at: 150, .add(.timer(0), modes: [.default], thread: nil))
        #expect(try builder.record().firings("t") == [100, 200, 300])
    }

    @Test(
        "a fire date in the past counts from the creation and is due at once when added",
        arguments: [(-5000, [250, 300, 400]), (1000, [1000, 1100, 1200])] as [(Int64, [Int64])])
    func fireDate(offset: Int64, firings: [Int64]) throws {
        var builder = PlanBuilder(duration: 1250)
        builder.timer("t", every: 100, creation: .`init`)
        builder.plan.timers[0].fireDate = ms(offset)
        builder.event(at: 250, .add(.timer(0), modes: [.default], thread: nil))
        #expect(try Array(builder.record().firings("t").prefix(3)) == firings)
    }
}

import LabRecording
import LabScenarioModel
import Testing

@testable import LabSimulation

/// Modes.
@Suite("Modes")
struct ModeTests {
    static let both: [ModeName] = [.default, .tracking]

    @Test(
        "a drag holds back what is not in its mode; it fires once at the end, then on its grid",
        arguments: [
            ([.default], [.tracking], [100, 200, 660, 700, 800]), (both, [], [100, 200, 300, 400, 500, 600, 700, 800]),
            ([.common], [], [100, 200, 660, 700, 800]),
            ([.common], [.tracking], [100, 200, 300, 400, 500, 600, 700, 800]),
        ] as [([ModeName], [ModeName], [Int64])])
    func drag(modes: [ModeName], common: [ModeName], firings: [Int64]) throws {
        var builder = PlanBuilder(duration: 850)
        builder.plan.device.ownCommonModes = common
        builder.timer("t", every: 100, modes: modes)
        builder.event(at: 250, .runLoop(.nested(.tracking, for: ms(410))))
        #expect(try builder.record().firings("t") == firings)
    }

    @Test("a timer in default and tracking fires as one in the common modes does")
    func sameAsCommon() throws {
        var builder = PlanBuilder(duration: 3000)
        builder.timer("both", every: 70, modes: ModeTests.both)
        builder.timer("common", every: 70, modes: [.common])
        builder.event(at: 250, .runLoop(.nested(.tracking, for: ms(900))))
        let trace = try builder.record()
        #expect(trace.firings("both") == trace.firings("common"))
    }

    @Test(
        "a drag inside a default-mode callback: what is in both modes goes on, the main queue when tracking is common",
        arguments: [([.tracking], 300), ([], 500)] as [([ModeName], Int64)])
    func nestedDrag(common: [ModeName], async: Int64) throws {
        var builder = PlanBuilder(duration: 600)
        builder.plan.device.ownCommonModes = common
        builder.timer("both", every: 100, modes: ModeTests.both)
        builder.timer("plain", every: 140)
        builder.timer("drags", every: 150, repeats: false, do: [.runLoop(.nested(.tracking, for: ms(350)))])
        builder.thread("other", .sleep(ms(300)), .async(.log("async")))
        let trace = try builder.record()
        #expect(trace.firings("both") == [100, 200, 300, 400, 500])
        #expect(trace.firings("plain") == [140, 500, 560])
        #expect(trace.log() == ["\(async) async"])
    }

    @Test("everything that is pending when a drag ends: blocks, overdue timers by due instant, the main queue")
    func endOfDrag() throws {
        var builder = PlanBuilder(duration: 700)
        builder.plan.device.ownCommonModes = []
        builder.timer("late", every: 400, repeats: false, do: [.log("due 400")])
        builder.timer("early", every: 300, repeats: false, do: [.log("due 300")])
        builder.main(
            .runLoop(.nested(.tracking, for: ms(600))), .block(.log("block")), .runLoop(.forever))
        builder.thread("other", .sleep(ms(300)), .async(.log("async")))
        #expect(try builder.record().log() == ["600 block", "600 due 300", "600 due 400", "600 async"])
    }

    @Test("a timer in two modes has one fire date: its firing in one mode re-arms it in the other")
    func twoModes() throws {
        var builder = PlanBuilder(duration: 500)
        builder.thread("worker", .run(150, in: .private), .run(200), .run(150, in: .private))
        builder.timer("t", every: 100, modes: [.default, .private], thread: 1)
        builder.timer("far", every: 5000, modes: [.default, .private], thread: 1)
        #expect(try builder.record().firings("t") == [100, 200, 300, 400])
    }

    @Test("a fire date set in one mode holds in the other")
    func fireDateInOtherMode() throws {
        var builder = PlanBuilder(duration: 900)
        builder.thread("worker", .run(300), .run(400, in: .private))
        builder.timer(
            "t", every: 250, modes: [.default, .private], thread: 1,
            do: [.firing(1, .setFireDate(timer: 0, .at(ms(400))))])
        builder.timer("other", every: 600, modes: [.private], thread: 1)
        #expect(try builder.record().firings("t") == [250, 400, 650])
    }

    @Test("only the mode of the innermost activation is served")
    func bucketQueue() throws {
        var builder = PlanBuilder(duration: 700)
        builder.thread("worker", .run(200), .run(200, in: .private), .run(200))
        builder.timer("a", every: 50, modes: [.default], thread: 1)
        builder.timer("b", every: 50, modes: [.private], thread: 1)
        let trace = try builder.record()
        #expect(trace.firings("a") == [50, 100, 150, 200, 400, 450, 500, 550, 600])
        #expect(trace.firings("b") == [200, 250, 300, 350, 400])
    }

    @Test("a mode that joins the common set gets every common timer, those already there too")
    func growingSet() throws {
        var builder = PlanBuilder(duration: 700)
        builder.timer("common", every: 100, modes: [.common])
        builder.timer("plain", every: 100)
        builder.event(at: 150, .runLoop(.nested(.private, for: ms(100))))
        builder.event(at: 350, .addCommonMode(.private, thread: nil), .runLoop(.nested(.private, for: ms(200))))
        let trace = try builder.record()
        #expect(trace.firings("common") == [100, 250, 300, 400, 500, 600])
        #expect(trace.firings("plain") == [100, 250, 300, 550, 600])
    }

    @Test("a mode that joins the common set is served the main queue in its next activation, not in the current one")
    func mainQueueInNewCommonMode() throws {
        var builder = PlanBuilder(duration: 700)
        builder.event(
            at: 100, .runLoop(.nested(.private, for: ms(100))), .async(.log("later")),
            .runLoop(.nested(.private, for: ms(100))))
        builder.thread(
            "other", .sleep(ms(150)), .addCommonMode(.private, thread: 0), .async(.log("in the first")))
        #expect(try builder.record().log() == ["200 in the first", "200 later"])
    }

    @Test("timers keep their order among equals when they get a further mode")
    func orderAfterMove() throws {
        var builder = PlanBuilder(duration: 250)
        builder.timer("a", every: 100, do: [.log("a")])
        builder.timer("b", every: 100, do: [.log("b")])
        builder.timer("c", every: 100, modes: [.common], do: [.log("c")])
        builder.timer("d", every: 100, do: [.log("d")])
        builder.event(
            at: 50, .add(.timer(0), modes: [.private], thread: nil), .addCommonMode(.private, thread: nil))
        #expect(
            try builder.record().log() == [
                "100 a", "100 b", "100 c", "100 d", "200 a", "200 b", "200 c", "200 d",
            ])
    }

    @Test("a timer that is in a mode by name and by the common set stays one timer when that mode joins the set")
    func namedAndCommon() throws {
        var builder = PlanBuilder(duration: 250)
        builder.timer("t", every: 100, modes: [.common, .private])
        builder.event(at: 50, .addCommonMode(.private, thread: nil))
        let trace = try builder.record()
        #expect(trace.firings("t") == [100, 200])
        #expect(trace.records.count { $0.kind == .added && trace.name($0.entity) == "t" } == 3)
    }

    @Test("a run in the common modes is refused, for they are no mode")
    func common() throws {
        var builder = PlanBuilder(duration: 250)
        builder.thread("worker", .runOnce(before: .distantFuture, in: .common), .log("refused"))
        builder.timer("t", every: 100, modes: [.common], thread: 1)
        let trace = try builder.record()
        #expect(trace.log() == ["0 refused"])
        #expect(trace.remarks() == [.ranCommonModes])
    }

    @Test("the main queue is held back in a private mode, its async_after too")
    func privateMode() throws {
        var builder = PlanBuilder(duration: 700)
        builder.event(
            at: 100, .asyncAfter(50, .log("after")), .async(.log("async")), .runLoop(.nested(.private, for: ms(200))),
            .log("end"))
        #expect(try builder.record().log() == ["300 end", "300 async", "300 after"])
    }
}

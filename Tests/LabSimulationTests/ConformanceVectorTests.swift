import LabRecording
import LabScenarioModel
import LabSteps
import Testing

@testable import LabSimulation

/// The conformance vectors 1–17: what the real run loop did, or must do by its source.
@Suite("Conformance vectors")
struct ConformanceVectorTests {
    @Test("1: a callback that outlasts the interval drops the points inside it")
    func vector1() throws {
        var builder = PlanBuilder(duration: 1300)
        builder.timer("t", every: 200, do: [.first(.work(500))])
        #expect(try builder.record().firings("t") == [200, 800, 1000, 1200])
    }

    @Test("2: setFireDate outside the callback re-anchors the grid")
    func vector2() throws {
        var builder = PlanBuilder(duration: 900)
        let timer = builder.timer("t", every: 300)
        builder.event(at: 0, .setFireDate(timer: timer, .at(ms(100))))
        #expect(try builder.record().firings("t") == [100, 400, 700])
    }

    @Test("3: a later fire date set inside the callback is honoured")
    func vector3() throws {
        var builder = PlanBuilder(duration: 900)
        builder.timer("t", every: 200, do: [.first(.setFireDate(timer: 0, .at(ms(550))))])
        #expect(try builder.record().firings("t") == [200, 550, 750])
    }

    @Test("4: the fire date now inside the callback fires again at once, on a new grid")
    func vector4() throws {
        var builder = PlanBuilder(duration: 700)
        builder.timer("t", every: 200, do: [.first(.setFireDate(timer: 0, .after(0)))])
        #expect(try builder.record().firings("t") == [200, 200, 400, 600])
    }

    @Test("5: due timers fire by due time, and one that was invalidated by another does not")
    func vector5() throws {
        var builder = PlanBuilder(duration: 300)
        builder.timer("b", every: 60, repeats: false, do: [.log("b")])
        builder.timer("c", every: 70, repeats: false, do: [.log("c")])
        builder.timer("a", every: 50, repeats: false, do: [.log("a"), .invalidate(.timer(1))])
        builder.event(at: 0, .work(200))
        #expect(try builder.record().log() == ["200 a", "200 b"])
    }

    @Test("6: a timer added inside a callback waits for a later pass")
    func vector6() throws {
        var builder = PlanBuilder(duration: 400)
        builder.timer("a", every: 100, repeats: false, do: [.log("a"), .create(.timer(2))])
        builder.timer("b", every: 100, repeats: false, do: [.log("b")])
        builder.timer("late", every: 0, repeats: false, byStep: true, do: [.log("late")])
        #expect(try builder.record().log() == ["100 a", "100 b", "100 late"])
    }

    @Test("7: a one-shot is valid inside its callback and invalid after it")
    func vector7() throws {
        var builder = PlanBuilder(duration: 300)
        let valid = Action.log(LogTextPlan(pieces: [.field(.isValid(timer: 0))]))
        builder.timer("t", every: 100, repeats: false, do: [valid])
        builder.event(at: 200, valid)
        #expect(try builder.record().log() == ["100 1", "200 0"])
    }

    @Test("8: a repeating timer with interval 0 runs every 0.1 ms")
    func vector8() throws {
        var builder = PlanBuilder(duration: 1)
        builder.timer("t", every: 0)
        let times = try builder.record().records.filter { $0.kind == .fired }.map(\.time)
        #expect(times == (1...9).map { Int64($0) * 100_000 })
    }

    @Test("9: a nested loop in the same mode fires the sibling, not the timer itself")
    func vector9() throws {
        var builder = PlanBuilder(duration: 800)
        builder.timer(
            "outer", every: 150,
            do: [.first(.runLoop(.inMode(.default, for: ms(300), returnAfterSourceHandled: false)))])
        builder.timer("sibling", every: 100)
        let trace = try builder.record()
        #expect(trace.firings("sibling") == [100, 200, 300, 400, 500, 600, 700])
        #expect(trace.firings("outer") == [150, 600, 750])
    }

    @Test(
        "10, 11: a drag holds back a default-mode timer and no common-modes one",
        arguments: [
            (ModeName.default, [100, 200, 620, 700, 800]), (.common, [100, 200, 300, 400, 500, 600, 700, 800]),
        ] as [(ModeName, [Int64])])
    func vector10(mode: ModeName, firings: [Int64]) throws {
        var builder = PlanBuilder(duration: 850)
        builder.timer("t", every: 100, modes: [mode])
        builder.event(at: 250, .runLoop(.nested(.tracking, for: ms(370))))
        #expect(try builder.record().firings("t") == firings)
    }

    @Test("12: a loop nested in a main-queue block does not serve the main queue")
    func vector12() throws {
        var builder = PlanBuilder(duration: 300)
        builder.timer("t", every: 30, do: [.first(.log("timer"))])
        builder.event(
            at: 0,
            .async(
                .async(.log("inner")), .asyncAfter(20, .log("after")),
                .runLoop(.inMode(.default, for: ms(150), returnAfterSourceHandled: false))))
        #expect(try builder.record().log() == ["30 timer", "150 inner", "150 after"])
    }

    @Test("13: a loop nested in a timer callback serves the main queue")
    func vector13() throws {
        var builder = PlanBuilder(duration: 300)
        builder.timer("t", every: 30, repeats: false, do: [.log("timer")])
        builder.timer(
            "outer", every: 0, repeats: false,
            do: [
                .async(.log("inner")), .asyncAfter(20, .log("after")),
                .runLoop(.inMode(.default, for: ms(150), returnAfterSourceHandled: false)),
            ])
        #expect(try builder.record().log() == ["0 inner", "20 after", "30 timer"])
    }

    @Test("14: a private mode does not serve the main queue")
    func vector14() throws {
        var builder = PlanBuilder(duration: 300)
        builder.event(at: 0, .async(.log("async")), .runLoop(.nested(ModeName("private"), for: ms(120))))
        #expect(try builder.record().log() == ["120 async"])
    }

    @Test("15: run(mode:before:) returns true when its one-shot has fired, and false at once in an empty loop")
    func vector15() throws {
        var builder = PlanBuilder(duration: 1000)
        builder.thread("worker", .create(.timer(0)), .runLoop(.once(mode: .default, before: .distantFuture)))
        builder.thread("empty", .runLoop(.once(mode: .default, before: .distantFuture)))
        builder.timer("t", every: 100, repeats: false, thread: 1, byStep: true)
        #expect(try builder.record().returns() == ["0 0", "100 1"])
    }

    @Test("16: timers do not make run(mode:before:) return")
    func vector16() throws {
        var builder = PlanBuilder(duration: 1000)
        builder.thread("worker", .runLoop(.once(mode: .default, before: .at(ms(500)))))
        builder.timer("t", every: 50, thread: 1)
        let trace = try builder.record()
        #expect(trace.firings("t") == (1...10).map { $0 * 50 })
        #expect(trace.returns() == ["500 1"])
    }

    @Test("17: a thread's end leaves its timer valid and silent")
    func vector17() throws {
        var builder = PlanBuilder(duration: 1000)
        builder.thread("worker", .sleep(ms(50)))
        let timer = builder.timer("t", every: 100, thread: 1)
        builder.plan.timers[timer].heldBy = [.staticVariable]
        builder.event(at: 500, .log(LogTextPlan(pieces: [.field(.isValid(timer: 0))])))
        let trace = try builder.record()
        #expect(trace.firings("t").isEmpty)
        #expect(trace.log() == ["500 1"])
    }
}

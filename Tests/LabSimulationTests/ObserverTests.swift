import LabRecording
import LabScenarioModel
import Testing

@testable import LabSimulation

/// Observers.
@Suite("Observers")
struct ObserverTests {
    @Test("are called by their order, equal ones in order of insertion")
    func order() throws {
        var builder = PlanBuilder(duration: 100)
        builder.thread("worker", .run(0))
        builder.timer("t", every: 1000, thread: 1)
        builder.observer("second", [.entry], thread: 1)
        builder.observer("third", [.entry], thread: 1)
        builder.observer("fourth", [.entry], order: 7, thread: 1)
        builder.observer("first", [.entry], order: -7, thread: 1)
        #expect(try builder.record().log() == ["0 first", "0 second", "0 third", "0 fourth"])
    }

    @Test("that do not repeat are called once, whatever they observe")
    func once() throws {
        var builder = PlanBuilder(duration: 500)
        builder.thread("worker", .run(400))
        builder.timer("t", every: 100, thread: 1)
        builder.observer("once", [.beforeTimers, .beforeWaiting], repeats: false, thread: 1)
        #expect(try builder.record().log() == ["0 once"])
    }

    @Test("are not called again inside their own callback, others are")
    func notReentrant() throws {
        var builder = PlanBuilder(duration: 100)
        builder.thread("worker", .run(0))
        builder.timer("t", every: 1000, thread: 1)
        builder.observer("nesting", [.entry], thread: 1, do: [.log("nesting"), .run(0)])
        builder.observer("sibling", [.entry], thread: 1)
        #expect(try builder.record().log() == ["0 nesting", "0 sibling", "0 sibling"])
    }

    @Test("that an earlier one invalidates are not called")
    func invalidated() throws {
        var builder = PlanBuilder(duration: 100)
        builder.thread("worker", .run(0))
        builder.timer("t", every: 1000, thread: 1)
        builder.observer("a", [.entry], thread: 1, do: [.log("a"), .invalidate(.observer(1))])
        builder.observer("b", [.entry], thread: 1)
        #expect(try builder.record().log() == ["0 a"])
    }

    @Test("do not keep a mode from being empty: the run returns at once, and none of them is called")
    func emptyMode() throws {
        var builder = PlanBuilder(duration: 100)
        builder.thread("worker", .runOnce(before: .distantFuture), .run(50), .runLoop(.forever), .log("end"))
        builder.observeEverything(thread: 1)
        let trace = try builder.record()
        #expect(trace.log() == ["0 end"])
        #expect(trace.returns() == ["0 0", "0 \(RunResult.finished.rawValue)", "0 0"])
        #expect(trace.activationEnds().isEmpty)
        #expect(trace.remarks() == [.ranEmptyMode, .ranEmptyMode, .ranEmptyMode])
    }

    @Test("are called only in their modes")
    func modes() throws {
        var builder = PlanBuilder(duration: 400)
        builder.event(at: 100, .runLoop(.nested(.tracking, for: ms(100))))
        builder.observer("plain", [.entry, .exit])
        builder.observer("tracking", [.entry, .exit], modes: [.tracking])
        builder.observer("common", [.entry], modes: [.common])
        #expect(try builder.record().log() == ["0 plain", "0 common", "100 tracking", "100 common", "200 tracking"])
    }

    @Test("of another mode get a mode that joins the common set")
    func growingCommonSet() throws {
        var builder = PlanBuilder(duration: 400)
        builder.thread("worker", .addCommonMode(.private, thread: nil), .run(0, in: .private))
        builder.timer("t", every: 1000, modes: [.common], thread: 1)
        builder.observer("common", [.entry], modes: [.common], thread: 1)
        #expect(try builder.record().log() == ["0 common"])
    }

    @Test("a loop nested in an observer's callback fires timers, and the outer pass goes on after it")
    func nested() throws {
        var builder = PlanBuilder(duration: 400)
        builder.thread("worker", .run(200))
        builder.timer("t", every: 40, thread: 1, do: [.log("timer")])
        builder.observer(
            "before-waiting", [.beforeWaiting], repeats: false, thread: 1, do: [.log("in"), .run(100), .log("out")])
        #expect(
            try builder.record().log() == [
                "0 in", "40 timer", "80 timer", "100 out", "120 timer", "160 timer", "200 timer",
            ])
    }
}

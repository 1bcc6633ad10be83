import LabRecording
import LabScenarioModel
import LabSteps
import Testing

@testable import LabSimulation

/// Blocks, source0 and source1.
@Suite("Blocks and sources")
struct BlockAndSourceTests {
    @Test(
        "a block does not wake the loop, unless it is told to", arguments: [(false, "300 block"), (true, "100 block")])
    func waking(wakes: Bool, line: String) throws {
        var builder = PlanBuilder(duration: 400)
        builder.timer("t", every: 300)
        builder.thread("other", .sleep(ms(100)), .block(.log("block"), on: 0, wakes: wakes))
        let trace = try builder.record()
        #expect(trace.log() == [line])
        #expect(trace.remarks() == (wakes ? [] : [.blockDoesNotWake]))
    }

    @Test("a block enqueued by a block waits for the end of the pass, after the sleep")
    func blockInBlock() throws {
        var builder = PlanBuilder(duration: 400)
        builder.thread("worker", .block(.log("a"), .block(.log("b"))), .run(350))
        builder.timer("t", every: 300, thread: 1, do: [.log("timer")])
        #expect(try builder.record().log() == ["0 a", "300 timer", "300 b"])
    }

    @Test("a block for another mode stays in the queue, one for the common modes runs in each of them")
    func blockModes() throws {
        var builder = PlanBuilder(duration: 400)
        builder.event(
            at: 100, .block(.log("default")), .block(.log("tracking"), modes: [.tracking]),
            .block(.log("common"), modes: [.common]), .runLoop(.nested(.tracking, for: ms(100))))
        #expect(try builder.record().log() == ["100 tracking", "100 common", "200 default"])
    }

    @Test("while blocks run, those of other modes are out of the queue, and then at its head")
    func heldBlocks() throws {
        var builder = PlanBuilder(duration: 400)
        builder.thread(
            "worker", .block(.log("outer"), .run(10, in: .private), .block(.log("last"), modes: [.private])),
            .block(.log("private"), modes: [.private]), .run(50), .log("then"), .run(10, in: .private))
        builder.timer("t", every: 1000, modes: [.default, .private], thread: 1)
        #expect(try builder.record().log() == ["0 outer", "50 then", "50 private", "50 last"])
    }

    @Test("a block keeps its mode from being empty; once it has run, the loop sleeps in an empty mode")
    func onlyABlock() throws {
        var builder = PlanBuilder(duration: 1000)
        builder.thread("worker", .block(.log("block")), .runLoop(.forever), .log("returned"))
        let trace = try builder.record()
        #expect(trace.log() == ["0 block"])
        #expect(trace.threadEnd("worker") == nil)
    }

    @Test("a signal does not wake the loop", arguments: [(false, "300 source"), (true, "100 source")])
    func signal(wakes: Bool, line: String) throws {
        var builder = PlanBuilder(duration: 400)
        builder.thread("worker", .run(350))
        builder.input("source", .source0, thread: 1)
        builder.timer("t", every: 300, thread: 1)
        let signal: [Action] = [.sleep(ms(100)), .signal(source: 0)] + (wakes ? [.wakeLoop(thread: 1)] : [])
        builder.plan.threads.append(ThreadPlan(id: "other", body: signal.map { Step($0) }))
        #expect(try builder.record().log() == [line])
    }

    @Test("source0s run by their order, then in order of insertion; signals of one source collapse")
    func sourceOrder() throws {
        var builder = PlanBuilder(duration: 100)
        builder.thread(
            "worker", .signal(source: 0), .signal(source: 1), .signal(source: 2), .signal(source: 0), .run(10))
        builder.input("second", .source0, thread: 1)
        builder.input("third", .source0, thread: 1)
        builder.input("first", .source0, order: -1, thread: 1)
        #expect(try builder.record().log() == ["0 first", "0 second", "0 third"])
    }

    @Test("run(mode:before:) returns after the first signalled source0, a run that goes on takes all")
    func onlyTheFirst() throws {
        var builder = PlanBuilder(duration: 100)
        builder.thread(
            "worker", .signal(source: 0), .signal(source: 1), .runOnce(before: .distantFuture), .log("returned"),
            .runOnce(before: .distantFuture), .log("again"), .signal(source: 0), .signal(source: 1),
            .run(10, returnsAfterSource: false))
        builder.input("a", .source0, thread: 1)
        builder.input("b", .source0, thread: 1)
        let trace = try builder.record()
        #expect(trace.log() == ["0 a", "0 returned", "0 b", "0 again", "0 a", "0 b"])
        #expect(trace.returns() == ["0 1", "0 1", "10 \(RunResult.timedOut.rawValue)"])
    }

    @Test("a source0 that an earlier one invalidates does not run")
    func invalidatedSource() throws {
        var builder = PlanBuilder(duration: 100)
        builder.thread("worker", .signal(source: 0), .signal(source: 1), .run(10))
        builder.input("a", .source0, thread: 1, do: [.log("a"), .invalidate(.source(1))])
        builder.input("b", .source0, thread: 1)
        #expect(try builder.record().log() == ["0 a"])
    }

    @Test("a signal inside the source's own callback counts for the next pass, one for a later source for this pass")
    func signalInCallback() throws {
        var builder = PlanBuilder(duration: 100)
        builder.thread("worker", .signal(source: 0), .signal(source: 1), .run(10))
        builder.observer("pass", [.beforeTimers], thread: 1)
        let again = Action.repeating(
            count: 1, steps: [Step(.signal(source: 0), when: .fired(timer: 0, .equal(1)))], until: nil)
        builder.timer("once", every: 0, repeats: false, creation: .timer)
        builder.input(
            "a", .source0, thread: 1, do: [.log("a"), again, .fire(0), .signal(source: 1)])
        builder.input("b", .source0, thread: 1)
        #expect(try builder.record().log() == ["0 pass", "0 a", "0 b", "0 pass"])
    }

    @Test("a port wakes the loop and gives one message a pass")
    func port() throws {
        var builder = PlanBuilder(duration: 100)
        builder.thread(
            "worker", .runOnce(before: .distantFuture), .log("returned"), .runOnce(before: .distantFuture),
            .log("again"))
        builder.input("message", .source1, at: [50, 50], thread: 1)
        #expect(
            try builder.record().log() == ["50 message", "50 returned", "50 message", "50 again"])
    }

    @Test("a message for a port in another mode waits until that mode is run")
    func portInMode() throws {
        var builder = PlanBuilder(duration: 400)
        builder.thread("worker", .run(100), .run(100, in: .private))
        builder.input("message", .source1, at: [50], modes: [.private], thread: 1)
        builder.timer("t", every: 1000, thread: 1)
        #expect(try builder.record().log() == ["100 message"])
    }

    @Test("an event waits for a common mode, and one pass takes one event")
    func events() throws {
        var builder = PlanBuilder(duration: 400)
        builder.event(at: 10, .log("begin"), .runLoop(.nested(.private, for: ms(100))), .log("end"))
        builder.event(at: 50, .log("held back"))
        builder.event(at: 200, .runLoop(.nested(.tracking, for: ms(100))), .log("lifted"))
        builder.event(at: 250, .log("in the drag"))
        #expect(
            try builder.record().log() == ["10 begin", "110 end", "110 held back", "250 in the drag", "300 lifted"])
    }

    @Test("performs on a thread wake it, run in order in one pass, and make run(mode:before:) return")
    func performs() throws {
        var builder = PlanBuilder(duration: 400)
        builder.thread("worker", .runOnce(before: .distantFuture), .log("returned"))
        builder.timer("t", every: 1000, thread: 1)
        builder.event(at: 100, .perform(.log("a"), on: 1), .perform(.log("b"), on: 1))
        let trace = try builder.record()
        #expect(trace.log() == ["100 a", "100 b", "100 returned"])
        #expect(trace.returns() == ["100 1"])
    }

    @Test("a perform that is waited for blocks the caller until it is done")
    func waiting() throws {
        var builder = PlanBuilder(duration: 400)
        builder.thread("worker", .run(350))
        builder.timer("t", every: 1000, thread: 1)
        builder.event(at: 100, .perform(.work(50), .log("performed"), on: 1, waits: true), .log("went on"))
        #expect(try builder.record().log() == ["150 performed", "150 went on"])
    }

    @Test("a perform on the current thread is a call when it is waited for, else the next pass runs it")
    func onCurrentThread() throws {
        var builder = PlanBuilder(duration: 400)
        builder.event(
            at: 100, .perform(.log("later"), on: 0), .perform(.log("now"), on: 0, waits: true), .log("end"))
        #expect(try builder.record().log() == ["100 now", "100 end", "100 later"])
    }

    @Test(
        "a perform on a thread that has ended is dropped; for who waits for it that is an exception",
        arguments: [100, 300])
    func endedThread(instant: Int64) throws {
        var builder = PlanBuilder(duration: 400)
        builder.thread("worker", .sleep(ms(200)))
        builder.event(at: 250, .perform(.log("never"), on: 1), .log("went on"))
        builder.event(at: instant, .perform(.log("never"), on: 1, waits: true), .log("refused"))
        let trace = try builder.record()
        #expect(trace.log() == (instant < 250 ? [] : ["250 went on"]))
        #expect(
            trace.crash()?.hasPrefix("\(max(instant, 200)) *** Terminating app due to uncaught exception 'NSDest")
                == true)
    }
}

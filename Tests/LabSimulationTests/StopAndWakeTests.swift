import LabRecording
import LabScenarioModel
import LabSteps
import Testing

@testable import LabSimulation

/// Stop and wake-up.
@Suite("Stop and wake-up")
struct StopAndWakeTests {
    @Test("a stop ends the activation at the end of the pass")
    func stop() throws {
        var builder = PlanBuilder(duration: 400)
        builder.thread("worker", .run(300), .log("returned"))
        builder.timer("a", every: 100, thread: 1, do: [.stopLoop(thread: nil), .log("a")])
        builder.timer("b", every: 100, thread: 1, do: [.log("b")])
        let trace = try builder.record()
        #expect(trace.log() == ["100 a", "100 b", "100 returned"])
        #expect(trace.returns() == ["100 \(RunResult.stopped.rawValue)"])
    }

    @Test("a stop from another thread wakes the loop")
    func stopFromOutside() throws {
        var builder = PlanBuilder(duration: 400)
        builder.thread("worker", .run(300), .log("returned"))
        builder.timer("t", every: 1000, thread: 1)
        builder.event(at: 150, .stopLoop(thread: 1))
        #expect(try builder.record().log() == ["150 returned"])
    }

    @Test("a stop cannot end run or run(until:), only their inner activation")
    func wrappers() throws {
        var builder = PlanBuilder(duration: 400)
        builder.thread("worker", .run(until: 250), .log("until"), .runLoop(.forever), .log("never"))
        builder.timer("t", every: 100, thread: 1, do: [.stopLoop(thread: nil)])
        let trace = try builder.record()
        #expect(trace.log() == ["250 until"])
        #expect(trace.activationEnds() == ["100 stopped", "200 stopped", "250 timedOut", "300 stopped"])
    }

    @Test("a stop ends the innermost activation only")
    func innermost() throws {
        var builder = PlanBuilder(duration: 400)
        builder.thread("worker", .run(300), .log("outer"))
        builder.timer("outer", every: 50, repeats: false, thread: 1, do: [.run(200), .log("inner")])
        builder.timer("stopper", every: 100, repeats: false, thread: 1, do: [.stopLoop(thread: nil)])
        builder.timer("t", every: 1000, thread: 1)
        #expect(try builder.record().log() == ["100 inner", "300 outer"])
    }

    @Test("a stop in a block ends the call before the first wait, with nothing but timers to look at")
    func stopInABlock() throws {
        var builder = PlanBuilder(duration: 1200)
        builder.thread("w", .block(.log("stop"), .stopLoop(thread: nil)), .run(900), .log("returned"))
        builder.timer("t", every: 200, thread: 1, do: [.log("t")])
        #expect(try builder.record().log() == ["0 stop", "0 returned"])
    }

    @Test("a stop has no effect on a loop that does not run")
    func idle() throws {
        var builder = PlanBuilder(duration: 400)
        builder.thread("worker", .stopLoop(thread: nil), .run(100), .log("returned"))
        builder.timer("t", every: 1000, thread: 1)
        let trace = try builder.record()
        #expect(trace.log() == ["100 returned"])
        #expect(trace.remarks() == [.stoppedIdleLoop])
    }

    @Test("a stop in an Entry observer returns without a pass, through the Exit observers")
    func stopOnEntry() throws {
        var builder = PlanBuilder(duration: 400)
        builder.thread("worker", .run(100), .log("returned"))
        builder.timer("t", every: 1000, thread: 1)
        builder.observer("entry", [.entry], thread: 1, do: [.stopLoop(thread: nil)])
        builder.observer("pass", [.beforeTimers], thread: 1)
        builder.observer("exit", [.exit], thread: 1)
        let trace = try builder.record()
        #expect(trace.log() == ["0 exit", "0 returned"])
        #expect(trace.returns() == ["0 \(RunResult.stopped.rawValue)"])
    }

    @Test("a wake-up makes a sleeping loop do one pass; several at an instant collapse into one")
    func wakeUp() throws {
        var builder = PlanBuilder(duration: 400)
        builder.thread("worker", .run(300))
        builder.timer("t", every: 1000, thread: 1)
        builder.observer("pass", [.beforeTimers], thread: 1)
        builder.event(at: 100, .wakeLoop(thread: 1), .wakeLoop(thread: 1))
        #expect(try builder.record().log() == ["0 pass", "100 pass"])
    }

    @Test("a wake-up before the sleep of a pass is not lost")
    func wakeBeforeSleep() throws {
        var builder = PlanBuilder(duration: 400)
        builder.thread("worker", .run(300))
        builder.timer("t", every: 1000, thread: 1)
        builder.observer("waker", [.beforeWaiting], repeats: false, thread: 1, do: [.wakeLoop(thread: nil)])
        builder.observer("awake", [.afterWaiting], thread: 1)
        #expect(try builder.record().log() == ["0 awake", "300 awake"])
    }

    @Test("a wake-up in the handling half of a pass is ignored, and so is one of a loop that does not run")
    func wakeWhileHandling() throws {
        var builder = PlanBuilder(duration: 400)
        builder.thread("worker", .wakeLoop(thread: nil), .run(300))
        builder.timer("t", every: 100, repeats: false, thread: 1, do: [.wakeLoop(thread: nil)])
        builder.timer("far", every: 1000, thread: 1)
        builder.observer("awake", [.afterWaiting], thread: 1)
        #expect(try builder.record().log() == ["100 awake", "300 awake"])
    }

    @Test("wake-ups and stops deep inside a recursion cost no more than at its top")
    func deepRecursion() throws {
        var builder = PlanBuilder(duration: 400)
        builder.plan.budget.occurrencesPerInstant = 60_000
        builder.timer("t", every: 100, do: [.wakeLoop(thread: nil), .stopLoop(thread: nil), .fire(0)])
        let firings = try builder.record().firings("t").count
        #expect(firings > 10_000)
    }

    @Test("a perform on the current thread in BeforeWaiting is not slept over")
    func performBeforeSleep() throws {
        var builder = PlanBuilder(duration: 400)
        builder.thread("worker", .run(300))
        builder.timer("t", every: 1000, thread: 1)
        builder.observer(
            "idle", [.beforeWaiting], repeats: false, thread: 1, do: [.perform(.log("performed"), on: 1)])
        #expect(try builder.record().log() == ["0 performed"])
    }
}

/// What the run methods return, and when.
@Suite("Run methods")
struct RunMethodTests {
    static let results: [(String, [Action], String)] = [
        ("finished in an empty mode", [.run(50, in: .private)], "0 1"),
        ("stopped", [.stopsAt(20), .run(50)], "20 2"),
        ("timed out", [.run(50)], "50 3"),
        ("handled a source", [.signal(source: 0), .run(50, returnsAfterSource: true)], "0 4"),
        ("timed out although a source was handled", [.signal(source: 0), .run(50)], "50 3"),
        ("refused in the common modes", [.run(50, in: .common)], "0 1"),
        ("timed out at once", [.run(0)], "0 3"),
        ("timed out in the past", [.run(-50)], "0 3"),
        ("a source of a zero-second run", [.signal(source: 0), .run(0, returnsAfterSource: true)], "0 4"),
    ]

    @Test("CFRunLoopRunInMode returns what ended the activation", arguments: results)
    func inMode(name: String, actions: [Action], result: String) throws {
        var builder = PlanBuilder(duration: 200)
        builder.plan.threads.append(ThreadPlan(id: "worker", body: actions.map { Step($0) }))
        builder.input("source", .source0, thread: 1)
        builder.timer("t", every: 1000, thread: 1)
        #expect(try builder.record().returns() == [result], "\(name)")
    }

    @Test(
        "run(mode:before:) is false only when there is nothing to run",
        arguments: [
            (Action.runOnce(before: .at(ms(50))), "50 1"), (.runOnce(before: .distantPast), "0 1"),
            (.runOnce(before: .distantFuture, in: .private), "0 0"),
            (.runOnce(before: .distantFuture, in: .common), "0 0"),
        ])
    func once(action: Action, result: String) throws {
        var builder = PlanBuilder(duration: 200)
        builder.thread("worker", action)
        builder.timer("t", every: 20, thread: 1)
        #expect(try builder.record().returns() == [result])
    }

    @Test("run(until:) a date in the past makes one pass, which fires what is due")
    func untilPast() throws {
        var builder = PlanBuilder(duration: 200)
        builder.thread("worker", .work(50), .run(until: 10), .log("returned"))
        builder.timer("t", every: 40, thread: 1, do: [.log("timer")])
        #expect(try builder.record().log() == ["50 timer", "50 returned"])
    }

    @Test("run(until:) goes on after each source and returns when the mode is empty")
    func untilEmpty() throws {
        var builder = PlanBuilder(duration: 400)
        builder.thread("worker", .run(until: 300), .log("returned"))
        builder.input("port", .source1, at: [20, 50], thread: 1)
        builder.timer("t", every: 100, repeats: false, thread: 1, do: [.log("timer"), .invalidate(.source(0))])
        #expect(try builder.record().log() == ["20 port", "50 port", "100 timer", "100 returned"])
    }

    @Test("run ends when its last repeating timer is invalidated on its own thread")
    func foreverEnds() throws {
        var builder = PlanBuilder(duration: 600)
        builder.thread("worker", .runLoop(.forever), .log("returned"))
        builder.timer("t", every: 100, thread: 1)
        builder.timer("other", every: 350, repeats: false, thread: 1, do: [.invalidate(.timer(0))])
        let trace = try builder.record()
        #expect(trace.log() == ["350 returned"])
        #expect(trace.threadEnd("worker") == 350)
    }

    @Test("the main loop is never empty in a common mode, and empty in a private one")
    func mainLoop() throws {
        var builder = PlanBuilder(duration: 400)
        builder.main(
            .run(100), .run(100, in: .private), .runOnce(before: .at(ms(150)), in: .tracking), .runLoop(.forever))
        #expect(try builder.record().returns() == ["100 3", "100 1", "150 1"])
    }

    @Test("a main-queue block makes run(mode:before:) return, a timer and a block do not")
    func mainQueue() throws {
        var builder = PlanBuilder(duration: 400)
        builder.main(.block(.log("block")), .runOnce(before: .distantFuture), .log("returned"), .runLoop(.forever))
        builder.timer("t", every: 40, repeats: false, do: [.log("timer")])
        builder.thread("other", .sleep(ms(100)), .async(.log("async")))
        #expect(try builder.record().log() == ["0 block", "40 timer", "100 async", "100 returned"])
    }

    @Test("a timer due at the very deadline still fires")
    func dueAtDeadline() throws {
        var builder = PlanBuilder(duration: 400)
        builder.thread("worker", .run(100), .log("returned"))
        builder.timer("t", every: 50, thread: 1, do: [.log("timer")])
        #expect(try builder.record().log() == ["50 timer", "100 timer", "100 returned"])
    }
}

extension Action {
    /// Has a one-shot of this thread stop its loop; the timer is the scenario's last.
    fileprivate static func stopsAt(_ instant: Int64) -> Action {
        .perform(
            PerformPlan(
                selector: "later", target: nil, delivery: .onThread(1, modes: [.default], waits: false),
                steps: [Step(.sleep(ms(instant))), Step(.stopLoop(thread: nil))]))
    }
}

import LabExactTime
import LabRecording
import LabScenarioModel
import LabSteps
import Testing

@testable import LabSimulation

/// What a dispatch source still does when it is over; each was measured on libdispatch.
@Suite("The end of dispatch sources")
struct DispatchEndTests {
    /// An object that only the handler of a source on this queue keeps.
    private func capturing(
        on kind: QueuePlan.Kind, cancelSteps: [Step] = [], do actions: [Action] = []
    ) -> PlanBuilder {
        var builder = PlanBuilder(duration: 100)
        let captured = builder.object("captured", dealloc: [.log("dealloc")])
        let queue = kind == .main ? 0 : builder.queue("queue", kind)
        builder.source("t", every: 20, queue: queue, do: actions)
        builder.capture(.object(captured), weakly: false, in: 0)
        builder.plan.timers[0].cancelSteps = cancelSteps
        return builder
    }

    @Test("what the handler captured is released on the source's queue, after the statement that let the source go")
    func lastRelease() throws {
        var builder = capturing(on: .main)
        builder.event(at: 30, .release(.timer(0)), .log("released"))
        #expect(try builder.record().log() == ["30 released", "30 dealloc"])
    }

    @Test("on another queue the captured object dies on that queue's thread")
    func lastReleaseElsewhere() throws {
        var builder = capturing(on: .serial)
        builder.event(at: 30, .release(.timer(0)), .work(10), .log("released"))
        let trace = try builder.record()
        #expect(trace.log() == ["30 dealloc", "40 released"])
        let thread = trace.records.first { $0.kind == .deallocated && trace.name($0.entity) == "captured" }?.thread
        #expect(thread.map { trace.name(EntityID(Int($0))) } == "pool 1")
    }

    @Test("a source that is let go inside its handler ends after the handler")
    func releaseInHandler() throws {
        var builder = capturing(on: .main, do: [.release(.timer(0)), .work(5), .log("handled")])
        builder.event(at: 90, .log("later"))
        #expect(try builder.record().log() == ["25 handled", "25 dealloc", "90 later"])
    }

    @Test("a suspended queue keeps what the handler of a released source captured")
    func suspendedQueue() throws {
        var builder = capturing(on: .serial)
        builder.event(at: 30, .suspend(.queue(1)), .release(.timer(0)))
        builder.event(at: 70, .resume(.queue(1)))
        #expect(try builder.record().log() == ["70 dealloc"])
    }

    @Test("cancelled and let go inside its handler, it still calls its cancel handler")
    func cancelAndReleaseInHandler() throws {
        var builder = PlanBuilder(duration: 100)
        builder.source("t", every: 20, queue: 0, do: [.cancel(.timer(0)), .release(.timer(0)), .log("handled")])
        builder.plan.timers[0].cancelSteps = [Step(.log("cancelled"))]
        let trace = try builder.record()
        #expect(trace.log() == ["20 handled", "20 cancelled"])
        #expect(trace.deallocation(of: "t") == 20)
    }

    @Test("a cancelled source lets go of its handler before it calls its cancel handler")
    func handlerGoesFirst() throws {
        var builder = capturing(on: .main, cancelSteps: [Step(.log("cancelled"))])
        builder.event(at: 30, .cancel(.timer(0)))
        #expect(try builder.record().log() == ["30 dealloc", "30 cancelled"])
    }

    // MARK: Ends of sources that wait for their handler

    /// A block of 60 ms keeps the queue from the source that is due at 20 ms; another block follows the source, and a third
    /// one is there before the queue comes to either.
    private func waiting(for kind: QueuePlan.Kind, end: Action) -> PlanBuilder {
        var builder = capturing(on: kind, cancelSteps: [Step(.log("cancelled"))], do: [.log("handled")])
        let queue = kind == .main ? 0 : 1
        let block: (Action, String) -> Action = { work, text in
            .async(queue: queue, steps: [Step(work), Step(.log(text))], captures: [])
        }
        builder.plan.device.choices.portOrder = .timersFirst
        builder.thread("other", .async(queue: queue, steps: [Step(.work(60)), Step(.log("busy"))], captures: []))
        builder.thread("ends", starts: 40, block(.work(0), "before"), end, block(.work(0), "after"))
        return builder
    }

    @Test(
        "cancelled while it waits for its handler, it ends behind all that was there when its turn came",
        arguments: [QueuePlan.Kind.serial, .main])
    func cancelledWhileWaiting(kind: QueuePlan.Kind) throws {
        let trace = try waiting(for: kind, end: .cancel(.timer(0))).record()
        #expect(trace.log() == ["60 busy", "60 before", "60 after", "60 dealloc", "60 cancelled"])
    }

    @Test(
        "let go while it waits for its handler, it keeps what that captured until then, too",
        arguments: [QueuePlan.Kind.serial, .main])
    func releasedWhileWaiting(kind: QueuePlan.Kind) throws {
        let trace = try waiting(for: kind, end: .release(.timer(0))).record()
        #expect(trace.log() == ["60 busy", "60 before", "60 after", "60 dealloc"])
    }

    @Test("cancelled while nothing waits, it ends in its turn")
    func cancelledInTurn() throws {
        var builder = waiting(for: .serial, end: .cancel(.timer(0)))
        builder.plan.timers[0].delay = Rational(whole: ms(500))
        let trace = try builder.record()
        #expect(trace.log() == ["60 busy", "60 before", "60 dealloc", "60 cancelled", "60 after"])
    }

    @Test(
        "an end in the handler comes behind the queue's blocks only while the source is still watched for",
        arguments: [
            (1000, true, ["120 a", "120 b", "120 cancelled"]), (70, true, ["120 a", "120 b", "120 cancelled"]),
            (40, true, ["120 cancelled", "120 a", "120 b"]), (1000, false, ["120 cancelled", "120 a", "120 b"]),
        ] as [(Int64, Bool, [String])])
    func cancellationAndBlocks(interval: Int64, repeats: Bool, order: [String]) throws {
        var builder = PlanBuilder(duration: 200)
        let queue = builder.queue("queue", .serial)
        let block = { (text: String) in Action.async(queue: queue, steps: [Step(.log(text))], captures: []) }
        builder.source(
            "t", every: interval, start: 20, queue: queue,
            do: [block("a"), .cancel(.timer(0)), block("b"), .work(100)])
        builder.plan.timers[0].repeats = repeats
        builder.plan.timers[0].cancelSteps = [Step(.log("cancelled"))]
        #expect(try builder.record().log() == order)
    }

    // MARK: Run calls that return after a source

    /// Runs the main loop once after another and says when each call returns.
    private func calls(_ count: Int, in builder: inout PlanBuilder, at instant: Int64) {
        builder.timer("caller", every: instant, repeats: false)
        builder.plan.timers[builder.plan.timers.count - 1].steps = (0..<count).map { _ in
            Step(.runLoop(.once(mode: .default, before: .after(ms(50)))))
        }
        // Without a timer the mode would be empty.
        builder.timer("keeper", every: 1000)
    }

    @Test("the source behind a delayed block of the main queue ends a second run call")
    func delayedBlock() throws {
        var builder = PlanBuilder(duration: 200)
        builder.event(at: 0, .asyncAfter(30, .log("block")))
        calls(3, in: &builder, at: 10)
        let trace = try builder.record()
        #expect(trace.log() == ["30 block"])
        #expect(trace.returns() == ["30 1", "30 1", "80 1"])
    }

    @Test("a block whose delay was none has no source behind it")
    func noDelay() throws {
        var builder = PlanBuilder(duration: 200)
        builder.event(at: 5, .work(10), .asyncAfter(0, .log("block")))
        builder.event(at: 12, .work(0))
        calls(2, in: &builder, at: 10)
        #expect(try builder.record().returns().last == "65 1")
    }

    @Test(
        "the end of a main-queue source ends a run call",
        arguments: [.cancel(.timer(0)), .release(.timer(0))] as [Action])
    func endOfSource(action: Action) throws {
        var builder = PlanBuilder(duration: 200)
        builder.source("t", every: 500, queue: 0)
        calls(2, in: &builder, at: 10)
        builder.plan.timers[1].steps.insert(Step(action), at: 0)
        #expect(try builder.record().returns() == ["10 1", "60 1"])
    }

    @Test("one that has fired its one shot ends none before it is let go")
    func oneShot() throws {
        var builder = PlanBuilder(duration: 200)
        builder.source("t", every: 20, queue: 0)
        builder.plan.timers[0].repeats = false
        calls(2, in: &builder, at: 10)
        #expect(try builder.record().returns() == ["20 1", "70 1"])
    }
}

import LabExactTime
import LabRecording
import LabScenarioModel
import LabSteps
import Testing

@testable import LabSimulation

/// What blocks of queues keep, and for how long; the orders were measured with objects that log their end.
@Suite("Objects: blocks of queues")
struct ObjectsQueueTests {
    private func async(_ queue: Int, keeping object: Int? = nil, _ actions: Action...) -> Action {
        let captures = object.map { [CapturePlan(part: .object($0), isWeak: false)] } ?? []
        return .async(queue: queue, steps: actions.map { Step($0) }, captures: captures)
    }

    @Test(
        "what a block captured goes when the block is done, before the next one begins",
        arguments: [QueuePlan.Kind.main, .serial])
    func blocks(kind: QueuePlan.Kind) throws {
        var builder = PlanBuilder(duration: 100)
        let queue = kind == .main ? 0 : builder.queue("queue", kind)
        builder.object("first", heldBy: [.staticVariable], dealloc: [.log("first gone")])
        builder.object("second", heldBy: [.staticVariable], dealloc: [.log("second gone")])
        builder.event(
            at: 10, async(queue, keeping: 0, .log("one")), async(queue, keeping: 1, .log("two")),
            async(queue, .log("three")), .release(.object(0)), .release(.object(1)))
        #expect(
            try builder.record().log() == ["10 one", "10 first gone", "10 two", "10 second gone", "10 three"])
    }

    @Test("an object that a step makes in passing goes with the block that captured it")
    func inPassing() throws {
        var builder = PlanBuilder(duration: 100)
        let queue = builder.queue("queue", .serial)
        builder.object("captured", dealloc: [.log("gone")])
        builder.event(at: 10, async(queue, keeping: 0, .work(5), .log("block")))
        #expect(try builder.record().log() == ["15 block", "15 gone"])
    }

    @Test("so does one that is made as the target of a thread, with the thread")
    func threadTarget() throws {
        var builder = PlanBuilder(duration: 100)
        builder.object("target", dealloc: [.log("gone")])
        builder.thread("worker", starts: 10, .work(5), .log("body"))
        builder.plan.threads[1].target = 0
        #expect(try builder.record().log() == ["15 body", "15 gone"])
    }

    // MARK: Work items

    /// A work item for 20 ms from now that a static variable holds.
    private func workItem() -> PlanBuilder {
        var builder = PlanBuilder(duration: 100)
        let queue = builder.queue("queue", .serial)
        builder.object("captured", dealloc: [.log("gone")])
        builder.mechanism("item", .after, start: 20, queue: queue, do: [.log("run")]) {
            $0.repeats = false
            $0.heldBy = [.staticVariable]
        }
        builder.capture(.object(0), weakly: false, in: 0)
        builder.event(at: 50, .release(.timer(0)), .log("released"))
        return builder
    }

    @Test("a work item that has run keeps what it captured as long as somebody keeps the item")
    func heldWorkItem() throws {
        #expect(try workItem().record().log() == ["20 run", "50 gone", "50 released"])
    }

    @Test("cancelling a work item lets go of nothing")
    func cancelledWorkItem() throws {
        var builder = workItem()
        builder.event(at: 10, .cancel(.timer(0)))
        #expect(try builder.record().log() == ["50 gone", "50 released"])
    }

    @Test("a cancelled work item that only its queue keeps goes when it would have run, on that queue")
    func forgottenWorkItem() throws {
        var builder = workItem()
        builder.plan.timers[0].heldBy = []
        builder.event(at: 10, .cancel(.timer(0)))
        let trace = try builder.record()
        #expect(trace.log() == ["20 gone", "50 released"])
        let thread = trace.records.first { $0.kind == .deallocated && trace.name($0.entity) == "captured" }?.thread
        #expect(thread.map { trace.name(EntityID(Int($0))) } == "pool 1")
    }

    @Test("the handle of a task keeps nothing of a task that is done")
    func taskHandle() throws {
        var builder = workItem()
        builder.plan.timers[0].kind = .taskSleep
        #expect(try builder.record().log() == ["20 run", "20 gone", "50 released"])
    }

    // MARK: Autorelease pools

    @Test("what a block of the main queue autoreleases goes when all of the drain is done")
    func poolOfMainDrain() throws {
        var builder = PlanBuilder(duration: 100)
        builder.object("temporary", heldBy: [.autoreleasePool], byStep: true, dealloc: [.log("gone")])
        builder.event(
            at: 10, async(0, .create(.object(0)), .log("one"), async(0, .log("three"))), async(0, .log("two")))
        #expect(try builder.record().log() == ["10 one", "10 two", "10 gone", "10 three"])
    }

    @Test("what a block of another queue autoreleases goes when its thread finds nothing more to do")
    func poolOfWorker() throws {
        var builder = PlanBuilder(duration: 100)
        let queue = builder.queue("queue", .serial)
        builder.object("temporary", heldBy: [.autoreleasePool], byStep: true, dealloc: [.log("gone")])
        builder.event(at: 10, async(queue, .create(.object(0)), .log("one")), async(queue, .work(5), .log("two")))
        builder.event(at: 30, async(queue, .log("three")))
        #expect(try builder.record().log() == ["10 one", "15 two", "15 gone", "30 three"])
    }

    @Test("a loop on a thread of its own has no pool but the thread's")
    func poolOfLoop() throws {
        var builder = PlanBuilder(duration: 100)
        let thread = builder.thread("worker")
        builder.object(
            "temporary", heldBy: [.autoreleasePool], thread: thread, byStep: true, dealloc: [.log("gone")])
        builder.mechanism("loop", .threadSleep, every: 10, thread: thread) {
            $0.steps = [
                Step(.create(.object(0)), when: .fired(timer: nil, .equal(1))), Step(.log("round")),
                Step(.cancel(.timer(0)), when: .fired(timer: nil, .equal(3))),
            ]
        }
        #expect(try builder.record().log() == ["10 round", "20 round", "30 round", "30 gone"])
    }
}

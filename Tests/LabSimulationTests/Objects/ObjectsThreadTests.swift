import LabExactTime
import LabRecording
import LabScenarioModel
import LabSteps
import Testing

@testable import LabSimulation

/// What a thread lets go of at its end; measured with objects that log their end, and with CFRunLoopTimers.
@Suite("Objects: the end of a thread")
struct ObjectsThreadTests {
    /// A thread with a local object, a target, and a timer of its run loop that keeps an object.
    private func worker(_ actions: Action...) -> PlanBuilder {
        var builder = PlanBuilder(duration: 100)
        builder.plan.threads.append(ThreadPlan(id: "worker", starts: 0, body: actions.map { Step($0) }))
        for (name, holders) in [("local", [Holder.local]), ("captured", []), ("pooled", [.autoreleasePool])] {
            builder.object(name, heldBy: holders, thread: 1, dealloc: [.log("\(name) gone")])
        }
        builder.object("target", heldBy: [], dealloc: [.log("target gone")])
        builder.plan.threads[1].target = 3
        builder.timer("t", every: 50, thread: 1)
        builder.capture(.object(1), weakly: false, in: 0)
        return builder
    }

    @Test("at the end of its body: locals, pool, target, then its run loop with what the timers keep")
    func body() throws {
        #expect(
            try worker(.log("end")).record().log() == [
                "0 end", "0 local gone", "0 pooled gone", "0 target gone", "0 captured gone",
            ])
    }

    @Test("told to exit, it leaves its locals for ever")
    func exit() throws {
        let trace = try worker(.log("exit"), .exit, .log("never")).record()
        #expect(trace.log() == ["0 exit", "0 pooled gone", "0 target gone", "0 captured gone"])
        #expect(!trace.isDeallocated("local"))
    }

    @Test("told to exit in a callback, it leaves what that keeps, and the timers that were to fire with it")
    func exitInCallback() throws {
        var builder = PlanBuilder(duration: 100)
        let thread = builder.thread("worker", .runLoop(.forever))
        for (name, interval) in [("firing", 10), ("twin", 10), ("later", 20)] as [(String, Int64)] {
            let object = builder.object("\(name) object", thread: thread)
            let timer = builder.timer(name, every: interval, thread: thread, do: name == "firing" ? [.exit] : [])
            builder.capture(.object(object), weakly: false, in: timer)
        }
        let trace = try builder.record()
        #expect(trace.threadEnd("worker") == 10)
        #expect(["firing", "twin", "later"].map { trace.isDeallocated("\($0) object") } == [false, false, true])
    }
}

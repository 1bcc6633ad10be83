import LabRecording
import LabScenarioModel
import LabSteps
import Testing

@testable import LabSimulation

@Suite("A run of which too much would be kept")
struct CeilingTests {
    /// Trivial timers are taken up many at a time, others one by one; both end within a batch.
    @Test("ends when its sink is full, and tells when that was", arguments: [[], [Action.log("tick")]])
    func fullSink(steps: [Action]) throws {
        var builder = PlanBuilder(duration: 100_000)
        builder.timer("tick", every: 1, do: steps)
        let keeper = RecordKeeper(atMost: 10_000)
        var simulator = try Simulator(plan: builder.plan, sink: keeper)
        let result = simulator.run()
        #expect((10_000..<20_000).contains(keeper.records.count))
        #expect(result.end == .full)
        let end = result.trace.header.duration
        #expect(end > 1 && end <= ms(20_000))
    }

    @Test("ends when its steps make too many timers")
    func remakes() throws {
        var builder = PlanBuilder(duration: 2000)
        builder.timer("tick", every: 1000, byStep: true)
        builder.event(at: 0, .repeating(count: Int64(Ceiling.remakes) + 2, steps: [.create(.timer(0))]))
        var simulator = try Simulator(plan: builder.plan, sink: RecordKeeper(keeping: []))
        #expect(simulator.run().end == .full)
    }

    @Test("ends when a screen makes another one as it disappears, and so for ever")
    func screens() throws {
        var builder = PlanBuilder(duration: 2000)
        builder.object("screen", heldBy: [.navigation], byStep: true, disappear: [.create(.object(0))])
        builder.event(at: 0, .create(.object(0)), .create(.object(0)))
        var simulator = try Simulator(plan: builder.plan, sink: RecordKeeper(keeping: []))
        #expect(simulator.run().end == .full)
    }

    @Test("keeps nothing of log lines that are not read, and takes the same course")
    func withoutLog() throws {
        var builder = PlanBuilder(duration: 100)
        builder.timer("tick", every: 1, do: [.log(LogTextPlan(pieces: [.field(.firing(fromZero: false))]))])
        var simulator = try Simulator(plan: builder.plan, sink: RecordKeeper(keeping: []))
        let (quiet, whole) = (simulator.run(), try Simulator.record(builder.plan))
        #expect(quiet.trace.arguments.isEmpty && whole.trace.arguments.count == 99)
        #expect(quiet.trace.fingerprint == whole.trace.fingerprint)
    }
}

import LabCatalogue
import LabExactTime
import LabScenarioModel
import LabSteps
import Testing

@testable import LabScenarioLanguage

/// Reads a scenario that has no mistakes; warnings are none.
func plan(_ text: String, overrides: [String] = []) throws -> ScenarioPlan {
    let reading = ScenarioReader.read(bytes: Array(text.utf8), overrides: overrides.map { ScenarioOverride($0) })
    #expect(reading.diagnostics.filter { $0.severity == .error } == [])
    #expect(reading.overrideFaults == [])
    return try #require(reading.plan)
}

@Suite("The examples of the language")
struct ExampleTests {
    @Test("heavy work: a repeating timer, a loop, figures with statistics")
    func heavyWork() throws {
        let plan = try plan(Examples.heavyWork)
        #expect(plan.duration == 43_000_000_000)
        #expect(plan.seed == 1)
        #expect(plan.claims == ["0.12"])
        #expect(plan.device.profile == "iphone6")
        #expect(plan.log.process == "QTimer")
        #expect(plan.log.pid == 9749)
        #expect(plan.log.utcOffset == 28_800)
        #expect(plan.log.epoch == 1_510_278_031_800_000_000)
        let timer = try #require(plan.timers.first)
        #expect(timer.kind == .nstimer)
        #expect(timer.repeats)
        #expect(timer.interval == Rational(whole: 1_000_000_000))
        #expect(timer.callback.style == .block)
        #expect(timer.heldBy == [])
        #expect(
            timer.steps.map(\.action) == [
                .work(.turns(1_000_000_000)), .log(LogTextPlan(pieces: [.literal("timer test")])),
            ])
        let expectation = try #require(plan.expectations.first)
        #expect(expectation.subject == .timer(0))
        #expect(
            expectation.checks.map(\.expectation) == [
                .figure(Figure(.fired), .equal(7)), .figure(Figure(.skipped), .equal(35)),
                .figure(Figure(.interval, .p50), .between(5_980_000_000, 6_020_000_000)),
                .figure(Figure(.interval, .max), .less(6_050_000_000)), .findings(["TL0101"]),
            ])
    }

    @Test("a drag: modes, an event, a nested activation, a lane")
    func drag() throws {
        let plan = try plan(Examples.drag)
        #expect(plan.timers.map(\.modes) == [[.default], [.common]])
        let event = try #require(plan.events.first)
        #expect(event.at == 1_700_000_000)
        #expect(event.thread == 0)
        #expect(event.steps.map(\.action) == [.runLoop(.nested(.tracking, for: 2_000_000_000))])
        #expect(plan.expectations.count == 2)
        #expect(
            plan.expectations[0].checks.map(\.expectation) == [
                .timeline(
                    step: 100_000_000, lane: "-----•----•----•----|----×----×----×-!--•----•----•----•----")
            ])
    }

    @Test("a worker: a thread with a body, a timer that adds itself to nothing")
    func idleWorker() throws {
        let plan = try plan(Examples.idleWorker)
        #expect(plan.threads.map(\.id) == ["main", "worker"])
        let timer = try #require(plan.timers.first)
        #expect(timer.creation == .`init` && timer.fireDate == 1_000_000_000)
        #expect(timer.thread == 1)
        #expect(timer.heldBy == [.local])
        #expect(timer.callback.target?.object == 0)
        #expect(timer.callback.style == .target)
        #expect(plan.objects[0].heldBy == [.local])
        #expect(plan.threads[1].starts == 0)
        #expect(
            plan.threads[1].body?.map(\.action) == [
                .log(LogTextPlan(pieces: [.literal("Test timer schedule to a non-running runloop")])),
                .add(.timer(0), modes: [.default], thread: nil), .release(.object(0)),
                .log(LogTextPlan(pieces: [.literal("invoke release to testObject4")])),
            ])
        #expect(plan.creationOrder == [.object(0), .timer(0)])
    }

    @Test("a weak target: an object with a strong variable, held by the navigation stack")
    func weakTarget() throws {
        let plan = try plan(Examples.weakTarget)
        let object = try #require(plan.objects.first)
        #expect(object.className == "TimerViewController")
        #expect(object.heldBy == [.navigation])
        #expect(object.strong.map(\.name) == ["tick"])
        #expect(object.strong.map(\.part) == [.timer(0)])
        #expect(
            object.dealloc.map(\.action) == [
                .invalidate(.timer(0)), .log(LogTextPlan(pieces: [.literal("-[TimerViewController dealloc]")])),
            ])
        #expect(plan.timers[0].callback.target?.passedWeakly == true)
        #expect(plan.events[0].steps.map(\.action) == [.pop(0)])
        #expect(
            plan.expectations.flatMap(\.checks).map(\.expectation) == [
                .deallocated(false), .keptBy("run loop main → timer tick → target controller"),
                .findings(["TL0301", "TL0302", "TL0303"]), .figure(Figure(.firedAfterOwner), .equal(6)),
            ])
    }
}

import LabCatalogue
import LabRecording
import LabScenarioLanguage
import LabScenarioModel
import LabSimulation
import LabSteps
import Testing

@testable import LabConformance
@testable import LabInventedScenarios

@Suite("Invented scenarios")
struct RandomScenariosTests {
    @Test("are the same for the same seed, and others for others")
    func seeds() {
        #expect(RandomScenarios.scenario(seed: 7) == RandomScenarios.scenario(seed: 7))
        #expect(RandomScenarios.scenario(seed: 7) != RandomScenarios.scenario(seed: 8))
    }

    @Test("end within their budget and without a crash", arguments: 1...40 as ClosedRange<UInt64>)
    func end(seed: UInt64) throws {
        #expect(try Simulator.record(RandomScenarios.scenario(seed: seed)).end == .duration)
        #expect(try Simulator.record(RandomScenarios.beyondHosts(seed: seed)).end == .duration)
    }

    @Test("are written in words that the reader understands, and run alike", arguments: 1...16 as ClosedRange<UInt64>)
    func text(seed: UInt64) throws {
        for plan in [RandomScenarios.mixed(seed: seed), RandomScenarios.onHosts(seed: 3 * seed)] {
            let reading = ScenarioReader.read(bytes: Array(ScenarioText(plan).toml.utf8))
            #expect(reading.diagnostics.filter { $0.severity == .error }.map(\.message) == [])
            let read = try #require(reading.plan)
            let (first, second) = (try Simulator.record(plan).trace, try Simulator.record(read).trace)
            #expect(first.fingerprint == second.fingerprint, "\(ScenarioText(plan).toml)")
        }
    }

    @Test("between them have everything that is to be invented")
    func variety() {
        let plans = (1...200 as ClosedRange<UInt64>).map { RandomScenarios.scenario(seed: $0) }
        for kind in [TimerKind.nstimer, .gcd, .after, .perform, .machWait, .threadSleep] {
            #expect(plans.contains { $0.timers.contains { $0.kind == kind } })
        }
        var verbs: Set<Verb> = []
        let others = (1...60 as ClosedRange<UInt64>).map { RandomScenarios.beyondHosts(seed: $0) }
        let onHosts = (1...60 as ClosedRange<UInt64>).map { RandomScenarios.onHosts(seed: $0) }
        for plan in plans + others + onHosts { verbs.formUnion(plan.allSteps.map(\.verb)) }
        #expect(
            verbs.isSuperset(of: [
                .work, .log, .setFireDate, .invalidate, .fire, .runLoop, .mode, .performBlock, .perform, .async,
                .asyncAfter, .suspend, .resume, .cancel, .reschedule, .add, .sleep, .release, .signal, .stopLoop,
                .wakeLoop, .count, .sync, .waitFor, .setRate, .setRefresh, .beginBackgroundTask, .endBackgroundTask,
                .background, .foreground, .setTolerance, .create,
            ]))
        #expect(plans.contains { $0.threads.count > 1 })
        #expect(plans.contains { !$0.sources.isEmpty })
        #expect(plans.contains { !$0.observers.isEmpty })
        #expect(plans.contains { $0.timers.contains { !$0.cancelSteps.isEmpty } })
    }
}

@Suite("Shrinking")
struct ShrinkingTests {
    @Test("takes away everything that the property does not need", arguments: 1...20 as ClosedRange<UInt64>)
    func smallest(seed: UInt64) throws {
        let plan = RandomScenarios.scenario(seed: seed)
        let first = try #require(plan.timers.first?.id)
        let smallest = Shrinking(limit: 10_000).smallest(plan) { $0.timers.contains { $0.id == first } }
        #expect(smallest.timers.map(\.id) == [first])
        #expect(smallest.events.isEmpty)
        #expect(smallest.timers[0].steps.isEmpty)
    }

    @Test("leaves scenarios that can still be run and written", arguments: 1...20 as ClosedRange<UInt64>)
    func candidates(seed: UInt64) throws {
        for candidate in Shrinking.candidates(of: RandomScenarios.scenario(seed: seed)) {
            #expect(try Simulator.record(candidate).end == .duration)
            #expect(ScenarioReader.read(bytes: Array(ScenarioText(candidate).toml.utf8)).plan != nil)
        }
    }

    @Test("asks no more often than it may")
    func limit() {
        var asked = 0
        _ = Shrinking(limit: 5).smallest(RandomScenarios.scenario(seed: 1)) { _ in
            asked += 1
            return false
        }
        #expect(asked == 5)
    }
}

@Suite("Times of a plan")
struct PlannedTimesTests {
    @Test(
        "a scenario at ten times the speed shows the same, ten times as fast", arguments: 1...12 as ClosedRange<UInt64>)
    func spedUp(seed: UInt64) throws {
        let plan = RandomScenarios.scenario(seed: seed)
        let slow = plan.mappingTimes { _, time in time.times(.init(whole: 10)) ?? time }
        let (fast, again) = (
            try Simulator.record(plan).trace, try Simulator.record(slow.sped(up: .init(whole: 10))).trace
        )
        #expect(fast.fingerprint == again.fingerprint)
    }

    @Test("the shortest interval is that of what repeats")
    func shortest() {
        var plan = ScenarioPlan()
        for (interval, repeats) in [(5, false), (30, true), (20, true)] as [(Int64, Bool)] {
            var timer = TimerPlan(id: "t\(interval)", kind: .nstimer)
            timer.interval = .init(whole: interval)
            timer.repeats = repeats
            plan.timers.append(timer)
        }
        #expect(plan.shortestInterval == .init(whole: 20))
    }
}

@Suite("Attempts")
struct ConformanceCheckTests {
    private let plan = RandomScenarios.scenario(seed: 3)

    private func wrong(_ plan: ScenarioPlan) -> Trace {
        var trace = (try? Simulator.record(plan).trace) ?? Trace()
        for index in trace.records.indices where trace.records[index].kind == .fired {
            trace.records[index].time += 500_000_000
        }
        return trace
    }

    @Test("one that agrees is enough")
    func once() {
        let report = ConformanceCheck().run(plan) { plan, inChild in
            #expect(!inChild)
            return .recorded((try? Simulator.record(plan).trace) ?? Trace(), stall: 0)
        }
        #expect(report.verdict == .same)
        #expect(report.attempts == 1)
    }

    @Test("that differ three times on a quiet host are different")
    func quiet() {
        let report = ConformanceCheck().run(plan) { plan, _ in .recorded(wrong(plan), stall: 0) }
        #expect(report.verdict == .different)
        #expect(report.attempts == 3)
        #expect(report.comparison?.differences.first?.simulatedAround.isEmpty == false)
    }

    @Test("that differ eight times on a host that stood still each time decide nothing")
    func noisy() {
        let report = ConformanceCheck().run(plan) { plan, _ in .recorded(wrong(plan), stall: 3_000_000) }
        #expect(report.verdict == .undecided)
        #expect(report.attempts == 8)
        #expect(report.comparison?.differences.first?.simulatedAround.isEmpty == false)
    }

    @Test("end with what the host lacks")
    func refused() {
        let report = ConformanceCheck().run(plan) { _, _ in .refused("no luck") }
        #expect(report.verdict == .notComparable("no luck"))
    }

    @Test("of a crash are made in a child process")
    func crash() throws {
        var plan = ScenarioPlan()
        plan.duration = 1_000_000_000
        var source = TimerPlan(id: "beat", kind: .gcd)
        source.interval = .init(whole: 100_000_000)
        source.queue = 0
        source.heldBy = [.staticVariable]
        plan.timers = [source]
        plan.creationOrder = [.timer(0)]
        plan.events = [EventPlan(id: "event", at: 50_000_000, steps: [Step(.resume(.timer(0)))])]
        try #require(try Simulator.record(plan).end == .crashed)
        let alike = ConformanceCheck().run(plan) { _, inChild in inChild ? .crashed : .refused("here") }
        #expect(alike.verdict == .crashedAlike)
        #expect(ConformanceCheck().run(plan) { _, _ in .survived }.verdict == .survived)
    }
}

import LabCatalogue
import LabRecording
import LabScenarioModel
import LabSteps
import Testing

@testable import LabLiveRuntime

@Suite("What a host lacks")
struct LiveRefusalTests {
    @Test("is refused by name and place, every part of it")
    func everyPart() {
        var plan = ScenarioPlan()
        plan.timers = [
            TimerPlan(id: "frame", kind: .displayLink, place: 1..<2),
            TimerPlan(id: "tick", kind: .nstimer, place: 2..<3),
            TimerPlan(id: "stream", kind: .combine, place: 3..<4),
        ]
        plan.objects = [ObjectPlan(id: "controller", className: "Controller", place: 4..<5)]
        plan.events = [
            EventPlan(
                id: "night", at: 0,
                steps: [Step(.repeating(count: 2, steps: [Step(.systemSleep(1), place: 5..<6)], until: nil))])
        ]
        let refusals = LiveRefusal.all(in: plan)
        #expect(refusals.map(\.place.lowerBound) == [1, 3, 4, 5])
        #expect(refusals.first?.what == "no display link")
        #expect(throws: LiveRefusals.self) { try LiveRunner(plan: plan) }
    }

    @Test("and what it ignores is said")
    func notes() {
        var plan = ScenarioPlan()
        plan.timers = [TimerPlan(id: "tick", kind: .nstimer), TimerPlan(id: "beat", kind: .gcd)]
        #expect(LiveNotes.all(of: plan).isEmpty)
        for index in plan.timers.indices { plan.timers[index].tolerance = 1 }
        #expect(LiveNotes.all(of: plan, on: HostTraits(usesWindows: false)).count == 2)
        #expect(LiveNotes.all(of: plan, on: HostTraits(usesWindows: true)).isEmpty)
    }

    @Test("is nothing of timers, queues, threads, modes and blocks")
    func nothing() {
        var plan = ScenarioPlan()
        plan.timers = [TimerKind.nstimer, .gcd, .perform, .after, .machWait, .threadSleep, .taskSleep].map {
            TimerPlan(id: $0.rawValue, kind: $0)
        }
        #expect(LiveRefusal.all(in: plan).isEmpty)
    }
}

@Suite("Recording what happens live")
struct LiveRecorderTests {
    @Test("time never goes back, whichever thread records")
    func monotone() async {
        let recorder = LiveRecorder(clock: LiveClock(), end: .max, firingLimit: .max)
        await withTaskGroup(of: Void.self) { group in
            for task in 0..<4 {
                group.addTask {
                    for _ in 0..<500 { recorder.append(.returned, entity: EntityID(task), thread: .none) }
                }
            }
        }
        let times = recorder.snapshot().trace.records.map(\.time)
        #expect(times.count == 2000)
        #expect(times == times.sorted())
    }

    @Test("nothing is recorded after the end, or after as many firings as a run may have")
    func end() {
        let over = LiveRecorder(clock: LiveClock(), end: 0, firingLimit: .max)
        #expect(over.append(.returned, entity: .none, thread: .none) == nil)
        #expect(over.isClosed)
        let limited = LiveRecorder(clock: LiveClock(), end: .max, firingLimit: 2)
        let firings = (0..<3).map { _ in limited.appendFiring(.none, thread: .none) { ($0, 1) } != nil }
        #expect(firings == [true, true, false])
        #expect(limited.snapshot().closing?.end == .untilFired)
    }

    @Test("dates and instants are the same to the microsecond")
    func dates() {
        let clock = LiveClock()
        for instant: Int64 in [0, 1_000_000, 3_600_000_000_000] {
            #expect((clock.instant(clock.date(instant)) - instant).magnitude < 1000)
        }
        #expect(clock.instant(.distantFuture) > 1_000_000_000_000_000_000)
    }
}

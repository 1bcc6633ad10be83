import Foundation
import LabExactTime
import LabRecording
import LabScenarioModel
import LabSimulation
import Synchronization
import Testing

@testable import Laboratory

/// Code of a test's own on the simulated machine.
@Suite(.serialized) struct LabTests {
    @MainActor final class Countdown {
        private(set) var shown: Int
        private let clock: any Clock<Duration>

        init(from seconds: Int, clock: any Clock<Duration>) { (shown, self.clock) = (seconds, clock) }

        func run() async throws {
            while shown > 0 {
                try await clock.sleep(for: .seconds(1))
                shown -= 1
            }
        }
    }

    static let busy = """
        duration = "20s"
        title = "1.7 s of work"
        event = [{ at = "2s", do = [{ work = "1.7s" }] }]
        """

    private func shown(after duration: Duration, in weather: Weather) async throws -> (Int, String) {
        try await Lab.run(weather) { lab in
            let model = await Countdown(from: 10, clock: lab.clock)
            let task = Task { try await model.run() }
            await lab.advance(by: duration)
            defer { task.cancel() }
            return (await model.shown, lab.why)
        }
    }

    @Test func aCountdownStandsStillWhileTheMainThreadIsBusy() async throws {
        let clear = try await shown(after: .seconds(10.5), in: Weather(named: "clear"))
        #expect(clear == (0, ""))
        let busy = try await shown(after: .seconds(10.5), in: Weather(scenario: LabTests.busy, name: "busy"))
        #expect(busy == (2, "sleep 2: due 2 s, over 3.7 s: main busy 1.7 s: event 1 (busy, line 3)"))
        // What it shows in the middle of that is what it showed before.
        #expect(try await shown(after: .seconds(3), in: Weather(scenario: LabTests.busy)).0 == 9)
    }

    @MainActor @Test func aTestOnTheMainActorIsNotHeldBackByTheSimulatedThread() async throws {
        var seen: [Int] = []
        try await Lab.run(scenario: LabTests.busy) { lab in
            let model = Countdown(from: 10, clock: lab.clock)
            let task = Task { try await model.run() }
            for _ in 1...5 {
                await lab.advance(by: .seconds(1))
                seen.append(model.shown)
            }
            task.cancel()
        }
        #expect(seen == [9, 9, 9, 8, 7])
    }

    @Test func theSystemsSleepPassesOnTheContinuousClockOnly() async throws {
        let sleep = """
            duration = "20s"
            event = [{ at = "1.5s", do = [{ system_sleep = "4s" }] }]
            """
        let times = try await Lab.run(scenario: sleep) { lab in
            let times = Collected<String>()
            for rules in [LabClock.Rules.continuous, .suspending] {
                Task {
                    let clock = lab.clock(rules)
                    for _ in 1...2 { try await clock.sleep(for: .seconds(1)) }
                    times.append("\(rules) \(lab.now) \(clock.now.offset)")
                }
            }
            await lab.run()
            return times.all
        }
        #expect(times == ["continuous 5.5 seconds 5.5 seconds", "suspending 6.0 seconds 2.0 seconds"])
    }

    @Test func workKeepsItsThreadBusyAndNoOther() async throws {
        let times = try await Lab.run(Weather(scenario: "duration = \"20s\"")) { lab in
            let times = Collected<String>()
            Task { @MainActor in
                try await lab.clock.sleep(for: .seconds(1))
                await lab.work(.seconds(3))
                times.append("main worked \(lab.now)")
            }
            Task { @MainActor in
                try await lab.clock.sleep(for: .seconds(2))
                times.append("main waited \(lab.now)")
                render(lab)
                try await lab.clock.sleep(for: .seconds(1))
                times.append("main slept behind its work \(lab.now)")
            }
            for number in 1...2 {
                Task.detached {
                    await lab.work(.seconds(2))
                    times.append("pool \(number) \(lab.now)")
                }
            }
            Task { @MainActor in
                await compute(lab)
                times.append("computed for main \(lab.now)")
            }
            await lab.run()
            return times.all
        }
        #expect(
            times == [
                "pool 1 2.0 seconds", "pool 2 2.0 seconds", "computed for main 4.0 seconds", "main worked 4.0 seconds",
                "main waited 4.0 seconds", "main slept behind its work 6.0 seconds",
            ])
    }

    private func render(_ lab: Lab) { lab.work(.seconds(1)) }

    private func compute(_ lab: Lab) async { await lab.work(.milliseconds(2500)) }

    @Test func theWorkOfOneTaskIsBlamedForTheWaitOfAnotherBySleepOrByName() async throws {
        try await Lab.run(Weather(scenario: "duration = \"20s\"")) { lab in
            let clock = lab.clock
            Task { @MainActor in await lab.work(.seconds(1)) }
            Task { @MainActor in try await clock.sleep(for: .milliseconds(500), tolerance: .zero) }
            Task { @MainActor in try await clock.sleep(for: .seconds(9), tolerance: .zero) }
            Task { @MainActor in
                try await clock.sleep(for: .seconds(2), tolerance: .zero)
                Task { @MainActor in try await clock.sleep(for: .milliseconds(100), tolerance: .zero) }
                await lab.work(.milliseconds(300))
            }
            await lab.advance(by: .seconds(4))
            #expect(
                lab.why == """
                    sleep 1: due 500 ms, over 1 s: main busy 500 ms: event lab.work
                    sleep 3: due 2.1 s, over 2.3 s: main busy 200 ms: timer sleep 2
                    """)
            #expect(
                lab.log == """
                    1 s  sleep 1 over, due 500 ms
                    2 s  sleep 2 over, due 2 s
                    2.3 s  sleep 3 over, due 2.1 s

                    """)
        }
    }

    @Test func aTaskOfThePoolThatBeginsToSleepInTheTurnOfAnotherDoesNotShortenItsWork() async throws {
        let times = try await Lab.run(Weather(scenario: "duration = \"20s\"")) { lab in
            let times = Collected<String>()
            Task.detached {
                try await lab.clock.sleep(for: .milliseconds(100))
                Task.detached {
                    try await lab.clock.sleep(for: .milliseconds(50))
                    times.append("short \(lab.now)")
                }
                await Task.yield()
                await lab.work(.milliseconds(200))
                times.append("long \(lab.now)")
            }
            Task.detached {
                try await lab.clock.sleep(for: .seconds(1))
                Task.detached {
                    for _ in 1...9 { await Task.yield() }
                    render(lab)
                }
                try await lab.clock.sleep(for: .milliseconds(500))
                times.append("last \(lab.now)")
            }
            await lab.run()
            return times.all
        }
        #expect(times == ["short 0.15 seconds", "long 0.3 seconds", "last 1.5 seconds"])
    }

    @Test func aSleepThatWaitsForAnotherOnesWakeUpUsesItsTolerance() async throws {
        for (tolerance, word) in [(nil, "default leeway"), (Duration.milliseconds(200), "tolerance")] {
            try await Lab.run(Weather(scenario: "duration = \"20s\"")) { lab in
                for milliseconds in [2000, 2050] {
                    Task { @MainActor in
                        let deadline = LabClock.Instant(offset: .milliseconds(milliseconds))
                        try await lab.clock.sleep(until: deadline, tolerance: tolerance)
                    }
                }
                await lab.advance(by: .seconds(3))
                #expect(lab.why == "sleep 1: due 2 s, over 2.05 s: its \(word) is used 50 ms")
            }
        }
    }

    @Test func aCancelledSleepEndsAtOnceAndThrows() async throws {
        try await Lab.run(Weather(named: "clear")) { lab in
            let task = Task { try await lab.clock.sleep(for: .seconds(10)) }
            await lab.advance(by: .seconds(1))
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
            #expect(lab.now == .seconds(1))
            try await lab.checkSuspension()
            Task { try await lab.clock.sleep(for: .seconds(10)) }
            let problem = await #expect(throws: Problem.self) { try await lab.checkSuspension() }
            #expect(problem?.description.contains("still sleep or work on lab.clock: 1\n") == true)
        }
    }

    @Test func aSleepThatIsOverIsNoLongerCancelled() async throws {
        var state = try LabState(Weather(named: "clear"))
        let call = state.reserve(LabState.CallKind(rules: .continuous, isOnMain: false))
        await withUnsafeContinuation { waiter in
            let isAsleep = state.sleep(call, until: 1_000_000_000, leeway: 0, waiter)
            #expect(isAsleep)
            state.reach((instant: 2_000_000_000, endsWhenIdle: false, waiter: waiter))
            var first: (@Sendable () -> Void)?
            while first == nil { first = state.next() }
            let cancelled = state.cancel(call)
            #expect(cancelled == nil)
            first?()
        }
        let isCancelled = state.endSleep(call)
        #expect(!isCancelled && state.waiting == 0)
    }

    @Test func whatWaitsElsewhereIsSaidWithinASecond() async throws {
        let clock = ContinuousClock()
        let start = clock.now
        let problem = await #expect(throws: Problem.self) {
            try await Lab.run(Weather(named: "clear")) { _ in
                let task = Task { try await Task.sleep(for: .seconds(60)) }
                try await task.value
            }
        }
        #expect(problem?.description.contains("a task waits outside of the lab") == true)
        #expect(clock.now - start < .seconds(5))
        let own = await #expect(throws: Problem.self) {
            try await Lab.run(Weather(named: "clear")) { try await $0.clock.sleep(for: .seconds(1)) }
        }
        #expect(own?.description.contains("the test waits for code that sleeps or works: 1") == true)
    }

    @Test func theEightWorkloadsOfCompareAreWeathers() throws {
        #expect(
            Weather.all.map(\.name) == [
                "clear", "light-work", "heavy-callback", "busy-main", "drag", "system-sleep", "background", "burst",
            ])
        #expect(throws: Problem.self) { try Weather(named: "/nowhere/x.toml") }
        for name in ["busy main", "Busy-Main"] {
            let problem = #expect(throws: Problem.self) { try Weather(named: name) }
            #expect(problem?.description.contains("help: did you mean 'busy-main'? The weathers are clear,") == true)
        }
    }

    @Test func theGuideHasTheInstantsOfTheBackground() throws {
        let instants = try Weather(named: "background").plan.events.map { DurationText.format($0.at) }
        let folder = URL(filePath: #filePath).appending(path: "../../../Scenarios/guide/your-own-code.md")
        let page = try String(contentsOf: folder.standardized, encoding: .utf8)
        #expect(page.contains("in the background, from \(instants[0]) to \(instants[1]))"))
    }

    @Test func aCrashOfTheSimulatedProcessEndsTheTest() async throws {
        let crash = """
            duration = "20s"
            timer = [{ id = "tick", kind = "DispatchSourceTimer", interval = "1s", repeats = true, active = false, held_by = "static" }]
            event = [{ at = "1s", do = [{ resume = "tick" }, { resume = "tick" }] }]
            """
        let problem = await #expect(throws: Problem.self) {
            try await Lab.run(scenario: crash) { await $0.advance(by: .seconds(2)) }
        }
        #expect(problem?.description.contains("crashed at 1 s") == true)
    }
}

/// What tasks have to say, in the order in which they come.
final class Collected<Element: Sendable>: Sendable {
    private let elements = Mutex<[Element]>([])

    func append(_ element: Element) { elements.withLock { $0.append(element) } }

    var all: [Element] { elements.withLock { $0 } }
}

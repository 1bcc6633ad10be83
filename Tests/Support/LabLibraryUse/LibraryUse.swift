import Laboratory
import Testing

@Suite(.serialized) struct CountdownOfAMinuteTests {
    @Test(arguments: Weather.all) func isOverInTime(weather: Weather) async throws {
        try await Lab.run(weather) { lab in  // busy main thread, drag, background, system sleep …
            let model = await MinuteCountdown(clock: lab.clock)
            Task { try await model.run() }
            await lab.advance(by: .seconds(61))
            #expect(await model.left == 0, "\(lab.why)")  // sleep 1: due 1 s, over 1.24457 s: main busy 244.57 ms: …
        }
    }
}

@MainActor final class MinuteCountdown {
    private(set) var left = 60
    private let clock: LabClock

    init(clock: LabClock) { self.clock = clock }

    func run() async throws {
        let end = clock.now.advanced(by: .seconds(60))
        while left > 0 {
            try await clock.sleep(for: .seconds(1))
            left = max(0, Int(clock.now.duration(to: end).components.seconds))
        }
    }
}

@Test func theCountdownGoesOnWhileTheUserScrolls() throws {
    let countdown = """
        duration = "10s"
        timer    = [{ id = "countdown", kind = "Timer", interval = "1s", repeats = true, modes = ["common"] }]
        event    = [{ at = "2500ms", do = [{ mode = "tracking", for = "3s" }] }]
        expect   = [{ timer = "countdown", skipped = 0 }]
        """
    let report = try Scenario(text: countdown).run()
    for failure in report.failures { Issue.record("\(failure)") }
    #expect(try report[timer: "countdown"].drift?.isNone == true)
}

/// What a test of somebody who imports nothing but the library does; the README shows the first one.
@Suite struct LibraryUse {
    static let leak = """
        duration = "5s"

        [device]
        profile = "ideal"

        [[object]]
        id = "controller"
        held_by = "navigation"

        [[timer]]
        id = "tick"
        kind = "nstimer"
        interval = "1s"
        repeats = true
        target = "controller"

        [[event]]
        at = "2500ms"
        do = [{ pop = "controller" }]

        [[expect]]
        timer = "tick"
        fired = 2
        """

    @Test func aFailureSaysWhatWasExpectedWhatHappenedAndWhere() throws {
        let report = try Scenario(text: LibraryUse.leak, name: "leak.toml").run()
        #expect(report.failures.map(\.description) == ["leak.toml:23: tick: expected fired = 2, but fired = 4"])
    }

    @Test func theLeakIsFoundWithItsLineAndRemedy() throws {
        let report = try Scenario(text: LibraryUse.leak).run()
        #expect(report.notDeallocated == ["controller"])
        let leak = try #require(report.findings.first { $0.code.hasPrefix("TL03") })
        #expect(leak.line != nil && leak.remedy != nil)
    }

    @Test func aChangeIsTriedWithoutTheExpectations() throws {
        let report = try Scenario(text: LibraryUse.leak).run(changes: ["timer.tick.interval=2s"])
        #expect(try report[timer: "tick"].fired == 2)
        #expect(report.failures.isEmpty)
    }

    @Test(arguments: [("timer.x.interval=2s", "x"), ("timer.tick.intervall=2s", "'intervall'"), ("", "--set")])
    func aWrongChangeSaysWhatIsWrong(change: String, word: String) throws {
        let problem = try #require(throws: Problem.self) { try Scenario(text: LibraryUse.leak).run(changes: [change]) }
        #expect(problem.description.hasPrefix("timerlab: error: --set \(change)") && problem.description.contains(word))
    }

    @Test func aMistakePrintsWhatTheCommandPrints() {
        let problem = #expect(throws: Problem.self) { try Scenario(text: "duraton = 1", name: "typo.toml") }
        #expect(problem?.description.hasPrefix("typo.toml:1:1: error[TL1101]") == true)
    }

    @Test func anUnknownTimerIsNamedWithThoseThatAreThere() throws {
        let report = try Scenario(text: LibraryUse.leak).run()
        let problem = #expect(throws: Problem.self) { try report[timer: "tock"] }
        #expect(problem?.description == "timerlab: error: unknown timer 'tock' (expected one of: 'tick')\n")
    }

    @Test func aFileThatIsMissingIsAProblem() {
        let problem = #expect(throws: Problem.self) { try Scenario(file: "/nowhere/x.toml") }
        #expect(problem?.description == "timerlab: error: /nowhere/x.toml: no such file\n")
    }
}

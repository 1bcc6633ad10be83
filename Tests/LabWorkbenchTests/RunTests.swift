import LabReports
import LabTestBench
import LabTestFolders
import LabWorkbench
import Testing

@Suite("Running a scenario")
struct RunTests {
    private let folder: ScratchFolder
    private let workbench = Bench.workbench

    init() throws { folder = try ScratchFolder() }

    private static let tick = """
        duration = "5.5s"
        \(Toml.tick)
        do = [{ log = "tick {n}" }]

        """

    private func status(_ text: String, changes: ScenarioChanges = ScenarioChanges()) throws -> LabWorkbench.ExitStatus
    {
        let path = try folder.write("a.toml", text)
        do {
            return try workbench.run(path, changes: changes).status
        } catch {
            return error.status
        }
    }

    private static let two =
        tick + tick.replacing("duration = \"5.5s\"\n", with: "").replacing("\"tick\"", with: "\"tock\"")

    @Test(
        "ends with a status: promises held (0) or not (1), a wrong path of --set (64), what cannot be read or ended (65)",
        arguments: [
            (tick + "[[expect]]\ntimer = \"tick\"\nfired = 5\n", ScenarioChanges(), .success),
            (tick + "[[expect]]\ntimer = \"tick\"\nfired = 6\n", ScenarioChanges(), .failed),
            // The wake-ups of the whole run are promised without a subject, as its callbacks are.
            (two + "[[expect]]\nwake_ups = \"<= 5\"\nfired = 10\n", ScenarioChanges(), .success),
            (two + "[[expect]]\nwake_ups = \"<= 4\"\n", ScenarioChanges(), .failed),
            (two + "[[expect]]\nwake_ups = { alone = \"<= 5\" }\n", ScenarioChanges(), .failed),
            (two + "[[expect]]\nskipped = 0\n", ScenarioChanges(), .wrongData),
            ("duration = 5", ScenarioChanges(), .wrongData), ("not toml", ScenarioChanges(), .wrongData),
            (tick, ScenarioChanges(sets: ["timer.tock.interval=2s"]), .usage),
            (tick, ScenarioChanges(sets: ["timer.tick.interval=2"]), .wrongData),
            (tick, ScenarioChanges(sets: ["timer.tick.interval=2s"]), .success),
            (tick, ScenarioChanges(budget: 3), .wrongData),
            (
                tick + "[device]\nwake_up = { replay = \"none.log\", interval = \"1s\" }\n", ScenarioChanges(), .noInput
            ),
        ] as [(String, ScenarioChanges, LabWorkbench.ExitStatus)])
    func ends(text: String, changes: ScenarioChanges, status: LabWorkbench.ExitStatus) throws {
        #expect(try self.status(text, changes: changes) == status)
    }

    @Test("findings alone never fail a run")
    func findings() throws {
        let path = try folder.write("a.toml", RunTests.tick.replacing("{ log", with: "{ work = \"2s\" }, { log"))
        let outcome = try workbench.run(path)
        #expect(!outcome.report.analysis.findings.isEmpty)
        #expect(outcome.status == .success)
    }

    @Test("a scenario that is not there is no input (66)")
    func missing() {
        #expect { try workbench.run(folder.path + "/none.toml") } throws: { ($0 as? Problem)?.status == .noInput }
    }

    /// What is said of a run that was stopped, and the text that it points at.
    private func stop(_ text: String, _ changes: ScenarioChanges) throws -> (message: String, help: String, at: String)
    {
        let outcome = try workbench.run(try folder.write("a.toml", text), changes: changes)
        guard case .diagnostics(let found, let sources, _)? = outcome.problems.first?.kind,
            let diagnostic = found.first
        else { return ("", "", "") }
        let (source, span) = sources.locate(diagnostic.span)
        return (
            diagnostic.message, diagnostic.help ?? "", String(decoding: source.text.bytes[span], as: UTF8.self)
        )
    }

    @Test("a run whose end is far tells how far it came, what it needs, and the interval that decides it")
    func farEnd() throws {
        let text = RunTests.tick.replacing("5.5s", with: "100s").replacing("\"1s\"", with: "\"10ms\"")
        let found = try stop(text, ScenarioChanges(budget: 1000))
        #expect(found.message.hasPrefix("stopped at "))
        #expect(found.message.contains(" of 100 s, after 1001 occurrences; all of it needs about "))
        #expect(found.help.contains("interval of timer 'tick'"))
        #expect(found.at == "\"10ms\"")
        let needed = try #require(Int64(found.message.split(separator: " ").last ?? ""))
        #expect(try status(text, changes: ScenarioChanges(budget: needed)) == .success)
        #expect(try stop(text, ScenarioChanges(sets: ["timer.tick.interval=1ms"], budget: 1000)).at == "1ms")
    }

    @Test("a run that was stopped is not said to be sound", arguments: [10, 1000])
    func stoppedAnswer(budget: Int64) throws {
        let path = try folder.write("a.toml", RunTests.tick)
        let page = try workbench.run(path, changes: ScenarioChanges(budget: budget)).report.page(isQuiet: true)
        #expect(Bench.text(page).contains("  ok") == (budget == 1000))
        #expect(Bench.text(page).contains("until the run was stopped") == (budget == 10))
    }

    @Test("an interval of 0 is one of 0.1 ms in a run loop only", arguments: [("nstimer", true), ("gcd", false)])
    func noInterval(kind: String, isRaised: Bool) throws {
        for isLong in [false, true] {
            let end = isRaised ? (isLong ? "500ms" : "5ms") : isLong ? "5us" : "50ns"
            let text = "duration = \"\(end)\"\n" + Toml.timer("tick", kind, "0s", repeats: true)
            let page = Bench.text(try Bench.run(text).page(isQuiet: true))
            let (told, pace) = ("tick has an interval of 0, taken as", isRaised ? "100 µs" : "1 ns")
            #expect(page.contains("\(isLong ? told : "tick fires every") \(pace)"), "\(page)")
        }
    }

    @Test("only a run in which time does not pass has no end, and its place is the loop")
    func noEnd() throws {
        let text = """
            duration = "1s"
            \(Toml.event("500ms", #"{ repeat = 1_000_000_000, do = [{ log = "again" }] }"#))
            """
        let found = try stop(text, ScenarioChanges())
        #expect(found.message == "the run has no end: stopped at 500 ms after 1000000 occurrences at that instant")
        #expect(found.at.hasPrefix("{ repeat"))
        #expect(try !stop(text, ScenarioChanges(budget: 50)).message.contains("no end"))
    }

    @Test(
        "a scenario that --set or --until has changed is not held against its promises",
        arguments: [
            (ScenarioChanges(sets: ["timer.tick.interval=2s"]), "--set"),
            (ScenarioChanges(until: 2_500_000_000), "--until"), (ScenarioChanges(until: 60_000_000_000), nil),
            (ScenarioChanges(seed: 2), nil),
        ])
    func unheld(changes: ScenarioChanges, option: String?) throws {
        let path = try folder.write("a.toml", RunTests.tick + "[[expect]]\ntimer = \"tick\"\nfired = 6\n")
        let outcome = try workbench.run(path, changes: changes)
        #expect(outcome.status == (option == nil ? .failed : .success))
        #expect(outcome.report.verdicts.isEmpty == (option != nil))
        let text = Bench.text(outcome.report.page())
        #expect(text.contains("not checked: changed by \(option ?? "")") == (option != nil))
    }

    @Test("--expect holds the promises of a scenario that was changed")
    func held() throws {
        let path = try folder.write("a.toml", RunTests.tick + "[[expect]]\ntimer = \"tick\"\nfired = 2\n")
        var changes = ScenarioChanges(sets: ["timer.tick.interval=2s"])
        changes.holdsExpectations = true
        let outcome = try workbench.run(path, changes: changes)
        #expect(outcome.status == .success && outcome.report.verdicts.count == 1)
        changes.sets = ["timer.tick.interval=3s"]
        #expect(try workbench.run(path, changes: changes).status == .failed)
    }

    @Test("a sweep that expects finds the value from which an expectation fails")
    func expectingSweep() throws {
        let path = try folder.write("a.toml", RunTests.tick + "[[expect]]\ntimer = \"tick\"\nfired = \">= 2\"\n")
        let range = try #require(SweepRange("timer.tick.interval=1s..4s"))
        let border = try workbench.sweep(path, range, steps: 4, expects: true).borders.first {
            $0.fact.contains("fails")
        }
        #expect(border?.fact == "tick: fired = \">= 2\" fails")
        #expect(border?.last == 2_749_999_999 && border?.begins == true)
        #expect(try workbench.sweep(path, range, steps: 4).borders.allSatisfy { !$0.fact.contains("fails") })
    }

    @Test("a sweep says that its wake-ups are those of all timers, where there are several")
    func wakeUpsOfAll() throws {
        let path = try folder.write("a.toml", RunTests.tick + Toml.timer("tock", "nstimer", "3s", repeats: true))
        let range = try #require(SweepRange("timer.tick.interval=1s..4s"))
        let page = try workbench.sweep(path, range, steps: 2).page
        #expect(Bench.text(page).contains("figures of tick, wake-ups of all"))
        // Outcomes may change and change back in a gap.
        #expect(Bench.text(page).contains("between the values tried"))
    }

    @Test("an object that one of the seeds keeps has no instant of its end in a sweep")
    func worstEnd() throws {
        let range = try #require(SweepRange("timer.poll.interval=1s..8s"))
        let report = try Shipped.workbench.sweep("template-poller", range, steps: 4, seeds: 5)
        var kept = 0
        for point in report.points {
            for (column, figure) in zip(report.columns, point.figures) where column.name.hasSuffix(" gone") {
                let isKept = point.facts.contains(column.name.dropLast(5) + " is not deallocated")
                #expect(!isKept || figure == nil, "\(column.name) at \(point.value)")
                kept += isKept ? 1 : 0
            }
        }
        #expect(kept > 0)
    }

    @Test("a log whose lines come far more often than the interval is no log to replay (65)")
    func otherRhythm() throws {
        func log(_ step: Int) -> String {
            (0..<9).map { "2026-11-10 09:40:0\($0 * step / 1000).\(100 + $0 * step % 1000) App[9:1] tick\n" }.joined()
        }
        let text = RunTests.tick + "[device]\nwake_up = { replay = \"tick.log\" }\n"
        for (step, found) in [(1000, .success), (333, .wrongData)] as [(Int, LabWorkbench.ExitStatus)] {
            try folder.write("tick.log", log(step))
            #expect(try status(text) == found, "\(step) ms")
        }
    }

    @Test("--until ends a run early and never makes it longer")
    func until() throws {
        let path = try folder.write("a.toml", RunTests.tick)
        let early = try workbench.run(path, changes: ScenarioChanges(until: 2_500_000_000)).report
        #expect(early.trace.header.duration == 2_500_000_000)
        #expect(early.analysis.timers.first?.fired == 2)
        let late = try workbench.run(path, changes: ScenarioChanges(until: 60_000_000_000)).report
        #expect(late.trace.header.duration == 5_500_000_000)
    }

    @Test("the same scenario and seed give the same report, another seed another fingerprint")
    func determinism() throws {
        let text = RunTests.tick + "[device]\nprofile = \"iphone6\"\n"
        let path = try folder.write("a.toml", text)
        let print = { (changes: ScenarioChanges) throws in
            let report = try workbench.run(path, changes: changes).report
            return Bench.text(report.page())
        }
        #expect(try print(ScenarioChanges()) == print(ScenarioChanges()))
        #expect(try print(ScenarioChanges(seed: 1)) != print(ScenarioChanges(seed: 2)))
    }

    @Test("a scenario without a title is called after its file")
    func untitled() throws {
        let path = try folder.write("my-timer.toml", RunTests.tick)
        #expect(try workbench.run(path).report.trace.header.title == "my-timer")
    }

    @Test("wake-up latencies are replayed from a log beside the scenario, and again from the first")
    func replay() throws {
        try folder.write(
            "device.log",
            """
            2017-11-10 09:40:31.000100+0800 App[1:1] tick
            noise
            2017-11-10 09:40:32.000000+0800 App[1:1] tick
            2017-11-10 09:40:33.000300+0800 App[1:1] tick

            """)
        let text = RunTests.tick + "[device]\nwake_up = { replay = \"device.log\", interval = \"1s\" }\n"
        let path = try folder.write("a.toml", text)
        let report = try workbench.run(path, keeping: .all).report
        let late = report.trace.records.filter { $0.kind == .fired }.map { $0.time - $0.value }
        #expect(late == [100_000, 0, 300_000, 100_000, 0])
    }
}

import LabConformance
import LabExactTime
import LabTestFolders
import Testing

@testable import LabWorkbench
@testable import timerlab_host

/// What keeps a live run from beginning; the runs themselves are in the tests of LiveRuntime.
@Suite("Running live")
struct LiveRunningTests {
    private let folder: ScratchFolder
    private let workbench = Workbench(finder: ScenarioFinder(roots: []))
    private let scenarios = #filePath.replacing("Tests/LabHostTests/LiveRunningTests.swift", with: "Scenarios")

    init() throws { folder = try ScratchFolder() }

    private func status(
        _ scenario: String, _ options: LiveOptions = LiveOptions()
    ) throws -> (LabWorkbench.ExitStatus, String) {
        let path = try folder.write("scenario.toml", scenario)
        do throws(Problem) {
            return (try workbench.runLive(path, options: options).status, "")
        } catch {
            guard case .plain(let message, _) = error.kind else { return (error.status, "") }
            return (error.status, message)
        }
    }

    private let tick = """
        duration = "1s"
        [[timer]]
        id = "tick"
        kind = "nstimer"
        interval = "100ms"
        repeats = true
        """

    @Test("at a speed at which an interval falls below 20 ms is wrong usage, and says to what it would shrink")
    func tooFast() throws {
        let (status, message) = try status(tick, LiveOptions(timeScale: .init(whole: 10)))
        #expect(status == .usage)
        #expect(message.contains("10 ms"))
    }

    @Test("what would crash the process is not done in this one")
    func crash() throws {
        let (status, message) = try status(
            """
            duration = "1s"
            [[timer]]
            id = "beat"
            kind = "gcd"
            interval = "100ms"
            repeats = true
            [[event]]
            at = "50ms"
            do = [{ resume = "beat" }]
            """)
        #expect(status == .wrongData)
        #expect(message.contains("crashes the process"))
    }

    @Test("the example of what a host lacks is refused when it is to run live, with the code and status 65")
    func refusedExample() throws {
        let explanation = try #require(Explanations.of("TL1902"))
        let path = try folder.write("example.toml", explanation.example)
        do throws(Problem) {
            _ = try workbench.runLive(path, options: LiveOptions())
            Issue.record("it ran")
        } catch {
            #expect(error.status == .wrongData)
            guard case .diagnostics(let diagnostics, _, _) = error.kind else {
                Issue.record("no diagnostics")
                return
            }
            #expect(diagnostics.map(\.code) == ["TL1902"])
            #expect(diagnostics.first?.message == "live runs on this host have no display link")
        }
    }

    @Test("a limit and a speed change the plan and nothing else")
    func scaled() throws {
        let path = try folder.write("scenario.toml", tick)
        let plan = try workbench.plan(workbench.read(path), changes: ScenarioChanges())
        let options = LiveOptions(timeScale: .init(whole: 2), limit: 200_000_000)
        let scaled = try workbench.scaled(plan, options, typed: path)
        #expect(scaled.duration == 200_000_000)
        #expect(scaled.timers[0].interval == .init(whole: 50_000_000))
        #expect(try workbench.scaled(plan, LiveOptions(), typed: path) == plan)
    }

    @Test("what cannot run live cannot be compared, and that is no error")
    func notComparable() throws {
        let path = try folder.write(
            "scenario.toml", "duration = \"1s\"\n[[timer]]\nid = \"frame\"\nkind = \"displaylink\"\n")
        let report = try workbench.conform(path, options: LiveOptions())
        #expect(report.verdict == .notComparable("live runs on this host have no display link"))
        let fast = try folder.write("fast.toml", tick)
        let options = LiveOptions(timeScale: .init(whole: 10))
        guard case .notComparable = try workbench.conform(fast, options: options).verdict else {
            Issue.record("it was compared")
            return
        }
    }

    @Test("the fixed scenarios are right, and every one is about something")
    func fixedScenarios() throws {
        let paths = ScenarioFinder.scenarios(below: scenarios + "/conform")
        #expect(paths.count > 20)
        for path in paths {
            let outcome = try workbench.run(path, keeping: .all)
            #expect(outcome.status == .success, "\(path)")
            #expect(!outcome.report.trace.records.isEmpty)
        }
    }
}

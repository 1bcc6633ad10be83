import LabExactTime
import LabReports
import LabTestBench
import LabTestFolders
import LabWorkbench
import Testing

@Suite("Guards that are tried by making the scenario worse")
struct MutationTests {
    private let folder: ScratchFolder

    init() throws { folder = try ScratchFolder() }

    private func mutate(_ text: String) throws -> CheckOutcome {
        try folder.write("a.toml", text)
        var request = CheckRequest(paths: [folder.path])
        request.mutates = true
        return Bench.workbench.check(request)
    }

    /// What is said of one mutation.
    private func story(_ outcome: CheckOutcome, _ name: String) throws -> CheckPoint {
        try #require(outcome.report.suites[0].points.first { $0.name == name })
    }

    private static let busy =
        TickScenario.text + """
            modes = ["common"]
            \(Toml.event("2.5s", #"{ work = "700ms" }"#))
            \(Toml.event("5.2s", #"{ mode = "tracking", for = "2s" }"#))
            [guard]

            """

    @Test("each guard is named that notices, and the status is 0 when all harm is seen")
    func seen() throws {
        let outcome = try mutate(MutationTests.busy + "\"tick.waiting.max\" = \"+5%\"\n\"tick.skipped\" = \"+0\"\n")
        #expect(outcome.status == .success)
        #expect(try story(outcome, "work +10 %").message.hasPrefix("noticed by tick.waiting.max "))
        #expect(try story(outcome, "work × 2").message.contains("tick.waiting.max 200 ms → 900 ms"))
        #expect(try story(outcome, "a callback longer than the interval").message.contains("tick.skipped 0 → "))
        #expect(try story(outcome, "a lost common mode").message.contains("TL0103 tick new fault"))
    }

    @Test("what no guard notices is 1, with the guard to write")
    func unseen() throws {
        let outcome = try mutate(MutationTests.busy + "\"tick.skipped\" = \"+0\"\n")
        #expect(outcome.status == .failed)
        let point = try story(outcome, "work +10 %")
        #expect(point.outcome == .failed)
        #expect(point.message == "not noticed: tick.waiting.max 200 ms → 270 ms")
        #expect(point.details == ["write under [guard]: \"tick.waiting.max\" = \"+5%\""])
        let text = Bench.text(outcome.report.page, width: 400)
        #expect(text.contains("not guarded") && text.hasSuffix("status 1\n"))
    }

    @Test("a strong capture is noticed by its finding, whatever is guarded")
    func capture() throws {
        let outcome = try mutate(ScreenScenario.text)
        #expect(try story(outcome, "a strong capture").message.contains("TL0301 screen new fault"))
    }

    @Test("an end that is forgotten is noticed by what leaks then")
    func forgotten() throws {
        let outcome = try mutate(ScreenScenario.text)
        #expect(try story(outcome, "a forgotten end").message.hasPrefix("noticed by "))
    }

    @Test("an end that is forgotten is a hole where only more callbacks come of it, unless an expectation counts them")
    func moreCallbacks() throws {
        let again = "do = [{ invalidate = \"search\" }, { create = \"search\" }]\n"
        let text = """
            duration = "6s"
            \(Toml.timer("search", "nstimer", "300ms"))
            [[event]]
            at = "1s"
            \(again)[[event]]
            at = "1.15s"
            \(again)[guard]
            "search.fired" = "+0"

            """
        let hole = try mutate(text)
        #expect(hole.status == .failed)
        let point = try story(hole, "a forgotten end")
        #expect(point.message == "not noticed: search.fired 1 → 2")
        #expect(
            point.details == ["the guard search.fired allows more; write under [guard]: \"search.due\" = \"+0\""])
        let expect = "[[expect]]\ntimer = \"search\"\n"
        let counted = try mutate(text + expect + "fired = 1\n")
        #expect(try story(counted, "a forgotten end").message == "noticed by search: fired = 1, but fired = 2")
        #expect(try story(mutate(text + expect + "fired = \">= 1\"\n"), "a forgotten end").outcome == .failed)
        #expect(try story(mutate(text + "\"search.due\" = \"+0\"\n"), "a forgotten end").outcome == .passed)
        let other = text.replacing("at = \"1s\"\n\(again)", with: "at = \"5s\"\ndo = [{ invalidate = \"search\" }]\n")
        #expect(
            try story(
                mutate(other.replacing("at = \"1.15s\"\n\(again)", with: "at = \"5.1s\"\ndo = []\n")), "a forgotten end"
            )
            .message == "the run stays the same")
    }

    @Test("a scenario whose expectations fail as it is does not pass")
    func failing() throws {
        let expect = "[[expect]]\ntimer = \"tick\"\nfired = 3\n"
        let outcome = try mutate(MutationTests.busy + "\"tick.waiting.max\" = \"+5%\"\n" + expect)
        #expect(outcome.status == .failed)
        #expect(outcome.report.suites[0].points[0].name == "tick: fired = 3")
    }

    @Test("wake-ups that take longer are seen where a guard watches what waits")
    func wakeUps() throws {
        let device = "device.wake_up = { p0 = \"20ms\", p100 = \"40ms\" }\n"
        let outcome = try mutate(device + MutationTests.busy + "\"tick.waiting.p50\" = \"+5%\"\n")
        #expect(try story(outcome, "wake-up latency × 2").message.hasPrefix("noticed by tick.waiting.p50 "))
    }

    @Test("without any guard there is nothing to try (1), and what cannot be run is 65")
    func nothing() throws {
        #expect(try mutate(MutationTests.busy).status == .failed)
        #expect(try mutate("duration = 5\n").status == .wrongData)
    }

    @Test("work of the main thread that doubles is felt, and a guard of it notices")
    func mainThread() throws {
        let text = """
            duration = "9.5s"
            \(Toml.tick)
            do = [{ work = "300ms" }]
            [guard]
            "tick.skipped" = "+0"

            """
        let point = try story(mutate(text), "work × 2")
        #expect(point.outcome == .failed)
        #expect(point.message.hasPrefix("not noticed: main is busy "))
        #expect(point.details == ["write under [guard]: \"tick.busy\" = \"+5%\""])
        #expect(try story(mutate(text + "\"tick.busy\" = \"+5%\"\n"), "work × 2").outcome == .passed)
    }

    @Test("a weak property that becomes strong, and a proxy that is left out, are noticed by what leaks")
    func lifetimes() throws {
        let property = ScreenScenario.text.replacing(
            "strong = { timer = \"tick\" }", with: "strong = { timer = \"tick\", model = \"model\" }"
        )
        .replacing(
            "[[timer]]\nid = \"tick\"",
            with: "[[object]]\nid = \"model\"\nweak = { owner = \"screen\" }\n[[timer]]\nid = \"tick\"")
        #expect(try story(mutate(property), "a strong property").message.hasPrefix("noticed by "))
        let proxy = """
            duration = "9s"
            \(Toml.object("screen", by: "navigation"))
            strong = { timer = "tick" }
            dealloc = [{ invalidate = "tick" }]
            [[object]]
            id = "proxy"
            proxy = "nsproxy"
            forwards_to = "screen"
            \(Toml.tick)
            target = "proxy"
            \(Toml.event("3.5s", #"{ pop = "screen" }"#))
            [guard]
            "tick.skipped" = "+0"

            """
        #expect(try story(mutate(proxy), "a target without its proxy").message.contains("TL0301 screen new fault"))
    }

    @Test("a run whose lines come later does not stay the same, though nobody feels it")
    func unfelt() throws {
        let text = """
            duration = "9.5s"
            \(Toml.tick)
            do = [{ work = "1ms" }, { log = "tick" }]
            [guard]
            "tick.skipped" = "+0"

            """
        #expect(try story(mutate(text), "work × 2").message == "no figure moves that a user would notice")
    }

    @Test("the old value is that of the run as it is, whatever it draws")
    func drawn() throws {
        let text = """
            duration = "60s"
            \(Toml.timer("poll", "nstimer", "5s", repeats: true))
            do = [{ work = "1ms" }, { async_after = { p0 = "1s", p100 = "12s" }, queue = "main", do = [{ work = "2s" }] }]
            [guard]
            "poll.waiting.max" = "+0ms"

            """
        let path = try folder.write("a.toml", text)
        let longest = try #require(Bench.workbench.run(path).report.analysis.timers.first?.waiting?.max)
        let message = try story(mutate(text), "a callback longer than the interval").message
        #expect(message.contains("poll.waiting.max \(DurationText.format(longest)) → "), "\(message)")
    }
}

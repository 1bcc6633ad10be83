import LabReports
import Laboratory
import Testing

/// A screen with a timer, and what its maintainer does to it, one change after the other.
@Suite("A maintainer's changes, and what the gate says of each")
struct CheckStoryTests {
    private let folder: ScratchFolder
    private let workbench = Workbench(finder: ScenarioFinder(roots: []))

    init() throws {
        folder = try ScratchFolder()
        try folder.write("screen.toml", ScreenScenario.text)
        _ = check { $0.updates = true }
    }

    private func check(_ change: (inout CheckRequest) -> Void = { _ in }) -> CheckOutcome {
        var request = CheckRequest(paths: [folder.path])
        change(&request)
        return workbench.check(request)
    }

    private func changed(_ old: String, _ new: String) throws -> CheckOutcome {
        try folder.write("screen.toml", ScreenScenario.text.replacing(old, with: new))
        return check()
    }

    private func page(_ outcome: CheckOutcome, _ writer: any PageWriter = PageText(width: 400)) -> String {
        ByteStream.text { writer.write(outcome.report.page, isFirst: true, to: $0) }
            .replacing(folder.path + "/", with: "")
    }

    private func text(_ format: CheckFormat, _ outcome: CheckOutcome) -> String {
        ByteStream.text { format.write(outcome.report, to: $0) }.replacing(folder.path + "/", with: "")
    }

    @Test("strong instead of weak: the leak fails, with its finding and both words")
    func strong() throws {
        let outcome = try changed("weak = \"screen\"", "strong = \"screen\"")
        #expect(outcome.status == .failed)
        let text = page(outcome)
        #expect(text.contains("because timer.tick.strong = screen is new (line 13)"))
        #expect(text.split(separator: "\n").joined().contains("✗ TL0301 screen: new fault    (screen.toml:"))
        #expect(
            text.contains("screen: deallocated at 8.5 s → kept by run loop main → timer tick → capture screen, worse"))
    }

    @Test("a longer drag: what changed comes first, then what it does, and the guard fails")
    func drag() throws {
        let outcome = try changed("for = \"2s\"", "for = \"3.1s\"")
        #expect(outcome.status == .failed)
        let lines = page(outcome).split(separator: "\n")
        #expect(lines[0] == "✗ screen.toml   worse")
        #expect(lines[1] == "  because event.0.do.0.for: 2s → 3.1s (line 22)")
        #expect(lines[2].hasPrefix("  tick   lost  1 → 2  +1 (+100 %)  worse  guard +0  "))
        #expect(lines[3].hasPrefix("  clock  lost  3 → 5  +2 (+67 %)   worse            "))
        #expect(lines.last?.hasPrefix("1 worse") == true && lines.last?.hasSuffix("status 1") == true)
    }

    @Test("the Markdown of one changed drag fits on a screen and names the drag first")
    func markdown() throws {
        let lines = page(try changed("for = \"2s\"", "for = \"3.1s\""), PageMarkdown())
            .split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.count <= 24)
        #expect(lines.first { $0.hasPrefix("- ") } == "- because event.0.do.0.for: 2s → 3.1s (line 22)")
    }

    @Test("a shorter drag: better is 2, a warning, and no failure in JUnit")
    func better() throws {
        let outcome = try changed("for = \"2s\"", "for = \"200ms\"")
        #expect(outcome.status == .moved)
        #expect(page(outcome).contains("1 better"))
        #expect(text(.junit, outcome).contains("failures=\"0\" errors=\"0\""))
        #expect(text(.github, outcome).contains("::warning "))
        #expect(!text(.github, outcome).contains("::error "))
    }

    @Test("another name: recognised by its figures, 2, and nothing else is told")
    func renamed() throws {
        let outcome = try changed("\"clock\"", "\"wall\"")
        #expect(outcome.status == .moved)
        let text = page(outcome)
        #expect(text.contains("clock is now called wall: all its figures are equal"))
        #expect(!text.contains("none →"))
    }

    @Test("an update is offered where it mends something, and only there")
    func advice() throws {
        let offer = "If this change is intended, run: timerlab check --update"
        #expect(page(try changed("for = \"2s\"", "for = \"3.1s\"")).contains(offer))
        #expect(
            !page(try changed("duration", "[[expect]]\ntimer = \"tick\"\nfired = 1\n")).contains(
                offer))
        let promised = ScreenScenario.text + "[[expect]]\ntimer = \"tick\"\nfired = 1\n"
        try folder.write("screen.toml", promised)
        let outcome = check()
        #expect(outcome.status == .failed)
        #expect(!page(outcome).contains(offer))
    }

    @Test("without a change there is nothing to say")
    func quiet() throws {
        let outcome = try changed("10ms", "10000us")
        #expect(outcome.status == .success)
        #expect(page(outcome).split(separator: "\n").count == 2)
    }
}

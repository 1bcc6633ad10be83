import LabReports
import LabTestBench
import LabTestFolders
import LabWorkbench
import Testing

/// A screen with a timer, and what its maintainer does to it, one change after the other.
@Suite("A maintainer's changes, and what the gate says of each")
struct CheckStoryTests {
    private let folder: ScratchFolder
    private let workbench = Bench.workbench

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
        #expect(lines[2].hasPrefix("  tick skipped · 1 → 2 · +1 (+100 %) · worse · guard +0 · "))
        #expect(lines[3].hasPrefix("  clock skipped · 3 → 5 · +2 (+67 %) · worse"))
        #expect(lines.last?.hasPrefix("1 worse") == true && lines.last?.hasSuffix("status 1") == true)
    }

    @Test("what gets worse and nobody guards is a change, and the status is 0")
    func nobodyGuards() throws {
        let outcome = try changed("work = \"10ms\"", "work = \"30ms\"")
        #expect(outcome.status == .success)
        let text = page(outcome)
        #expect(text.contains("1 changed") && !text.contains("1 worse"), "\(text)")
    }

    @Test("the Markdown of one changed drag fits on a screen and names the drag first")
    func markdown() throws {
        let lines = page(try changed("for = \"2s\"", "for = \"3.1s\""), PageMarkdown())
            .split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.count <= 24)
        #expect(lines.first { $0.hasPrefix("- ") } == "- because event.0.do.0.for: 2s → 3.1s (line 22)")
    }

    @Test("a shorter drag: better is 0, no failure in JUnit, and the baseline can be updated")
    func better() throws {
        let outcome = try changed("for = \"2s\"", "for = \"200ms\"")
        #expect(outcome.status == .success)
        #expect(page(outcome).contains("1 better"))
        #expect(page(outcome).contains("The baseline can be updated: timerlab check --update"))
        #expect(text(.junit, outcome).contains("failures=\"0\" errors=\"0\""))
        #expect(!text(.github, outcome).contains("::error "))
    }

    @Test("another seed moves nothing that is the same within its percentiles' grain")
    func seed() throws {
        let noisy = "device.wake_up = { p0 = \"0s\", p50 = \"1ms\", p100 = \"20ms\" }\n" + ScreenScenario.text
        try folder.write("screen.toml", "seed = 1\n" + noisy)
        _ = check { $0.updates = true }
        for seed in 2...9 {
            try folder.write("screen.toml", "seed = \(seed)\n" + noisy)
            #expect(!page(check()).contains("waiting"))
        }
    }

    @Test("one change that brings a finding, a guard and an expectation down is one failure, the guarded figure first")
    func oneCause() throws {
        let promise = "[[expect]]\ntimer = \"tick\"\nskipped = 1\n"
        try folder.write("screen.toml", ScreenScenario.text + promise)
        _ = check { $0.updates = true }
        try folder.write(
            "screen.toml", (ScreenScenario.text + promise).replacing("for = \"2s\"", with: "for = \"3.1s\""))
        let outcome = check()
        let junit = text(.junit, outcome)
        #expect(junit.split(separator: "<failure ").count == 2)
        #expect(junit.contains("<testcase name=\"tick.skipped\""))
        #expect(junit.contains("also tick: skipped = 1, but skipped = 2"))
        #expect(junit.contains("because event.0.do.0.for: 2s → 3.1s"))
        #expect(text(.github, outcome).split(separator: "\n").count { $0.hasPrefix("::error ") } == 1)
    }

    @Test("faults that an update takes in are named, and are known faults from then on")
    func knownFaults() throws {
        try folder.write("screen.toml", ScreenScenario.text.replacing("weak = \"screen\"", with: "strong = \"screen\""))
        let taken = page(check { $0.updates = true })
        #expect(taken.contains("faults taken into the baseline: TL0301 screen (screen.toml), "))
        let known = check()
        #expect(known.status == .success)
        #expect(page(known).contains("faults known from the baseline: TL0103 clock (screen.toml), "))
    }

    @Test("marked code that changes fails until the baseline is updated; code that only moves is told")
    func code() throws {
        try folder.write("App/Screen.swift", "import UIKit\nlet timer = 1\nlet clock = 2\n")
        let marked = "code = \"App/Screen.swift:2-3\"\n" + ScreenScenario.text
        try folder.write("screen.toml", marked)
        _ = check { $0.updates = true }
        #expect(check().status == .success)
        try folder.write("App/Screen.swift", "import UIKit\nimport Combine\nlet timer = 1\r\nlet clock = 2\n")
        #expect(check().status == .success)
        #expect(page(check()).contains("Screen.swift:2-3: the same code is now in lines 3-4"))
        #expect(try folder.read("timerlab.baseline").contains("App/Screen.swift:2-3, 2 lines, "))
        try folder.write("App/Screen.swift", "import UIKit\nlet timer = 1\nlet clock = 3\n")
        #expect(check().status == .failed)
        #expect(
            page(check()).contains("Screen.swift:2-3: changed since the baseline: does screen.toml still model it?"))
        _ = check { $0.updates = true }
        #expect(check().status == .success)
        try folder.write("App/Screen.swift", "import UIKit\n")
        #expect(page(check()).contains("has only 1 line"))
        try folder.remove("App/Screen.swift")
        #expect(check().status == .failed)
        #expect(page(check()).contains("App/Screen.swift: no such file"))
        try folder.write("screen.toml", "code = \"App\"\n" + ScreenScenario.text)
        #expect(page(check()).contains("App: is a directory"))
        #expect(!page(check()).contains("--update"))
        // An update takes no code that it cannot read, and does not pass over it.
        let update = check { $0.updates = true }
        #expect(update.status == .failed)
        #expect(page(update).contains("! App: App: is a directory"))
        #expect(page(update).contains("1 error"))
    }

    @Test("a mark of a timer counts as well, and one outside of the checkout is refused")
    func codeOfTimer() throws {
        try folder.write("App/Screen.swift", "let timer = 1\n")
        let tick = "id = \"tick\"\ncode = \"../App/Screen.swift:1\""
        try folder.write("Timers/screen.toml", ScreenScenario.text.replacing("id = \"tick\"", with: tick))
        _ = check { $0.updates = true }
        #expect(check().status == .success)
        try folder.write("App/Screen.swift", "let timer = 2\n")
        #expect(check().status == .failed)
        // Without a checkout the folder above the scenario's is the limit.
        let far = tick.replacing("../App/Screen.swift", with: "../../App/Screen.swift")
        try folder.write("Timers/Deep/screen.toml", ScreenScenario.text.replacing("id = \"tick\"", with: far))
        #expect(page(check()).contains("../../App/Screen.swift: is outside of"))
        try folder.remove("Timers/Deep/screen.toml")
        try folder.write("Timers/.git", "gitdir: elsewhere\n")
        #expect(page(check()).contains("../App/Screen.swift: is outside of"))
    }

    @Test("a folder without a guard or an expectation says so")
    func unguarded() throws {
        try folder.write("screen.toml", TickScenario.text)
        #expect(page(check()).contains("Nothing here is guarded"))
        try folder.write("screen.toml", ScreenScenario.text)
        #expect(!page(check()).contains("Nothing here is guarded"))
        try folder.write("screen.toml", "code = \"none.swift\"\n" + TickScenario.text)
        #expect(!page(check()).contains("Nothing here is guarded"))
        try folder.write("screen.toml", "[")
        #expect(!page(check()).contains("Nothing here is guarded"))
    }

    @Test("another name, guards renamed too: recognised by what stayed the same, 0, and nothing else is told")
    func renamed() throws {
        #expect(try changed("tick", "beat").status == .success)
        let outcome = try changed("\"clock\"", "\"wall\"")
        #expect(outcome.status == .success)
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
        #expect(page(outcome).split(separator: "\n").count == 3)
    }
}

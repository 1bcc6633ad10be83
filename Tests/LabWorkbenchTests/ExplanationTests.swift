import LabAnalysis
import LabCatalogue
import LabRecording
import LabReports
import LabScenarioLanguage
import LabScenarioModel
import LabTestBench
import LabTestFolders
import LabWorkbench
import Testing

@Suite("Explanations")
struct ExplanationTests {
    private let folder: ScratchFolder
    private let workbench = Bench.workbench

    init() throws { folder = try ScratchFolder() }

    @Test("every code has one, complete")
    func complete() {
        let codes = Explanations.all.map(\.code)
        #expect(Set(codes).count == codes.count)
        #expect(codes == codes.sorted())
        for code in FindingCode.allCases { #expect(codes.contains(code.rawValue)) }
        for code in DiagnosticCode.allCases { #expect(codes.contains(code.rawValue)) }
        for explanation in Explanations.all {
            #expect(!explanation.title.isEmpty && !explanation.meaning.isEmpty, "\(explanation.code)")
            #expect(!explanation.remedy.isEmpty, "\(explanation.code)")
            if explanation.code < "TL11" { #expect(!explanation.rule.isEmpty, "\(explanation.code)") }
            #expect(explanation.meaning.hasSuffix("."), "\(explanation.code)")
        }
    }

    @Test("case does not count in a code")
    func caseInsensitive() {
        #expect(Explanations.of("tl0101")?.code == "TL0101")
        #expect(Explanations.of("TL0100") == nil)
    }

    @Test("the example of every mistake is that mistake")
    func mistakeExamples() throws {
        for explanation in Explanations.all where explanation.code.hasPrefix("TL1") && !explanation.example.isEmpty {
            if explanation.code.hasPrefix("TL19") { continue }
            let path = try folder.write("example.toml", "duration = \"5s\"\n" + explanation.example)
            let found = try workbench.lint(path).reading.diagnostics.map(\.code)
            #expect(found.contains(explanation.code), "\(explanation.code): \(found)")
        }
    }

    @Test("a firing waits for what the causes of its timer say, of a processor that gets up to speed too")
    func rampUp() throws {
        let text = """
            duration = "20s"
            device.ramp_up = { p0 = "8ms", p100 = "8ms" }
            \(Toml.timer("first", "nstimer", "1s", repeats: true))
            do = [{ work = "1ms" }]
            \(Toml.timer("second", "nstimer", "3s", repeats: true))
            """
        let waits = try Bench.explain(text, "second#3").wishes
        #expect(
            waits.map(\.wish) == [
                "a processor that is up to speed", "less work, or on another thread or queue (line 8)",
            ])
        #expect(waits.map(\.time) == [8_000_000, 1_000_000])
    }

    @Test(
        "a callback that waits for another queue or thread is told what keeps that busy, in a message too",
        arguments: [
            ("do = [{ STEP }]", "DispatchSourceTimer", "sync = \"main\", name = \"render\"", "queue main"),
            (
                "do = [{ message = \"it\", selector = \"go\", do = [{ STEP }] }]", "Timer", "sync = \"main\"",
                "queue main"
            ),
            ("do = [{ STEP }]", "Timer", "perform = \"show:\", on_thread = \"main\", wait = true", "thread main"),
        ])
    func awaiting(steps: String, kind: String, wait: String, awaited: String) throws {
        let step = wait + ", do = [{ work = \"30ms\" }]"
        let text = """
            duration = "8s"
            \(Toml.object("it", by: "static"))
            [[thread]]
            id = "worker"
            do = [\(kind == "Timer" ? "{ create = \"tick\" }, " : ""){ run_loop = { before = "distant-future" } }]
            \(Toml.timer("tick", kind, "1s", repeats: true))
            \(kind == "Timer" ? "thread = \"worker\"" : "")
            \(steps.replacing("STEP", with: step))
            [[event]]
            id = "layout"
            at = "1.9s"
            do = [{ work = "2.5s" }]
            """
        let told = try Bench.explain(text, "tick#3")
        #expect("\(told.page.sections)".contains("waiting for \(awaited), which event layout keeps busy"))
        let line = ByteStream.text { told.writeJSON(to: $0) }
        #expect(line.contains(#""cause":"waits for other work","culprit":"layout","#), "\(line)")
        #expect(line.contains(#""line":18"#), "\(line)")
    }

    @Test(
        "a call that a cancellation brought is told as one, and serves no point of the grid asked for",
        arguments: [
            ("interval = \"2s\"", "tick#4", "8 s", 3), ("repeats = false\ndelay = \"9s\"", "tick#1", "9 s", 1),
            ("interval = \"2s\"\ndo = [{ sleep = \"800ms\", awaits = true }]", "tick#3", "7.6 s", 3),
        ])
    func swallowed(keys: String, firing: String, armed: String, due: Int64) throws {
        let text = """
            duration = "30s"
            \(Toml.timer("tick", "Task.sleep"))
            tolerance = "0s"
            swallows_cancel = true
            \(keys)
            \(Toml.event("7s", #"{ cancel = "tick" }"#))
            """
        let page = try Bench.explain(text, firing).page
        #expect(page.title == "\(firing): armed for \(armed), called at 7 s")
        let told = "called since it was cancelled in its sleep at 7 s (TL0317), armed for \(armed)"
        #expect("\(page.answer)".contains(told), "\(page.answer)")
        let timer = try Bench.run(text).analysis.timers[0]
        #expect(timer.due == due && timer.served + timer.skipped == due)
    }

    @Test("an id stands for all timers that its code has made: copies, and one after the other")
    func severalOfAnID() throws {
        let timer = "duration = \"4s\"\n[[timer]]\nid = \"tick\"\nkind = \"nstimer\"\ninterval = \"1s\"\n"
        let again = "[[event]]\nat = \"500ms\"\ndo = [{ create = \"tick\" }]\n"
        let path = try folder.write("a.toml", timer + again + again.replacing("500ms", with: "700ms"))
        let second = try workbench.explain(path, firing: "tick#2")
        #expect(second.name == "tick#2, tick (2)" && second.account.call == 1_700_000_000)
        #expect(try workbench.explain(path, firing: "tick (2)#1").name == "tick (2)#1")
        let copies = try folder.write("b.toml", timer + "copies = 3\n")
        #expect(try workbench.explain(copies, firing: "tick#3").name == "tick#3, tick[2]")
        for (path, firing, told) in [
            (path, "tick#3", "tick fires 2 times only\nhelp: write tick#2"),
            (path, "tick#0", "firings count from 1\nhelp: write tick#1"),
            (copies, "tock#1", "unknown timer 'tock' (expected one of: 'tick')"),
        ] {
            let error = #expect(throws: Problem.self) { try workbench.explain(path, firing: firing) }
            #expect(error?.description.contains(told) == true, "\(error?.description ?? "")")
        }
    }

    @Test("the limits of a run are those of the code")
    func limits() throws {
        let budget = Budget()
        let stopped = try #require(Explanations.of("TL1901")?.rule.first)
        #expect(
            stopped.hasPrefix(
                "A run stops after \(budget.occurrences / 1_000_000) million occurrences, "
                    + "or \(budget.occurrencesPerInstant / 1_000_000) million at one instant."))
        let full = try #require(Explanations.of("TL1903")?.rule.first)
        #expect(
            full.hasPrefix(
                "The limits are \(Ceiling.records) records, \(Ceiling.arguments) numbers in log lines, "
                    + "\(Ceiling.entities) parts, \(Ceiling.remakes) timers that steps make again, "
                    + "\(Ceiling.waiting) waiting blocks, "
                    + "and \(Ceiling.figures >> 20) MB of samples for figures."))
    }

    @Test("the example of a run without end is stopped, with the code and status 65")
    func endlessExample() throws {
        let explanation = try #require(Explanations.of("TL1901"))
        let path = try folder.write("example.toml", explanation.example)
        let outcome = try workbench.run(path, changes: ScenarioChanges(budget: 10_000))
        #expect(outcome.status == .wrongData)
        guard case .diagnostics(let diagnostics, _, _)? = outcome.problems.first?.kind else {
            Issue.record("no diagnostics")
            return
        }
        #expect(diagnostics.map(\.code) == ["TL1901"])
    }
}

import LabAnalysis
import LabCatalogue
import LabScenarioLanguage
import LabTestBench
import Testing

@testable import LabReports
@testable import LabWorkbench

/// What of several findings is told, how grave it is, and in which words.
@Suite("Judgements of findings")
struct JudgementTests {
    @Test(
        "what a timer keeps that was replaced while valid is told after that",
        arguments: [(true, ["TL0313", "TL0301"]), (false, [])])
    func replaced(again: Bool, codes: [FindingCode]) throws {
        let found = try Bench.run(
            """
            duration = "5s"
            \(Toml.object("scene", by: "navigation"))
            strong = { link = "link" }
            view_will_disappear = [{ invalidate = "link" }]
            \(Toml.timer("link", "displaylink"))
            target = "scene"
            \(Toml.event("5ms", #"{ create = "link" }"#))
            \(again ? Toml.event("1s", #"{ create = "link" }"#) : "")
            \(Toml.event("3s", #"{ pop = "scene" }"#))
            """
        ).analysis.findings
        #expect(found.map(\.code) == codes)
    }

    @Test("a thread's block is kept by the thread, and by no run loop")
    func threadBlock() throws {
        let found = try Bench.messages(
            "TL0301",
            """
            duration = "9s"
            \(Toml.object("screen", by: "navigation"))
            \(Toml.timer("poll", "thread-sleep", "2s", repeats: true))
            strong = "screen"
            \(Toml.event("5s", #"{ pop = "screen" }"#))
            """)
        #expect(found == ["screen is kept since 5 s by thread poll.thread → block poll → capture screen"])
    }

    @Test(
        "a single call that a sleep makes later by its own delay is a warning; calls that repeat may be for time awake",
        arguments: [
            ("after", "30min", "", Severity.warning), ("after", "9min", "", .note), ("nstimer", "30min", "", .warning),
            ("nstimer", "30min", "repeats = true", .note),
            // Nothing can be called in the sleep.
            ("after", "30min", "clock = \"wall\"", .note), ("gcd", "30min", "clock = \"continuous\"", .note),
            ("task-sleep", "30min", "", .note),
        ])
    func slept(kind: String, sleep: String, more: String, severity: Severity) throws {
        let found = try Bench.run(
            """
            duration = "2h"
            [device]
            platform = "macos"
            \(Toml.timer("expire", kind, "10min"))
            \(more)
            \(Toml.event("4min", "{ system_sleep = \"\(sleep)\" }"))
            """
        ).analysis.findings.filter { $0.code == "TL0105" }
        #expect(found.map(\.severity) == [severity])
    }

    @Test("a loop that sleeps after its work beats with the display at the rate that it has, not at the asked one")
    func chainBesideDisplay() throws {
        let found = try Bench.messages(
            "TL0115",
            """
            duration = "4s"
            \(Toml.timer("step", "task-sleep", "16ms", repeats: true))
            tolerance = "0s"
            do = [{ work = "2ms" }]
            \(Toml.timer("display", "displaylink"))
            """)
        #expect(found.count == 1 && found[0].hasPrefix("step is called every 18"), "\(found)")
        #expect(found[0].hasSuffix("a frame has none of its calls"), "\(found)")
    }

    @Test("a cause of nearly all waiting is not told as all of it")
    func nearlyAll() throws {
        let report = try Bench.run(
            """
            duration = "100s"
            \(Toml.timer("tick", "nstimer", "1s", repeats: true))
            [[event]]
            at = "9.5s"
            do = [{ work = "60s" }]
            [[event]]
            at = "89.999s"
            do = [{ work = "2ms" }]
            """)
        let text = Bench.text(Page(sections: [report.causeSection]))
        #expect(text.contains(">99 %") && text.contains("<1 %") && !text.contains("100 %"), "\(text)")
    }

    @Test("the hint for a screen that a pop does not let go is followed without another mistake")
    func released() throws {
        let text = """
            duration = "5s"
            [[object]]
            id = "details"
            \(Toml.event("1s", #"{ push = "details" }"#))
            \(Toml.event("2s", #"{ pop = "details" }"#))
            """
        let hint = try #require(ScenarioReader.read(bytes: Array(text.utf8)).diagnostics.first?.help)
        let steps = try #require(hint.split(separator: ": ", maxSplits: 1).last)
        let mended = text.replacing(#"{ push = "details" }"#, with: steps)
        #expect(ScenarioReader.read(bytes: Array(mended.utf8)).diagnostics.isEmpty)
        let analysis = try Bench.run(mended).analysis
        #expect(analysis.crash == nil && analysis.lifetimes.allSatisfy { $0.deallocated != nil })
    }
}

import LabAnalysis
import LabCatalogue
import LabReports
import LabTestBench
import Testing

@testable import LabWorkbench

@Suite("Rules that differ from mechanism to mechanism")
struct MechanismRuleTests {
    private func report(_ text: String) throws -> RunReport {
        try Bench.run("duration = \"4s\"\n" + text)
    }

    @Test(
        "a callback that outlasts its interval: each mechanism's due points have their own fate",
        arguments: [
            ("nstimer", "repeats = true", "skips "), ("combine", "", "skips "),
            ("gcd", "repeats = true", "points, merged into later calls"),
            ("async-timer", "", "points still to come"), ("mach-wait", "", "points still to come"),
            ("task-sleep", "absolute = true", "points still to come"),
        ])
    func outlasted(kind: String, more: String, fate: String) throws {
        let report = try report(
            """
            \(Toml.timer("tick", kind, "100ms"))
            \(more)
            do = [{ work = "350ms" }]
            """)
        let finding = try #require(report.analysis.findings.first { $0.code == "TL0101" })
        #expect(finding.message.text(in: report.trace).contains(fate))
    }

    @Test("a sequence serves in a burst what passed while its body ran, and loses nothing")
    func burst() throws {
        let report = try report(
            """
            \(Toml.timer("tick", "async-timer", "100ms"))
            do = [{ work = "350ms", when = { fired = 1 } }]
            """)
        let timer = try #require(report.analysis.timers.first)
        #expect(timer.skipped == 0)
        let text = Bench.text(report.page())
        #expect(!text.contains("skipped 1") && !text.contains("points skipped"))
    }

    @Test("the explanation of TL0101 has the rule of each mechanism that can have it")
    func explained() throws {
        let rules = try #require(Explanations.of("TL0101")).rule
        for mechanism in ["NSTimer", "Timer.publish", "Dispatch source", "AsyncTimerSequence"] {
            #expect(rules.contains { $0.contains(mechanism) })
        }
    }

    /// The firings of a suspended source that is torn down at 1.5 s.
    private func tornDown(_ steps: String) throws -> (fired: Int64, codes: [FindingCode], hasCrashed: Bool) {
        let report = try report(
            """
            \(Toml.timer("beat", "gcd", "200ms", repeats: true))
            held_by = "static"
            \(Toml.event("500ms", #"{ suspend = "beat" }"#))
            \(Toml.event("1.5s", #"\#(steps), { release = "beat" }"#))
            """)
        let fired = try #require(report.analysis.timers.first).fired
        return (fired, report.analysis.findings.map(\.code), report.analysis.crash != nil)
    }

    @Test("a suspended source that is cancelled, resumed and released neither crashes nor calls its handler again")
    func cancelledFirst() throws {
        let end = try tornDown("{ cancel = \"beat\" }, { work = \"1ms\" }, { resume = \"beat\" }")
        #expect(end.fired == 2)
        #expect(!end.hasCrashed && !end.codes.contains("TL0306"))
    }

    @Test("resumed before it is cancelled it calls its handler once more")
    func resumedFirst() throws {
        let end = try tornDown("{ resume = \"beat\" }, { work = \"1ms\" }, { cancel = \"beat\" }")
        #expect(end.fired == 3)
        #expect(!end.hasCrashed)
    }

    @Test("a one-shot that was used up by fire before it was added is not said never to have been added")
    func firedThenAdded() throws {
        let report = try report(
            """
            \(Toml.timer("once", "nstimer"))
            create = "timer"
            interval = "1s"
            held_by = "static"
            \(Toml.event("500ms", #"{ fire = "once" }, { add = "once" }"#))
            """)
        #expect(report.analysis.findings.map(\.code) == ["TL0314"])
    }

    @Test("a new fire date does nothing to a one-shot that has fired")
    func used() throws {
        func findings(at time: String) throws -> [String] {
            try report(
                """
                \(Toml.timer("once", "nstimer", "300ms"))
                \(Toml.event(time, #"{ set_fire_date = "once", after = "300ms" }"#))
                """
            ).analysis.findings.map(\.code.rawValue)
        }
        #expect(try findings(at: "200ms") == [])
        #expect(try findings(at: "400ms") == ["TL0314"])
    }

    @Test(
        "an invalidated timer that nobody owns is told as invalid, whatever is done to it",
        arguments: ["add", "fire", "set_fire_date"])
    func usedAfterTheEnd(verb: String) throws {
        let after = verb == "set_fire_date" ? ", after = \"1s\"" : ""
        let report = try report(
            """
            \(Toml.timer("pulse", "Timer", "100ms", repeats: true))
            \(Toml.event("350ms", #"{ invalidate = "pulse" }"#))
            \(Toml.event("600ms", "{ \(verb) = \"pulse\"\(after) }"))
            """)
        #expect(report.analysis.findings.map(\.code) == ["TL0314"])
    }

    @Test(
        "what has ended is not started again, and may be resumed before it goes",
        arguments: [
            ("gcd", "", "cancel", "activate"), ("displaylink", "", "invalidate", "resume"),
            ("gcd", "{ suspend = \"once\" }, ", "cancel", ""),
            ("gcd", "", "cancel", "reschedule"),
        ])
    func startedAgain(kind: String, before: String, end: String, start: String) throws {
        let after = start == "reschedule" ? ", after = \"0s\", interval = \"1s\"" : ""
        let codes = try report(
            """
            [[timer]]
            id = "once"
            kind = "\(kind)"
            \(kind == "displaylink" ? "" : "interval = \"100ms\"\nrepeats = true")
            \(Toml.event("455ms", "\(before){ \(end) = \"once\" }"))
            \(Toml.event("600ms", "{ \(start.isEmpty ? "resume" : start) = \"once\"\(after) }"))
            """
        ).analysis.findings.map(\.code.rawValue)
        #expect(codes == (start.isEmpty ? [] : ["TL0314"]))
    }

    @Test(
        "what waits for its leeway on the main queue waits for that in a drag, too", arguments: ["default", "tracking"])
    func leeway(mode: String) throws {
        let report = try report(
            """
            device = { wake_in_window = "latest" }
            \(Toml.timer("tick", "gcd"))
            queue = "main"
            interval = "300ms"
            repeats = true
            leeway = "100ms"
            \(Toml.event("450ms", #"{ mode = "\#(mode)", for = "400ms" }"#))
            """)
        #expect(report.analysis.attributions.flatMap(\.shares).map(\.cause) == [.tolerance])
    }

    @Test("of a request that is made anew the last one's end is told")
    func requests() throws {
        let report = try report(
            """
            \(Toml.timer("search", "after", "300ms"))
            \(Toml.event("500ms", #"{ create = "search" }"#))
            \(Toml.event("600ms", #"{ cancel = "search" }, { create = "search" }"#))
            """)
        let life = try #require(report.analysis.lifetimes.first)
        #expect(life.made == 2 && life.deallocated == 900_000_000)
    }
}

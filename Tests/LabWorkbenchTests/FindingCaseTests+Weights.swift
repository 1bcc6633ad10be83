import LabAnalysis
import LabCatalogue
import LabTestBench
import Testing

@testable import LabReports
@testable import LabWorkbench

/// How severe a finding is, and which of several stands first.
extension FindingCaseTests {
    @Test(
        "an observer that a drag keeps from its calls is a note, unless it is in the common modes",
        arguments: [false, true])
    func observerInADrag(isCommon: Bool) throws {
        let report = try Bench.run(
            """
            duration = "6s"
            [[observer]]
            id = "flow"
            activities = ["before-waiting"]
            \(isCommon ? "modes = [\"common\"]" : "")
            do = [{ count = "passes" }]
            \(Toml.event("2s", #"{ mode = "tracking", for = "2s" }"#))
            """)
        let text = "flow is not called from 2 s to 4 s: event 1 runs the tracking mode, which it is not in"
        #expect(report.messages() == (isCommon ? [] : [text]))
        #expect(report.analysis.findings.allSatisfy { $0.severity == .note && $0.code == "TL0103" })
    }

    @Test("a userInfo does not own its timer: it goes with it", arguments: [1, 3])
    func userInfo(calls: Int) throws {
        let report = try Bench.run(
            """
            duration = "5s"
            [[object]]
            id = "class"
            proxy = "class"
            [[object]]
            id = "block"
            \(Toml.timer("t", "nstimer", "1s", repeats: calls > 1))
            target = "class"
            user_info = "block"
            do = [{ invalidate = "t", when = { fired = \(calls) } }]
            \(Toml.event("500ms", #"{ release = "block" }"#))
            """)
        #expect(report.messages() == [])
    }

    @Test("of copies the latest is named, with its lateness")
    func worstCopy() throws {
        let messages = try Bench.messages(
            "TL0102",
            "duration = \"4s\"\n\(Toml.tick)\ncopies = 200\nmodes = [\"common\"]\ndo = [{ work = \"1ms\" }]")
        #expect(messages == ["tick[199] is late 3 times, by up to 199 ms: timer tick keeps it waiting"])
    }

    @Test("a timer that is nil at once has that as its first problem, and not what it retained until then")
    func nilAtOnce() throws {
        let steps = [#"create = "tick""#, #"assign = "it", weak = "tick""#, #"release = "tick""#, #"add = "tick""#]
        let findings = try Bench.findings(
            """
            duration = "5s"
            \(Toml.object("it", by: "static"))
            weak = ["tick"]
            \(Toml.tick)
            create = "timer"
            target = { weak = "it" }
            \(Toml.event("1s", steps.map { "{ \($0) }" }.joined(separator: ", ")))
            """)
        #expect(findings.map(\.code) == ["TL0309", "TL0303"])
    }

    @Test(
        "a default leeway is a note where the app stood still for longer in the background", arguments: [false, true])
    func leewayInTheBackground(isStill: Bool) throws {
        let events = Toml.event("62s", "{ background = true }") + "\n" + Toml.event("3min", "{ foreground = true }")
        let findings = try Bench.findings(
            """
            duration = "5min"
            \(Toml.timer("sync", "task-sleep", "10s"))
            tolerance = "0s"
            do = [{ work = "5ms" }]
            \(Toml.timer("cache", "async-timer", "20s"))
            \(isStill ? events : "")
            """)
        #expect(findings.filter { $0.code == "TL0112" }.map(\.severity) == [isStill ? .note : .warning])
    }
}

import LabAnalysis
import LabCatalogue
import LabTestBench
import Testing

@testable import LabWorkbench

@Suite("Schedules that come out wrong")
struct LostScheduleTests {
    private static func source(_ keys: String) -> String { "{ reschedule = \"tick\", \(keys) }" }
    private static func date(_ at: String) -> String { "{ set_fire_date = \"tick\", at = \"\(at)\" }" }
    private static let once: String? =
        "tick was scheduled again at 3.2 s without an interval: it fires once more, and no more"
    private static let paused: String? = "tick has been due in the distant future since 3.2 s: it fires no more"

    @Test(
        "a repeating timer whose new schedule has no second call is told, unless that is wished",
        arguments: [
            ("gcd", [("3.2s", source(#"after = "250ms""#))], once, Severity.warning),
            ("gcd", [("3.2s", source(#"after = "250ms", interval = "250ms""#))], nil, .warning),
            ("gcd", [("2.2s", source(#"after = "9ms""#)), ("3.2s", source(#"after = "9ms""#))], once, .note),
            ("gcd", [("3.2s", source(#"after = "250ms""#)), ("5s", #"{ cancel = "tick" }"#)], nil, .warning),
            ("gcd", [("9.4s", source(#"after = "250ms""#))], nil, .warning),
            ("gcd", [("3.2s", source(#"at = "distant-future""#))], paused, .warning),
            ("nstimer", [("3.2s", date("distant-future"))], paused, .warning),
            ("nstimer", [("3.2s", date("distant-future")), ("5s", date("5.5s"))], nil, .warning),
            (
                "nstimer", [("1s", date("distant-future")), ("2s", date("2s")), ("3.2s", date("distant-future"))],
                paused, .note
            ),
            ("nstimer", [("3.2s", date("distant-future")), ("5s", #"{ invalidate = "tick" }"#)], nil, .warning),
        ])
    func noMore(kind: String, steps: [(String, String)], message: String?, severity: Severity) throws {
        let events = steps.map { Toml.event($0, $1) }.joined(separator: "\n")
        let timer = Toml.timer("tick", kind, "500ms", repeats: true) + (kind == "gcd" ? "\nqueue = \"main\"" : "")
        let report = try Bench.run("duration = \"10s\"\n\(timer)\n\(events)")
        #expect(report.messages("TL0204") == (message.map { [$0] } ?? []))
        #expect(report.analysis.findings.allSatisfy { $0.severity == severity })
    }

    @Test("a pause by the date as another screen covers its own is a wish")
    func pausedBelow() throws {
        let push = #"{ push = "details" }, { release = "details" }, { set_fire_date = "tick", at = "distant-future" }"#
        let findings = try Bench.findings(
            """
            duration = "10s"
            \(Toml.object("list", by: "navigation"))
            strong = ["tick"]
            [[object]]
            id = "details"
            \(Toml.tick)
            weak = "list"
            \(Toml.event("2.5s", push))
            """)
        #expect(findings.filter { $0.code == "TL0204" }.map(\.severity) == [.note])
    }

    @Test(
        "an interval of 0 is the cause of all that its calls cost", arguments: ["nstimer", "gcd"],
        ["2us", "50us", "95us"])
    func withoutInterval(kind: String, work: String) throws {
        let home = kind == "gcd" ? "queue = \"main\"" : ""
        let findings = try Bench.findings(
            "duration = \"3s\"\n\(Toml.timer("t", kind, "0s", repeats: true))\n\(home)\ndo = [{ work = \"\(work)\" }]")
        #expect(findings.map(\.code) == ["TL0401"])
        #expect(findings[0].severity == .warning)
        #expect(findings[0].remedy.hasPrefix("pass the real interval"))
    }

    @Test("an interval of 0 is said with what it is taken as; a few calls of it are no matter")
    func fewWithoutInterval() throws {
        func told(_ step: String) throws -> [String] {
            try Bench.messages(
                "TL0401", "duration = \"2s\"\n\(Toml.timer("t", "nstimer", "0s", repeats: true))\ndo = [\(step)]")
        }
        #expect(
            try told(#"{ count = "n" }"#)
                == ["t has an interval of 0, taken as 100 µs: it is called 9999 times a second"])
        #expect(try told(#"{ invalidate = "t", when = { fired = 90 } }"#) == [])
    }
}

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

    /// A source of 0 has no pause between its calls: a second of them is half a million.
    @Test(
        "an interval of 0 is the cause of all that its calls cost",
        arguments: [("nstimer", "", "3s"), ("gcd", "queue = \"main\"", "120ms")], ["20us", "50us", "95us"])
    func withoutInterval(kind: (name: String, home: String, duration: String), work: String) throws {
        let findings = try Bench.findings(
            """
            duration = "\(kind.duration)"
            \(Toml.timer("t", kind.name, "0s", repeats: true))
            \(kind.home)
            do = [{ work = "\(work)" }]
            """)
        #expect(findings.map(\.code) == ["TL0401"])
        #expect(findings.first?.severity == .warning)
        #expect(findings.first?.remedy.hasPrefix("pass the real interval") == true)
    }

    @Test("an interval of 0 is said with what it is taken as; a few calls of it are no matter")
    func fewWithoutInterval() throws {
        func told(_ step: String) throws -> [String] {
            try Bench.messages(
                "TL0401", "duration = \"2s\"\n\(Toml.timer("t", "nstimer", "0s", repeats: true))\ndo = [\(step)]")
        }
        #expect(
            try told(#"{ count = "n" }"#)
                == ["t has an interval of 0, taken as 100 µs: it is called 10000 times a second"])
        #expect(try told(#"{ invalidate = "t", when = { fired = 90 } }"#) == [])
    }

    @Test("the rate of an interval of 0 is that of its calls, without the time before the first and after the last")
    func rateWithoutInterval() throws {
        let text = """
            duration = "2s"
            \(Toml.timer("t", "gcd", "0s", repeats: true))
            delay = "100ms"
            do = [{ work = "50us" }, { cancel = "t", when = { fired = 2000 } }]
            """
        let told = try Bench.messages("TL0401", text)
        #expect(told.map { $0.hasSuffix("it is called 20000 times a second") } == [true], "\(told)")
    }

    private static let tooEarly =
        "minute is called 37 s too early by the wall clock, which was set back by 37 s after its date was reckoned"

    @Test(
        "a grid that begins at a date of the wall clock is off it once that is set, until it is reckoned again",
        arguments: [
            ("2.2min", "-37s", "", [tooEarly]), ("10s", "-37s", "", [tooEarly]), ("2.2min", "-120s", "", []),
            ("2.2min", "-37s", #", { set_fire_date = "minute", next = "60s" }"#, []),
        ])
    func offTheClock(at: String, jump: String, then: String, expected: [String]) throws {
        let text = """
            duration = "6min"
            [log]
            epoch = 2026-03-02T11:00:30Z
            \(Toml.timer("minute", "nstimer", "60s", repeats: true))
            \(Toml.event("0s", #"{ set_fire_date = "minute", next = "60s" }"#))
            \(Toml.event(at, "{ set_wall_clock = \"\(jump)\" }\(then)"))
            """
        #expect(try Bench.messages("TL0110", text) == expected)
    }

    @Test(
        "an alarm whose date is reckoned as the clock is set is not late, if it comes at once",
        arguments: [false, true])
    func alarm(isReckonedAgain: Bool) throws {
        let reckon = "{ set_fire_date = \"alarm\", at_date = 2026-03-02T09:00:00Z }"
        let text = """
            duration = "3h"
            [log]
            epoch = 2026-03-02T08:00:00Z
            \(Toml.timer("alarm", "nstimer", "1h"))
            repeats = false
            \(Toml.event("1ms", reckon))
            \(Toml.event("30min", "{ set_wall_clock = \"1h\" }" + (isReckonedAgain ? ", \(reckon)" : "")))
            """
        #expect(try Bench.messages("TL0110", text).isEmpty == isReckonedAgain)
    }
}

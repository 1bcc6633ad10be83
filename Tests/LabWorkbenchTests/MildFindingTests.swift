import LabAnalysis
import LabCatalogue
import LabTestBench
import Testing

@testable import LabWorkbench

/// What does little harm, or may be wanted, is a note; what is neither has its severity.
@Suite("Mild findings")
struct MildFindingTests {
    private static func toast(_ kind: String, released: String) -> String {
        """
        \(Toml.object("toast", by: "static"))
        \(Toml.timer("hide", kind, "2s"))
        strong = "toast"
        \(Toml.event(released, #"{ release = "toast" }"#))
        """
    }

    private static func scanner(turn: String) -> String {
        """
        \(Toml.object("screen", by: "navigation"))
        view_will_disappear = [{ cancel = "scanner" }]
        \(Toml.timer("scan", "nstimer", "500ms", repeats: true))
        thread = "scanner"
        weak = "screen"
        [[thread]]
        id = "scanner"
        do = [
            { repeat = 9, do = [{ run_loop = { in_mode = "default", for = "\(turn)" } }], until = { cancelled = "scanner" } },
            { invalidate = "scan" },
        ]
        \(Toml.event("6.3s", #"{ pop = "screen" }"#))
        """
    }

    private static func links(work: String) -> String {
        ["wave", "meter"].map { Toml.timer($0, "displaylink") + "\ndo = [{ work = \"\(work)\" }]" }
            .joined(separator: "\n")
    }

    /// A loop that sleeps 10 s after its work.
    private static func slept(work: String) -> String {
        "duration = \"5min\"\n\(Toml.timer("tick", "task-sleep", "10s"))\ndo = [{ work = \"\(work)\" }]"
    }

    private static func requests(answer: String) -> String {
        """
        \(Toml.tick)
        do = [{ async = "net", do = [{ sleep = \(answer) }, { async = "main", do = [{ log = "shown" }] }] }]
        [[queue]]
        id = "net"
        kind = "concurrent"
        """
    }

    @Test(
        "each has the severity of its harm",
        arguments: [
            ("TL0304", toast("nstimer", released: "1.5s"), .note),
            ("TL0304", toast("after", released: "1.5s"), .note),
            ("TL0304", toast("nstimer", released: "500ms"), .fault),
            ("TL0312", scanner(turn: "1s"), .note), ("TL0312", scanner(turn: "5s"), .fault),
            ("TL0102", links(work: "3ms"), .note), ("TL0102", links(work: "5ms"), .warning),
            ("TL0501", Toml.tick + "\n" + Toml.event("3s", #"{ invalidate = "tick" }"#), .note),
            ("TL0501", FindingCode("TL0501").example, .warning),
            ("TL0108", slept(work: "20ms"), .note), ("TL0108", slept(work: "150ms"), .warning),
            ("TL0502", requests(answer: "\"1.5s\""), .note),
            ("TL0502", requests(answer: "{ p0 = \"100ms\", p100 = \"2.5s\" }"), .warning),
        ] as [(FindingCode, String, Severity)])
    func severity(code: FindingCode, text: String, severity: Severity) throws {
        let text = text.contains("duration") ? text : "duration = \"10s\"\n" + text
        #expect(try Bench.findings(text).first { $0.code == code }?.severity == severity)
    }

    @Test("a static timer that is ended and made again has an owner", arguments: ["nstimer", "displaylink"])
    func madeAgain(kind: String) throws {
        let isLink = kind == "displaylink"
        let found = try Bench.findings(
            """
            duration = "10s"
            \(Toml.timer("tick", kind, isLink ? nil : "1s", repeats: !isLink))
            held_by = "static"
            \(Toml.event("100ms", #"{ create = "tick" }"#))
            \(Toml.event("4.505s", #"{ invalidate = "tick" }"#))
            \(Toml.event("7.3s", #"{ create = "tick" }"#))
            """)
        #expect(found.isEmpty, "\(found)")
    }

    @Test(
        "a timer that its own callback arms again drifts by what the callback takes",
        arguments: [
            ("gcd", false, "{ reschedule = \"tick\", after = \"1s\" }", "70ms", true),
            ("gcd", true, "{ reschedule = \"tick\", after = \"1s\", interval = \"1s\" }", "70ms", true),
            ("nstimer", true, "{ set_fire_date = \"tick\", after = \"1s\" }", "70ms", true),
            ("nstimer", true, "{ set_fire_date = \"tick\", after = \"1s\" }", "0s", false),
            // Each attempt waits longer: that is no rhythm.
            ("gcd", true, "{ reschedule = \"tick\", after = \"2s\" }", "70ms", false),
        ] as [(String, Bool, String, String, Bool)])
    func armedAgain(kind: String, repeats: Bool, step: String, work: String, drifts: Bool) throws {
        let text = """
            duration = "10s"
            \(Toml.timer("tick", kind, repeats ? "1s" : nil, repeats: repeats))
            \(repeats ? "" : "delay = \"1s\"\nrepeats = false")
            do = [{ work = "\(work)" }, \(step)]
            """
        let found = try Bench.messages("TL0108", text)
        #expect(found == (!drifts ? [] : ["tick is armed again in each callback: each second takes 1.07 s"]))
    }

    @Test(
        "a timer that ends by itself may keep what is let go as it is made; one that outlives its owner is a fault",
        arguments: ["0s", "1s"], [true, false])
    func madeForOneCall(later: String, isOnce: Bool) throws {
        let animation = """
            duration = "9s"
            \(Toml.object("banner", by: "local"))
            strong = { link = "hide" }
            \(Toml.timer("hide", "displaylink"))
            target = "banner"
            do = [{ invalidate = "hide", when = { fired = 200 } }]
            """
        let call = """
            duration = "9s"
            \(Toml.object("banner", by: "local"))
            \(Toml.timer("hide", "after", "4s"))
            queue = "main"
            strong = "banner"
            """
        let found = try Bench.findings(
            """
            \(isOnce ? call : animation)
            \(Toml.event("1s", #"{ create = "banner" }, { create = "hide" }"#))
            \(Toml.event(later == "0s" ? "1s" : "2s", #"{ release = "banner" }"#))
            """)
        #expect(found.filter { $0.code == "TL0304" }.map(\.severity) == (later == "0s" ? [] : [.fault]))
        #expect(later != "0s" || !found.contains { $0.code.rawValue.hasPrefix("TL03") })
    }
}

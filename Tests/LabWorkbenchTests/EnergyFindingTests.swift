import LabAnalysis
import LabCatalogue
import LabTestBench
import Testing

@testable import LabReports
@testable import LabWorkbench

/// What costs energy without need, and where it is more than a note.
@Suite("Findings of energy")
struct EnergyFindingTests {
    @Test(
        "slow timers without a tolerance are a note, with their wake-ups in a minute",
        arguments: ["", "tolerance = \"1s\""])
    func tolerance(key: String) throws {
        let timers = [5, 10, 30].map { seconds in
            "[[timer]]\nid = \"t\(seconds)\"\nkind = \"nstimer\"\ninterval = \"\(seconds)s\"\n"
                + "delay = \"\(seconds + seconds / 10)s\"\nrepeats = true\n" + key + "\n"
        }
        let report = try Bench.run("duration = \"121s\"\n" + timers.joined())
        #expect(report.messages("TL0401").count == (key.isEmpty ? 1 : 0))
    }

    @Test(
        "timers of a second without a tolerance wake their thread as often as others do together",
        arguments: [(30, "9s", Severity.warning), (15, "9s", nil), (15, "30s", .note)])
    func many(count: Int, duration: String, severity: Severity?) throws {
        let report = try Bench.run(
            """
            duration = "\(duration)"
            \(Toml.timer("cell", "nstimer"))
            interval = { from = "1s", step = "1ms" }
            repeats = true
            copies = \(count)
            do = [{ work = "50us" }]
            """)
        #expect(report.analysis.findings.map(\.code) == (severity == nil ? [] : ["TL0401"]))
        #expect(report.analysis.findings.first?.severity == severity, "\(report.messages())")
    }

    @Test("a rate of one is one time a minute")
    func oneTime() throws {
        let timers = [50, 70].map { Toml.timer("t\($0)", "nstimer", "\($0)s", repeats: true) }.joined(separator: "\n")
        let messages = try Bench.messages("TL0401", "duration = \"121s\"\n" + timers)
        #expect(messages.map { $0.hasSuffix("wake their idle thread 1 time a minute") } == [true])
    }

    @Test("a timer whose callbacks hand their work to a queue does not wake its thread for nothing")
    func handedOver() throws {
        for (work, count) in [("6ms", 0), ("10us", 1)] {
            let step = "do = [{ async = \"meter\", do = [{ work = \"\(work)\" }] }]"
            let text = "duration = \"5s\"\n\(Toml.timer("level", "Timer", "20ms", repeats: true))\n\(step)"
            #expect(try Bench.messages("TL0401", text + "\n[[queue]]\nid = \"meter\"").count == count, "\(work)")
        }
    }

    @Test(
        "a poll of two a second is a note after a minute, where its callbacks are short",
        arguments: [
            ("500ms", "1ms", "61s", true), ("500ms", "1ms", "30s", false), ("500ms", "40ms", "61s", false),
            ("700ms", "1ms", "61s", false),
        ])
    func slowPoll(interval: String, work: String, duration: String, isTold: Bool) throws {
        let text = Self.timer(Self.every(interval), "{ work = \"\(work)\" }").replacing(
            "\"10s\"", with: "\"\(duration)\"")
        let found = try Bench.run(text).analysis.findings
        #expect(found.map(\.code) == (isTold ? ["TL0401"] : []) && found.allSatisfy { $0.severity == .note })
    }

    private static func timer(_ keys: String, _ step: String, head: String = "") -> String {
        "duration = \"10s\"\n\(head)[[timer]]\nid = \"t\"\n\(keys)\ndo = [\(step)]\n"
    }

    static func every(_ interval: String) -> String {
        "kind = \"nstimer\"\ninterval = \"\(interval)\"\nrepeats = true"
    }

    @Test(
        "a label of seconds that is written at the rate of the display is told so; one that changes each time is not",
        arguments: [
            ("kind = \"displaylink\"", "{remaining:60s}", "t is called 60 times a second"),
            (EnergyFindingTests.every("20ms"), "{remaining:60s} s", "t is called 50 times a second"),
            ("kind = \"displaylink\"", "{remaining:60s} of {now}", nil),
            (EnergyFindingTests.every("1s"), "{remaining:60s}", nil),
        ] as [(String, String, String?)])
    func seconds(keys: String, text: String, message: String?) throws {
        let told = try Bench.run(Self.timer(keys, "{ log = \"\(text)\" }")).messages("TL0401")
        #expect(told == (message.map { [$0 + ", but the seconds that it shows change once"] } ?? []))
    }

    @Test(
        "a display link that logs the same line, or looks for a change, is told so",
        arguments: [
            ("displaylink", "", true), ("displaylink", ", when = { count = \"ready\" }", true),
            ("displaylink", ", when = { not = { valid = \"t\" } }", true),
            ("displaylink", ", when = { fired = \"> 3\" }", false), ("displaylink", " }, { work = \"1us\"", false),
            ("displaylink", " }, { work = \"1ms\", when = { count = \"ready\", is = 9 } }, { log = \"t\"", true),
            ("nstimer", "", false),
            // Work for a queue is a change, also where it is asked for only while none is under way.
            (
                "displaylink", " }, { async = \"main\", do = [{ work = \"2ms\" }], when = { not = { gone = \"job\" } }",
                false
            ),
        ])
    func idleLink(kind: String, rest: String, isTold: Bool) throws {
        let keys = kind == "nstimer" ? Self.every("1s") : "kind = \"\(kind)\""
        let count =
            "[[object]]\nid = \"job\"\nheld_by = \"static\"\n[[event]]\nat = \"5s\"\ndo = [{ count = \"ready\" }]\n"
        let told = try Bench.run(Self.timer(keys, "{ log = \"t\"\(rest) }", head: count)).messages("TL0401")
        #expect(
            told == (isTold ? ["t is called 60 times a second, but its callback seldom changes anything"] : []))
    }

    @Test(
        "a fifth of the main thread's time in callbacks is a note, where no timer is late for it",
        arguments: [("15ms", true), ("5ms", false), ("60ms", false)])
    func mainBusy(work: String, isTold: Bool) throws {
        let report = try Bench.run(Self.timer(Self.every("50ms"), "{ work = \"\(work)\" }"))
        let told = report.analysis.findings.filter { $0.code == "TL0402" }
        #expect(report.messages("TL0402") == (isTold ? ["t keeps the main thread busy for 30 % of the time"] : []))
        #expect(told.allSatisfy { $0.severity == .note })
    }

    @Test(
        "a callback of half a second on main is a note, where no timer is late for it",
        arguments: [
            ("thread = \"main\"", "900ms", "t keeps the main thread busy for up to 900 ms at a time"),
            ("thread = \"main\"", "400ms", nil), ("thread = \"worker\"", "900ms", nil),
        ])
    func hang(thread: String, work: String, message: String?) throws {
        let worker = "[[thread]]\nid = \"worker\"\n"
        let keys = Self.every("5s") + "\n" + thread
        let told = try Bench.run(
            Self.timer(keys, "{ work = \"\(work)\" }", head: worker).replacing("\"10s\"", with: "\"20s\""))
        #expect(told.messages("TL0402") == [message].compactMap { $0 })
    }

    @Test(
        "an event that keeps main busy for half a second is a note, where no timer is late",
        arguments: [
            ("work", "500ms", "1s", true), ("sleep", "500ms", "1s", true), ("work", "499ms", "1s", false),
            ("work", "1.5s", "1s", false), ("work", "1.5s", "9s", true),
        ])
    func otherHang(verb: String, length: String, interval: String, isTold: Bool) throws {
        let event = "[[event]]\nid = \"tap\"\nat = \"2.2s\"\ndo = [{ \(verb) = \"\(length)\" }]\n"
        let told = try Bench.run(Self.timer(Self.every(interval), "{ log = \"t\" }", head: event)).messages("TL0402")
        #expect(told.map { $0.hasPrefix("event tap keeps the main thread busy for ") } == (isTold ? [true] : []))
    }

    @Test(
        "a note is a warning where an expectation fails for it",
        arguments: [
            ("15ms", "timer = \"t\"\nbusy = \"< 1s\"", true), ("15ms", "timer = \"t\"\nbusy = \"< 9s\"", false),
            ("15ms", "thread = \"main\"\nbusy = \"< 1s\"", true), ("15ms", "no_finding = \"TL0402\"", true),
            ("15ms", "timer = \"t\"\nfired = 3", false), ("2ms", "timer = \"t\"\nwake_ups = \"< 100\"", true),
            ("2ms", "timer = \"t\"\nwake_ups = \"< 1000\"", false),
        ])
    func judged(work: String, expected: String, isWarning: Bool) throws {
        let text = Self.timer(Self.every("50ms"), "{ work = \"\(work)\" }", head: "[[expect]]\n\(expected)\n")
        let found = try Bench.run(text.replacing("\"10s\"", with: "\"20s\"")).analysis.findings
        #expect(found.map(\.code) == [work == "2ms" ? "TL0401" : "TL0402"])
        #expect(found.map(\.severity) == [isWarning ? .warning : .note])
    }

    @Test(
        "an app that runs on in the background has its timers held back, a suspended one has not",
        arguments: [true, false])
    func heldBack(isKeptAlive: Bool) throws {
        let device = "[device]\nkept_alive = \(isKeptAlive)\nthrottled = { p0 = \"2s\", p100 = \"2s\" }\n"
        let event = "[[event]]\nat = \"2.5s\"\ndo = [{ background = true }]\n"
        let back = "[[event]]\nat = \"8.5s\"\ndo = [{ foreground = true }]\n"
        let text = Self.timer(Self.every("1s"), "{ log = \"t\" }", head: device + event + back)
        let told = try Bench.run(text).messages("TL0106")
        #expect(told.count == 1)
        #expect(told.allSatisfy { $0.hasSuffix(", where the system holds its timers back") == isKeptAlive })
    }

    @Test(
        "in the background, dates are advised only where calls may be counted, and a notification for a single call",
        arguments: [
            ("{countdown:9}", true, "if calls are counted"), ("{now}", true, "if calls are counted"),
            ("{remaining:60s}", true, "leave it"), ("poll", true, "leave it"), ("ring", false, "to remind the user"),
        ])
    func behind(line: String, repeats: Bool, advice: String) throws {
        let found = try Bench.findings(
            """
            duration = "12s"
            \(Toml.timer("t", "nstimer", "3s", repeats: repeats))
            do = [{ log = "\(line)" }]
            \(Toml.event("2.5s", "{ background = true }"))
            \(Toml.event("8.5s", "{ foreground = true }"))
            """)
        #expect(found.first { $0.code == "TL0106" }?.remedy.hasPrefix(advice) == true)
    }
}

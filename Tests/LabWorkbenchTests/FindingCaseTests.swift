import LabAnalysis
import LabCatalogue
import LabTestBench
import Testing

@testable import LabReports
@testable import LabWorkbench

/// What is found, in which words, and where nothing is to be found.
@Suite("Cases of findings")
struct FindingCaseTests {
    /// A link of a 120 Hz display that goes over to other rates, one a second.
    private static func link(_ keys: String, rates: [Int]) -> String {
        let changes = rates.enumerated().map {
            "[[event]]\nat = \"\($0 + 1)s\"\ndo = [{ set_refresh = \"\($1)Hz\" }]\n"
        }
        return """
            duration = "3s"
            [device]
            refresh = "120Hz"
            \(Toml.timer("link", "displaylink"))
            \(keys)
            \(changes.joined())
            """
    }

    @Test(
        "a callback is held against the frame of each schedule, and against each interval",
        arguments: [
            (link("do = [{ work = \"9ms\" }]", rates: [60]), FindingCode("TL0109"), 1),
            (link("do = [{ work = \"9ms\" }]", rates: [60, 120, 60]), "TL0109", 1),
            (link("do = [{ work = \"20ms\" }]", rates: [60]), "TL0109", 1),
            (link("do = [{ work = \"5ms\" }]", rates: [60]), "TL0109", 0),
            (rescheduled(work: "150ms"), "TL0101", 1),
            (rescheduled(work: "50ms"), "TL0101", 0),
        ])
    func outlasted(text: String, code: FindingCode, count: Int) throws {
        #expect(try Bench.messages(code, text).count == count)
    }

    @Test(
        "a display's other rate is told of a link whose frames have another length, and of no other",
        arguments: [
            ("fps = 30", [60, 120], false), ("fps = 60", [60], false), ("fps = 60", [30], true), ("", [60], true),
        ])
    func rates(keys: String, rates: [Int], isTold: Bool) throws {
        #expect(try Bench.messages("TL0113", Self.link(keys, rates: rates)).count == (isTold ? 1 : 0))
    }

    private static func rescheduled(work: String) -> String {
        """
        duration = "20s"
        \(Toml.timer("tick", "gcd", "1s", repeats: true))
        do = [{ work = "\(work)" }]
        \(Toml.event("10s", #"{ reschedule = "tick", after = "100ms", interval = "100ms" }"#))
        """
    }

    @Test(
        "intervals of several schedules differ from those of their own schedule, and none is the usual one",
        arguments: [rescheduled(work: "1ms"), link("", rates: [60])])
    func schedules(text: String) throws {
        let timer = try #require(try Bench.run(text).analysis.timers.first)
        #expect(timer.schedules == 2 && timer.every == nil)
        #expect(timer.jitter?.rms == 0 && timer.jitter?.peakToPeak ?? .max <= 1)
    }

    @Test(
        "the user's own queue, subscription and request are named as such",
        arguments: [
            (
                "nstimer", FindingCode("TL0308"), "tick was invalidated on queue net, but thread main runs it",
                "[[queue]]\nid = \"net\"\n"
                    + Toml.event("1500ms", #"{ async = "net", name = "stop", do = [{ invalidate = "tick" }] }"#)
            ),
            (
                "combine", "TL0203", "tick was cancelled when its last owner let go of it: it is not called any more",
                "held_by = \"local\"\n" + Toml.event("100ms", #"{ create = "tick" }, { release = "tick" }"#)
            ),
            (
                "nstimer", "TL0304",
                "show fired 1 time after its last owner had left at 2 s: a request retains its target",
                "[[object]]\nid = \"screen\"\nheld_by = \"static\"\n"
                    + Toml.event("1s", #"{ perform = "show", target = "screen", after = "2s" }"#) + "\n"
                    + Toml.event("2s", #"{ release = "screen" }"#)
            ),
            (
                "nstimer", "TL0304", "tick called its target, which it does not retain and which is gone: a crash",
                "target = { unretained = \"screen\" }\n[[object]]\nid = \"screen\"\nheld_by = \"static\"\n"
                    + Toml.event("1.5s", #"{ release = "screen" }"#)
            ),
        ])
    func named(kind: String, code: FindingCode, message: String, parts: String) throws {
        let text = "duration = \"5s\"\n\(Toml.timer("tick", kind, "1s", repeats: kind == "nstimer"))\n\(parts)"
        let messages = try Bench.messages(code, text)
        #expect(messages.first?.hasPrefix(message) == true, "\(messages)")
    }

    @Test(
        "a link that is paused for the background, or before its first frame, has to be resumed",
        arguments: [
            ("0s", "{ pause = \"link\" }", "", 1), ("2s", "{ pause = \"link\" }", "", 0),
            ("2s", "{ pause = \"link\" }, { background = true }", "{ foreground = true }", 1),
            ("2s", "{ pause = \"link\" }, { background = true }", "{ foreground = true }, { resume = \"link\" }", 0),
            ("2s", "{ background = true }", "{ foreground = true }", 0),
        ])
    func paused(at: String, steps: String, later: String, count: Int) throws {
        let events = Toml.event(at, steps) + "\n" + Toml.event("4s", later)
        let text = "duration = \"6s\"\n\(Toml.timer("link", "displaylink"))\n\(events)"
        #expect(try Bench.messages("TL0204", text).count == count)
    }

    @Test("the way from one schedule to the next is no jitter")
    func pause() throws {
        let text = Self.rescheduled(work: "1ms").replacing("100ms", with: "7s").replacing(
            "\"7s\" }]", with: "\"1s\" }]")
        let timer = try #require(try Bench.run(text).analysis.timers.first)
        #expect(timer.schedules == 2 && timer.jitter?.peakToPeak == 0)
    }

    private static func made(_ kind: String, every: String = "150ms", _ steps: String = "{ create = \"search\" }")
        -> String
    {
        """
        duration = "4s"
        \(Toml.timer("search", kind, "300ms"))
        repeats = false
        [[event]]
        at = "1s"
        every = "\(every)"
        until = "1.5s"
        do = [\(steps)]
        """
    }

    private static func performed(_ before: String) -> String {
        """
        duration = "4s"
        [[event]]
        at = "1s"
        every = "150ms"
        until = "1.5s"
        do = [\(before){ perform = "search", after = "300ms", do = [{ work = "1ms" }] }]
        """
    }

    /// A piece of code that asks for a method.
    private static func again(_ method: String, _ before: String = "", at time: String = "1s") -> String {
        Toml.event(time, "\(before){ perform = \"\(method)\", after = \"300ms\", do = [{ work = \"1ms\" }] }") + "\n"
    }

    /// Two pieces of code that ask for one method.
    private static func twice(_ method: String, _ before: String = "") -> String {
        "duration = \"4s\"\n" + again(method) + again(method, before, at: "1.2s")
    }

    @Test("each of several requests of one method is due, called and late by itself")
    func requests() throws {
        let hang = """

            [[event]]
            at = "1.4s"
            do = [{ work = "1s" }]
            """
        let search = try #require(Bench.run(Self.performed("") + hang, keeping: .firings).analysis.timers.first)
        #expect(search.fired == 4 && search.due == 4 && search.skipped == 0)
        #expect(search.lateness?.max == 950_000_000)
    }

    @Test(
        "what waits once and is made again while it waits is told where nothing ends the earlier one",
        arguments: [
            (made("nstimer"), 3), (made("gcd"), nil), (made("after"), 3), (made("task-sleep"), 3), (made("perform"), 3),
            (
                made(
                    "nstimer",
                    "{ async_after = \"300ms\", queue = \"main\", name = \"search\", do = [{ work = \"1ms\" }] }"), 3
            ),
            (performed(""), 3), (performed("{ cancel_perform = true }, "), nil),
            (twice("search"), 1), (twice("search", "{ cancel_perform = true }, "), nil),
            ("duration = \"4s\"\n" + again("search") + again("scroll"), nil),
            (made("nstimer", every: "400ms"), nil), (made("nstimer", every: "300ms"), nil),
            (made("nstimer", "{ invalidate = \"search\" }, { create = \"search\" }"), nil),
            (made("gcd", "{ cancel = \"search\" }, { create = \"search\" }"), nil),
            (made("task-sleep", "{ cancel = \"search\" }, { create = \"search\" }"), nil),
            (made("nstimer", every: "1s", "{ repeat = 3, do = [{ create = \"search\" }, { work = \"1ms\" }] }"), nil),
            (
                made(
                    "nstimer", every: "1s",
                    "{ repeat = 3, do = [{ async_after = \"300ms\", queue = \"main\", do = [{ work = \"1ms\" }] }] }"),
                nil
            ),
        ])
    func debounce(text: String, times: Int?) throws {
        let found = try Bench.messages("TL0318", text)
        let message = times.map {
            "search was made again \($0) time\($0 == 1 ? "" : "s") while an earlier one was pending, which nothing ended: "
                + "each of them is called"
        }
        #expect(found == [message].compactMap { $0 })
    }

    @Test(
        "a block of the main queue that waits for a run of the loop in another callback is told, no other late one",
        arguments: [
            (
                Toml.event("1s", #"{ mode = "com.example.print", for = "4s" }"#),
                "event 1 runs the com.example.print mode, where the main queue is not served"
            ),
            (
                Toml.event("1s", #"{ async = "main", name = "alert", do = [{ mode = "tracking", for = "4s" }] }"#),
                "block alert runs the tracking mode, and no other block of the main queue until it returns"
            ),
            (Toml.event("1s", #"{ mode = "tracking", for = "4s" }"#), nil),
            (Toml.event("1s", #"{ work = "4s" }"#), nil),
        ])
    func lateBlock(event: String, reason: String?) throws {
        let loader = #"{ sleep = "2s" }, { async = "main", name = "show", do = [{ work = "1ms" }] }"#
        let found = try Bench.messages(
            "TL0103", "duration = \"8s\"\n\(event)\n[[thread]]\nid = \"loader\"\ndo = [\(loader)]")
        #expect(found == reason.map { ["show came at 2 s and began 3 s later: \($0)"] } ?? [])
    }

    @Test("a one-shot that makes itself anew is no broken debounce")
    func rearming() throws {
        let text = Self.made("nstimer", every: "5s").replacing(
            "repeats = false", with: "repeats = false\ndo = [{ work = \"1ms\" }, { create = \"search\" }]")
        #expect(try Bench.messages("TL0318", text).isEmpty)
    }

    @Test(
        "a loop's silence has the cause that most of it has: what it awaits, its tolerance, its work",
        arguments: [
            (
                "do = [{ sleep = { p0 = \"10ms\", p90 = \"20ms\", p100 = \"4s\" }, awaits = true }]",
                "its own callback awaits too long (a.toml:4)"
            ),
            ("do = [{ work = \"3s\", when = { fired = 5 } }]", "its own callback takes up to 3.001 s (a.toml:9)"),
            (
                "[[event]]\nat = \"24.5s\"\ndo = [{ work = \"4s\" }]", "event 1 keeps it waiting (a.toml:11)"
            ),
        ])
    func silence(rest: String, cause: String) throws {
        let report = try Bench.run(
            """
            duration = "300s"
            [device]
            profile = "iphone6"
            \(Toml.timer("loop", "task-sleep", "5s"))
            tolerance = "0s"
            \(rest)
            """)
        let timer = try #require(report.analysis.timers.first)
        let told = TimerSentence(timer, in: report)
        #expect(timer.episodeCount > 0)
        #expect(
            ([told.text] + told.departures).contains { $0.hasPrefix("loop: silent") && $0.hasSuffix(cause) }, "\(told)")
    }

    @Test("what shared wake-ups save is told where one with a tolerance shares some", arguments: [true, false])
    func wakeUps(isTolerant: Bool) throws {
        let timers = ["1s", "1.1s"].map {
            "[[timer]]\nid = \"t\($0)\"\nkind = \"nstimer\"\ninterval = \"\($0)\"\nrepeats = true\n"
                + "tolerance = \"\(isTolerant ? "400ms" : "0s")\"\n"
        }
        var report = try Bench.run("duration = \"60s\"\n" + timers.joined())
        report.isDetailed = true
        let text = report.timingLegend
        #expect(text.contains(" wake-ups a second in all"))
        #expect(text.contains(" if none were shared") == isTolerant)
    }

    @Test(
        "a sleep after a thread's work or a task's answer asks for its drift; main, a task's work and a request may not",
        arguments: [
            ("thread-sleep", "", "{ work = \"50ms\" }", Severity.note),
            ("thread-sleep", "thread = \"main\"\n", "{ work = \"50ms\" }", .warning),
            ("task-sleep", "", "{ work = \"50ms\" }", .warning), ("perform", "", "{ work = \"50ms\" }", .warning),
            ("task-sleep", "", "{ sleep = \"400ms\", awaits = true }, { work = \"2ms\" }", .note),
        ])
    func sleepsAfterWork(kind: String, thread: String, body: String, severity: Severity) throws {
        let report = try Bench.run(
            """
            duration = "20s"
            \(Toml.timer("poll", kind, "1s", repeats: true))
            \(thread)do = [\(body)]
            """)
        let drift = report.analysis.findings.filter { $0.code == "TL0108" }
        #expect(drift.map(\.severity) == [severity])
    }

    @Test("a background task that was not ended is told by its name")
    func backgroundTask() throws {
        let report = try Bench.run(FindingCode("TL0316").example)
        let finding = try #require(report.analysis.findings.first)
        #expect(FindingName(finding, in: report.trace).description == "TL0316 of upload")
        #expect(finding.message.text(in: report.trace).hasPrefix("the background task upload was not ended"))
    }
}

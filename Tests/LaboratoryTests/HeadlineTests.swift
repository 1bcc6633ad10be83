import Analysis
import Testing

@testable import Laboratory
@testable import Reports

@Suite("Headlines")
struct HeadlineTests {
    private let folder: ScratchFolder

    init() throws { folder = try ScratchFolder() }

    private func report(_ text: String) throws -> RunReport {
        try Workbench(finder: ScenarioFinder(roots: [])).run(folder.write("a.toml", text)).report
    }

    private func sentences(_ text: String) throws -> [String] {
        AnswerSection.sentences(try report(text)).map(\.text)
    }

    private static func tick(_ kind: String, _ more: String, interval: String = "1s") -> String {
        """
        duration = "10s"
        [[timer]]
        id = "tick"
        kind = "\(kind)"
        interval = "\(interval)"
        \(more)
        """
    }

    private static let swallowing =
        "tolerance = \"0s\"\nswallows_cancel = true\n[[event]]\nat = \"2.5s\"\ndo = [{ cancel = \"tick\" }]"

    @Test(
        "say the median, the worst episode, why, where, and what was lost",
        arguments: [
            (tick("nstimer", "repeats = true"), "tick fires every 1 s: always on time"),
            (
                tick(
                    "nstimer",
                    "repeats = true\n[[event]]\nat = \"1.9s\"\ndo = [{ mode = \"tracking\", for = \"3.5s\" }]"),
                "tick fires every 1 s; silent from 1 s to 5.4 s: event 1 runs the tracking mode, which it is not in "
                    + "(a.toml:9); 3 points lost"
            ),
            (
                tick("nstimer", "repeats = true\ndo = [{ work = \"1.5s\", when = { fired = 3 } }]"),
                "tick fires every 1 s; silent from 3 s to 5 s: its own callback takes up to 1.5 s (a.toml:7); 1 point lost"
            ),
            (
                tick("nstimer", "repeats = true\ndo = [{ work = \"250ms\" }]", interval: "100ms"),
                "tick fires every 300 ms instead of 100 ms: its own callback takes 250 ms (a.toml:7); 66 of 99 due points "
                    + "lost"
            ),
            (
                tick(
                    "nstimer",
                    "repeats = true\ncreate = \"timer\"\n[[event]]\nat = \"2.1s\"\ndo = [{ fire = \"tick\" }]"),
                "tick is only fired manually: it was never in a run loop: no due point calls it (a.toml:2)"
            ),
            (
                tick(
                    "task-sleep", "repeats = true\n[[event]]\nat = \"2.5s\"\ndo = [{ system_sleep = \"4s\" }]"),
                "tick fires every 1 s: the system sleeps (a.toml:9); after 10 s it is 3.5 s behind, 3 ticks fewer"
            ),
            (
                tick(
                    "gcd",
                    "repeats = true\nheld_by = \"local\"\n[[event]]\nat = \"2s\"\ndo = [{ suspend = \"tick\" }]"),
                "tick never fires: it was disposed of when its last owner let go of it: its handler is not called any more "
                    + "(a.toml:2)"
            ),
            (
                tick(
                    "gcd",
                    "repeats = true\ndo = [{ work = \"10ms\" }]\n[[event]]\nat = \"2.005s\"\ndo = [{ background = true }]\n"
                        + "[[event]]\nat = \"6.2s\"\ndo = [{ foreground = true }]"),
                "tick fires every 1 s; silent from 2 s to 6.205 s: the app is in the background (a.toml:10); 3 points lost"
            ),
            (
                tick(
                    "gcd",
                    "repeats = true\nqueue = \"q\"\ndo = [{ sync = \"main\", do = [{ work = \"5ms\" }] }]\n[[queue]]\n"
                        + "id = \"q\"\n[[event]]\nat = \"2s\"\ndo = [{ work = \"3.5s\" }]"),
                "tick fires every 1 s; silent from 2 s to 5.505 s: its own callback takes up to 3.505 s, waiting for queue "
                    + "main, which event 1 keeps busy (a.toml:13); 2 points lost"
            ),
            (
                tick(
                    "nstimer",
                    "repeats = true\nthread = \"w\"\ndo = [{ perform = \"show\", on_thread = \"main\", wait = true, do = "
                        + "[{ work = \"5ms\" }] }]\n[[thread]]\nid = \"w\"\ndo = [{ create = \"tick\" }, { run_loop = "
                        + "\"forever\" }]\n[[event]]\nat = \"2s\"\ndo = [{ async = \"main\", name = \"slow\", do = [{ work = "
                        + "\"3.5s\" }] }]"),
                "tick fires every 1 s; silent from 3 s to 6 s: its own callback takes up to 2.51 s, waiting for thread "
                    + "main, which block slow keeps busy (a.toml:14); 2 points lost"
            ),
            (
                tick(
                    "gcd",
                    "repeats = true\nqueue = \"q\"\ndo = [{ sync = \"db\", do = [] }]\n[[queue]]\nid = \"q\"\n[[queue]]\n"
                        + "id = \"db\"\n[[event]]\nat = \"1.9s\"\ndo = [{ async = \"db\", name = \"save\", do = [{ work = "
                        + "\"3.5s\" }] }]"),
                "tick fires every 1 s; silent from 2 s to 5.4 s: its own callback takes up to 3.4 s, waiting for queue db, "
                    + "which block save keeps busy (a.toml:15); 2 points lost"
            ),
            (
                tick(
                    "nstimer",
                    "repeats = true\nthread = \"w\"\n[[thread]]\nid = \"w\"\ndo = [{ create = \"tick\" }, { wait_for = "
                        + "\"go\" }, { run_loop = \"forever\" }]\n[[event]]\nat = \"4.5s\"\ndo = [{ count = \"go\" }]"),
                "tick fires every 1 s; silent until 4.5 s: thread w waits for a signal (a.toml:10); 3 points lost"
            ),
            (
                tick(
                    "nstimer",
                    "repeats = true\nthread = \"w\"\n[[thread]]\nid = \"w\"\nstarts = \"100ms\"\ndo = [{ create = \"tick\" "
                        + "}, { sync = \"main\", do = [] }, { run_loop = \"forever\" }]\n[[event]]\nat = \"0s\"\ndo = [{ work "
                        + "= \"4.5s\" }]"),
                "tick fires every 1 s; silent from 100 ms to 4.5 s: thread w waits for queue main, which event 1 keeps busy "
                    + "(a.toml:14); 3 points lost"
            ),
            (tick("perform", ""), "tick fires once, at 1 s, on time"),
            (
                "device.profile = \"iphone6\"\n" + tick("combine", "held_by = \"static\"\ntolerance = \"100ms\""),
                "tick fires every 1 s, at most 136 µs late"
            ),
            (
                "device.kept_alive = \"2s\"\n"
                    + tick(
                        "nstimer",
                        "repeats = true\ndo = [{ work = \"300ms\" }]\n[[event]]\nat = \"1.2s\"\ndo = [{ background = true }]\n"
                            + "[[event]]\nat = \"8s\"\ndo = [{ foreground = true }]"),
                "tick fires every 1 s; silent from 3 s to 9 s: the app is in the background (a.toml:11); 5 points lost"
            ),
            (
                tick(
                    "gcd",
                    "repeats = true\nqueue = \"q\"\nleeway = \"100ms\"\ndo = [{ wait_for = \"x\", when = { fired = 2 } }]\n"
                        + "[[queue]]\nid = \"q\"\n[[event]]\nat = \"2.5s\"\ndo = [{ sync = \"q\", do = [{ work = \"1ms\" }] }]"
                ),
                "tick fires every 1 s; silent from 2 s to the end: a thread waits for ever (a.toml:14); 7 points lost"
            ),
            (
                tick("async-timer", "do = [{ sleep = \"2s\", awaits = true }]"),
                "tick fires every 2 s instead of 1 s: what its own callback awaits takes so long (a.toml:2); 4 of 9 due "
                    + "points still wait at the end"
            ),
            (
                tick("mach-wait", "do = [{ work = \"2s\" }]"),
                "tick fires every 2 s instead of 1 s: its own callback takes 2 s (a.toml:6); 4 of 9 due points still wait "
                    + "at the end"
            ),
            (
                tick(
                    "gcd",
                    "repeats = true\nclock = \"wall\"\n[[event]]\nat = \"4.5s\"\ndo = [{ set_wall_clock = \"-1s\" }]"),
                "tick fires every 1 s; the wall clock was set back by 1 s: tick stands on it and fires so much later "
                    + "(a.toml:10)"
            ),
            (
                tick(
                    "gcd",
                    "repeats = true\nclock = \"wall\"\n[[event]]\nat = \"4.5s\"\ndo = [{ set_wall_clock = \"-2s\" }]\n"
                        + "[[event]]\nat = \"7.5s\"\ndo = [{ set_wall_clock = \"500ms\" }]"),
                "tick fires every 1 s; the wall clock was set back by 2 s, then forward by 500 ms: tick stands on it, fires "
                    + "later by what it was set back, and skips what it was set forward (a.toml:13)"
            ),
            (
                "device.profile = \"iphone6\"\ndevice.kept_alive = \"9s\"\n"
                    + tick("nstimer", "repeats = true\n[[event]]\nat = \"1.2s\"\ndo = [{ background = true }]"),
                "tick fires every 1 s, at most 136 µs late"
            ),
            (
                tick("nstimer", "repeats = true\ntolerance = \"100ms\"\n[device]\nwake_in_window = \"latest\""),
                "tick fires every 1 s, at most 100 ms late: its tolerance is used (a.toml:2)"
            ),
            (
                tick("after", "[device]\nwake_in_window = \"latest\"").replacing("interval", with: "delay"),
                "tick fires once, at 1.1 s, 100 ms late: its default leeway is used (a.toml:2)"
            ),
            (
                tick("thread-sleep", "do = [{ work = \"10us\" }]"),
                "tick: falls behind by 10 µs a second (+10 ppm): it re-arms after its work (a.toml:6); after 10 s it is "
                    + "80 µs behind"
            ),
            (
                tick("task-sleep", swallowing),
                "tick fires every 1 s; it was cancelled in its sleep at 2.5 s, and called all the same (a.toml:2)"
            ),
            (
                tick("task-sleep", "do = [{ work = \"500ms\" }]\n" + swallowing.replacing("2.5s", with: "3.1s")),
                "tick fires every 1.5 s instead of 1 s: it re-arms after its work (a.toml:6); after 3.1 s, when it ends, it "
                    + "is 500 ms behind, 1 tick fewer"
            ),
            (
                tick("task-sleep", "delay = \"0s\"\n" + swallowing, interval: "3s"),
                "tick fires 2 times; it was cancelled in its sleep at 2.5 s, and called all the same (a.toml:2)"
            ),
            (
                tick("task-sleep", "repeats = false\n" + swallowing, interval: "3s"),
                "tick fires once, at 2.5 s; it was cancelled in its sleep at 2.5 s, and called all the same (a.toml:2)"
            ),
            (
                tick(
                    "gcd",
                    "queue = \"main\"\ndelay = \"1s\"\nrepeats = true\ndo = ["
                        + "{ reschedule = \"tick\", after = \"2s\", when = { fired = 1 } }, "
                        + "{ reschedule = \"tick\", after = \"4s\", when = { fired = 2 } }]\n"
                        + "[[event]]\nat = \"2s\"\ndo = [{ mode = \"modal\", for = \"3s\" }]", interval: "60s"),
                "tick fires 3 times, on 3 schedules, at most 2 s late: event 1 runs the modal mode, where the main "
                    + "queue is not served (a.toml:12)"
            ),
            (
                "device.refresh = \"60Hz\"\n"
                    + tick("displaylink", "[[event]]\nat = \"2s\"\ndo = [{ set_refresh = \"120Hz\" }]").replacing(
                        "interval = \"1s\"\n", with: ""),
                "tick fires 1079 times, on 2 schedules: always on time"
            ),
            (
                "device.refresh = \"120Hz\"\n"
                    + tick("displaylink", "[[event]]\nat = \"8.003s\"\ndo = [{ set_refresh = \"60Hz\" }]").replacing(
                        "interval = \"1s\"\n", with: ""),
                "tick fires every 8.333 ms: always on time"
            ),
            (
                tick(
                    "nstimer",
                    "repeats = true\n[[thread]]\nid = \"worker\"\nstarts = \"0s\"\ndo = [{ work = \"3s\" }]\n"
                        + "[[event]]\nat = \"2.5s\"\ndo = [{ perform = \"x\", on_thread = \"worker\", wait = true, do = [{ log = \"x\" }] }]"
                ),
                "tick fires every 1 s: always on time"
            ),
        ] as [(String, String)])
    func sentence(text: String, expected: String) throws {
        #expect(try sentences(text) == [expected])
    }

    @Test("put lost points down to what they were lost to, whatever most of the waiting is for")
    func losses() throws {
        let report = try report(
            """
            duration = "10s"
            [device]
            profile = "iphone6"
            [[timer]]
            id = "loop"
            kind = "Timer"
            interval = "1/60s"
            repeats = true
            do = [{ work = "4ms" }]
            [[timer]]
            id = "link"
            kind = "CADisplayLink"
            modes = ["common"]
            do = [{ work = "2ms" }]
            [[event]]
            at = "3s"
            every = "1s"
            until = "7s"
            do = [{ work = "45ms" }]
            """)
        let link = try #require(report.shownTimers.last)
        #expect(TimerSentence(link, in: report).text.hasSuffix("due points lost: event 1 keeps it waiting (a.toml:19)"))
        let finding = try #require(report.analysis.findings.first { $0.subject == link.entity })
        #expect(finding.message.hasPrefix("event 1 kept link waiting"))
        let shares = try #require(report.attribution(of: link.entity)).shares
        #expect(shares[0].lost == 0 && shares[1].lost == link.skipped && shares[0].percent > 50)
    }

    @Test("a wait for another thread in a callback is named")
    func waits() throws {
        let report = try report(
            """
            duration = "8s"
            [[queue]]
            id = "net"
            [[timer]]
            id = "tick"
            kind = "Timer"
            interval = "1s"
            repeats = true
            do = [
              { async = "net", do = [{ sleep = "700ms" }, { count = "answer" }] },
              { wait_for = "answer" },
            ]
            [[timer]]
            id = "ui"
            kind = "Timer"
            interval = "100ms"
            repeats = true
            """)
        let timer = try #require(report.shownTimers.last)
        let share = try #require(report.attribution(of: timer.entity)?.shares.first)
        #expect(report.source.text(of: share.place) == #"{ wait_for = "answer" }"#)
    }

    @Test("begin with the timers that have a problem, whichever come first")
    func order() throws {
        let good = (1...5).map {
            "[[timer]]\nid = \"good\($0)\"\nkind = \"nstimer\"\ninterval = \"1s\"\nrepeats = true\n"
        }
        let bad = "[[timer]]\nid = \"bad\"\nkind = \"nstimer\"\ninterval = \"1s\"\ncreate = \"timer\"\n"
        let found = try sentences("duration = \"5s\"\n" + good.joined() + bad)
        #expect(found.first?.hasPrefix("bad never fires") == true)
        #expect(found.last == "… and 2 more timers")
    }

    @Test("call nothing always on time that is late, loses points or drifts", arguments: Shipped.listings.map(\.path))
    func onTime(path: String) throws {
        let report = try Shipped.workbench.run(path, keeping: []).report
        for timer in report.shownTimers {
            let text = TimerSentence(timer, in: report).text
            #expect(!text.contains("  "))
            guard text.hasSuffix("always on time") else { continue }
            #expect(timer.skipped == 0 && timer.stepLateness?.max == 0)
            if case .value? = timer.drift?.verdict { Issue.record("\(text), but it drifts") }
        }
    }

    @Test("steps of copies say which copy they are of")
    func copies() throws {
        let report = try report(
            Self.tick(
                "nstimer", "repeats = true\ncopies = 2\n[[event]]\nat = \"2.5s\"\ndo = [{ system_sleep = \"3s\" }]"))
        let text = report.text
        for copy in 0...1 { #expect(text.contains("  tick[\(copy)]: a step of +3 s at 2.5 s: the system sleeps")) }
    }

    @Test("the longest waiting is exact where a call has ended it, whatever still waits at the end")
    func exactMaximum() throws {
        let drag = Self.tick(
            "nstimer", "repeats = true\n[[event]]\nat = \"2.5s\"\ndo = [{ mode = \"tracking\", for = \"3s\" }]")
        for (end, isExact) in [("9.5s", true), ("7.5s", false)] {
            let last = "\n[[event]]\nat = \"\(end)\"\ndo = [{ mode = \"tracking\", for = \"9s\" }]"
            let text = try report(drag.replacing("10s", with: "11.05s") + last).text
            #expect(text.contains("≥") != isExact)
        }
    }

    @Test("a task that sleeps in its body waits for no mode")
    func sleepingBody() throws {
        let report = try report(
            Self.tick(
                "task-sleep",
                "tolerance = \"0s\"\ndo = [{ sleep = \"500ms\", awaits = true }]\n"
                    + "[[event]]\nat = \"1.2s\"\ndo = [{ mode = \"tracking\", for = \"200ms\" }]"))
        #expect(report.analysis.attributions.flatMap(\.shares).map(\.cause) == [.ownCallback])
    }

    @Test("a link that is gone is suspended no more")
    func suspendedUntilItsEnd() throws {
        let report = try report(
            Self.tick(
                "displaylink",
                "[[event]]\nat = \"2s\"\ndo = [{ pause = \"tick\" }]\n[[event]]\nat = \"4s\"\ndo = [{ invalidate = \"tick\" }]"
            ).replacing("interval = \"1s\"\n", with: ""))
        #expect(report.analysis.suspensions.values.flatMap { $0 } == [2_000_000_000..<4_000_000_000])
    }

    @Test("callbacks that are closer than asked, behind late ones, are not put down to what loses points")
    func closer() throws {
        let text = Self.tick(
            "nstimer",
            """
            repeats = true
            tolerance = "500ms"
            [[timer]]
            id = "second"
            kind = "nstimer"
            interval = "1s"
            repeats = true
            [[event]]
            at = "3s"
            do = [{ mode = "tracking", for = "3s" }]
            """, interval: "1.1s")
        let sentence =
            "tick fires every 1.1 s, median 1 s; 2 of 9 due points lost: event 1 runs the tracking mode, which it is not in "
            + "(a.toml:15)"
        #expect(try sentences(text).first == sentence)
    }

    @Test("a median that is not the rule stands beside the mean, and a share of the waiting explains no interval")
    func uneven() throws {
        let work =
            "do = [{ work = \"2.5s\", when = { fired = 2 } }, { work = \"1.5s\", when = { not = { fired = 2 } } }]"
        let text = Self.tick("nstimer", "repeats = true\n" + work)
        let sentence = try #require(try sentences(text).first)
        #expect(sentence.hasPrefix("tick fires every 2 s, 2.33 s on average, instead of 1 s: its own callback"))
        let drag = "\n[[event]]\nat = \"7.1s\"\ndo = [{ mode = \"tracking\", for = \"1s\" }]"
        #expect(try #require(try sentences(text + drag).first).contains(" % of the waiting: its own callback takes"))
    }

    @Test("findings of copies are told once")
    func manyCopies() throws {
        let report = try report(Self.tick("nstimer", "repeats = true\ncopies = 9\ncreate = \"timer\""))
        let text = report.text
        #expect(
            text.contains("  TL0202  tick (9 timers) never fires: it was never in a run loop"))
        #expect(text.components(separatedBy: "TL0202").count == 3)
    }
}

extension RunReport {
    fileprivate var text: String { ByteStream.text { PageText().write(page(), to: $0) } }
}

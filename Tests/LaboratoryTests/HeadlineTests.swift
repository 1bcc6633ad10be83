import LabAnalysis
import Testing

@testable import LabReports
@testable import Laboratory

@Suite("Headlines")
struct HeadlineTests {
    private let folder: ScratchFolder

    init() throws { folder = try ScratchFolder() }

    private func report(_ text: String) throws -> RunReport {
        try Workbench(finder: ScenarioFinder(roots: [])).run(folder.write("a.toml", text)).report
    }

    private func sentences(_ text: String) throws -> [String] {
        let report = try report(text)
        return report.shownTimers.map { TimerSentence($0, in: report).text }
    }

    static func tick(_ kind: String, _ more: String, interval: String = "1s") -> String {
        """
        duration = "10s"
        [[timer]]
        id = "tick"
        kind = "\(kind)"
        interval = "\(interval)"
        \(more)
        """
    }

    @Test("say the pace, the worst episode, why, where, and what was skipped, as recorded in headlines.txt")
    func recorded() throws {
        let blocks = try Golden.text("headlines.txt").split(separator: "\n\n").map { block in
            let scenario = block.split(separator: "\n").filter { !$0.hasPrefix("> ") }.joined(separator: "\n")
            return try scenario + "\n> " + sentences(scenario).joined(separator: "\n> ")
        }
        try Golden.check(blocks.joined(separator: "\n\n") + "\n", "headlines.txt")
    }

    @Test("put skipped points down to what they were skipped for, whatever most of the waiting is for")
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
        #expect(
            TimerSentence(link, in: report).text.hasSuffix("due points skipped: event 1 keeps it waiting (a.toml:19)"))
        let finding = try #require(report.analysis.findings.first { $0.subject == link.entity })
        #expect(finding.message.hasSuffix("event 1 keeps it waiting"))
        let shares = try #require(report.attribution(of: link.entity)).shares
        #expect(shares[0].lost == link.skipped && shares[1].lost == 0 && shares[1].percent > 50)
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
        let answer = try report("duration = \"5s\"\n" + good.joined() + bad).text.split(separator: "\nAnswer\n").last
        #expect(answer?.hasPrefix("  fault  bad never fires") == true)
    }

    @Test(
        "name the first cause of their table, and call nothing on time that is late or drifts",
        arguments: Shipped.listings.map(\.path))
    func onTime(path: String) throws {
        let report = try Shipped.run(path).report
        #expect(report.disagreeingHeadlines.isEmpty)
        for timer in report.shownTimers {
            let text = TimerSentence(timer, in: report).text
            #expect(!text.contains("  "))
            guard text.hasSuffix("always on time") else { continue }
            #expect(timer.skipped == 0 && timer.lateness?.max == 0)
            if case .value? = timer.drift?.verdict { Issue.record("\(text), but it drifts") }
        }
    }

    @Test("steps of copies say which copy they are of")
    func copies() throws {
        let report = try report(
            Self.tick(
                "nstimer", "repeats = true\ncopies = 2\n[[event]]\nat = \"2.5s\"\ndo = [{ system_sleep = \"3s\" }]"))
        let text = report.detailed
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

    @Test("callbacks that are closer than asked, behind late ones, hide no loss: the mean counts")
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
            "tick fires every 1.58 s instead of 1.1 s; 83 % of the waiting: event 1 runs the tracking mode, which it is "
            + "not in (a.toml:15); 2 of 9 due points skipped"
        #expect(try sentences(text).first == sentence)
    }

    @Test("the mean interval is told, and a share of the waiting explains it")
    func uneven() throws {
        let work =
            "do = [{ work = \"2.5s\", when = { fired = 2 } }, { work = \"1.5s\", when = { not = { fired = 2 } } }]"
        let text = Self.tick("nstimer", "repeats = true\n" + work)
        let sentence = try #require(try sentences(text).first)
        #expect(sentence.hasPrefix("tick fires every 2.33 s instead of 1 s: its own callback"))
        let drag = "\n[[event]]\nat = \"7.1s\"\ndo = [{ mode = \"tracking\", for = \"1s\" }]"
        #expect(try #require(try sentences(text + drag).first).contains(" of them: its own callback takes"))
    }

    @Test("findings of copies are told once")
    func manyCopies() throws {
        let report = try report(Self.tick("nstimer", "repeats = true\ncopies = 9\ncreate = \"timer\""))
        let text = report.text
        #expect(text.contains("  fault  tick (9 timers) never fire: it was never in a run loop"))
        #expect(text.components(separatedBy: "TL0202").count == 3)
    }
}

extension RunReport {
    fileprivate var text: String { ByteStream.text { PageText().write(page(), to: $0) } }

    fileprivate var detailed: String {
        var report = self
        report.isDetailed = true
        return report.text
    }
}

import LabAnalysis
import LabInventedScenarios
import LabSimulation
import LabTestBench
import Testing

@testable import LabReports
@testable import LabWorkbench

@Suite("Headlines")
struct HeadlineTests {
    private func sentences(_ text: String) throws -> [String] {
        let report = try Bench.run(text)
        return report.shownTimers.map { timer in
            let finding = report.analysis.findings.first {
                $0.subject == timer.entity || report.trace.group(of: $0.subject) == timer.entity
            }
            return finding.map(report.text) ?? TimerSentence(timer, in: report).text
        }
    }

    static func tick(_ kind: String, _ more: String, interval: String = "1s") -> String {
        """
        duration = "10s"
        \(Toml.timer("tick", kind, "\(interval)"))
        \(more)
        """
    }

    @Test("say what happens, why, where, and what was skipped, as recorded in headlines.txt")
    func recorded() throws {
        let blocks = try Golden.text("headlines.txt").split(separator: "\n\n").map { block in
            let scenario = block.split(separator: "\n").filter { !$0.hasPrefix("> ") }.joined(separator: "\n")
            return try scenario + "\n> " + sentences(scenario).joined(separator: "\n> ")
        }
        try Golden.check(blocks.joined(separator: "\n\n") + "\n", "headlines.txt")
    }

    @Test(
        "say what ended a timer where an expectation of it fails",
        arguments: [(2, ""), (9, "; event 1 ended it at 2.5 s")])
    func ended(fired: Int, text: String) throws {
        let scenario = Self.tick("nstimer", "repeats = true\n" + Toml.event("2.5s", #"{ invalidate = "tick" }"#))
        let told = try sentences(scenario + "\n[[expect]]\ntimer = \"tick\"\nfired = \(fired)\n")
        #expect(told == ["tick fires every 1 s: always on time" + text])
    }

    @Test("say what ended a timer before it was due")
    func endedEarly() throws {
        let told = try sentences(Self.tick("nstimer", Toml.event("500ms", #"{ invalidate = "tick" }"#)))
        #expect(told == ["tick never fires: event 1 ended it at 500 ms, before it was due"])
    }

    @Test("say when a timer would be due that the run is too short for", arguments: [true, false])
    func dueAfterEnd(repeats: Bool) throws {
        let told = try sentences(Self.tick("nstimer", "repeats = \(repeats)", interval: "30000s"))
        #expect(told == ["tick never fires: it is due at 30000 s, after the end of the run"])
        let unmade = Toml.event("10s", #"{ create = "tick" }"#)
        #expect(try sentences(Self.tick("nstimer", unmade)) == ["tick never fires: nothing was due"])
    }

    @Test("put skipped points down to what they were skipped for, whatever most of the waiting is for")
    func losses() throws {
        let report = try Bench.run(
            """
            duration = "10s"
            [device]
            profile = "iphone6"
            \(Toml.timer("loop", "Timer", "1/60s", repeats: true))
            do = [{ work = "4ms" }]
            \(Toml.timer("link", "CADisplayLink"))
            modes = ["common"]
            do = [{ work = "2ms" }]
            [[event]]
            at = "3s"
            every = "1s"
            until = "7s"
            do = [{ work = "45ms" }]
            """)
        let link = try #require(report.shownTimers.last)
        let finding = try #require(report.analysis.findings.first { $0.subject == link.entity })
        #expect(finding.message.text(in: report.trace).hasSuffix("event 1 keeps it waiting"))
        let shares = report.analysis.shares(of: link.entity)
        #expect(shares[0].lost == link.skipped && shares[1].lost == 0 && shares[1].percent > 50)
    }

    @Test("the block that a callback's semaphore waits for is named, and its signal can come after the end")
    func waits() throws {
        let report = try Bench.run(
            """
            duration = "8.3s"
            [[queue]]
            id = "net"
            \(Toml.timer("tick", "Timer", "1s", repeats: true))
            do = [
              { async = "net", do = [{ sleep = "700ms" }, { count = "answer" }] },
              { wait_for = "answer" },
            ]
            \(Toml.timer("ui", "Timer", "100ms", repeats: true))
            """)
        let timer = try #require(report.shownTimers.last)
        let share = try #require(report.analysis.shares(of: timer.entity).first)
        #expect(report.source.text(of: report.trace.place(of: share.reason)) == #"{ sleep = "700ms" }"#)
        #expect(!report.analysis.findings.contains { $0.code == .deadlock })
    }

    @Test("begin with the timers that have a problem, whichever come first")
    func order() throws {
        let good = (1...5).map {
            "[[timer]]\nid = \"good\($0)\"\nkind = \"nstimer\"\ninterval = \"1s\"\nrepeats = true\n"
        }
        let bad = "[[timer]]\nid = \"bad\"\nkind = \"nstimer\"\ninterval = \"1s\"\ncreate = \"timer\"\n"
        let answer = try Bench.run("duration = \"5s\"\n" + good.joined() + bad).text.split(separator: "\nAnswer\n").last
        #expect(answer?.hasPrefix("  fault  bad was never in a run loop") == true)
    }

    @Test(
        "name the largest cause that is found, and call nothing on time that is late or drifts",
        arguments: Shipped.listings.map(\.path))
    func onTime(path: String) throws {
        let report = try Shipped.run(path).report
        #expect(report.analysis.lesserHeadlines == [])
        for timer in report.shownTimers {
            let text = TimerSentence(timer, in: report).text
            #expect(!text.contains("  "))
            guard text.hasSuffix("always on time") else { continue }
            #expect(timer.skipped == 0 && timer.lateness?.max == 0)
            if case .value? = timer.drift?.verdict { Issue.record("\(text), but it drifts") }
        }
    }

    @Test("count work and waits for it together, also where only one of them delays a call")
    func workAndWaits() throws {
        for seed: UInt64 in [305_603_376, 900_006_186, 910_001_012] {
            let trace = try Simulator.record(RandomScenarios.mixed(seed: seed)).trace
            #expect(RunAnalysis(of: trace).lesserHeadlines == [])
        }
    }

    @Test("steps of copies say which copy they are of")
    func copies() throws {
        let report = try Bench.run(
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
            let text = try Bench.run(drag.replacing("10s", with: "11.05s") + last).text
            #expect(text.contains("≥") != isExact)
        }
    }

    @Test("a task that sleeps in its body waits for no mode")
    func sleepingBody() throws {
        let report = try Bench.run(
            Self.tick(
                "task-sleep",
                "tolerance = \"0s\"\ndo = [{ sleep = \"500ms\", awaits = true }]\n"
                    + "[[event]]\nat = \"1.2s\"\ndo = [{ mode = \"tracking\", for = \"200ms\" }]"))
        #expect(report.analysis.attributions.flatMap(\.shares).map(\.cause) == [.ownCallback])
    }

    @Test("a link that is gone is suspended no more")
    func suspendedUntilItsEnd() throws {
        let report = try Bench.run(
            Self.tick(
                "displaylink",
                "[[event]]\nat = \"2s\"\ndo = [{ pause = \"tick\" }]\n[[event]]\nat = \"4s\"\ndo = [{ invalidate = \"tick\" }]"
            ).replacing("interval = \"1s\"\n", with: ""))
        #expect(report.analysis.suspensions.values.flatMap { $0 } == [2_000_000_000..<4_000_000_000])
    }

    @Test("findings of copies are told once")
    func manyCopies() throws {
        let report = try Bench.run(Self.tick("nstimer", "repeats = true\ncopies = 9\ncreate = \"timer\""))
        let text = report.text
        #expect(text.contains("  fault  tick[0] was never in a run loop"))
        #expect(text.components(separatedBy: "TL0202").count == 3)
    }
}

extension RunReport {
    fileprivate var text: String { Bench.text(page()) }

    fileprivate var detailed: String {
        var report = self
        report.isDetailed = true
        return report.text
    }
}

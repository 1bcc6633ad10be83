import LabExactTime
import LabLogImport
import LabQuotedLogs
import LabReports
import LabTestBench
import LabTestFolders
import LabWorkbench
import Testing

@Suite("Logs of real devices")
struct LogCommandTests {
    private let folder: ScratchFolder
    private let workbench = Bench.workbench

    init() throws { folder = try ScratchFolder() }

    private var second: LogOptions {
        var request = LogOptions()
        request.interval = Rational(whole: 1_000_000_000)
        return request
    }

    private func analyze(_ text: String, expect: String? = nil) throws -> RunOutcome {
        let expectations = try expect.map { try folder.write("expect.toml", $0) }
        return try workbench.analyze(folder.write("device.log", text), second, expectations: expectations)
    }

    private func printedLog(_ report: RunReport) -> String {
        ByteStream.text { FiringLogWriter.write(report.trace, to: $0) }
    }

    @Test("a scenario that replays a log prints that very log, byte for byte", arguments: QuotedLog.allCases)
    func replay(_ log: QuotedLog) throws {
        let path = try folder.write("device.log", log.text)
        let replay = try workbench.replay(path, at: folder.path + "/again.toml", second)
        #expect(replay.difference == 0)
        let outcome = try workbench.run(folder.write("again.toml", replay.text))
        #expect(printedLog(outcome.report) == log.text)
        #expect(outcome.status == .success)
    }

    @Test("so does one that is written by hand, the log beside it")
    func replayByHand() throws {
        try folder.write("logs/device.log", QuotedLog.lightOnPhone.text)
        let path = try folder.write(
            "a.toml",
            """
            duration = "20s"
            until_fired = 8
            [device]
            wake_up = { replay = "logs/device.log", interval = "1s" }
            \(Toml.tick)
            do = [{ log = "timer test" }]
            """)
        let report = try workbench.run(path).report
        #expect(printedLog(report) == QuotedLog.lightOnPhone.text)
    }

    @Test("a log without times cannot be replayed")
    func nothingToReplay() throws {
        try folder.write("device.log", "hello\n")
        let path = try folder.write(
            "a.toml", "duration = \"1s\"\n[device]\nwake_up = { replay = \"device.log\" }\n")
        #expect(throws: Problem.self) { try workbench.run(path) }
    }

    @Test("the heavy log: 7 of 42 points served, on a grid, its callback outlasts the interval")
    func heavy() throws {
        let report = try analyze(QuotedLog.heavyOnPhone.text).report
        let timer = try #require(report.analysis.timers.first)
        #expect(timer.fired == 7)
        #expect(timer.due == 42)
        #expect(timer.skipped == 35)
        #expect(report.analysis.findings.map(\.code.rawValue) == ["TL0101"])
        #expect(report.analysis.findings.first?.remedy.hasPrefix("hand the work to a queue") == true)
        let verdict = try #require(report.log?.timers.first?.facts.verdict)
        #expect(verdict.doubt == .tooShort)
        #expect(verdict.usualMultiple == 6)
    }

    @Test(
        "a handful of lines is too short to tell",
        arguments: [QuotedLog.empty, .lightSimulated, .lightOnPhone, .remedied])
    func tooShort(_ log: QuotedLog) throws {
        let verdict = try analyze(log.text).report.log?.timers.first?.facts.verdict
        #expect(try #require(verdict).kind == nil)
    }

    @Test("expectations alone speak of a timer by what its lines say")
    func expectations() throws {
        let promise = "[[expect]]\ntimer = \"timer test\"\n"
        let log = QuotedLog.remedied.text
        #expect(try analyze(log, expect: promise + "fired = 7\ninterval = \"1s ± 158us\"\n").status == .success)
        #expect(try analyze(log, expect: promise + "interval = \"1s ± 156us\"\n").status == .failed)
        #expect(throws: Problem.self) { try analyze(log, expect: "[[expect]]\ntimer = \"other\"\nfired = 7\n") }
        #expect(throws: Problem.self) { try analyze(log, expect: promise + "firred = 7\n") }
    }

    @Test("a scenario's numbers are held against the log as against its own run")
    func scenarioAsGate() throws {
        let scenario = """
            duration = "43s"
            \(Toml.tick)
            do = [{ work = "5.5s" }, { log = "timer test" }]
            [[expect]]
            timer = "tick"
            fired = 7
            skipped = 35
            log_interval = { min = "> 5.9s", max = "< 6.05s" }
            first = "1s"
            """
        let path = try folder.write("device.log", QuotedLog.heavyOnPhone.text)
        let outcome = try workbench.analyze(path, expectations: folder.write("heavy.toml", scenario))
        #expect(outcome.report.verdicts.count == 4)
        #expect(!outcome.report.verdicts.contains { !$0.passed })
        #expect(outcome.status == .success)
    }

    @Test("messages of no rhythm beside a ticking timer get no verdict, no interval and no lateness")
    func beside() throws {
        var lines = (10..<50).map { "09:00:\($0).00\($0 * 37 % 97 % 7)040 tick" }
        for (index, second) in [11, 12, 17, 18, 21, 34, 35, 44, 48].enumerated() {
            lines.append("09:00:\(second).\(100 + index * index * 37 % 800) request \(index)")
        }
        let report = try workbench.analyze(
            folder.write("device.log", lines.sorted().joined(separator: "\n"))
        ).report
        let timers = try #require(report.log?.timers)
        #expect(timers.map(\.name) == ["tick", "request #"])
        #expect(timers[0].facts.known == Rational(whole: 1_000_000_000))
        #expect(timers[1].facts.known == nil && timers[1].facts.verdict?.kind == nil)
        let other = try #require(report.analysis.timers.last)
        #expect(other.requested == nil && other.waiting == nil && other.lateness == nil)
    }

    @Test(
        "figures that rest on a mechanism are null where none is known, and an expectation of one fails with the reason"
    )
    func undecided() throws {
        let late: [Int64] = [0, 4, 9, 2, 7, 1, 5, 3]
        let lines = late.enumerated().map { "09:01:0\($0.offset).\(100 + $0.element)000 tick" }
        let outcome = try analyze(
            lines.joined(separator: "\n"),
            expect: "[[expect]]\ntimer = \"tick\"\ndrift = \"< 1%\"\nwaiting = { max = \"< 1s\" }\n")
        let timer = try #require(outcome.report.analysis.timers.first)
        #expect(timer.drift == nil && timer.waiting == nil && timer.lag == nil && timer.due == 8)
        #expect(outcome.status == .failed)
        #expect(outcome.report.verdicts.allSatisfy { $0.actual.contains("does not tell the mechanism") })
        let shown = Bench.text(outcome.report.page(), width: 100)
        #expect(!shown.contains("none") && shown.contains("drift +0 % if it keeps a grid, +"))
    }

    @Test("a guess that bears no verdict bears no points, no losses and no finding")
    func guessed() throws {
        let lines = (0..<12).map { "09:0\(1 + $0 * 7 / 60):\(10 + $0 * 7 % 50).\(100 + $0 * 37 % 61)000 tick" }
        let report = try workbench.analyze(
            folder.write("device.log", lines.sorted().joined(separator: "\n"))
        ).report
        let timer = try #require(report.analysis.timers.first)
        #expect(report.log?.timers.first?.facts.known == nil)
        #expect(!timer.hasSchedule && timer.waiting == nil && report.analysis.findings.isEmpty)
        #expect(timer.skipped == 0 && timer.requested == nil)
    }

    @Test("a refusal shows the first line that could not be read, and what was tried")
    func refusal() throws {
        do {
            _ = try analyze("\nhello at 9\nworld\n")
            Issue.record("a log without times was analysed")
        } catch let problem as Problem {
            guard case .plain(let message, let help) = problem.kind else {
                Issue.record("no message")
                return
            }
            #expect(message.contains("line 2 is 'hello at 9'") && help?.contains("ISO 8601") == true)
            #expect(help?.contains("--column") == true)
        }
    }

    @Test("a log with nothing to read is wrong data (65), one that is not there no input (66)")
    func faults() throws {
        for text in ["", "hello\nworld\n", "\u{0}\u{0}\n"] {
            do {
                _ = try analyze(text)
                Issue.record("an empty log was analysed")
            } catch let problem as Problem {
                #expect(problem.status == .wrongData)
            }
        }
        do {
            _ = try workbench.analyze(folder.path + "/none.log")
            Issue.record("a missing log was analysed")
        } catch {
            #expect(error.status == .noInput)
        }
    }

    @Test("a calibrated profile can be loaded, and timers on it wake up as the log's did")
    func calibrate() throws {
        let lines = (10..<50).map { "09:00:\($0).000\(100 + $0 * 37 % 97) tick\n" }
        let idle = try folder.write("idle.log", lines.joined())
        let heavy = try folder.write("heavy.log", QuotedLog.heavyOnPhone.text)
        try folder.write("phones/my-iphone.toml", workbench.calibrate([idle, heavy], second, turns: 1_000_000_000))
        let path = try folder.write(
            "a.toml",
            """
            duration = "2001s"
            [device]
            profile = "phones/my-iphone.toml"
            \(Toml.tick)
            """)
        let idleRun = try workbench.run(path)
        #expect(idleRun.report.trace.header.deviceProfile == "my-iphone")
        let lateness = try #require(idleRun.report.analysis.timers.first?.lateness)
        #expect(lateness.min == 0 && lateness.max > 80_000 && lateness.max < 100_000)
        let busy = try workbench.run(
            path, changes: ScenarioChanges(sets: ["timer.tick.do=[{ loop = 1_000_000_000 }]"]))
        let period = try #require(busy.report.analysis.timers.first?.interval)
        #expect(period.min > 5_900_000_000 && period.max < 6_100_000_000)
    }

    @Test("a profile that is none is told so, with its place")
    func brokenProfile() throws {
        let scenario = try folder.write("a.toml", "duration = \"1s\"\n[device]\nprofile = \"phone.toml\"\n")
        for profile in [
            "[device]\nloop_cost = 5\n", "duration = \"1s\"\n[device]\n", "x", "[device]\nprofile = \"b.toml\"\n",
        ] {
            try folder.write("phone.toml", profile)
            do {
                _ = try workbench.run(scenario)
                Issue.record("a broken profile was taken")
            } catch {
                #expect(error.status == .wrongData)
                guard case .diagnostics(let list, _, let path) = error.kind else {
                    Issue.record("no place was named")
                    continue
                }
                #expect(!list.isEmpty && path == folder.path + "/phone.toml")
            }
        }
    }

    @Test("a log of one line lasts for no time")
    func oneLine() throws {
        #expect(Bench.text(try analyze("09:00:01.000 tick\n").report.page()).contains("0 s imported"))
    }

    @Test("the report shows verdict and notes, and does not print the log again")
    func report() throws {
        let lines = QuotedLog.empty.text.split(separator: "\n")
        let text = (lines + ["bye"]).joined(separator: "\n")
        let outcome = try analyze(text)
        let shown = Bench.text(outcome.report.page(), width: 100)
        #expect(shown.contains("cannot tell"))
        #expect(shown.contains("1 line belongs to no timer, without a time"))
        #expect(shown.contains("-112 µs … 1.028 ms"))
        #expect(!shown.contains("QTimer[20276"))
        let json = ByteStream.text { outcome.report.writeJSON(to: $0) }
        for kind in ["note", "mechanism"] { #expect(json.contains("\"kind\":\"\(kind)\"")) }
        #expect(!json.contains("\"kind\":\"log\""))
    }
}

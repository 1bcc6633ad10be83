import LabAnalysis
import LabExactTime
import LabLogImport
import LabRealLogs
import LabReports
import LabTestBench
import LabTestFolders
import LabWorkbench
import Testing

@Suite("What held a timer is read from its log")
struct LogHoldTests {
    private let folder: ScratchFolder
    private let workbench = Bench.workbench

    init() throws { folder = try ScratchFolder() }

    private func analyze(
        _ seconds: [Double], every interval: Int64? = nil
    ) throws -> (facts: Identification, silences: [Episode]) {
        let path = try folder.write("device.log", "time,message\n" + seconds.map { "\($0),tick\n" }.joined())
        var request = LogOptions()
        request.interval = interval.map { Rational(whole: $0) }
        let report = try workbench.analyze(path, request).report
        let summary = try #require(report.analysis.timers.first)
        #expect(summary.episodeCount == summary.episodes.count)
        return (try #require(report.log?.timers.first).facts, summary.episodes)
    }

    /// 100mango/SwiftTimer, issue 18: a timer of one second that is suspended between 16.3 s and 18.357 s.
    @Test("a GCD timer that was suspended: one hold, back on the grid, and no chain", arguments: [nil, 1_000_000_000])
    func suspended(interval: Int64?) throws {
        let before = (0...16).map { (second: Int) -> Double in 0.2998 + Double(second) + Double(second % 3) * 0.0002 }
        let timer = try analyze(before + [18.357, 19.2994, 20.2996, 21.2999], every: interval)
        #expect(timer.facts.verdict?.kind == .grid)
        #expect(timer.silences.count == 1)
        let hold = try #require(timer.silences.first)
        #expect(hold.end == .released && hold.lost == 1)
        #expect(abs(hold.from - 16_000_000_000) < 1_000_000 && abs(hold.length - 2_057_000_000) < 1_000_000)
    }

    @Test("coarse stamps hide the mechanism, not the interval, nor a hold", arguments: [nil, 1_000_000_000])
    func coarse(interval: Int64?) throws {
        let late = "101001333121001333301223302220203321323321210130021211301".compactMap(\.wholeNumberValue)
        let seconds = zip(Array(0...18) + Array(22...59), late).map { (second: Int, late: Int) -> Double in
            Double(second * 1000 + (second == 22 ? 400 : late)) / 1000
        }
        let timer = try analyze(seconds, every: interval)
        #expect(timer.facts.verdict?.doubt == .coarse && timer.silences.map(\.end) == [.released])
    }

    /// ReactiveCocoa, issue 2552: a timer of 0.1 s that is held about a second at a time.
    @Test("a grid that is held four times keeps its points")
    func heldOften() throws {
        var time = 1.0
        var seconds = [time]
        for step in [0.968, 1.019, 0.011, 1.176, 0.024, 0.1, 0.1, 0.1, 0.1, 0.1, 1.056, 0.044, 0.1, 0.1, 0.1, 0.1] {
            time += step
            seconds.append((time * 1e6).rounded() / 1e6)
        }
        let timer = try analyze(seconds, every: 100_000_000)
        #expect(timer.facts.verdict?.kind != .rescheduled)
        #expect(timer.silences.map(\.end) == [.released, .released, .released, .released])
    }

    @Test("a silence begins in the time of the recording, at its earliest due point, and a log gives it no cause")
    func origin() throws {
        let path = try folder.write(
            "device.log",
            "time,message\n" + [1.003, 2.002, 3.004, 6.751, 7.003, 8.002, 9.003].map { "\($0),tick\n" }.joined())
        var request = LogOptions()
        request.interval = Rational(whole: 1_000_000_000)
        let report = try workbench.analyze(path, request).report
        let timer = try #require(report.analysis.timers.first)
        #expect(timer.episodes.map(\.from) == [timer.first.map { $0 + 2_001_000_000 }])
        #expect(timer.episodes.allSatisfy { $0.reason == nil } && report.analysis.attributions.isEmpty)
    }

    private func lines(_ texts: [(second: Int, text: String)]) -> String {
        texts.map { second, text in
            "2026-03-03 10:\(15 + second / 60):\(second % 60 < 10 ? "0" : "")\(second % 60).113000+0100 Quiz[812:40211] \(text)\n"
        }.joined()
    }

    private func screen(_ log: String, every interval: Int64? = nil) throws -> String {
        var request = LogOptions()
        request.interval = interval.map { Rational(whole: $0) }
        let page = try workbench.analyze(folder.write("device.log", log), request).report.page()
        return Bench.text(page, width: 1000)
    }

    @Test("a hold is told with the stamps of its log, and lines that are numbered without a gap are not lost")
    func stamps() throws {
        let seconds = Array(0...40) + Array(60...99)
        let counted = try screen(lines(seconds.enumerated().map { ($0.element, "tick \($0.offset)") }))
        #expect(counted.contains("19 points gone, ends on the grid (10:15:40.113 to 10:16:00.113)"), "\(counted)")
        #expect(counted.contains("whose thread was busy"))
        #expect(counted.contains("are numbered") && !counted.contains("the log lost lines"))
        let gone = try screen(lines(seconds.map { ($0, "tick \($0)") }))
        #expect(gone.contains("the log lost lines") && !gone.contains("are numbered"))
    }

    @Test("a given interval is not that of what comes more seldom while a timer on its thread keeps it")
    func chatter() throws {
        let log = (0...99).flatMap { (second: Int) -> [(Int, String)] in
            [(second, "tick \(second)")] + (second % 17 == 0 ? [(second, "retry")] : [])
        }
        let told = try screen(lines(log), every: 1_000_000_000)
        #expect(
            !told.contains("TL0101") && told.contains("retry fires 6 times") && told.contains("about 17 s (guessed)"),
            "\(told)")
        let alone = try screen(lines(log.filter { $0.1 == "retry" }), every: 1_000_000_000)
        #expect(alone.contains("TL0101"))
    }

    @Test(
        "a timer that was started twice is two timers of its interval, and a finding", arguments: [nil, 1_000_000_000])
    func startedTwice(interval: Int64?) throws {
        var random = MadeRandom(8)
        let log = KnownLog(
            "started twice",
            [
                .grid(1_000_000_000, 40, late: 1e6, &random),
                .grid(1_000_000_000, 37, late: 1e6, from: 2_300_000_000, &random),
            ])
        var request = LogOptions()
        request.interval = interval.map { Rational(whole: $0) }
        let report = try workbench.analyze(folder.write("device.log", log.text), request).report
        #expect(report.log?.timers.map(\.name) == ["tick (1 of 2)", "tick (2 of 2)"])
        #expect(
            report.log?.timers.map(\.facts.known) == [Rational(whole: 1_000_000_000), Rational(whole: 1_000_000_000)])
        #expect(report.analysis.findings.map(\.code.rawValue) == ["TL0313"])
        #expect(report.analysis.timers.map(\.skipped) == [0, 0])
    }

    @Test(
        "a text that no line contains is that, and not a log without stamps",
        arguments: [("Tick", "; 3 contain 'tick'"), ("tock", "")])
    func noMatch(match: String, near: String) throws {
        var request = LogOptions()
        request.match = match
        let path = try folder.write("device.log", lines((0...2).map { ($0, "tick \($0)") }))
        let error = #expect(throws: Problem.self) { try workbench.analyze(path, request) }
        #expect(
            error?.description.contains("no line contains '\(match)'\(near)\n") == true, "\(error?.description ?? "")")
    }

    @Test("a pause that ends on a point of the grid held nothing overdue")
    func paused() throws {
        let times = (0..<60).filter { !(20..<25).contains($0) }
            .map { (second: Int) -> Double in Double(second) + Double(second % 4) * 0.001 }
        let timer = try analyze(times, every: 1_000_000_000)
        #expect(timer.silences.map(\.end) == [.onPoint])
        #expect(timer.silences.first?.lost == 5)
    }

    /// Thirty lines of a second, then thirty of another grid.
    private func moved(by gap: Double) -> [Double] {
        [0, 29 + gap].flatMap { (start: Double) -> [Double] in
            (0..<30).map { (index: Int) -> Double in start + Double(index) + Double(index % 4) * 0.001 }
        }
    }

    @Test("a silence after which another grid begins is told with the whole intervals in it, a set clock as a note")
    func movedGrid() throws {
        let timer = try analyze(moved(by: 3.37), every: 1_000_000_000)
        #expect(timer.silences.map(\.end) == [.offGrid] && timer.silences.map(\.lost) == [3])
        let far = try screen(
            "time,message\n" + moved(by: 259_201.37).map { "\(1e9 + $0),tick\n" }.joined(),
            every: 1_000_000_000)
        #expect(far.contains("01:47:09.001 to 2001-09-12 01:47:10."), "\(far)")
        #expect(far.contains("silent from") && !far.contains("new grid"))
        // The table counts none of them as skipped.
        let near = try screen(
            "time,message\n" + moved(by: 3.37).map { "\($0),tick\n" }.joined(), every: 1_000_000_000)
        #expect(near.contains("up to 3 points gone, not back on the grid"), "\(near)")
        let set = try analyze(moved(by: 1.37), every: 1_000_000_000)
        #expect(set.silences.isEmpty)
    }

    @Test("what holds only if no point was due in such a silence is undecided", arguments: [false, true])
    func pointsInSilence(hasScenario: Bool) throws {
        let times = moved(by: 3.37).map { "\($0),tick\n" }.joined()
        let claims = ["skipped = 0", "skipped = \"<= 3\"", "skipped = 5", "waiting = { max = \"< 1s\" }", "fired = 60"]
        let scenario = "duration = \"63s\"\n\(Toml.tick)\ndo = [{ log = \"tick\" }]\n"
        var request = LogOptions()
        request.interval = Rational(whole: 1_000_000_000)
        let expectations = try folder.write(
            "a.toml", (hasScenario ? scenario : "") + claims.map { "[[expect]]\ntimer = \"tick\"\n\($0)\n" }.joined())
        let report = try workbench.analyze(
            folder.write("device.log", "time,message\n" + times), request, expectations: expectations
        ).report
        #expect(report.log?.undecided.map(\.expected) == ["skipped = 0", "waiting.max = \"< 1s\""])
        #expect(report.verdicts.map(\.passed) == [true, false, true])
    }

    @Test("the drag of the tracking scenario holds the timer of the default mode and not that of the common modes")
    func tracking() throws {
        let report = try Shipped.run("tracking").report
        let path = try folder.write("tracking.log", ByteStream.text { FiringLogWriter.write(report.trace, to: $0) })
        var request = LogOptions()
        request.interval = Rational(whole: 500_000_000)
        let timers = try workbench.analyze(path, request).report.analysis.timers
        #expect(timers.map(\.episodeCount) == [1, 0])
        let hold = try #require(timers.first?.episodes.first)
        #expect(hold.end == .released && hold.lost == 3)
    }
}

import LabAnalysis
import LabExactTime
import LabLogImport
import LabRealLogs
import LabReports
import LabTestBench
import LabTestFolders
import LabWorkbench
import Testing

@Suite("A log is told to show what it shows, and no more")
struct LogStatementTests {
    private let folder: ScratchFolder
    private let workbench = Bench.workbench

    init() throws { folder = try ScratchFolder() }

    private func log(_ timers: [(name: String, seconds: [Double])]) throws -> String {
        let lines = timers.flatMap { timer in timer.seconds.map { ($0, timer.name) } }.sorted { $0.0 < $1.0 }
        return try folder.write("device.log", "time,message\n" + lines.map { "\($0),\($1)\n" }.joined())
    }

    private func options(every seconds: Double?) -> LogOptions {
        var options = LogOptions()
        options.interval = seconds.map { Rational(whole: Int64($0 * 1e9)) }
        return options
    }

    private func analyzed(
        _ timers: [(name: String, seconds: [Double])], every seconds: Double? = nil, expect: String? = nil
    ) throws -> (outcome: RunOutcome, page: String) {
        let expectations = try expect.map { try folder.write("expect.toml", $0) }
        let outcome = try workbench.analyze(log(timers), options(every: seconds), expectations: expectations)
        let page = Bench.text(outcome.report.page()).split(whereSeparator: \.isWhitespace).joined(separator: " ")
        return (outcome, page)
    }

    /// Lines of a grid, late by up to a millisecond.
    private func grid(_ count: Int, every interval: Double = 1, from start: Double = 0) -> [Double] {
        (0..<count).map { (index: Int) -> Double in
            start + Double(index) * interval + Double(index * 7 % 11) * 0.000_08
        }
    }

    @Test(
        "a timer that is armed again at the top of its callback drifts, so it keeps no grid",
        arguments: 0..<12, [nil, 1.0])
    func armedAtTheTop(seed: Int, interval: Double?) throws {
        var random = MadeRandom(seed)
        var time = 1.0
        let lines = (0..<300).map { (_: Int) -> Double in
            time += 1 + 50e-6 + 250e-6 * random.unit()
            return time + 0.002 + 0.010 * random.unit()
        }
        let (outcome, page) = try analyzed([("tick", lines)], every: interval)
        let facts = try #require(outcome.report.log?.timers.first?.facts)
        #expect(facts.verdict?.kind != .grid && !page.contains("sure)"), "\(page)")
        #expect(throws: Problem.self) { try workbench.calibrate([log([("tick", lines)])], options(every: interval)) }
    }

    @Test("clocks that differ by 20 ppm leave a grid a grid")
    func clocks() throws {
        let facts = try analyzed([("tick", grid(2000, every: 1.000_02))], every: 1).outcome.report.log?.timers.first
        #expect(facts?.facts.verdict?.kind == .grid)
    }

    @Test("every second point served: each cause that the log does not exclude, and the interval of the table")
    func everySecond() throws {
        let link = try analyzed([("tick", grid(120, every: 2))], every: 1).page
        #expect(link.contains("fires about every 2 s instead of every 1 s; not excluded: its callback"), "\(link)")
        #expect(link.contains("display link") && !link.contains("so its callback"), "\(link)")
        var (random, time) = (MadeRandom(1), 0.0)
        let uneven = (0..<80).map { (_: Int) -> Double in
            time += 2.501 + 0.02 * random.unit()
            return time
        }
        let chain = try analyzed([("tick", uneven)], every: 1).page
        #expect(chain.contains("1 s 2.51 s") && chain.contains("about every 2.51 s"), "\(chain)")
        #expect(chain.contains("armed again after its work"))
    }

    @Test("a gap does not hide the interval, and is told", arguments: [1.0, 0.1, 10], [4.4, 13.37, 70.6])
    func restarted(interval: Double, gap: Double) throws {
        let lines = grid(60, every: interval) + grid(60, every: interval, from: (59 + gap) * interval)
        let (outcome, page) = try analyzed([("tick", lines)])
        let facts = try #require(outcome.report.log?.timers.first?.facts)
        #expect(facts.known == Rational(whole: Int64(interval * 1e9)), "\(page)")
        #expect(page.contains("silent from"), "\(page)")
    }

    @Test("a timer that ends before the log is silent to the end and has skipped nothing there")
    func ended() throws {
        let (outcome, page) = try analyzed([("tick", grid(60)), ("blink", grid(40, every: 0.5))])
        let blink = try #require(outcome.report.analysis.timers.first { $0.name == "blink" })
        #expect(blink.skipped == 0 && blink.due == 40)
        #expect(page.contains("blink fires every 500 ms; silent from 19.5"), "\(page)")
        #expect(page.contains("to the end it was ended, or not called") && !page.contains("tick: silent"), "\(page)")
    }

    @Test("a drift that is none in the table holds an upper limit")
    func noDrift() throws {
        let lines = (0..<60).map { (index: Int) -> Double in
            Double(index) + 0.0001 + Double(index * index * 31 % 97) * 8e-6
        }
        let claims = ["< 0.01ppm", "> -0.01ppm"].map { "[[expect]]\ntimer = \"tick\"\ndrift = \"\($0)\"\n" }
        let outcome = try analyzed([("tick", lines)], every: 1, expect: claims.joined()).outcome
        #expect(outcome.report.analysis.timers.first?.drift?.text(isShort: true) == "none")
        #expect(outcome.status == .success, "\(outcome.report.verdicts)")
    }

    @Test("the answer has the interval of the table")
    func oneInterval() throws {
        var random = MadeRandom(3)
        let lines = (0..<400).map { (index: Int) -> Double in Double(index) + 0.28 * random.unit() * random.unit() }
        let page = try analyzed([("tick", lines)]).page
        #expect(page.contains("tick fires every 1 s, at most"), "\(page)")
    }

    @Test("a scenario of several timers has the names of the log")
    func names() throws {
        let path = try log([("save", grid(40, every: 0.5)), ("tick", grid(30, from: 0.3))])
        let text = try workbench.replay(path, at: folder.path + "/again.toml", LogOptions()).text
        #expect(text.contains("id       = \"save\"") && text.contains("id       = \"tick\""), "\(text)")
    }
}

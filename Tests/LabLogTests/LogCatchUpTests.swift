import LabExactTime
import LabLogImport
import LabRealLogs
import LabReports
import LabTestBench
import LabTestFolders
import LabWorkbench
import Testing

@Suite("Points that are made up for, and lines that are there twice")
struct LogCatchUpTests {
    private let folder: ScratchFolder
    private let workbench = Bench.workbench

    init() throws { folder = try ScratchFolder() }

    private func analyze(_ text: String, every interval: Int64?) throws -> RunReport {
        var request = LogOptions()
        request.interval = interval.map { Rational(whole: $0) }
        return try workbench.analyze(folder.write("device.log", text), request).report
    }

    @Test("a timer that makes up for its points waits as long in its log as in its run, and loses none")
    func catchUp() throws {
        let path = try folder.write(
            "catch-up.toml",
            """
            duration = "20s"
            \(Toml.timer("tick", "mach-wait", "250ms"))
            do = [{ log = "tick" }, { work = "20us" }, { work = "625ms", when = { fired = 9 } }]
            """)
        let run = try workbench.run(path).report
        let text = ByteStream.text { FiringLogWriter.write(run.trace, to: $0) }
        let found = try #require(try analyze(text, every: 250_000_000).analysis.timers.first)
        let told = try #require(run.analysis.timers.first)
        #expect(found.skipped == 0 && found.fired == told.fired)
        let (waits, waited) = (try #require(found.waiting), try #require(told.waiting))
        #expect(waits.min == 0 && waits.p50 == waited.p50 && waits.max == waited.max)
    }

    @Test("no waiting time and no lateness is negative, whatever the log")
    func negative() throws {
        let logs =
            KnownLog.catchUps(20, seed: 14) + KnownLog.grids(20, seed: 15) + KnownLog.pairs(10, seed: 16)
            + KnownLog.grids(5, stamps: 1_000_000_000)
        for log in logs {
            for interval in [nil, log.timers[0].interval] {
                for timer in try analyze(log.text, every: interval).analysis.timers {
                    #expect((timer.waiting?.min ?? 0) >= 0 && (timer.lateness?.min ?? 0) >= 0, "\(log)")
                }
            }
        }
    }

    @Test("a grid that makes up for all its points has lost none")
    func holds() throws {
        for log in KnownLog.catchUps(20, seed: 14) {
            let timer = try #require(try analyze(log.text, every: log.timers[0].interval).analysis.timers.first)
            #expect(timer.skipped == 0, "\(log): \(timer.skipped)")
        }
    }

    @Test("a line that is there twice is left out where stamps are fine, and a firing where they are coarse")
    func twice() throws {
        let fine = (10..<40).flatMap { [String](repeating: "09:00:\($0).250 tick", count: $0 % 7 == 0 ? 2 : 1) }
        let report = try analyze(fine.joined(separator: "\n"), every: 1_000_000_000)
        #expect(report.analysis.timers.map(\.fired) == [30])
        #expect(report.log?.notes.contains { $0.kind == .duplicates && $0.count == 4 } == true)
        #expect(report.log?.notes.contains { $0.kind == .otherLines } == false)
        let coarse = (10..<40).flatMap { ["09:00:\($0) tick", "09:00:\($0) tick"] }
        let seconds = try analyze(coarse.joined(separator: "\n"), every: 500_000_000)
        #expect(seconds.analysis.timers.map(\.fired) == [60])
    }
}

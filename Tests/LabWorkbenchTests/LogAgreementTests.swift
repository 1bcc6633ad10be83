import LabAnalysis
import LabLogImport
import LabRecording
import LabReports
import LabTestBench
import LabTestFolders
import Testing

@testable import LabWorkbench

/// What `analyze` says of the log that a run has printed.
@Suite("A printed log tells what the run told, to the microsecond of its stamps")
struct LogAgreementTests {
    private let folder: ScratchFolder

    init() throws { folder = try ScratchFolder() }

    /// The only repeating timer of a run, if its own callback writes the log's lines, one each.
    private func logging(_ report: RunReport) -> TimerSummary? {
        let timers = report.analysis.timers.filter { $0.requested != nil }
        guard timers.count == 1, let timer = timers.first, timer.fired >= 5 else { return nil }
        let lines = report.trace.records.filter { $0.kind == .logged }
        let texts = Set(lines.map { report.trace.message(of: $0) })
        guard lines.allSatisfy({ $0.entity == timer.entity }), Int64(lines.count) == timer.fired, texts.count == 1
        else {
            return nil
        }
        return timer
    }

    /// Points of a grid that were lost up to the last firing.
    private func lost(_ timer: TimerSummary) -> Int64 {
        timer.skipped - max(0, timer.openPoints - (timer.due - timer.served - timer.skipped))
    }

    /// Whether stamps can tell the schedule: not that it was paused or has got another interval, nor that ticks queue up.
    private func isTold(_ report: RunReport, _ timer: TimerSummary) -> Bool {
        let changes = report.trace.records.contains { record in
            guard record.kind == .gridSet, record.entity == timer.entity,
                let interval = report.trace.grid(of: record).interval
            else { return false }
            return interval != timer.requested
        }
        let isQueued = report.trace.entity(timer.entity)?.timer?.passedPoints == .queued && timer.skipped > 0
        let isPaused = timer.followsDisplay && report.analysis.suspensions[timer.entity] != nil
        return !changes && !isQueued && !isPaused
    }

    /// Whether there was a log to compare.
    private func compare(_ path: String, _ workbench: Workbench) throws -> Bool {
        let report = try workbench.run(path).report
        guard let told = logging(report), let usual = told.logInterval else { return false }
        let text = ByteStream.text { FiringLogWriter.write(report.trace, to: $0) }
        var request = LogOptions()
        request.interval = told.requested
        let found = try #require(
            try workbench.analyze(folder.write("device.log", text), request).report.analysis.timers.first)
        #expect(found.fired == told.fired, "\(path)")
        let interval = try #require(found.interval)
        #expect(abs(interval.p50 - usual.p50) <= 1000, "\(path)")
        // A chain that is not told to be one is read as a grid; a log's last line stands for the points until the next.
        if isTold(report, told), !told.isChain, !found.isChain, let asked = told.requested?.scaled(1) {
            let usualMultiple = max(1, (interval.p50 + asked / 2) / asked)
            #expect((0..<usualMultiple).contains(found.skipped - lost(told)), "\(path)")
        }
        // Steps that are all longer than the interval are those of re-arming or of a callback that outlasts it.
        if told.isChain || !found.isChain, isTold(report, told), let low = found.drift?.low,
            let high = found.drift?.high, let drift = told.drift?.partsPerBillion,
            let verdict = told.drift?.verdict
        {
            #expect((low...high).contains(drift) || verdict != .value && (low...high).contains(0), "\(path)")
        }
        return true
    }

    @Test("analyze agrees with run on fired, lost points, interval and drift of what is shipped")
    func shipped() throws {
        let compared = try Shipped.listings.count { try compare($0.path, Shipped.workbench) }
        #expect(compared >= 8)
    }

    // A timer that gets another interval has two schedules, of which a log can be told one.
    @Test(
        "analyze agrees with run on figures that pencil and paper give",
        arguments: HandCalculation.all.filter { !$0.scenario.contains("reschedule") })
    func byHand(calculation: HandCalculation) throws {
        let path = try folder.write("a.toml", calculation.logging)
        _ = try compare(path, Bench.workbench)
    }
}

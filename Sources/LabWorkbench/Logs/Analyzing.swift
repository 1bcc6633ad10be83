import LabAnalysis
import LabExactTime
import LabLogImport
import LabRecording
import LabReports

extension Workbench {
    /// Reads a log and explains it like a run.
    ///
    /// - Parameters:
    ///   - expectations: a scenario, or a file with only expectations, to compare with the log.
    ///   - kept: the records for a report.
    package func analyze(
        _ path: String, _ options: LogOptions = LogOptions(), expectations: String? = nil,
        keeping kept: KeptRecords = []
    ) throws(Problem) -> RunOutcome {
        let gate = try expectations.map { path throws(Problem) in try LogGate(self, path) }
        var file = try log(path, options, gate: gate)
        let kept = kept.union(gate?.expectedRecords ?? [])
        var (trace, analysis) = file.judged(keeping: kept)
        for (index, timer) in zip(analysis.timers.indices, file.timers) {
            analysis.timers[index].keep(timer.facts)
            (analysis.timers[index].episodes, analysis.timers[index].episodeCount) =
                timer.silences(since: trace.header.epoch)
        }
        analysis.findings = Self.findings(file, analysis)
        let (verdicts, undecided) = try gate?.verdicts(file, trace, analysis) ?? ([], [])
        var report = RunReport(trace: trace, analysis: analysis, verdicts: verdicts, file: file.typed)
        report.showsLog = false
        report.log = LogInsight(file.reading, timers: file.timers.map { ($0.times.name, $0.facts, $0.times.isCounted) })
        report.log?.notes += file.timers.compactMap(Self.newGrids)
        report.log?.undecided = undecided
        return RunOutcome(report: report, problems: [], status: verdicts.contains { !$0.passed } ? .failed : .success)
    }

    func log(_ path: String, _ options: LogOptions, gate: LogGate? = nil) throws(Problem) -> LogFile {
        let file = try LogFile.read(path, options, gate: gate)
        guard file.reading.timers.isEmpty else { return file }
        if let note = file.reading.notes.first(where: { $0.kind == .missingColumn }) {
            throw Problem("\(file.typed): \(note.message)", help: "the first line of a table names its columns")
        }
        let counts = file.reading.counts
        if let match = options.match, counts.others > 0 {
            let otherCase = counts.otherCase
            let near = otherCase.count > 0 ? "; \(otherCase.count) contain '\(VisibleText.line(otherCase.text))'" : ""
            throw Problem("\(file.typed): no line contains '\(VisibleText.line(match))'\(near)")
        }
        let what = counts.lines == 0 ? "is empty" : "no time stamp in \(Plural.of(Int64(counts.lines), "line"))"
        let first = counts.firstUntimed.map { "; line \($0.number) is '\(VisibleText.line($0.text))'" } ?? ""
        throw Problem(
            "\(file.typed): \(what)\(first)",
            help:
                "tried: NSLog, Xcode, log show, syslog, JSON and CSV (--column names its time); ISO 8601, times "
                + "of day, seconds since 1970, [seconds]; each first in a line or after a name such as 'flutter:'")
    }

    /// The lines at which the grid of a timer starts again without a silence.
    private static func newGrids(_ timer: LogFile.Timer) -> LogNote? {
        let count = timer.newGrids.others.count
        guard count > 0 else { return nil }
        let often = count == 1 ? "" : " \(count) times"
        return LogNote(
            .newGrid, message: "\(timer.times.name) has a new grid\(often): it was made again, or the clock was set",
            count: count)
    }

    /// The findings that a log supports: it shows the rhythm, but no work.
    private static func findings(_ file: LogFile, _ analysis: RunAnalysis) -> [Finding] {
        let again = zip(analysis.timers, file.timers).compactMap { summary, timer -> Finding? in
            guard let part = timer.times.part, part.isSame, part.number > 1 else { return nil }
            return Finding(
                .startedTwice, subject: summary.entity,
                message: "\(timer.times.name) has the message and the interval of another: it was started again",
                count: Int64(timer.times.times.count))
        }
        return again
            + zip(analysis.timers, file.timers).compactMap { summary, timer -> Finding? in
                guard let interval = timer.facts.known?.scaled(1), let verdict = timer.facts.verdict else { return nil }
                let name = timer.times.name
                if timer.facts.mechanism == .rescheduled {
                    let drift = summary.drift.map { ", drift \($0.text())" } ?? ""
                    return Finding(
                        .relativeDrift, subject: summary.entity,
                        message: "\(name) counts each interval from the latest firing and falls behind\(drift)",
                        count: Int64(verdict.intervals))
                }
                let multiple = timer.facts.usualMultiple
                guard multiple > 1, let every = summary.every else { return nil }
                let other = timer.facts.mechanism == .grid ? "" : "it is armed again after its work, "
                let asked: Statement = "instead of every \(ns: interval)"
                return Finding(
                    .ownCallback, subject: summary.entity,
                    message: "\(name) fires about every \(ShortNumber.duration(every)) \(asked); not excluded: its "
                        + "callback lasts longer than \(multiple - 1, "interval"), \(other)"
                        + "or it is a display link whose rate is held there", count: Int64(verdict.intervals))
            }
    }
}

import Analysis
import ExactTime
import Expectations
import LogImport
import Recording
import Reports

/// What came of analysing a log.
public struct LogOutcome: Sendable {
    public var report: RunReport
    public var status: ExitStatus
}

/// How to analyse logs.
public struct AnalyzeRequest: Sendable {
    public var log = LogRequest()
    /// A scenario, or a file of expectations alone, that the log is held against.
    public var expectations: String?
    /// Whether to measure stability.
    public var measuresStability = false

    public init() {}
}

extension Workbench {
    /// Reads a log and explains it as it would a run.
    ///
    /// - Throws: `Problem` for a log that cannot be read or has no time in it, and for mistakes in the expectations.
    public func analyze(_ path: String, _ request: AnalyzeRequest) throws(Problem) -> LogOutcome {
        let gate = try request.expectations.map { path throws(Problem) in try LogGate(self, path) }
        let file: LogFile
        do {
            file = try LogFile.read(path, request: request.log) { timer, isOnly in
                gate?.interval(of: timer, isOnly: isOnly)
            }
        } catch {
            throw Problem(error)
        }
        try refuseEmpty(file, request.log)
        var trace = file.trace
        trace.header.resolution = max(1, file.reading.resolution)
        var fingerprint = Fingerprint()
        fingerprint.absorb(trace.records, entities: trace.entities)
        trace.fingerprint = fingerprint.value
        var analysis = RunAnalysis(of: trace)
        analysis.findings = Workbench.findings(file, trace)
        // Nothing in a log tells what else the device was doing.
        analysis.attributions = []
        var verdicts: [Verdict] = []
        if let gate { verdicts = try gate.verdicts(file, trace, analysis) }
        var report = RunReport(
            trace: trace, analysis: analysis, verdicts: verdicts, file: file.typed)
        report.showsLog = false
        report.log = Workbench.insight(file)
        if request.measuresStability {
            report.stability = file.timers.compactMap { timer in
                timer.firings.flatMap { StabilityTable($0) }.map { (timer.times.name, $0) }
            }
        }
        return LogOutcome(report: report, status: verdicts.contains { !$0.passed } ? .failed : .success)
    }

    func refuseEmpty(_ file: LogFile, _ request: LogRequest) throws(Problem) {
        guard file.reading.timers.isEmpty else { return }
        if let note = file.reading.notes.first(where: { $0.kind == .missingColumn }) {
            throw Problem(
                .plain("\(file.typed): \(note.message)", help: "the first line of a table names its columns"),
                status: .wrongData)
        }
        let lines = file.reading.lineCount
        let what = lines == 0 ? "is empty" : "has no time stamp in \(lines) \(lines == 1 ? "line" : "lines")"
        let help =
            request.options.match != nil && lines > 0
            ? "or no line contains the wanted text" : "NSLog, log show, ISO 8601, seconds since 1970 and CSV are read"
        throw Problem(.plain("\(file.typed): \(what)", help: help), status: .wrongData)
    }

    private static func insight(_ file: LogFile) -> LogInsight {
        LogInsight(
            style: file.reading.style.title, lineCount: file.reading.lineCount, firingCount: file.reading.firingCount,
            notes: file.reading.notes.map {
                LogInsight.Note(kind: $0.kind.rawValue, line: $0.line, message: $0.message, count: $0.count)
            } + file.timers.flatMap(gapNotes),
            timers: file.timers.map {
                LogInsight.Timer(
                    name: $0.times.name, isIntervalGiven: $0.isIntervalGiven, interval: $0.reading.interval,
                    verdict: $0.verdict)
            })
    }

    /// The longest pauses of a timer, and where its grid begins anew.
    private static func gapNotes(_ timer: LogFile.Timer) -> [LogInsight.Note] {
        guard let interval = timer.reading.interval, let length = interval.scaled(1), length > 0 else { return [] }
        let usual = timer.verdict?.usualMultiple ?? 1
        let times = timer.times.times
        let broken = Set(timer.times.breaks)
        let gaps = times.indices.dropFirst().filter { index in
            !broken.contains(index) && (times[index] - times[index - 1]) / length >= max(3, 3 * usual)
        }
        var notes: [LogInsight.Note] = []
        if let longest = gaps.max(by: { times[$0] - times[$0 - 1] < times[$1] - times[$1 - 1] }) {
            let size = DurationText.format(times[longest] - times[longest - 1])
            let start = DurationText.format(times[longest - 1] - times[0])
            let often = gaps.count == 1 ? "once" : "\(gaps.count) times"
            notes.append(
                LogInsight.Note(
                    kind: LogNote.Kind.gap.rawValue,
                    message: "\(timer.times.name) pauses \(often) for three intervals or more; the longest "
                        + "pause lasts \(size), \(start) after the first line",
                    count: gaps.count))
        }
        let anew = GridPlan.segments(of: timer.times, interval: interval).dropFirst().filter { !broken.contains($0) }
        if !anew.isEmpty, !timer.reading.isRelative {
            notes.append(
                LogInsight.Note(
                    kind: LogNote.Kind.newGrid.rawValue,
                    message:
                        "\(timer.times.name) has a new grid after \(anew.count == 1 ? "a pause" : "\(anew.count) pauses"): it was made again, "
                        + "or the clock was set",
                    count: anew.count))
        }
        return notes
    }

    /// What a log can say was wrong: nobody's work is recorded in it, but its rhythm is.
    private static func findings(_ file: LogFile, _ trace: Trace) -> [Finding] {
        let entities = trace.entities.indices.filter { trace.entities[$0].kind == .timer }.map { EntityID($0) }
        return zip(entities, file.timers).compactMap { entity, timer -> Finding? in
            guard let verdict = timer.verdict, !verdict.isTooShort, let interval = timer.reading.interval?.scaled(1)
            else { return nil }
            let name = timer.times.name
            if verdict.kind == .rescheduled {
                let lost = DurationText.decimal(verdict.driftPartsPerBillion.magnitude, scale: 1000, digits: 1)
                return Finding(
                    .relativeDrift, subject: entity, place: 0..<0,
                    message: "\(name) counts each interval from the latest firing and falls behind by \(lost) ppm",
                    count: Int64(verdict.intervals))
            }
            guard verdict.usualMultiple > 1 else { return nil }
            let lines = DurationText.format(interval * verdict.usualMultiple)
            return Finding(
                .ownCallbackOutlastsInterval, subject: entity, place: 0..<0,
                message: "\(name) fires about every \(lines) instead of every \(DurationText.format(interval)), on its "
                    + "grid: each callback lasts longer than \(verdict.usualMultiple - 1) intervals",
                count: Int64(verdict.intervals))
        }
    }
}

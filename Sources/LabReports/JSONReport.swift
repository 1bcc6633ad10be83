import LabAnalysis
import LabCatalogue
import LabExpectations
import LabJSON
import LabRecording
import LabScenarioModel

/// JSON Lines: one `{"version":3,"kind":…,"payload":…}` a line; times are integer ns, and a reader skips kinds that it
/// does not know.
package struct JSONReport: ReportFormat {
    /// True if the lines of the firing log are left out.
    package var isQuiet: Bool
    /// True if the messages that were sent are added, with their stages.
    package var showsMessages: Bool

    package init(isQuiet: Bool = false, showsMessages: Bool = false) {
        self.isQuiet = isQuiet
        self.showsMessages = showsMessages
    }

    package func write(_ report: RunReport, isFirst: Bool, to stream: ByteStream) {
        stream.writeJSON("header", header(report))
        if !isQuiet, report.showsLog { JSONLog.write(report.trace, to: stream) }
        TimerTable(report).table(of: report.analysis.timers).writeJSON(to: stream)
        for finding in report.analysis.findings {
            stream.writeJSON(
                "finding",
                [
                    "code": finding.code.rawValue, "title": finding.code.title,
                    "subject": report.name(finding.subject), "message": finding.message,
                    "severity": finding.severity.rawValue, "remedy": finding.remedy?.sentence,
                    "set": finding.remedy?.setting, "count": finding.count, "related": report.name(finding.related),
                    "line": report.source.line(of: finding.place),
                ])
        }
        for life in report.analysis.lifetimes {
            stream.writeJSON(
                "lifetime",
                [
                    "subject": report.name(life.entity), "created": life.created, "made": life.made,
                    "dealloc_began": life.deallocBegan, "deallocated": life.deallocated,
                    "last_owner_left": life.lastOwnerLeft, "kept": life.isKept, "kept_by": life.chains.map(\.text),
                    "cycle": life.cycle?.text, "fired_after_owner": life.firedAfterOwner,
                ])
        }
        if let log = report.log { write(log, to: stream) }
        for path in showsMessages ? MessagePath.all(in: report) : [] {
            stream.writeJSON(
                "message",
                [
                    "receiver": path.receiver, "class": path.receiverClass, "selector": path.message.selector,
                    "stages": path.message.stages, "outcome": path.outcome, "target": path.target,
                    "count": path.count, "first": path.first,
                ])
        }
        for verdict in report.verdicts {
            stream.writeJSON(
                "expectation",
                [
                    "passed": verdict.passed, "subject": verdict.subject, "expected": verdict.expected,
                    "actual": verdict.actual, "line": report.source.line(of: verdict.place),
                    "details": verdict.details,
                ])
        }
        stream.writeJSON("summary", summary(report))
    }

    private func header(_ report: RunReport) -> JSONValue {
        let header = report.trace.header
        return [
            "title": header.title, "file": report.file, "clock": header.clock.rawValue, "device": header.deviceProfile,
            "seed": Int64(exactly: header.seed)?.json ?? String(header.seed).json,
            "duration": header.duration, "fingerprint": Fingerprint.text(report.trace.fingerprint),
            "process": header.process, "pid": header.pid, "epoch": header.epoch, "utc_offset": header.utcOffset,
        ]
    }

    private func summary(_ report: RunReport) -> JSONValue {
        var crash = JSONValue.null
        if let end = report.analysis.crash { crash = ["time": end.time, "reason": end.reason] }
        let timers = report.shownTimers
        return [
            "file": report.file, "fingerprint": Fingerprint.text(report.trace.fingerprint),
            "fired": timers.reduce(0) { $0 + $1.fired }, "skipped": timers.reduce(0) { $0 + $1.skipped },
            "wake_ups": report.analysis.wakeUpsByThread.map {
                ["thread": report.name($0.thread), "count": $0.count] as JSONValue
            },
            "findings": report.analysis.findings.count, "expectations": report.verdicts.count,
            "failed": report.failures, "not_held": report.unheld?.count ?? 0, "crash": crash,
        ]
    }

    // MARK: Logs

    private func write(_ log: LogInsight, to stream: ByteStream) {
        for note in log.notes {
            stream.writeJSON(
                "note", ["note": note.kind.rawValue, "line": note.line, "message": note.message, "count": note.count])
        }
        for timer in log.timers { stream.writeJSON("mechanism", mechanism(timer)) }
        for verdict in log.undecided {
            stream.writeJSON("undecided", ["subject": verdict.subject, "expected": verdict.expected])
        }
    }

    private func mechanism(_ timer: LogInsight.Timer) -> JSONValue {
        let (facts, verdict) = (timer.facts, timer.facts.verdict)
        let doubt: MechanismDoubt? = verdict.map(\.doubt) ?? (facts.interval == nil ? .noRhythm : .tooShort)
        return [
            "timer": timer.name, "interval": facts.interval?.scaled(1), "interval_source": facts.source?.rawValue,
            "kind": verdict?.kind?.rawValue, "percent": verdict?.kind.map { _ in MechanismVerdict.certainty },
            "doubt": doubt?.rawValue, "intervals": verdict?.intervals,
            "usual_multiple": verdict?.usualMultiple, "drift_if_rescheduled": facts.driftOfChain,
            "reasons": verdict?.reasons ?? [],
        ]
    }
}

extension RunReport {
    func json(of step: LagStep) -> JSONValue {
        [
            "timer": name(step.timer), "at": step.at, "size": step.size, "cause": step.cause?.title,
            "culprit": name(step.culprit), "line": source.line(of: step.place),
        ]
    }

    func json(of episode: Episode) -> JSONValue {
        [
            "from": episode.from, "to": episode.isOpen ? nil : episode.to, "skipped": episode.lost,
            "cause": episode.cause?.title, "culprit": name(episode.culprit), "line": source.line(of: episode.place),
            "end": episode.end?.rawValue,
        ]
    }

    func json(of share: CauseShare) -> JSONValue {
        [
            "cause": share.cause.title, "culprit": name(share.culprit), "nanoseconds": share.nanoseconds,
            "percent": share.percent, "line": source.line(of: share.place),
        ]
    }
}

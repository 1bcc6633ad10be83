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
        if !isQuiet, report.showsLog { JSONLogWriter(trace: report.trace).write(to: stream) }
        let threads = report.analysis.threadsOfNamesakes(in: report.trace)
        for timer in report.analysis.timers {
            stream.writeJSON("timer", self.timer(timer, thread: threads[timer.entity], report))
        }
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

    /// Every figure under its key; percentiles have the size of their sample.
    private func timer(_ timer: TimerSummary, thread: String?, _ report: RunReport) -> JSONValue {
        let figures = Figure.Family.allCases.map { ($0.rawValue, figure($0, timer, report)) }
        let shares = report.attribution(of: timer.entity)?.shares ?? []
        return JSONValue(
            members: [
                ("timer", timer.name.json), ("thread", thread.json), ("mechanism", timer.mechanism.json),
                ("copies", timer.copies.json),
                ("fired_manually", timer.firedManually.json),
            ] + figures + [
                ("callback", spread(timer.callback)), ("causes", shares.map { JSONReport.cause($0, report) }.json),
            ])
    }

    private func figure(_ family: Figure.Family, _ timer: TimerSummary, _ report: RunReport) -> JSONValue {
        if family == .drift { return drift(timer.drift) }
        if family == .steps { return .array(timer.steps.map { step($0, report) }) }
        if family == .episodes { return .array(timer.episodes.map { episode($0, report) }) }
        guard !family.row.statistics.isEmpty else { return timer.value(of: Figure(family)).json }
        let values = family.row.statistics.map { ($0, timer.value(of: Figure(family, $0))) }
        guard values.contains(where: { $0.1 != nil }) else { return .null }
        let spread = timer.spread(of: family)
        var members = spread.map { [("count", JSONValue.integer($0.count))] } ?? []
        members += values.map { ($0.0 == .value ? "all" : $0.0.rawValue, $0.1.json) }
        if family == .waiting { members.append(("open", .integer(timer.openPoints))) }
        return JSONValue(members: members)
    }

    private func step(_ step: LagStep, _ report: RunReport) -> JSONValue {
        [
            "timer": report.name(step.timer), "at": step.at, "size": step.size,
            "cause": step.cause?.title, "culprit": report.name(step.culprit),
            "line": report.source.line(of: step.place),
        ]
    }

    private func episode(_ episode: Episode, _ report: RunReport) -> JSONValue {
        [
            "from": episode.from, "to": episode.isOpen ? nil : episode.to, "lost": episode.lost,
            "cause": episode.cause?.title, "culprit": report.name(episode.culprit),
            "line": report.source.line(of: episode.place),
        ]
    }

    static func cause(_ share: CauseShare, _ report: RunReport) -> JSONValue {
        [
            "cause": share.cause.title, "culprit": report.name(share.culprit),
            "nanoseconds": share.nanoseconds, "percent": share.percent, "line": report.source.line(of: share.place),
        ]
    }

    private func spread(_ spread: Spread?) -> JSONValue {
        guard let spread else { return .null }
        let members: [(String, JSONValue)] = [
            ("count", spread.count.json), ("min", spread.min.json), ("mean", spread.mean.json),
            ("p50", spread.p50.json), ("p95", spread.p95.json), ("p99", spread.p99.json),
            ("max", spread.max.json),
        ]
        return JSONValue(members: members)
    }

    private func drift(_ drift: DriftEstimate?) -> JSONValue {
        guard let drift else { return .null }
        return [
            "parts_per_billion": drift.partsPerBillion, "low": drift.low, "high": drift.high,
            "exact": drift.exact != nil, "regime": "\(drift.regime)",
            "left_out": drift.leftOut,
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
        for timer in log.timers {
            for hold in timer.holds.listed {
                stream.writeJSON(
                    "hold",
                    [
                        "timer": timer.name, "from": hold.from, "length": hold.length, "lost": hold.lost,
                        "end": hold.end.rawValue,
                    ])
            }
        }
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

extension ByteStream {
    /// Writes one line of a kind; every command that prints JSON prints such lines.
    package func writeJSON(_ kind: String, _ payload: JSONValue) {
        let line: JSONValue = ["version": 3, "kind": kind, "payload": payload]
        write(line.bytes + [0x0A])
    }
}

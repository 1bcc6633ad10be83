import LabAnalysis
import LabCatalogue
import LabExpectations
import LabJSON
import LabLogImport
import LabRecording
import LabScenarioModel

extension RunReport {
    /// JSON Lines: one `{"version":3,"kind":…,"payload":…}` a line; times are integer ns, and a reader skips kinds that it
    /// does not know.
    ///
    /// - Parameters: - isQuiet: true to leave out the firing log. - showsMessages: true to add the messages that were
    ///   sent, with their stages.
    package func writeJSON(isQuiet: Bool = false, showsMessages: Bool = false, to stream: ByteStream) {
        RunReport.header.writeJSON("header", [self], to: stream)
        if !isQuiet, showsLog { JSONLog.write(trace, to: stream) }
        TimerTable(self).table(of: analysis.timers).writeJSON("timer", to: stream)
        findingTable.writeJSON("finding", analysis.findings, to: stream)
        lifetimeTable.writeJSON("lifetime", analysis.lifetimes, to: stream)
        if let log {
            RunReport.notes.writeJSON("note", log.notes, to: stream)
            RunReport.mechanisms.writeJSON("mechanism", log.timers, to: stream)
            RunReport.undecided.writeJSON("undecided", log.undecided, to: stream)
        }
        if showsMessages { RunReport.messages.writeJSON("message", MessagePath.all(in: self), to: stream) }
        expectationTable.writeJSON("expectation", verdicts, to: stream)
        RunReport.summary.writeJSON("summary", [self], to: stream)
    }

    private static var header: Table<RunReport> {
        Table(columns: [
            .data("title") { $0.trace.header.title }, .data("file") { $0.file },
            .data("clock") { $0.trace.header.clock.rawValue }, .data("device") { $0.trace.header.deviceProfile },
            .data("seed") { Int64(exactly: $0.trace.header.seed)?.json ?? String($0.trace.header.seed).json },
            .data("duration") { $0.trace.header.duration },
            .data("fingerprint") { Fingerprint.text($0.trace.fingerprint) },
            .data("process") { $0.trace.header.process }, .data("pid") { $0.trace.header.pid },
            .data("epoch") { $0.trace.header.epoch }, .data("utc_offset") { $0.trace.header.utcOffset },
        ])
    }

    private var findingTable: Table<Finding> {
        Table(columns: [
            .data("code") { $0.code.rawValue }, .data("title") { $0.code.title },
            .data("subject") { name($0.subject) }, .data("message") { text($0.message) },
            .data("severity") { $0.severity.rawValue }, .data("remedy") { $0.remedy },
            .data("count") { $0.count },
            .data("related") { name($0.related) }, .data("line") { source.line(of: $0.place) },
        ])
    }

    private var lifetimeTable: Table<Lifetime> {
        Table(columns: [
            .data("subject") { name($0.entity) }, .data("created") { $0.created },
            .data("made") { $0.made }, .data("dealloc_began") { $0.deallocBegan },
            .data("deallocated") { $0.deallocated }, .data("last_owner_left") { $0.lastOwnerLeft },
            .data("kept") { $0.isKept }, .data("kept_by") { $0.chains.map(\.text) },
            .data("cycle") { $0.cycle?.text }, .data("fired_after_owner") { $0.firedAfterOwner },
        ])
    }

    private static var messages: Table<MessagePath> {
        Table(columns: [
            .data("receiver") { $0.receiver }, .data("class") { $0.receiverClass },
            .data("selector") { $0.message.selector }, .data("stages") { $0.message.stages },
            .data("outcome") { $0.outcome }, .data("target") { $0.target }, .data("count") { $0.count },
            .data("first") { $0.first },
        ])
    }

    private var expectationTable: Table<Verdict> {
        Table(columns: [
            .data("passed") { $0.passed }, .data("subject") { $0.subject }, .data("expected") { $0.expected },
            .data("actual") { $0.actual }, .data("line") { source.line(of: $0.place) },
            .data("details") { $0.details },
        ])
    }

    private static var summary: Table<RunReport> {
        Table(columns: [
            .data("file") { $0.file }, .data("fingerprint") { Fingerprint.text($0.trace.fingerprint) },
            .data("fired") { $0.shownTimers.reduce(0) { $0 + $1.fired } },
            // Unknown if that of one timer is.
            .data("skipped") { report in
                let known = report.shownTimers.compactMap { $0.value(of: Figure(.skipped)) }
                return known.count == report.shownTimers.count ? known.reduce(0, +) : nil
            },
            .data("wake_ups") { report in
                report.analysis.wakeUpsByThread.map {
                    ["thread": report.name($0.thread), "count": $0.count] as JSONValue
                }
            },
            .data("findings") { $0.analysis.findings.count }, .data("expectations") { $0.verdicts.count },
            .data("failed") { $0.failures }, .data("not_held") { $0.unheld?.count ?? 0 },
            .data("crash.time") { $0.analysis.crash?.time }, .data("crash.reason") { $0.analysis.crash?.reason },
        ])
    }

    // MARK: Logs

    private static var notes: Table<LogNote> {
        Table(columns: [
            .data("note") { $0.kind.rawValue }, .data("line") { $0.line }, .data("message") { $0.message },
            .data("count") { $0.count },
        ])
    }

    private static var mechanisms: Table<LogInsight.Timer> {
        Table(columns: [
            .data("timer") { $0.name }, .data("interval") { $0.facts.interval?.scaled(1) },
            .data("interval_source") { $0.facts.source?.rawValue }, .data("kind") { $0.facts.verdict?.kind?.rawValue },
            .data("percent") { $0.facts.verdict?.kind.map { _ in MechanismVerdict.certainty } },
            .data("doubt") {
                ($0.facts.verdict.map(\.doubt) ?? ($0.facts.interval == nil ? .noRhythm : .tooShort))?.rawValue
            },
            .data("intervals") { $0.facts.verdict?.intervals },
            .data("usual_multiple") { $0.facts.verdict?.usualMultiple },
            .data("drift_if_rescheduled") { $0.facts.driftOfChain },
            .data("reasons") { $0.facts.verdict?.reasons ?? [] },
        ])
    }

    private static var undecided: Table<Verdict> {
        Table(columns: [.data("subject") { $0.subject }, .data("expected") { $0.expected }])
    }

    // MARK: Parts of rows

    func line(of reason: Reason?) -> Int? { reason.flatMap { source.line(of: trace.place(of: $0)) } }

    func json(of step: LagStep) -> JSONValue {
        [
            "timer": name(step.timer), "at": step.at, "size": step.size, "cause": step.reason?.cause.title,
            "culprit": step.reason.flatMap { name($0.culprit) }, "line": line(of: step.reason),
        ]
    }

    func json(of episode: Episode) -> JSONValue {
        [
            "from": episode.from, "to": episode.isOpen ? nil : episode.to, "skipped": episode.lost,
            "cause": episode.reason?.cause.title, "culprit": episode.reason.flatMap { name($0.culprit) },
            "line": line(of: episode.reason),
            "end": episode.end?.rawValue,
        ]
    }

    func json(of share: CauseShare) -> JSONValue {
        [
            "cause": share.cause.title, "culprit": name(share.culprit), "nanoseconds": share.nanoseconds,
            "percent": share.percent, "line": line(of: share.reason),
        ]
    }
}

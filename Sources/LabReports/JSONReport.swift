import LabAnalysis
import LabCatalogue
import LabExpectations
import LabJSON
import LabLogImport
import LabRecording

extension RunReport {
    /// JSON Lines: one `{"version":3,"kind":…,"payload":…}` a line; times are integer ns, and a reader skips kinds that it
    /// does not know.
    ///
    /// - Parameters: - isQuiet: true to leave out the firing log. - showsMessages: true to add the messages that were
    ///   sent, with their stages.
    package func writeJSON(isQuiet: Bool = false, showsMessages: Bool = false, to stream: ByteStream) {
        stream.writeJSON("header", header)
        if !isQuiet, showsLog { trace.writeLogAsJSON(to: stream) }
        table(of: analysis.timers).writeJSON("timer", to: stream)
        for finding in analysis.findings { stream.writeJSON("finding", json(of: finding)) }
        for life in analysis.lifetimes { stream.writeJSON("lifetime", json(of: life)) }
        for note in log?.notes ?? [] { stream.writeJSON("note", json(of: note)) }
        for timer in log?.timers ?? [] { stream.writeJSON("mechanism", json(of: timer)) }
        for verdict in log?.undecided ?? [] {
            stream.writeJSON("undecided", ["subject": verdict.subject, "expected": verdict.expected])
        }
        for path in showsMessages ? MessagePath.all(in: self) : [] { stream.writeJSON("message", json(of: path)) }
        for verdict in verdicts { stream.writeJSON("expectation", json(of: verdict)) }
        stream.writeJSON("summary", summary)
    }

    private var header: JSONValue {
        let header = trace.header
        return [
            "title": header.title, "file": file, "clock": header.clock.rawValue, "device": header.deviceProfile,
            "seed": Int64(exactly: header.seed)?.json ?? String(header.seed).json, "duration": header.duration,
            "fingerprint": Fingerprint.text(trace.fingerprint), "process": header.process, "pid": header.pid,
            "epoch": header.epoch, "utc_offset": header.utcOffset,
        ]
    }

    private var summary: JSONValue {
        // Unknown if that of one timer is.
        let skipped = shownTimers.compactMap { $0.value(of: Figure(.skipped)) }
        let allSkipped = skipped.count == shownTimers.count ? skipped.reduce(0, +) : nil
        let wakeUps = analysis.wakeUpsByThread.map { ["thread": name($0.thread), "count": $0.count] as JSONValue }
        let crash = analysis.crash.map { ["time": $0.time, "reason": $0.reason] as JSONValue }
        return [
            "file": file, "fingerprint": Fingerprint.text(trace.fingerprint),
            "fired": shownTimers.sum(\.fired), "skipped": allSkipped, "wake_ups": wakeUps,
            "findings": analysis.findings.count, "expectations": verdicts.count, "failed": failures,
            "not_held": unheld?.count ?? 0, "crash": crash,
        ]
    }

    private func json(of finding: Finding) -> JSONValue {
        [
            "code": finding.code.rawValue, "title": finding.code.title, "subject": name(finding.subject),
            "message": text(finding.message), "severity": finding.severity.rawValue, "remedy": finding.remedy,
            "count": finding.count, "related": name(finding.related), "line": source.line(of: finding.place),
        ]
    }

    private func json(of life: Lifetime) -> JSONValue {
        [
            "subject": name(life.entity), "created": life.created, "made": life.made,
            "dealloc_began": life.deallocBegan, "deallocated": life.deallocated,
            "last_owner_left": life.lastOwnerLeft, "kept": life.isKept, "kept_by": life.chains.map(\.text),
            "cycle": life.cycle?.text, "fired_after_owner": life.firedAfterOwner,
        ]
    }

    private func json(of path: MessagePath) -> JSONValue {
        [
            "receiver": path.receiver, "class": path.receiverClass, "selector": path.message.selector,
            "stages": path.message.stages, "outcome": path.outcome, "target": path.target,
            "count": path.counted.count, "first": path.counted.first,
        ]
    }

    private func json(of verdict: Verdict) -> JSONValue {
        [
            "passed": verdict.passed, "subject": verdict.subject, "expected": verdict.expected,
            "actual": verdict.actual, "line": source.line(of: verdict.place), "details": verdict.details,
        ]
    }

    private func json(of note: LogNote) -> JSONValue {
        ["note": note.kind.rawValue, "line": note.line, "message": note.message, "count": note.count]
    }

    private func json(of timer: LogInsight.Timer) -> JSONValue {
        let (facts, verdict) = (timer.facts, timer.facts.verdict)
        let doubt = verdict.map(\.doubt) ?? (facts.interval == nil ? .noRhythm : .tooShort)
        return [
            "timer": timer.name, "interval": facts.interval?.scaled(1), "interval_source": facts.source?.rawValue,
            "kind": verdict?.kind?.rawValue, "percent": verdict?.kind.map { _ in MechanismVerdict.certainty },
            "doubt": doubt?.rawValue, "intervals": verdict?.intervals, "usual_multiple": verdict?.usualMultiple,
            "drift_if_rescheduled": facts.driftOfChain, "reasons": verdict?.reasons ?? [],
        ]
    }

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
            "line": line(of: episode.reason), "end": episode.end?.rawValue,
        ]
    }

    func json(of share: CauseShare) -> JSONValue {
        [
            "cause": share.cause.title, "culprit": name(share.culprit), "nanoseconds": share.nanoseconds,
            "percent": share.percent, "line": line(of: share.reason),
        ]
    }
}

import Analysis
import ExactTime
import Expectations
import JSON
import Recording
import ScenarioModel

/// JSON Lines: one `{"version":2,"kind":…,"payload":…}` a line; times are integer ns, and a reader skips kinds that it
/// does not know.
public struct JSONReport: ReportFormat {
    /// Leaves out the lines of the firing log.
    public var isQuiet: Bool

    /// Adds the messages that were sent, with their stages.
    public var showsMessages: Bool

    public init(isQuiet: Bool = false, showsMessages: Bool = false) {
        self.isQuiet = isQuiet
        self.showsMessages = showsMessages
    }

    public func write(_ report: RunReport, isFirst: Bool, to stream: ByteStream) {
        JSONReport.line("header", header(report), to: stream)
        if !isQuiet, report.showsLog {
            JSONLogWriter(trace: report.trace).write(to: stream)
        }
        for timer in report.analysis.timers { JSONReport.line("timer", self.timer(timer, report), to: stream) }
        for finding in report.analysis.findings {
            JSONReport.line("finding", self.finding(finding, report), to: stream)
        }
        for life in report.analysis.lifetimes { JSONReport.line("lifetime", lifetime(life, report), to: stream) }
        for (kind, payload) in JSONInsight.lines(report) { JSONReport.line(kind, payload, to: stream) }
        if showsMessages {
            for path in MessagePath.all(in: report) { JSONReport.line("message", message(path), to: stream) }
        }
        for verdict in report.verdicts { JSONReport.line("expectation", expectation(verdict, report), to: stream) }
        JSONReport.line("summary", summary(report), to: stream)
    }

    /// Writes one line of a kind; every command that prints JSON prints such lines.
    public static func line(_ kind: String, _ payload: JSONValue, to stream: ByteStream) {
        let line: JSONValue = ["version": 2, "kind": .string(kind), "payload": payload]
        stream.write(line.bytes + [0x0A])
    }

    private func header(_ report: RunReport) -> JSONValue {
        let header = report.trace.header
        return [
            "title": .string(header.title), "file": .string(report.file), "clock": .string(header.clock.rawValue),
            "device": .string(header.deviceProfile),
            "seed": Int64(exactly: header.seed).map(JSONValue.integer) ?? .string(String(header.seed)),
            "duration": .integer(header.duration), "fingerprint": .string(Fingerprint.text(report.trace.fingerprint)),
            "process": .string(header.process), "pid": .integer(header.pid), "epoch": .integer(header.epoch),
            "utc_offset": .integer(Int64(header.utcOffset)),
        ]
    }

    /// Every figure under its key; what has percentiles with how many values they rest on.
    private func timer(_ timer: TimerSummary, _ report: RunReport) -> JSONValue {
        var members: [JSONValue.Member] = [
            .init("timer", .string(timer.name)), .init("mechanism", .string(timer.mechanism)),
            .init("copies", .integer(Int64(timer.copies))), .init("fired_by_hand", .integer(timer.firedByHand)),
        ]
        for family in Figure.Family.allCases { members.append(.init(family.rawValue, figure(family, timer, report))) }
        members.append(.init("callback", spread(timer.callback)))
        let shares = report.attribution(of: timer.entity)?.shares ?? []
        members.append(.init("causes", .array(shares.map { JSONReport.cause($0, report) })))
        return JSONValue(members: members.map { ($0.name, $0.value) })
    }

    private func figure(_ family: Figure.Family, _ timer: TimerSummary, _ report: RunReport) -> JSONValue {
        if family == .drift { return drift(timer.drift) }
        if family == .steps { return .array(timer.steps.map { step($0, report) }) }
        if family == .episodes { return .array(timer.episodes.map { episode($0, report) }) }
        guard !family.row.statistics.isEmpty else { return JSONValue(timer.value(of: Figure(family))) }
        let values = family.row.statistics.map { ($0, timer.value(of: Figure(family, $0))) }
        guard values.contains(where: { $0.1 != nil }) else { return .null }
        var members = timer.sampleSize(of: Figure(family)).map { [("count", JSONValue.integer($0))] } ?? []
        members += values.map { ($0.0 == .value ? "all" : $0.0.rawValue, JSONValue($0.1)) }
        if let tolerance = timer.tolerance(of: Figure(family)), tolerance > 0 {
            members.append(("percentiles_within", .integer(tolerance)))
        }
        if family == .waiting { members.append(("open", .integer(timer.openPoints))) }
        return JSONValue(members: members)
    }

    private func step(_ step: LagStep, _ report: RunReport) -> JSONValue {
        [
            "timer": JSONValue(report.trace.entity(step.timer)?.name), "at": .integer(step.at),
            "size": .integer(step.size), "cause": JSONValue(step.cause?.title),
            "culprit": JSONValue(report.trace.entity(step.culprit)?.name), "line": JSONReport.line(step.place, report),
        ]
    }

    private func episode(_ episode: Episode, _ report: RunReport) -> JSONValue {
        [
            "from": .integer(episode.from), "to": episode.isOpen ? .null : .integer(episode.to),
            "lost": .integer(episode.lost), "cause": JSONValue(episode.cause?.title),
            "culprit": JSONValue(report.trace.entity(episode.culprit)?.name),
            "line": JSONReport.line(episode.place, report),
        ]
    }

    static func cause(_ share: BlameShare, _ report: RunReport) -> JSONValue {
        [
            "cause": .string(share.cause.title), "culprit": JSONValue(report.trace.entity(share.culprit)?.name),
            "nanoseconds": .integer(share.nanoseconds), "percent": .integer(Int64(share.percent)),
            "line": JSONReport.line(share.place, report),
        ]
    }

    private func spread(_ spread: Spread?) -> JSONValue {
        guard let spread else { return .null }
        var members: [(String, JSONValue)] = [
            ("count", .integer(spread.count)), ("min", .integer(spread.min)), ("mean", .integer(spread.mean)),
            ("p50", .integer(spread.p50)), ("p95", JSONValue(spread.p95)), ("p99", JSONValue(spread.p99)),
            ("p999", JSONValue(spread.p999)), ("max", .integer(spread.max)),
        ]
        if spread.tolerance > 0 { members.append(("percentiles_within", .integer(spread.tolerance))) }
        return JSONValue(members: members)
    }

    private func drift(_ drift: DriftEstimate?) -> JSONValue {
        guard let drift else { return .null }
        let regime =
            switch drift.regime {
            case .grid: "grid"
            case .chain: "chain"
            case .unknown: "unknown"
            }
        return [
            "parts_per_billion": JSONValue(drift.partsPerBillion), "low": JSONValue(drift.low),
            "high": JSONValue(drift.high), "exact": .boolean(drift.exact != nil), "regime": .string(regime),
            "residual": drift.partsPerBillion == nil ? .null : .integer(drift.residual),
            "left_out": .integer(drift.leftOut),
        ]
    }

    private func finding(_ finding: Finding, _ report: RunReport) -> JSONValue {
        [
            "code": .string(finding.code.rawValue), "title": .string(finding.code.title),
            "subject": JSONValue(report.trace.entity(finding.subject)?.name), "message": .string(finding.message),
            "severity": .string(finding.severity.rawValue), "remedy": JSONValue(finding.remedy?.sentence),
            "set": JSONValue(finding.remedy?.setting), "count": .integer(finding.count),
            "related": JSONValue(report.trace.entity(finding.related)?.name),
            "line": JSONReport.line(finding.place, report),
        ]
    }

    private func lifetime(_ life: Lifetime, _ report: RunReport) -> JSONValue {
        [
            "subject": JSONValue(report.trace.entity(life.entity)?.name), "created": JSONValue(life.created),
            "dealloc_began": JSONValue(life.deallocBegan), "deallocated": JSONValue(life.deallocated),
            "last_owner_left": JSONValue(life.lastOwnerLeft), "kept": .boolean(life.isKept),
            "kept_by": .array(life.chains.map { .string($0.text) }), "cycle": JSONValue(life.cycle?.text),
            "fired_after_owner": .integer(life.firedAfterOwner),
        ]
    }

    private func message(_ path: MessagePath) -> JSONValue {
        [
            "receiver": .string(path.receiver), "class": .string(path.receiverClass),
            "selector": .string(path.message.selector), "stages": .array(path.message.stages.map(JSONValue.string)),
            "outcome": .string(path.outcome), "target": JSONValue(path.target), "count": .integer(path.count),
            "first": .integer(path.first),
        ]
    }

    private func expectation(_ verdict: Verdict, _ report: RunReport) -> JSONValue {
        [
            "passed": .boolean(verdict.passed), "subject": .string(verdict.subject),
            "promised": .string(verdict.promised), "actual": .string(verdict.actual),
            "line": JSONReport.line(verdict.place, report), "details": .array(verdict.details.map(JSONValue.string)),
        ]
    }

    private func summary(_ report: RunReport) -> JSONValue {
        var crash = JSONValue.null
        if let end = report.analysis.crash { crash = ["time": .integer(end.time), "reason": .string(end.reason)] }
        let timers = report.shownTimers
        return [
            "file": .string(report.file), "fingerprint": .string(Fingerprint.text(report.trace.fingerprint)),
            "fired": .integer(timers.reduce(0) { $0 + $1.fired }),
            "skipped": .integer(timers.reduce(0) { $0 + $1.skipped }),
            "wake_ups": .array(
                report.analysis.wakeUpsByThread.map {
                    ["thread": JSONValue(report.trace.entity($0.thread)?.name), "count": .integer($0.count)]
                }),
            "findings": .integer(Int64(report.analysis.findings.count)),
            "expectations": .integer(Int64(report.verdicts.count)), "failed": .integer(Int64(report.failures)),
            "not_held": .integer(Int64(report.unheld?.count ?? 0)), "crash": crash,
        ]
    }

    private static func line(_ place: Range<Int>, _ report: RunReport) -> JSONValue {
        JSONValue(report.source.line(of: place).map(Int64.init))
    }
}

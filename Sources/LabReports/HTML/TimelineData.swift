import LabAnalysis
import LabJSON
import LabRecording

/// The data of an HTML report's timeline: every callback and every span of work. Times in ns.
struct TimelineData {
    private let report: RunReport
    private let timers: [TimerSummary]
    private let chart: LaneChart

    /// The most callbacks and skipped points, and the most spans; a longer run has its lanes as text.
    private static let most: Int64 = 20_000

    init(_ report: RunReport) {
        self.report = report
        timers = Array(report.shownTimers.prefix(40))
        chart = LaneChart(report.trace, report.analysis, intervals: [], width: 1)
    }

    /// The number of timers without a lane, for lack of room.
    var left: Int { report.shownTimers.count - timers.count }

    var hasLanes: Bool {
        let skipped = timers.sum(\.skipped)
        let spans = report.analysis.threads.sum { Int64($0.spans.count) }
        return report.trace.duration > 0 && !timers.isEmpty
            && max(report.analysis.firingCount + skipped, spans) <= Self.most
    }

    var json: JSONValue {
        let shown = Set(timers.map(\.entity))
        var calls: [EntityID: [Firing]] = [:]
        report.forEachFiring { firing in
            let timer = report.trace.group(of: firing.timer)
            if shown.contains(timer) { calls[timer, default: []].append(firing) }
        }
        return [
            "file": VisibleText.line(report.fileName), "duration": report.trace.duration,
            "system": stretches(chart.system), "lanes": homes.map(lane),
            "timers": timers.map { timer($0, calls[$0.entity] ?? []) },
        ]
    }

    // MARK: Lanes

    /// Threads and queues in the order of their first timers, then threads that did something else.
    private var homes: [EntityID] {
        let busy = report.analysis.threads.filter { activity in
            activity.spans.contains { $0.owner.exists && report.trace.queue(of: $0.owner) == nil }
        }
        return (report.homes(of: timers) + busy.map(\.thread)).unique
    }

    private func lane(_ home: EntityID) -> JSONValue {
        let spans = report.analysis.threads.flatMap { activity in
            activity.spans.filter { span in
                span.owner.exists && (activity.thread == home || report.trace.queue(of: span.owner) == home)
            }
        }
        return [
            "name": name(home), "events": stretches(chart.events[home]), "modes": stretches(chart.modes[home]),
            "spans": spans.sorted { $0.from < $1.from }.map(span),
        ]
    }

    private func span(_ span: ThreadSpan) -> JSONValue {
        let place = report.trace.place(ofStep: Int64(span.step), orOf: .none)
        let owner = report.trace.entity(span.owner)?.kind
        let kind = owner == .timer ? 0 : owner == .event ? 1 : 2
        return [span.from, span.to, kind, name(span.owner), report.source.line(of: place)]
    }

    private func stretches(_ stretches: [LaneChart.Stretch]?) -> JSONValue {
        .array(
            (stretches ?? []).prefix(Int(Self.most)).map {
                [$0.range.lowerBound, $0.range.upperBound, VisibleText.line($0.name)]
            })
    }

    private func name(_ entity: EntityID) -> String { VisibleText.line(report.trace.entity(entity)?.name ?? "") }

    // MARK: Timers

    private func timer(_ timer: TimerSummary, _ all: [Firing]) -> JSONValue {
        let calls = timer.copies == 1 ? all : all.sorted { $0.time < $1.time }
        return [
            "name": VisibleText.line(timer.label), "home": name(report.trace.server(ofHomeOf: timer.entity)),
            "line": report.trace.entity(timer.entity).flatMap { report.source.line(of: $0.place) },
            "asked": timer.requested?.scaled(1),
            "calls": calls.map(call), "episodes": timer.episodes.map { episode($0, of: timer.entity) },
            "suspended": stretches(chart.suspensions[timer.entity]), "drift": drift(timer),
            "orphaned": orphaned(timer, calls),
        ]
    }

    /// The first call after its owner was gone; all that follow are wrong, however punctual.
    private func orphaned(_ timer: TimerSummary, _ calls: [Firing]) -> Int64? {
        let count = Int(clamping: timer.firedAfterOwner ?? 0)
        return calls.lazy.compactMap(\.account.call).suffix(count).first
    }

    private func call(_ call: Firing) -> JSONValue {
        let account = call.account
        // A log does not tell what else the device did.
        let causes = report.log == nil ? call.causes.filter { $0.percent > 0 } : []
        return [
            account.point, account.due, account.call, account.waiting, account.lag, account.lostCount,
            account.lostInstants, causes.map { cause($0, of: call.timer) }, call.thread.map(name),
        ]
    }

    private func cause(_ share: CauseShare, of timer: EntityID) -> JSONValue {
        var text = report.title(of: share.reason, for: timer)
        let quote = report.source.text(of: report.trace.place(of: share.reason))
        if !quote.isEmpty, !quote.hasPrefix("[[") { text += ": " + DisplayWidth.clipped(quote, to: 120) }
        return [share.percent, VisibleText.line(text), report.line(of: share.reason)]
    }

    private func episode(_ episode: Episode, of timer: EntityID) -> JSONValue {
        let cause = episode.reason.map { report.title(of: $0, for: timer) }
        return [episode.from, episode.to, VisibleText.line(cause ?? (episode.isSilent ? "silent" : "late"))]
    }

    /// The measured part, its slope with both ends of its interval (parts per billion), and its words.
    private func drift(_ timer: TimerSummary) -> JSONValue {
        guard let drift = timer.drift, let first = timer.first, let last = timer.last else { return .null }
        return [
            "from": first, "to": last, "value": drift.partsPerBillion, "low": drift.low, "high": drift.high,
            "text": drift.text(marksExact: true),
        ]
    }
}

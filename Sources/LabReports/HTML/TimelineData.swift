import LabAnalysis
import LabCatalogue
import LabExactTime
import LabJSON
import LabRecording

/// The data of an HTML report's timeline: everything of a short run. A long run has the load of each column, and the
/// first, the last and the most delayed callbacks one by one. Times in ns.
struct TimelineData {
    private let report: RunReport
    private let timers: [TimerSummary]
    private let chart: LaneChart

    private static let columns = 2000
    private static let mostTimers = 40
    /// The most callbacks of all timers together; and as many spans.
    private static let mostCalls = 6000
    private static let fewestCalls = 150
    private static let fewestLost = 20
    /// The most callbacks that get an explanation each.
    private static let mostGathered: Int64 = 1 << 19

    private struct Call {
        var timer: EntityID
        var account: Account
        var thread: EntityID?
        var time: Int64 { account.call ?? account.due }
    }

    init(_ report: RunReport) {
        self.report = report
        timers = Array(report.shownTimers.prefix(TimelineData.mostTimers))
        chart = LaneChart(report.trace, report.analysis, intervals: [], width: TimelineData.columns)
    }

    /// The number of timers without a lane, for lack of room.
    var left: Int { report.shownTimers.count - timers.count }

    var hasLanes: Bool {
        report.trace.header.duration > 0 && !timers.isEmpty
            && report.analysis.firingCount <= TimelineData.mostGathered
    }

    var json: JSONValue {
        let shown = Set(timers.map(\.entity))
        var calls: [EntityID: [Call]] = [:]
        report.forEachFiring { timer, account, thread in
            let group = report.trace.entity(timer)?.group ?? .none
            let shownAs = group == .none ? timer : group
            if shown.contains(shownAs) {
                calls[shownAs, default: []].append(Call(timer: timer, account: account, thread: thread))
            }
        }
        return [
            "file": VisibleText.line(report.fileName), "duration": report.trace.header.duration,
            "step": chart.scale.step, "system": stretches(chart.system), "lanes": homes.map(lane),
            "timers": timers.map { timer($0, calls[$0.entity] ?? []) },
        ]
    }

    // MARK: Lanes

    /// Threads and queues in the order of their first timers, then threads that did something else.
    private var homes: [EntityID] {
        let busy = report.analysis.threads.filter { activity in
            activity.spans.contains { $0.owner != .none && report.trace.queue(of: $0.owner) == nil }
        }
        return (report.homes(of: timers) + busy.map(\.thread)).unique
    }

    private func lane(_ home: EntityID) -> JSONValue {
        var spans: [ThreadSpan] = []
        for activity in report.analysis.threads {
            spans += activity.spans.lazy.filter { span in
                span.owner != .none && (activity.thread == home || report.trace.queue(of: span.owner) == home)
            }
        }
        let isWhole = spans.count <= TimelineData.mostCalls
        return [
            "name": name(home), "events": stretches(chart.events[home]), "modes": stretches(chart.modes[home]),
            "spans": isWhole ? spans.sorted { $0.from < $1.from }.map(span) : nil,
            "load": isWhole ? JSONValue.null : load(chart.busy[home] ?? []),
        ]
    }

    private func span(_ span: ThreadSpan) -> JSONValue {
        let step = Int(span.step)
        let place = report.trace.steps.indices.contains(step) ? report.trace.steps[step] : 0..<0
        let owner = report.trace.entity(span.owner)
        let kind =
            switch owner?.kind {
            case .timer: 0
            case .event: 1
            case .process, .thread, .mode, .observer, .source, .queue, .object, .block, nil: 2
            }
        return [span.from, span.to, kind, name(span.owner), report.source.line(of: place)]
    }

    /// The columns that are not empty, with their load in thousandths.
    private func load(_ busy: [Int64]) -> JSONValue {
        .array(
            busy.enumerated().filter { $1 > 0 }.map { column, time in
                let length = max(1, chart.scale.end(column) - chart.scale.start(column))
                return [column, Int64(clamping: Int128(time) * 1000 / Int128(length))]
            })
    }

    private func stretches(_ stretches: [LaneChart.Stretch]?) -> JSONValue {
        .array(
            (stretches ?? []).prefix(TimelineData.mostCalls).map {
                [$0.range.lowerBound, $0.range.upperBound, VisibleText.line($0.name)]
            })
    }

    private func name(_ entity: EntityID) -> String { VisibleText.line(report.trace.entity(entity)?.name ?? "") }

    // MARK: Timers

    private func timer(_ timer: TimerSummary, _ all: [Call]) -> JSONValue {
        let calls = timer.copies == 1 ? all : all.sorted { $0.time < $1.time }
        let room = max(TimelineData.fewestCalls, TimelineData.mostCalls / timers.count)
        let isWhole = calls.reduce(0) { $0 + 1 + $1.account.lostCount } <= room
        return [
            "name": VisibleText.line(timer.label), "home": name(report.home(of: timer)),
            "line": report.trace.entity(timer.entity).flatMap { report.source.line(of: $0.place) },
            "asked": timer.requested?.scaled(1),
            "calls": TimelineData.telling(calls, room).map {
                call($0, lost: isWhole ? room : TimelineData.fewestLost)
            },
            "bins": isWhole ? JSONValue.null : bins(calls.map(\.account)), "episodes": timer.episodes.map(episode),
            "suspended": stretches(chart.suspensions[timer.entity]), "drift": drift(timer),
            "orphaned": orphaned(timer, calls),
        ]
    }

    /// The first call after its owner was gone; all that follow are wrong, however punctual.
    private func orphaned(_ timer: TimerSummary, _ calls: [Call]) -> Int64? {
        let count = Int(clamping: timer.firedAfterOwner ?? 0)
        return calls.lazy.compactMap(\.account.call).suffix(count).first
    }

    /// The first, the last, and those whose points waited longest.
    private static func telling(_ calls: [Call], _ room: Int) -> [Call] {
        guard calls.count > room else { return calls }
        let part = room / 3
        let middle = part..<(calls.count - part)
        let worst = middle.sorted { calls[$0].account.delay > calls[$1].account.delay }.prefix(part).sorted()
        return calls.prefix(part) + worst.map { calls[$0] } + calls.suffix(part)
    }

    private func call(_ call: Call, lost: Int) -> JSONValue {
        let account = call.account
        // A log does not tell what else the device did.
        let causes = report.log == nil ? account.shares(of: call.timer, in: report.trace).filter { $0.percent > 0 } : []
        return [
            account.point, account.due, account.call, account.waiting, account.lag, account.lostCount,
            Array(account.lostInstants.prefix(lost)), causes.map(cause), call.thread.map(name),
        ]
    }

    private func cause(_ share: CauseShare) -> JSONValue {
        var text = words(share.cause, share.culprit)
        let quote = report.source.text(of: share.place)
        if !quote.isEmpty, !quote.hasPrefix("[[") { text += ": " + DisplayWidth.clipped(quote, to: 120) }
        return [share.percent, VisibleText.line(text), report.source.line(of: share.place)]
    }

    private func words(_ cause: Cause, _ culprit: EntityID) -> String {
        let who = cause == .ownCallback ? nil : report.trace.entity(culprit)?.name
        return VisibleText.line(cause.title + (who.map { ", " + $0 } ?? ""))
    }

    /// The columns that are not empty: callbacks, skipped points, the shortest and the longest waiting, the least and
    /// the largest lag.
    private func bins(_ calls: [Account]) -> JSONValue {
        var bins = [(calls: Int64, lost: Int64, waiting: Bounds, lag: Bounds)](
            repeating: (0, 0, Bounds(), Bounds()), count: chart.scale.columns)
        for call in calls {
            let column = chart.scale.column(call.call ?? call.due)
            if call.call != nil { bins[column].calls += 1 }
            if let lag = call.lag { bins[column].lag.include(lag) }
            for due in call.lostInstants { bins[chart.scale.column(due)].lost += 1 }
            guard let waiting = call.waiting else { continue }
            for due in [call.due] + call.lostInstants {
                bins[chart.scale.column(due)].waiting.include(call.due + waiting - due)
            }
        }
        return .array(
            bins.enumerated().filter { $1.calls + $1.lost > 0 || $1.waiting.most != nil }.map { column, bin in
                [column, bin.calls, bin.lost, bin.waiting.least, bin.waiting.most, bin.lag.least, bin.lag.most]
            })
    }

    private struct Bounds {
        var least: Int64?
        var most: Int64?

        mutating func include(_ value: Int64) {
            least = min(least ?? value, value)
            most = max(most ?? value, value)
        }
    }

    private func episode(_ episode: Episode) -> JSONValue {
        let text = episode.cause.map { words($0, episode.culprit) } ?? (episode.isSilent ? "silent" : "late")
        return [episode.from, episode.to, text]
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

extension Account {
    /// The waiting of its first point; for a chain, its lag.
    fileprivate var delay: Int64 { waiting.map { $0 + due - min(due, lost.first?.from ?? due) } ?? lag ?? 0 }
}

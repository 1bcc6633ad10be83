import LabAnalysis
import LabRecording

/// The bands that explain lanes, from one pass over a recording: modes, work, suspensions, sleep.
struct LaneChart {
    /// A part of a band, ns, half-open.
    typealias Stretch = (range: Range<Int64>, name: String)

    let scale: TimeScale
    /// Modes other than the default one, by the thread's entity; all modes for a cancelled thread that never returns.
    private(set) var modes: [EntityID: [Stretch]] = [:]
    /// ns of work or sleep in each step, by thread or queue.
    private(set) var busy: [EntityID: [Int64]] = [:]
    private(set) var events: [EntityID: [Stretch]] = [:]
    private(set) var suspensions: [EntityID: [Stretch]] = [:]
    /// The system asleep, the app in the background.
    private(set) var system: [Stretch] = []

    init(_ trace: Trace, _ analysis: RunAnalysis, intervals: [Int64], width: Int) {
        scale = TimeScale(duration: trace.duration, width: width, intervals: intervals)
        let suspended = analysis.suspensions[EntityID(0)] ?? []
        let states =
            analysis.sleeps.map { ($0, "asleep") }
            + analysis.backgrounds.map { ($0, suspended.contains($0) ? "suspended" : "background") }
        for (range, name) in states.sorted(by: { $0.0.lowerBound < $1.0.lowerBound }) {
            append(range, name, to: &system)
        }
        for (entity, ranges) in analysis.suspensions {
            let name = trace.entity(entity)?.mechanism == .displayLink ? "paused" : "suspended"
            for range in ranges { append(range, name, to: &suspensions[entity, default: []]) }
        }
        for delivery in analysis.deliveries {
            append(
                delivery.from..<max(delivery.to, delivery.from + 1), trace.name(delivery.event),
                to: &events[delivery.thread, default: []])
        }
        let kept = analysis.keptThreads
        for activity in analysis.threads { draw(activity, isKept: kept.contains(activity.thread), trace) }
    }

    private mutating func draw(_ activity: ThreadActivity, isKept: Bool, _ trace: Trace) {
        for span in activity.spans {
            if let mode = trace.entity(span.mode), isKept || mode.name != "default" {
                append(span.from..<span.to, mode.name, to: &modes[activity.thread, default: []])
            }
            if !span.owner.exists { continue }
            fill(activity.thread, span.from, span.to)
            if let queue = trace.queue(of: span.owner) { fill(queue, span.from, span.to) }
        }
    }

    private mutating func fill(_ place: EntityID, _ start: Int64, _ end: Int64) {
        let end = min(end, scale.duration)
        guard start < end, start >= 0 else { return }
        var cells = busy.removeValue(forKey: place) ?? Array(repeating: 0, count: scale.columns)
        for column in scale.column(start)...scale.column(end - 1) {
            cells[column] += min(end, scale.end(column)) - max(start, scale.start(column))
        }
        busy[place] = cells
    }

    private func append(_ range: Range<Int64>, _ name: String, to stretches: inout [Stretch]) {
        let end = min(range.upperBound, scale.duration)
        guard range.lowerBound < end else { return }
        if let last = stretches.last, last.name == name, last.range.upperBound == range.lowerBound {
            stretches[stretches.count - 1].range = last.range.lowerBound..<end
        } else {
            stretches.append((range.lowerBound..<end, name))
        }
    }
}

extension RunReport {
    /// The timers of a compact table, by the thread or queue that calls them.
    var timersByHome: [EntityID: [TimerSummary]] {
        Dictionary(grouping: shownTimers) { trace.server(ofHomeOf: $0.entity) }
    }

    /// Threads and queues in the order of their first timers, then threads with events only, and kept ones.
    func homes(of timers: [TimerSummary]) -> [EntityID] {
        let ofTimers = timers.map { trace.server(ofHomeOf: $0.entity) }
        return (ofTimers + analysis.deliveries.map(\.thread) + analysis.keptThreads).unique
    }
}

extension Trace {
    /// The queue of an entity, unless it is the main queue.
    func queue(of owner: EntityID) -> EntityID? {
        let home = entity(owner)?.home ?? .none
        guard entity(owner)?.kind != .block, let queue = entity(home), queue.kind == .queue, !queue.isMainQueue
        else { return nil }
        return home
    }
}

extension TimerSummary {
    /// `tick`, or `tick ×3` for copies.
    var label: String { copies > 1 ? "\(name) ×\(copies)" : name }

    /// The same, `save (worker)` for a timer that shares its id.
    func label(_ threads: [EntityID: String]) -> String { label + (threads[entity].map { " (\($0))" } ?? "") }
}

import Analysis
import ExactTime
import Recording

/// What the lanes show, gathered in one pass over a recording.
///
/// Copies of one timer share the lanes of the timer that stands for all.
struct LaneChart {
    /// A stretch of a band, ns, half-open.
    struct Stretch: Hashable {
        var range: Range<Int64>
        var name: String
    }

    let scale: TimeScale
    /// By entity index.
    private(set) var lanes: [Int: TimerLane] = [:]
    /// Modes other than the default one, by the thread's entity.
    private(set) var modes: [Int: [Stretch]] = [:]
    /// ns of work or sleep in each step, by thread or queue.
    private(set) var busy: [Int: [Int64]] = [:]
    /// Suspensions, by the timer's entity.
    private(set) var suspensions: [Int: [Stretch]] = [:]
    /// The system asleep, the app in the background.
    private(set) var system: [Stretch] = []

    private var grids: [Int: (grid: Grid, start: Int64)] = [:]
    private var suspended: [Int: Int64] = [:]
    private var background: Int64?

    init(_ trace: Trace, threads: [ThreadActivity], width: Int) {
        scale = TimeScale(duration: trace.header.duration, width: width)
        for (index, entity) in trace.entities.enumerated() where entity.kind == .timer && entity.group == EntityID.none
        {
            lanes[index] = TimerLane(scale: scale)
        }
        for record in trace.records { take(record, trace) }
        close(trace)
        for activity in threads { take(activity, trace) }
    }

    /// The timer in whose lanes a timer's records are drawn.
    private func lane(of entity: EntityID, _ trace: Trace) -> Int {
        let group = trace.entity(entity)?.group ?? EntityID.none
        return Int((group == EntityID.none ? entity : group).index)
    }

    private mutating func take(_ record: Record, _ trace: Trace) {
        let entity = Int(record.entity.index)
        switch record.kind {
        case .fired:
            lanes[lane(of: record.entity, trace)]?.fired(at: record.time, serving: record.value)
        case .gridSet:
            closeGrid(entity, at: record.time, trace)
            grids[entity] = (trace.grid(of: record), record.time)
        case .gridEnded:
            closeGrid(entity, at: record.time, trace)
        case .suspended:
            if suspended[entity] == nil { suspended[entity] = record.time }
        case .resumed:
            closeSuspension(entity, at: record.time)
        case .systemSlept:
            append(record.time, record.value, "asleep", to: &system)
        case .enteredBackground:
            background = record.time
        case .enteredForeground:
            if let start = background { append(start, record.time, "background", to: &system) }
            background = nil
        case .returned, .added, .removed, .invalidated, .cancelled, .firedByHand, .threadStarted, .threadEnded,
            .threadCancelled, .loopCreated, .activationBegan, .activationEnded, .runReturned, .workBegan, .workEnded,
            .sleepBegan, .sleepEnded, .waitBegan, .waitEnded, .calloutBegan, .calloutEnded, .dumped,
            .created, .retained, .released, .deallocBegan, .deallocated, .weakTargetRetained, .weakPropertyCleared,
            .messaged, .logged, .wallClockSet, .remarked, .crashed:
            return
        }
    }

    /// Ends what was still going on when the recording ended, in the order of entities.
    private mutating func close(_ trace: Trace) {
        let end = trace.header.duration
        for index in trace.entities.indices {
            closeGrid(index, at: end, trace)
            closeSuspension(index, at: end)
        }
        if let start = background { append(start, end, "background", to: &system) }
    }

    private mutating func closeGrid(_ timer: Int, at time: Int64, _ trace: Trace) {
        guard let (grid, start) = grids.removeValue(forKey: timer) else { return }
        lanes[lane(of: EntityID(timer), trace)]?.add(grid, from: start, to: time)
    }

    private mutating func take(_ activity: ThreadActivity, _ trace: Trace) {
        let thread = Int(activity.thread.index)
        for span in activity.spans {
            if let mode = trace.entity(span.mode), mode.name != "default" {
                append(span.from, span.to, mode.name, to: &modes[thread, default: []])
            }
            if span.owner == EntityID.none { continue }
            fill(thread, span.from, span.to)
            let home = trace.entity(span.owner)?.home ?? EntityID.none
            if trace.entity(home)?.kind == .queue { fill(Int(home.index), span.from, span.to) }
        }
    }

    private mutating func closeSuspension(_ timer: Int, at time: Int64) {
        guard let start = suspended.removeValue(forKey: timer) else { return }
        append(start, time, "suspended", to: &suspensions[timer, default: []])
    }

    private mutating func fill(_ place: Int, _ start: Int64, _ end: Int64) {
        let end = min(end, scale.duration)
        guard start < end, start >= 0 else { return }
        var cells = busy.removeValue(forKey: place) ?? Array(repeating: 0, count: scale.columns)
        for column in scale.column(start)...scale.column(end - 1) {
            cells[column] += min(end, scale.end(column)) - max(start, scale.start(column))
        }
        busy[place] = cells
    }

    private func append(_ start: Int64, _ end: Int64, _ name: String, to stretches: inout [Stretch]) {
        let end = min(end, scale.duration)
        guard start < end else { return }
        if let last = stretches.last, last.name == name, last.range.upperBound == start {
            stretches[stretches.count - 1].range = last.range.lowerBound..<end
        } else {
            stretches.append(Stretch(range: start..<end, name: name))
        }
    }
}

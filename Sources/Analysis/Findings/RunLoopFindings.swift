import Recording

/// What records say about the places of timers in run loops, and about the run calls of threads.
struct RunLoopStories {
    /// About one timer, by the order of records.
    struct Story {
        var made: Int?
        var added: (order: Int, thread: EntityID, modes: [EntityID])?
        var ended: Int?
        /// A step of the scenario ended it, and not the end of its thread or its last owner.
        var endedByStep: Int64?
        var deallocated: Int?
        var resumed = false
    }

    /// By entity.
    private(set) var stories: [Story] = []
    /// When each timer was last invalidated or cancelled, ns.
    private(set) var ends: [EntityID: Int64] = [:]
    /// When the first run call of a thread returned.
    private(set) var firstReturns: [EntityID: Int] = [:]
    /// The values of all run calls that have returned, in order.
    private(set) var returns: [RunReturn] = []
    /// By thread: the activations that go on, and for each mode when the last activation ended that ran in it.
    private var open: [EntityID: [EntityID]] = [:]
    private var lastEnds: [EntityID: [EntityID: Int]] = [:]
    private var order = 0

    mutating func grow(to count: Int) {
        let missing = count - stories.count
        if missing > 0 { stories.append(contentsOf: repeatElement(Story(), count: missing)) }
    }

    /// The entity of the record is a known one.
    mutating func take(_ record: Record) {
        let entity = Int(record.entity.index)
        order += 1
        switch record.kind {
        case .created, .gridSet:
            stories[entity].made = stories[entity].made ?? order
        case .added:
            let mode = EntityID(Int(clamping: record.value))
            if stories[entity].added == nil {
                stories[entity].added = (order, EntityID(Int(record.thread)), [mode])
            } else if stories[entity].added?.modes.contains(mode) == false {
                stories[entity].added?.modes.append(mode)
            }
        case .invalidated, .cancelled:
            ends[record.entity] = record.time
            guard stories[entity].ended == nil else { return }
            stories[entity].ended = order
            if record.extra >= 0 { stories[entity].endedByStep = record.time }
        case .deallocBegan: stories[entity].deallocated = order
        case .resumed: stories[entity].resumed = true
        case .activationBegan: open[record.entity, default: []].append(EntityID(Int(clamping: record.value)))
        case .activationEnded:
            if let mode = open[record.entity]?.popLast() { lastEnds[record.entity, default: [:]][mode] = order }
        case .runReturned:
            firstReturns[record.entity] = firstReturns[record.entity] ?? order
            returns.append(RunReturn(thread: record.entity, value: record.value))
        default: return
        }
    }

    /// The modes in which a thread's run loop ran at some time after a record.
    func modes(ofThread thread: EntityID, after moment: Int) -> [EntityID] {
        (open[thread] ?? []) + (lastEnds[thread] ?? [:]).filter { $0.value > moment }.map(\.key)
    }
}

/// What a run call returned.
struct RunReturn: Hashable, Sendable {
    var thread: EntityID
    var value: Int64
}

/// TL0201 to TL0206: why a timer never fired at all.
struct RunLoopFindings {
    let trace: Trace
    let statistics: TimerStatistics
    let stories: RunLoopStories

    func findings() -> [Finding] {
        trace.entities.indices.compactMap { index in
            guard trace.entities[index].kind == .timer, stories.stories[index].made != nil else { return nil }
            let timer = EntityID(index)
            let story = stories.stories[index]
            return isOnLoop(timer) || story.added != nil ? neverFired(timer, story) : sourceFinding(timer, story)
        }
    }

    /// Whether it is one of the kinds that a run loop calls.
    private func isOnLoop(_ timer: EntityID) -> Bool {
        guard let entity = trace.entity(timer), let traits = entity.timer else { return false }
        return !traits.modes.isEmpty && trace.entity(entity.home)?.kind != .queue
    }

    private func neverFired(_ timer: EntityID, _ story: RunLoopStories.Story) -> Finding? {
        let history = statistics.history(of: Int(timer.index))
        guard history.servedCount == 0 else { return nil }
        // One that nobody wanted any more, or that is not due yet, has nothing to complain of.
        if let first = history.grids.first?.anchor, first >= min(story.endedByStep ?? .max, trace.header.duration) {
            return nil
        }
        let name = trace.name(timer)
        let place = trace.entity(timer)?.place ?? 0..<0
        let missed = max(1, statistics.due(of: Int(timer.index)))
        guard let added = story.added else {
            return Finding(
                .neverAdded, subject: timer, place: place,
                message: "\(name) was never in a run loop: no due point calls it", count: missed)
        }
        let runs = stories.modes(ofThread: added.thread, after: added.order)
        let thread = trace.name(added.thread)
        if runs.isEmpty {
            if let returned = stories.firstReturns[added.thread], returned < added.order {
                return Finding(
                    .loopReturnedBeforeAdd, subject: timer, place: place,
                    message: "the run loop of thread \(thread) had returned before \(name) was added", count: missed,
                    related: added.thread)
            }
            return Finding(
                .loopNeverRan, subject: timer, place: place,
                message: "\(name) stands in the run loop of thread \(thread), which nobody runs", count: missed,
                related: added.thread)
        }
        guard !runs.contains(where: added.modes.contains) else { return nil }
        let modes = added.modes.map { trace.name($0) }.joined(separator: ", ")
        return Finding(
            .modeNeverRun, subject: timer, place: place,
            message: "the run loop of thread \(thread) never ran in mode \(modes), the only one of \(name)",
            count: missed, related: added.thread)
    }

    private func sourceFinding(_ timer: EntityID, _ story: RunLoopStories.Story) -> Finding? {
        guard trace.entity(timer)?.detail == "gcd" else { return nil }
        let name = trace.name(timer)
        let place = trace.entity(timer)?.place ?? 0..<0
        let history = statistics.history(of: Int(timer.index))
        if let deallocated = story.deallocated, story.ended.map({ $0 > deallocated }) ?? true {
            return Finding(
                .sourceWithoutOwner, subject: timer, place: place,
                message: "nobody held \(name): it was disposed of and its handler is not called any more",
                count: max(1, statistics.due(of: Int(timer.index)) - history.servedCount))
        }
        // One that was suspended while it was due has a finding about what it missed.
        guard history.grids.isEmpty, history.runs.isEmpty, !story.resumed, story.ended == nil else { return nil }
        return Finding(
            .suspendedOrNeverResumed, subject: timer, place: place, message: "\(name) was never resumed")
    }
}

import Recording

/// TL0201 to TL0206: why a timer never fired at all, and TL0308.
struct RunLoopFindings {
    let trace: Trace
    let statistics: TimerStatistics

    /// What the records say about one timer, by their index.
    private struct Story {
        var made: Int?
        var added: (index: Int, thread: EntityID, modes: [EntityID])?
        var ended: Int?
        /// A step of the scenario ended it, and not the end of its thread or its last owner.
        var endedByStep: Int64?
        var deallocated: Int?
        var resumed = false
    }

    private struct Activation {
        var mode: EntityID
        var began: Int
        var ended: Int
    }

    func findings() -> [Finding] {
        var stories = [Story](repeating: Story(), count: trace.entities.count)
        var activations: [EntityID: [Activation]] = [:]
        var firstReturn: [EntityID: Int] = [:]
        var found: [Finding] = []
        for (index, record) in trace.records.enumerated() {
            let entity = Int(record.entity.index)
            guard stories.indices.contains(entity) else { continue }
            switch record.kind {
            case .created, .gridSet: stories[entity].made = stories[entity].made ?? index
            case .added:
                let mode = EntityID(Int(clamping: record.value))
                if stories[entity].added == nil {
                    stories[entity].added = (index, EntityID(Int(record.thread)), [mode])
                } else {
                    stories[entity].added?.modes.append(mode)
                }
            case .invalidated, .cancelled:
                guard stories[entity].ended == nil else { continue }
                stories[entity].ended = index
                if record.extra >= 0 { stories[entity].endedByStep = record.time }
            case .deallocBegan: stories[entity].deallocated = index
            case .resumed: stories[entity].resumed = true
            case .activationBegan:
                activations[record.entity, default: []].append(
                    Activation(mode: EntityID(Int(clamping: record.value)), began: index, ended: .max))
            case .activationEnded:
                if let open = activations[record.entity]?.lastIndex(where: { $0.ended == .max }) {
                    activations[record.entity]?[open].ended = index
                }
            case .runReturned: firstReturn[record.entity] = firstReturn[record.entity] ?? index
            case .remarked where record.value == Remark.invalidatedOnOtherThread.rawValue:
                found.append(invalidatedElsewhere(record))
            default: continue
            }
        }
        for index in trace.entities.indices where trace.entities[index].kind == .timer && stories[index].made != nil {
            let timer = EntityID(index)
            let story = stories[index]
            if let finding = isOnLoop(timer) || story.added != nil
                ? neverFired(timer, story, activations: activations, firstReturn: firstReturn)
                : sourceFinding(timer, story)
            {
                found.append(finding)
            }
        }
        return found
    }

    /// Whether it is one of the kinds that a run loop calls.
    private func isOnLoop(_ timer: EntityID) -> Bool {
        guard let entity = trace.entity(timer), let traits = entity.timer else { return false }
        return !traits.modes.isEmpty && trace.entity(entity.home)?.kind != .queue
    }

    private func neverFired(
        _ timer: EntityID, _ story: Story, activations: [EntityID: [Activation]], firstReturn: [EntityID: Int]
    ) -> Finding? {
        let history = statistics.history(of: Int(timer.index))
        guard history.servedCount == 0 else { return nil }
        // One that nobody wanted any more, or that is not due yet, has nothing to complain of.
        if let first = history.grids.first?.anchor, first >= min(story.endedByStep ?? .max, trace.header.duration) {
            return nil
        }
        let name = trace.name(timer)
        let place = trace.entity(timer)?.place ?? 0..<0
        let missed = max(1, history.duePoints)
        guard let added = story.added else {
            return Finding(
                .neverAdded, subject: timer, place: place,
                message: "\(name) was never in a run loop: no due point calls it", count: missed)
        }
        let runs = (activations[added.thread] ?? []).filter { $0.ended > added.index }
        let thread = trace.name(added.thread)
        if runs.isEmpty {
            if let returned = firstReturn[added.thread], returned < added.index {
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
        guard !runs.contains(where: { added.modes.contains($0.mode) }) else { return nil }
        let modes = added.modes.map { trace.name($0) }.joined(separator: ", ")
        return Finding(
            .modeNeverRun, subject: timer, place: place,
            message: "the run loop of thread \(thread) never ran in mode \(modes), the only one of \(name)",
            count: missed, related: added.thread)
    }

    private func sourceFinding(_ timer: EntityID, _ story: Story) -> Finding? {
        guard trace.entity(timer)?.detail == "gcd" else { return nil }
        let name = trace.name(timer)
        let place = trace.entity(timer)?.place ?? 0..<0
        let history = statistics.history(of: Int(timer.index))
        if let deallocated = story.deallocated, story.ended.map({ $0 > deallocated }) ?? true {
            return Finding(
                .sourceWithoutOwner, subject: timer, place: place,
                message: "nobody held \(name): it was disposed of and its handler is not called any more",
                count: max(1, history.duePoints - history.servedCount))
        }
        // One that was suspended while it was due has a finding about what it missed.
        guard history.grids.isEmpty, history.runs.isEmpty, !story.resumed, story.ended == nil else { return nil }
        return Finding(
            .suspendedOrNeverResumed, subject: timer, place: place, message: "\(name) was never resumed")
    }

    private func invalidatedElsewhere(_ record: Record) -> Finding {
        let home = trace.entity(record.entity)?.home ?? .none
        return Finding(
            .invalidatedOnOtherThread, subject: record.entity,
            place: trace.place(ofStep: record.extra, orOf: record.entity),
            message: "\(trace.name(record.entity)) was invalidated on thread "
                + "\(trace.name(EntityID(Int(record.thread)))), but thread \(trace.name(home)) runs it: "
                + "its run loop is not woken",
            related: EntityID(Int(record.thread)))
    }
}

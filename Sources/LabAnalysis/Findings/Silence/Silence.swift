import LabRecording

/// The reason why a run loop never called a timer that was due.
struct Silence: Sendable {
    enum Fault {
        case neverAdded
        /// The thread had no more run call after the timer was added.
        case loopNeverRan, loopReturned
        case modeNeverRun
    }

    var reason: Fault
    /// The thread to whose loop it was added.
    var thread = EntityID.none
    var modes: [EntityID] = []
}

extension Evidence {
    /// The timers that their run loop never called, each with the reason, in the order of entities. Not a timer that was
    /// not due yet, that a step gave up, or that needs no run loop.
    static func silences(
        of timers: [EntityID], _ stories: RunLoopStories, _ statistics: TimerStatistics, _ trace: Trace
    ) -> [(timer: EntityID, silence: Silence)] {
        timers.compactMap { timer in
            let story = stories.stories[Int(timer.index)]
            guard story.made != nil, story.added != nil || trace.isOnLoop(timer) else { return nil }
            let history = statistics.history(of: Int(timer.index))
            guard history.servedCount == 0 else { return nil }
            // A timer that was given up, or that is not due yet, has no finding.
            if let first = history.firstAnchor,
                first >= min(stories.turn(of: timer)?.endedByStep ?? .max, trace.header.duration)
            {
                return nil
            }
            guard let added = story.added else { return (timer, Silence(reason: .neverAdded)) }
            let runs = stories.modes(ofThread: added.thread, after: added.order)
            if runs.contains(where: added.modes.contains) { return nil }
            let hadReturned = stories.firstReturns[added.thread].map { $0 < added.order } ?? false
            let reason: Silence.Fault = runs.isEmpty ? (hadReturned ? .loopReturned : .loopNeverRan) : .modeNeverRun
            return (timer, Silence(reason: reason, thread: added.thread, modes: added.modes))
        }
    }
}

extension Trace {
    /// True for the kinds of timers that a run loop calls.
    fileprivate func isOnLoop(_ timer: EntityID) -> Bool {
        let timer = entities[Int(timer.index)]
        return timer.timer?.modes.isEmpty == false && entity(timer.home)?.kind != .queue
    }
}

import LabRecording

extension Detectors {
    static let runReturned: Detector = eachTimer { evidence, timer in
        guard let (thread, missed) = evidence.stopped(timer) else { return nil }
        let trace = evidence.trace
        return Sighting(
            subject: timer, count: missed, related: thread,
            message: (evidence.stories.exits.contains(thread)
                ? "thread \(thread) exited in its run call"
                : "the run call of thread \(thread) returned")
                + ", and \(timer) is in a run loop that is not run any more: "
                + "\(missed, "due point") skipped")
    }
}

extension Evidence {
    /// The thread that has stopped running the loop of a timer, and the number of points due after that.
    func stopped(_ timer: EntityID) -> (thread: EntityID, missed: Int64)? {
        guard let added = stories.stories[Int(timer.index)].added, stories.turn(of: timer)?.endedByStep == nil,
            let end = stories.lastReturn(of: added.thread),
            stories.modes(ofThread: added.thread, after: added.order).contains(where: added.modes.contains)
        else { return nil }
        let history = history(of: timer)
        guard let grid = history.lastGrid, history.lastRun.map({ $0.last <= end }) ?? true else { return nil }
        let missed = grid.points(before: trace.header.duration) - grid.points(before: end.adding(saturating: 1))
        return missed > 0 ? (added.thread, missed) : nil
    }
}

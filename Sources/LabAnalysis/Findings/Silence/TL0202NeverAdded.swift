import LabRecording

extension Detectors {
    static let neverAdded: Detector = all(
        eachSilence(.neverAdded) { evidence, timer, _ in
            // A timer that was invalid, or gone, when it was added has a finding of its own.
            let isGone = evidence.events.events.contains { $0.kind == .weakPropertyCleared && $0.entity == timer }
            return isGone || evidence.events.contains(.addedInvalidTimer, about: timer)
                ? nil : "\(timer) was never in a run loop: no due point calls it"
        },
        eachTimer { evidence, timer in
            let (story, history) = (evidence.stories.stories[Int(timer.index)], evidence.history(of: timer))
            guard story.added != nil, let made = story.unadded, let grid = history.lastGrid else { return nil }
            let end = evidence.stories.turn(of: timer)?.end.map { $0 > made ? $0 : .max } ?? .max
            let missed = grid.points(before: min(end, evidence.trace.header.duration))
            guard missed > 0 else { return nil }
            return Sighting(
                subject: timer, count: missed,
                message: "\(timer) was made again at \(at: made) and added to no run "
                    + "loop: no due point calls it")
        },
        eachDelay(by: .notAdded) { evidence, delay in
            let addition = evidence.circumstances.additions[Int(delay.timer.index)].first
            let due = evidence.history(of: delay.timer).firstAnchor
            return delay.effect.skipped > 0 && evidence.hasFired(delay.timer)
                && due ?? .max < addition?.time ?? .min
        })
}

import LabExactTime
import LabRecording

extension Detectors {
    static let lateCountdown: Detector = eachTimer { evidence, timer in
        guard let traits = evidence.traits(of: timer), let start = traits.countdown, let interval = traits.interval
        else { return nil }
        let history = evidence.history(of: timer)
        // A grid that a step moves has no end that was announced.
        guard traits.isRelative || history.grids.count == 1, let first = history.firstAnchor else { return nil }
        let end = first.adding(saturating: interval.floorMultiple(start) ?? .max)
        let late = end.adding(saturating: interval.floorMultiple(1) ?? .max)
        guard late < evidence.trace.header.duration else { return nil }
        let shown: Statement
        if let zero = history.start(ofCall: start.adding(saturating: 1)) {
            guard zero >= late else { return nil }
            shown = "shows 0 at \(at: zero / 1_000_000 * 1_000_000)"
        } else {
            if let ended = evidence.stories.turn(of: timer)?.end, ended < late { return nil }
            shown = "still shows \(start - max(0, history.firedCount - 1)) when the run ends"
        }
        return Sighting(
            subject: timer,
            message: "\(timer) \(shown), but its time is over at \(at: end): "
                + "it counts calls")
    }
}

extension TimerHistory {
    /// When a callback began, by its number from 1, ns; nil if there were fewer.
    fileprivate func start(ofCall number: Int64) -> Int64? {
        var before: Int64 = 0
        for run in runs {
            if number <= before + Int64(run.count) { return run.start &+ run.step &* (number - before - 1) }
            before += Int64(run.count)
        }
        return nil
    }
}

import LabExactTime
import LabRecording

extension Detectors {
    static let systemSlept: Detector = { evidence in
        guard !evidence.circumstances.sleeps.isEmpty else { return [] }
        let told = evidence.timers.compactMap { evidence.slept($0) }
        let known = Set(told.map(\.subject))
        // Reported once, by the other detector, for a clock that stopped.
        let late = evidence.delays(by: .systemSlept).filter { !known.contains($0.timer) }
            .map { evidence.sighting(of: $0, harm: .asked) }
        return (told + late).map { sighting in
            var sighting = sighting
            if evidence.traits(of: sighting.subject)?.countsInSleep == true { sighting.situation = .runningClock }
            return sighting
        }
    }
}

extension Evidence {
    /// A timer on a clock that stops in system sleep is not late after a sleep, but its period is longer.
    fileprivate func slept(_ timer: EntityID) -> Sighting? {
        let (history, interval) = (history(of: timer), traits(of: timer)?.interval?.scaled(1) ?? .max)
        var (count, most): (Int64, Int64) = (0, 0)
        var last: FiringRun?
        for run in history.runs where !run.isByHand {
            let due = last.map { ($0.last &- $0.lateness).adding(saturating: interval) } ?? history.firstAnchor ?? .max
            let from = last?.last ?? 0
            let asleep = circumstances.sleeps.span(at: from)
            if run.start > due, (asleep.span == nil ? asleep.until : from) < run.start {
                count += 1
                most = max(most, run.start.subtracting(saturating: due))
            }
            last = run
        }
        let asleep = circumstances.sleeps.asleep(from: .min, to: .max)
        let isMoved =
            history.runs.isEmpty && history.firstAnchor ?? .max < trace.header.duration
            && history.firstAnchor ?? 0 > trace.header.duration.subtracting(saturating: asleep)
            && traits(of: timer)?.countsInSleep == false
        guard count > 0 || isMoved else { return nil }
        let longest = circumstances.sleeps.max { $0.length < $1.length }
        return Sighting(
            subject: timer, place: longest.map { trace.place(ofStep: $0.step, orOf: timer) }, count: max(1, count),
            message: count > 0
                ? "the system slept: \(timer) fired up to \(ns: most) later than without that"
                : "the system slept: \(timer) is not called before the end")
    }
}

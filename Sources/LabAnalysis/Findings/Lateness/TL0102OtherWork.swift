import LabRecording

extension Detectors {
    static let otherWork: Detector = { evidence in
        let delays = (evidence.delays(by: .otherWork) + evidence.delays(by: .awaiting)).sorted {
            ($0.timer, $1.cost) < ($1.timer, $0.cost)
        }
        return delays.compactMap { delay in
            // A thread that never returns to its loop has stopped running it (TL0207).
            if delay.effect.lateFirings == 0, evidence.stopped(delay.timer)?.thread == delay.share.culprit {
                return nil
            }
            // Lateness within its tolerance does not count.
            let allowed = evidence.traits(of: delay.timer).map { max($0.tolerance, $0.defaultLeeway) } ?? 0
            if delay.effect.skipped == 0, allowed > 0, delay.effect.longest <= allowed { return nil }
            // Lateness that neither the eye nor the rhythm shows is only a note.
            let traits = evidence.traits(of: delay.timer)
            let interval = evidence.history(of: delay.timer).lastGrid?.interval?.scaled(1) ?? 0
            let small = traits?.followsDisplay == true ? interval / 10 : min(interval / 100, frame)
            let isTiny = delay.effect.skipped == 0 && delay.effect.longest < max(1_000_000, small)
            var sighting = evidence.sighting(of: delay, harm: isTiny ? .asked : nil)
            if delay.share.cause == .awaiting { sighting.situation = .waiting }
            return sighting
        }
    }

    /// The frame of a display with 60 frames a second, ns.
    private static let frame: Int64 = 16_666_667
}

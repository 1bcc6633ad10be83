import LabRecording

extension Detectors {
    static let displayRateSet: Detector = { evidence in
        guard let change = evidence.events.events.first(where: { $0.isRemark(.displayRateSet) }) else { return [] }
        return evidence.timers.filter { evidence.mechanism(of: $0) == .displayLink }.compactMap { link in
            // A link that asks for fewer frames may have had the same frames all the time.
            guard evidence.statistics.summary(of: link)?.isMixed == true else { return nil }
            return Sighting(
                subject: link, place: evidence.trace.place(ofStep: change.step, orOf: link),
                message: "the display changed its rate, and \(link) with it: its frames are not of "
                    + "one length")
        }
    }
}

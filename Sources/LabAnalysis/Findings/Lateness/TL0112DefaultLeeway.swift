import LabRecording

extension Detectors {
    static let defaultLeeway: Detector = eachTimer { evidence, timer in
        // Users notice a delay of 0.1 s (Card, Moran, Newell: The Psychology of Human-Computer Interaction).
        guard let leeway = evidence.traits(of: timer)?.defaultLeeway, leeway > 100_000_000, evidence.hasFired(timer)
        else { return nil }
        let delay = evidence.delays(by: .tolerance).first { $0.timer == timer }
        return Sighting(
            subject: timer, cost: delay?.cost ?? 0, harm: delay == nil ? .possible : .impaired,
            message: "\(timer) may be called up to \(ns: leeway) late, "
                + "though no tolerance was asked for")
    }
}

import LabExactTime
import LabRecording

extension Detectors {
    static let beatsWithDisplay: Detector = { evidence in
        let links = evidence.timers.filter { evidence.traits(of: $0)?.followsDisplay == true }
        guard let link = links.first(where: evidence.hasFired),
            let frame = evidence.history(of: link).lastGrid?.interval
        else { return [] }
        return evidence.timers.compactMap { evidence.beat(of: $0, with: link, frame) }
    }
}

extension Evidence {
    /// Reports how often a frame has a call more or less, if that happens.
    fileprivate func beat(of timer: EntityID, with link: EntityID, _ frame: Rational) -> Sighting? {
        guard let traits = traits(of: timer), traits.repeats, !traits.followsDisplay, hasFired(timer),
            let interval = traits.interval, let twice = interval.times(Rational(whole: 2)), twice > frame,
            let double = frame.times(Rational(whole: 2)), interval < double, interval != frame
        else { return nil }
        let cross = Int128(interval.numerator) * Int128(frame.denominator)
        let apart = (cross - Int128(frame.numerator) * Int128(interval.denominator)).magnitude
        let beat = Int64(clamping: Int128(interval.numerator) * Int128(frame.numerator) / Int128(apart))
        guard beat < trace.header.duration else { return nil }
        return Sighting(
            subject: timer, related: link,
            message: "\(timer) is called every \(ns: interval.scaled(1) ?? 0), and a frame of "
                + "\(link) takes \(ns: frame.scaled(1) ?? 0): every \(ns: beat) "
                + "a frame has \(interval < frame ? "two" : "none") of its calls")
    }
}

import LabExactTime
import LabRecording

extension FindingDetector {
    static let ownCallback = FindingDetector(
        .ownCallback,
        detect: outlasting("interval"))

    /// Finds callbacks that took as long as their interval, or a display link's frame, of the last schedule or of the
    /// shortest one.
    static func outlasting(_ what: String) -> Detector {
        eachDelay(by: .ownCallback) { evidence, delay in
            let isFrame = evidence.mechanism(of: delay.timer) == .displayLink
            let longest = evidence.circumstances.callbackTimes(of: delay.timer).longest
            let lengths = [
                evidence.history(of: delay.timer).lastGrid?.interval, evidence.traits(of: delay.timer)?.interval,
                evidence.statistics.summary(of: delay.timer)?.asked?.lowerBound,
            ]
            guard isFrame == (what == "frame"),
                let length = lengths.lazy.compactMap({ $0 }).first(where: { Rational(whole: longest) >= $0 }),
                // What its callback waits for is what outlasts it (TL0102).
                !evidence.delays(by: .awaiting).contains(where: { $0.timer == delay.timer && $0.cost > delay.cost })
            else { return nil }
            return
                "\(evidence.name(delay.timer))'s own callback takes up to \(DurationText.format(longest)), its \(what) is "
                + DurationText.format(length.scaled(1) ?? .max)
        }
    }
}

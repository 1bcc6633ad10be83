import LabCatalogue
import LabExactTime

extension Detectors {
    static let ownCallback: Detector = outlasting(isFrame: false)

    /// Finds callbacks that took as long as their interval, or a display link's frame, of the last schedule or of the
    /// shortest one.
    static func outlasting(isFrame: Bool) -> Detector {
        eachDelay(by: .ownCallback) { evidence, delay in
            let longest = evidence.circumstances.callbackTimes(of: delay.timer).longest
            let lengths = [
                evidence.history(of: delay.timer).lastGrid?.interval, evidence.traits(of: delay.timer)?.interval,
                evidence.statistics.summary(of: delay.timer)?.asked?.lowerBound,
            ]
            return isFrame == (evidence.mechanism(of: delay.timer) == .displayLink)
                && lengths.contains { $0.map { Rational(whole: longest) >= $0 } ?? false }
                // If the callback waits for other work, that work is the cause (TL0102).
                && !evidence.delays(by: .awaiting).contains { $0.timer == delay.timer && $0.cost > delay.cost }
        }
    }
}

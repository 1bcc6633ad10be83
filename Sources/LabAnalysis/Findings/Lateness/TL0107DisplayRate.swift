import LabExactTime
import LabRecording

extension Detectors {
    static let displayRate: Detector = eachTimer { evidence, timer in
        guard let wanted = evidence.traits(of: timer)?.wantedRate, wanted > 0,
            let interval = evidence.history(of: timer).lastGrid?.interval,
            let rate = interval.reciprocal?.times(Rational(whole: 1_000_000_000)), rate != Rational(whole: wanted)
        else { return nil }
        let real = DurationText.decimal(UInt64(max(0, rate.numerator)), scale: UInt64(rate.denominator), digits: 3)
        return Sighting(
            subject: timer,
            message: "\(timer) asked for \(wanted) frames a second; the display does \(real)"
                + (evidence.traits(of: timer)?.frameHold.map { ", held there by \($0)" } ?? ""))
    }
}

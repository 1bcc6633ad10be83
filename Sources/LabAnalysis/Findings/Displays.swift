import LabExactTime
import LabRecording

/// Timers and the frames of a display.
extension Evidence {
    var displayRate: [Sighting] {
        timers.compactMap { timer in
            guard let traits = traits(of: timer), let wanted = traits.wantedRate, wanted > 0,
                let interval = history(of: timer).lastGrid?.interval,
                let rate = interval.reciprocal?.times(Rational(whole: 1_000_000_000)), rate != Rational(whole: wanted)
            else { return nil }
            // Its own wish holds nothing: it was only rounded.
            let hold = traits.frameHold.flatMap { $0.hasPrefix("its ") ? nil : $0 }
            let real = DurationText.decimal(rate.numerator, scale: rate.denominator, digits: 3)
            return Sighting(
                subject: timer, situation: hold?.contains("Info.plist") == true ? .withoutKey : nil,
                message: "\(timer) asked for \(wanted) frames a second; the display does \(real)"
                    + (hold.map { ", held there by \($0)" } ?? ""))
        }
    }

    var displayRateSet: [Sighting] {
        guard let change = events.events.first(where: { $0.isRemark(.displayRateSet) }) else { return [] }
        return timers.filter { mechanism(of: $0) == .displayLink }.compactMap { link in
            // A link that asks for fewer frames may have had the same frames all the time.
            guard summary(of: link)?.isMixed == true else { return nil }
            return Sighting(
                subject: link, step: change.step,
                message: "the display changed its rate, and \(link) with it: its frames are not of one length")
        }
    }

    var beatsWithDisplay: [Sighting] {
        let link = timers.first { traits(of: $0)?.followsDisplay == true && hasFired($0) }
        guard let link, let frame = history(of: link).lastGrid?.interval else { return [] }
        return timers.compactMap { beat(of: $0, with: link, frame) }
    }

    /// Reports how often a frame has a call more or less, if that happens.
    private func beat(of timer: EntityID, with link: EntityID, _ frame: Rational) -> Sighting? {
        guard let traits = traits(of: timer), traits.repeats, !traits.followsDisplay, hasFired(timer),
            let interval = traits.isChain ? summary(of: timer)?.every.map(Rational.init(whole:)) : traits.interval,
            let twice = interval.times(Rational(whole: 2)), twice > frame,
            let double = frame.times(Rational(whole: 2)), interval < double, interval != frame
        else { return nil }
        let cross = Int128(interval.numerator) * Int128(frame.denominator)
        let apart = (cross - Int128(frame.numerator) * Int128(interval.denominator)).magnitude
        let beat = Int64(clamping: Int128(interval.numerator) * Int128(frame.numerator) / Int128(apart))
        guard beat < trace.duration else { return nil }
        return Sighting(
            subject: timer, related: link,
            message: "\(timer) is called every \(ns: interval.scaled(1) ?? 0), and a frame of "
                + "\(link) takes \(ns: frame.scaled(1) ?? 0): every \(ns: beat) "
                + "a frame has \(interval < frame ? "two" : "none") of its calls")
    }
}

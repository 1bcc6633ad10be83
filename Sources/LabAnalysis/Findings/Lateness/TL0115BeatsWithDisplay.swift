import LabExactTime
import LabRecording

extension FindingRule {
    static let beatsWithDisplay = FindingRule(
        "TL0115", .impaired, "a timer that beats with the display",
        meaning: """
            The timer's interval is nearly the length of a frame of the display, half as long or twice as long at most, but \
            not the same: some frames have one of its calls more, or one less, than the others.
            """,
        rule: """
            A timer keeps its own grid and knows nothing of the display's. What it moves goes two steps in one frame or \
            none, which is seen as a stutter; how often is the difference of the two rates.
            """,
        source: "Apple, CADisplayLink; Apple, Timer",
        example: link(
            for: "3s", "[[timer]]", #"id = "tick""#, #"kind = "nstimer""#, #"interval = "16ms""#, "repeats = true"),
        remedy: "do in the display link's callback what is drawn, by its `targetTimestamp`",
        detect: { evidence in
            let links = evidence.timers.filter { evidence.traits(of: $0)?.followsDisplay == true }
            guard let link = links.first(where: evidence.hasFired),
                let frame = evidence.history(of: link).lastGrid?.interval
            else { return [] }
            return evidence.timers.compactMap { evidence.beat(of: $0, with: link, frame) }
        })
}

extension Evidence {
    /// Says how often a frame has a call more or less, if that happens.
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
            message: "\(name(timer)) is called every \(DurationText.format(interval.scaled(1) ?? 0)), and a frame of "
                + "\(name(link)) takes \(DurationText.format(frame.scaled(1) ?? 0)): every \(DurationText.format(beat)) "
                + "a frame has \(interval < frame ? "two" : "none") of its calls")
    }
}

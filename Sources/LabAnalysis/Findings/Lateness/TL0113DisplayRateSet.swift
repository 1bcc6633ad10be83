import LabRecording

extension FindingRule {
    static let displayRateSet = FindingRule(
        "TL0113", .asked, "the display changed its rate",
        meaning: "The display went over to another rate while the display link was called for its frames.",
        rule: """
            A ProMotion display follows what is on it: 120 frames a second while something moves, 10 where nothing does, no \
            more than 60 in Low Power Mode. The system may do so at any time, and a link is called for the frames that there \
            are.
            """,
        source: "Apple, \"Optimizing iPhone and iPad apps to support ProMotion displays\"",
        example: link(for: "2s", event("1s", #"{ set_refresh = "60Hz" }"#), #"[device]\#nrefresh = "120Hz""#),
        remedy:
            "take a frame's length from the link's `timestamp` and `targetTimestamp` each time, never from a constant",
        advice: "What counts slow frames against 1/60 s or 1/120 s counts the change of rate.",
        swift: "let frame = link.targetTimestamp - link.timestamp",
        objectiveC: "CFTimeInterval frame = link.targetTimestamp - link.timestamp;",
        detect: { evidence in
            guard let change = evidence.events.events.first(where: { $0.isRemark(.displayRateSet) }) else { return [] }
            return evidence.timers.filter { evidence.mechanism(of: $0) == "displaylink" }.compactMap { link in
                // A link that asks for fewer frames may have been given the same ones throughout.
                guard evidence.statistics.summary(of: link)?.isMixed == true else { return nil }
                return Sighting(
                    subject: link, place: evidence.trace.place(ofStep: change.step, orOf: link),
                    message: "the display changed its rate, and \(evidence.name(link)) with it: its frames are not of "
                        + "one length")
            }
        })
}

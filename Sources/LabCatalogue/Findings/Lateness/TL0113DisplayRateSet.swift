extension FindingRule {
    package static let displayRateSet = FindingRule(
        .displayRateSet, .asked, "the display changed its rate",
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
        objectiveC: "CFTimeInterval frame = link.targetTimestamp - link.timestamp;")
}

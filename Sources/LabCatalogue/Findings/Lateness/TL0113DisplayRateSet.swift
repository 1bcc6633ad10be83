extension FindingCode {
    package static let displayRateSet = FindingCode(
        "TL0113", .asked, "the display changed its rate",
        meaning: "The display changed its refresh rate while the display link was running.",
        rule: """
            A ProMotion display follows its contents: 120 frames a second while something moves, 10 when nothing does, \
            at most 60 in Low Power Mode. The system may change the rate at any time, and a link is called once for \
            each frame.
            """,
        source: "Apple, \"Optimizing iPhone and iPad apps to support ProMotion displays\"",
        example: link(for: "2s", event("1s", #"{ set_refresh = "60Hz" }"#), #"[device]\#nrefresh = "120Hz""#),
        remedy:
            """
            compute a frame's length from the link's `timestamp` and `targetTimestamp` each time, never from a \
            constant
            """,
        advice: "A test for slow frames against 1/60 s or 1/120 s also counts every change of rate.",
        swift: "let frame = link.targetTimestamp - link.timestamp",
        objectiveC: "CFTimeInterval frame = link.targetTimestamp - link.timestamp;")
}

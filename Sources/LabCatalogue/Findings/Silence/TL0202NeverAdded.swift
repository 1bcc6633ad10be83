extension FindingCode {
    package static let neverAdded = FindingCode(
        "TL0202", .neverRuns, "in no run loop",
        meaning: "The timer was made and never added to a run loop, or only after it was due.",
        rule: """
            Only the `scheduledTimer…` methods add the timer, to the current run loop in the default mode. A timer from \
            `timerWith…` or `init…` does nothing until `add(_:forMode:)`, and a display link until `add(to:forMode:)`.
            """,
        source: "Apple, Timer; Apple, CADisplayLink",
        example: ticking(for: "3s", #"create = "timer""#, #"held_by = "static""#),
        remedy: [
            .of(.displayLink): "add it to a run loop", .others: "add it: `RunLoop.main.add(timer, forMode: .common)`",
        ],
        advice: """
            Adding is enough. `fire()` calls the callback once, now, and starts nothing. A one-shot is invalid after \
            it and can no longer be added.
            """)
}

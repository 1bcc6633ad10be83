extension FindingRule {
    package static let frameOutlasted = FindingRule(
        .frameOutlasted, .pointsLost, "a display link's own callback outlasts its frame",
        meaning:
            "The callback of the display link takes longer than its frame, so the frames that begin meanwhile are lost.",
        rule: """
            A display link is called on a refresh of the display, and a frame whose refresh passes while the callback runs \
            is not compensated: it gets no call of its own, and the motion on the screen stutters.
            """,
        source: """
            Apple, CADisplayLink; "Optimizing iPhone and iPad apps to support ProMotion displays". Apple does not document \
            when the next call comes: see `timerlab reference display_overrun`
            """,
        example: link(for: "1s", #"do = [{ work = "20ms" }]"#),
        remedy: "prepare off the main thread what the callback draws, or ask for a rate whose frame it fits in",
        advice: "Animate by `targetTimestamp`, so that a lost frame does not slow the motion down.")
}

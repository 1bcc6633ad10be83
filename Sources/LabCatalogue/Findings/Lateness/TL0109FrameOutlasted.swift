extension FindingCode {
    package static let frameOutlasted = FindingCode(
        "TL0109", .pointsLost, "a display link's own callback outlasts its frame",
        meaning:
            """
            The callback of the display link takes longer than its frame, so the frames that begin in that time are \
            skipped.
            """,
        rule: """
            A display link is called on a refresh of the display. A frame whose refresh passes while the callback runs \
            gets no call of its own, and the motion on the screen stutters.
            """,
        source: """
            Apple, CADisplayLink; "Optimizing iPhone and iPad apps to support ProMotion displays". Apple does not document \
            when the next call comes: see `timerlab reference display_overrun`
            """,
        example: link(for: "1s", #"do = [{ work = "20ms" }]"#),
        remedy: """
            prepare the drawing off the main thread, or set `preferredFrameRateRange` to a rate whose frame is longer \
            than the work
            """,
        advice: "Animate by `targetTimestamp`, so that a skipped frame does not slow the motion down.")
}

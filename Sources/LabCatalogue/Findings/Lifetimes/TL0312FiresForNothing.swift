extension FindingCode {
    package static let firesForNothing = FindingCode(
        "TL0312", .leak, "fires, and nothing is affected by it",
        meaning: """
            The timer still fires, although the object that its block or proxy refers to is gone. Nothing is left that \
            could end the timer.
            """,
        rule: """
            A weak capture frees the owner but does not end the timer. The run loop still holds it, and its block runs \
            and finds nil.
            """,
        source: "Apple, Timer, invalidate(); Clang, Automatic Reference Counting",
        example: popped(#"weak = "controller""#),
        remedy: [
            .of(.gcd, .after, .combine, .taskSleep, .asyncTimer):
                "cancel it in its block when the capture is nil, or in the owner's `deinit`",
            .of(.threadSleep, .machWait): "leave the loop when the capture is nil",
            .others: "invalidate the timer in its block when the capture is nil, or in the owner's `dealloc`",
        ])
}

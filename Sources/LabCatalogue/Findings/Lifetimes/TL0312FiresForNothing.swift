extension FindingRule {
    package static let firesForNothing = FindingRule(
        .firesForNothing, .leak, "fires, and nothing is affected by it",
        meaning: """
            The timer fires on although all that its block or proxy refers to is gone, and nothing is left that could end \
            it.
            """,
        rule: """
            A weak capture lets the owner go, but does not end the timer: its run loop holds it, and its block runs and \
            finds nil.
            """,
        source: "Apple, Timer, invalidate(); Clang, Automatic Reference Counting",
        example: popped(#"weak = "controller""#),
        remedy: [
            .of(.gcd, .after, .combine, .taskSleep, .asyncTimer):
                "cancel it in its block where the capture is gone, or in the owner's `deinit`",
            .of(.threadSleep, .machWait): "leave the loop where the capture is gone",
            .others: "invalidate the timer in its block where the capture is gone, or in the owner's `dealloc`",
        ])
}

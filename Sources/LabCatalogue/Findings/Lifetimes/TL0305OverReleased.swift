extension FindingCode {
    package static let overReleased = FindingCode(
        "TL0305", .crash, "over-released target",
        meaning: """
            The target was released once more than it was retained. It is gone, and the timer still refers to it.
            """,
        rule: "A message to freed memory crashes, or reaches whatever object has taken its place.",
        source: "Advanced Memory Management Programming Guide; CFRunLoop.c, __CFRunLoopDoTimer",
        example: popped(#"target = "controller""#, steps: #"{ over_release = "controller" }, { pop = "controller" }"#),
        remedy: "balance retain and release, and invalidate the timer first",
        advice: "Under ARC `unowned` and `unsafe_unretained` have the same effect: use `weak`.")
}

extension FindingRule {
    package static let overReleased = FindingRule(
        .overReleased, .crash, "over-released target",
        meaning: "The target was released once more than it was retained, and is gone while the timer still names it.",
        rule: "A message to freed memory crashes, or reaches whatever object has taken its place.",
        source: "Advanced Memory Management Programming Guide; CFRunLoop.c, __CFRunLoopDoTimer",
        example: popped(#"target = "controller""#, steps: #"{ over_release = "controller" }, { pop = "controller" }"#),
        remedy: "balance retain and release, and invalidate the timer first",
        advice: "Under ARC the way to it is `unowned` or `unsafe_unretained`: use `weak`.")
}

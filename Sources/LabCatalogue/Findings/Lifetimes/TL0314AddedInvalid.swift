extension FindingCode {
    package static let addedInvalid = FindingCode(
        "TL0314", .neverRuns, "added or set after it was invalid",
        meaning: """
            The timer was already invalid when it was added to a run loop or got a new fire date. Both do nothing \
            then.
            """,
        rule: """
            An invalid timer stays invalid, and `add(_:forMode:)` and `fireDate` ignore it. `invalidate()` makes a timer \
            invalid, and so does each firing of a one-shot.
            """,
        source: "CFRunLoop.c, CFRunLoopAddTimer, CFRunLoopTimerSetNextFireDate; Apple, Timer, fire()",
        example: ticking(
            for: "3s", repeats: false, #"create = "timer""#, event("0.5s", #"{ fire = "tick" }, { add = "tick" }"#)),
        remedy: "make a new timer: an invalidated timer, or a one-shot that has fired, cannot be used again")
}

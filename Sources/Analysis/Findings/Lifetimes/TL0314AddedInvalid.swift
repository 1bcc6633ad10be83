import Recording

extension FindingRule {
    static let addedInvalid = FindingRule(
        "TL0314", .neverRuns, "added after it was invalid",
        meaning: "The timer was added to a run loop when it was invalid already, which adds nothing.",
        rule: """
            An invalid timer stays invalid, and `add(_:forMode:)` ignores it. `invalidate()` makes a timer invalid, and so \
            does `fire()` of a one-shot.
            """,
        source: "CFRunLoop.c, CFRunLoopAddTimer; Apple, Timer, fire()",
        example: ticking(
            for: "3s", repeats: false, #"create = "timer""#, event("0.5s", #"{ fire = "tick" }, { add = "tick" }"#)),
        remedy: "make a new timer: one that was invalidated, or a one-shot that was fired, is used up",
        detect: eachEvent { evidence, event in
            guard event.isRemark(.addedInvalidTimer), evidence.trace.entity(event.entity)?.kind == .timer else {
                return nil
            }
            return Sighting(
                subject: event.entity,
                message: "\(evidence.name(event.entity)) was invalid when it was added: it is in no run loop")
        })
}

extension FindingRule {
    package static let weakProperty = FindingRule(
        .weakProperty, .neverRuns, "weak property cleared at once",
        meaning: "A weak property was assigned an object that nothing else holds: it is nil at once.",
        rule: """
            A weak reference holds nothing. A timer from `timerWith…` has no owner until a run loop takes it; one from \
            `scheduledTimer…` is held by the run loop already.
            """,
        source: "Clang, Automatic Reference Counting; objc4, objc-weak.mm",
        example: ticking(
            for: "3s", #"create = "timer""#, #"held_by = "pool""#, object("controller", heldBy: "static"),
            event("1s", #"{ create = "tick" }, { assign = "controller", weak = "tick" }"#)),
        remedy: "keep it in a local variable, add it to the run loop, then assign it")
}

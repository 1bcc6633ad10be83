extension FindingCode {
    package static let weakProperty = FindingCode(
        "TL0309", .neverRuns, "weak property cleared at once",
        meaning: "A weak property was set to an object that nothing else holds, so it is nil at once.",
        rule: """
            A weak reference retains nothing. A timer from `timerWith…` has no owner until it is added to a run loop; \
            the run loop already retains one from `scheduledTimer…`.
            """,
        source: "Clang, Automatic Reference Counting; objc4, objc-weak.mm",
        example: ticking(
            for: "3s", #"create = "timer""#, #"held_by = "pool""#, object("controller", heldBy: "static"),
            event("1s", #"{ create = "tick" }, { assign = "controller", weak = "tick" }"#)),
        remedy: "keep it in a local variable, add it to the run loop, then assign it")
}

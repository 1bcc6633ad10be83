import LabRecording

extension FindingRule {
    static let weakProperty = FindingRule(
        "TL0309", .neverRuns, "weak property cleared at once",
        meaning: "A weak property was assigned an object that nothing else holds: it is nil at once.",
        rule: """
            A weak reference holds nothing. A timer from `timerWith…` has no owner until a run loop takes it; one from \
            `scheduledTimer…` is held by the run loop already.
            """,
        source: "Clang, Automatic Reference Counting; objc4, objc-weak.mm",
        example: ticking(
            for: "3s", #"create = "timer""#, #"held_by = "pool""#, object("controller", heldBy: "static"),
            event("1s", #"{ create = "tick" }, { assign = "controller", weak = "tick" }"#)),
        remedy: "keep it in a local variable, add it to the run loop, then assign it",
        detect: eachEvent { evidence, event in
            guard event.kind == .weakPropertyCleared else { return nil }
            let trace = evidence.trace
            return Sighting(
                subject: event.entity, related: EntityID(Int(clamping: event.value)),
                message: "a weak property of \(trace.name(event.entity)) was assigned what nothing else held: it is "
                    + "nil at once")
        })
}

import Recording

extension FindingRule {
    static let weakProperty = FindingRule(
        "TL0309", .neverRuns, "weak property cleared at once",
        meaning: "A weak property was assigned an object that nothing else holds: it is nil at once.",
        rule: """
            A weak reference holds nothing. A timer from `timerWith…` has no owner until a run loop takes it; one from \
            `scheduledTimer…` is held by the run loop already.
            """,
        source: "Clang, Automatic Reference Counting; objc4, objc-weak.mm",
        example: FindingExample(
            text: """
                duration = "3s"
                [[object]]
                id = "controller"
                held_by = "static"
                [[timer]]
                id = "tick"
                kind = "nstimer"
                create = "timer"
                interval = "1s"
                repeats = true
                held_by = "pool"
                [[event]]
                at = "1s"
                do = [{ create = "tick" }, { assign = "controller", weak = "tick" }]
                """, mending: .replacing(#"{ create = "tick" },"#, with: #"{ create = "tick" }, { add = "tick" },"#)),
        remedy: "keep it in a local variable, add it to the run loop, then assign it",
        swift: addToCommonModesInSwift + "\nself.timer = timer",
        objectiveC: addToCommonModesInObjectiveC + "\nself.timer = timer;",
        detect: eachEvent { evidence, event in
            guard event.kind == .weakPropertyCleared else { return nil }
            let trace = evidence.trace
            return Sighting(
                subject: event.entity, related: EntityID(Int(clamping: event.value)),
                message: "a weak property of \(trace.name(event.entity)) was assigned what nothing else held: it is "
                    + "nil at once")
        })
}

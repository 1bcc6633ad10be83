import LabRecording

extension FindingRule {
    static let weakVariable = FindingRule(
        "TL0303", .leak, "weak variable passed where the callee retains",
        meaning: "A weak variable was passed as the target. The timer retains the object all the same.",
        rule: """
            Passing a `__weak` variable loads it strongly for the call; what the callee does with the object, here retain \
            it, has nothing to do with the caller's variable.
            """,
        source: "Clang, Automatic Reference Counting; Apple, Timer",
        example: popped(#"target = { weak = "controller" }"#),
        remedy: [
            "displaylink perform": "pass a proxy that holds the object weakly, since there is no block form",
            "": "use the block form and capture weakly, or pass a proxy that holds the object weakly",
        ],
        detect: eachEvent { evidence, event in
            guard event.kind == .weakTargetRetained else { return nil }
            let (trace, object) = (evidence.trace, EntityID(Int(clamping: event.value)))
            return Sighting(
                subject: event.entity, place: trace.targetPlace(of: event.entity), related: object,
                message: "a weak variable is passed, but \(trace.name(event.entity)) retains the object "
                    + "\(trace.name(object)) all the same")
        })
}

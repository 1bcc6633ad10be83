import Recording

extension FindingRule {
    static let weakVariable = FindingRule(
        "TL0303", .leak, "weak variable passed where the callee retains",
        meaning: "A weak variable was passed as the target. The timer retains the object all the same.",
        rule: """
            Passing a `__weak` variable loads it strongly for the call; what the callee does with the object, here retain \
            it, has nothing to do with the caller's variable.
            """,
        source: "Clang, Automatic Reference Counting; Apple, Timer",
        example: FindingExample(
            FindingExample.popped(#"target = { weak = "controller" }"#),
            .replacing([(#"target = { weak = "controller" }"#, weakBlock.1)])),
        remedy: "use the block form and capture weakly, or pass a proxy that holds the object weakly",
        swift: weakBlockInSwift, objectiveC: weakBlockInObjectiveC,
        detect: eachEvent { evidence, event in
            guard event.kind == .weakTargetRetained else { return nil }
            let (trace, object) = (evidence.trace, EntityID(Int(clamping: event.value)))
            let target = trace.entity(event.entity)?.timer?.targetPlace ?? 0..<0
            return Finding(
                .weakVariableRetained, subject: event.entity,
                place: target.isEmpty ? trace.place(event.entity) : target,
                message: "a weak variable is passed, but \(trace.name(event.entity)) retains the object "
                    + "\(trace.name(object)) all the same",
                related: object)
        })
}

extension RecordedEvents {
    /// What each kind of event says, with how often it happened.
    func findings(_ finding: (Event) -> Finding?) -> [Finding] {
        zip(events, tallies).compactMap { event, tally in
            guard var found = finding(event) else { return nil }
            found.count = tally.count
            return found
        }
    }

    /// A finding about the crash, if a part of its reason is this.
    func crash(_ code: FindingCode, where reason: String..., in trace: Trace, _ message: (String, String) -> String)
        -> [Finding]
    {
        findings { event in
            let text = trace.text(at: event.value)
            guard event.kind == .crashed, reason.contains(where: text.contains) else { return nil }
            return Finding(
                code, subject: event.entity, place: trace.place(ofStep: event.step, orOf: event.entity),
                message: message(trace.name(event.entity), text))
        }
    }
}

import LabRecording

extension FindingRule {
    package static let startedTwice = FindingRule(
        "TL0313", .leak, "started twice: the first timer leaks",
        meaning: """
            The code that makes the timer ran again while the timer was valid. The variable refers to the new one now; the \
            first fires on, and nothing is left to end it by.
            """,
        rule: [
            "task-sleep async-timer": "The runtime keeps a task until its body has returned, without a variable, too.",
            "after": "The queue keeps the block, and each block posts the next one.",
            "combine":
                "A set of AnyCancellables keeps them all until it goes; a variable's new value cancels the old one.",
            "": "A run loop retains its timers until they are invalidated, whatever the variable refers to.",
        ],
        source: "CFRunLoop.c, CFRunLoopAddTimer; Apple, Timer, invalidate(); Apple, Task",
        example: ticking("[[event]]", #"at = "0.2s""#, #"every = "2.5s""#, #"do = [{ create = "tick" }]"#),
        remedy: [
            "task-sleep async-timer": "cancel the task before another one is started, or start none beside it",
            "gcd after": "cancel the first before another one is made, or make none beside it",
            "combine": "cancel the first subscription before another one is made, or make none beside it",
            "": "invalidate the timer before another one is made, or make none beside it",
        ],
        advice: "`viewWillAppear`, a reload and a retry run more than once.",
        detect: { evidence in
            evidence.events.events.compactMap { event in
                // A perform request is not referred to in any case: its target and selector take it back.
                guard event.isRemark(.remade), evidence.mechanism(of: event.entity) != "perform",
                    evidence.traits(of: event.entity)?.repeats == true,
                    case let turn = evidence.stories.turn(of: event.entity),
                    case let isInSet = evidence.mechanism(of: event.entity) == "combine",
                    isInSet || turn?.deallocated == nil && turn?.end.map({ $0 < event.first }) ?? true
                else { return nil }
                let first =
                    isInSet
                    ? "the first subscription is called on, until its set goes"
                    : "the first timer fires on, and nothing refers to it that could end it"
                return Sighting(
                    subject: event.entity, place: evidence.trace.place(ofStep: event.step, orOf: event.entity),
                    harm: isInSet && turn?.deallocated != nil ? .impaired : .leak,
                    message: "\(evidence.name(event.entity)) was made again at "
                        + "\(evidence.instant(event.first)), while it was valid: \(first)")
            }
        })
}

import LabRecording

extension FindingRule {
    package static let sourceWithoutOwner = FindingRule(
        "TL0203", .neverRuns, "the source had no owner and was disposed of",
        meaning: """
            The last reference to the dispatch source or subscription went, so it was disposed of and is not called any more. \
            One that has fired and goes with the object that had it ends as it should.
            """,
        rule: [
            "combine": "A subscription is an AnyCancellable, which cancels when it goes: assigned to nothing, at once.",
            "": """
            libdispatch does not retain a source on the caller's behalf. When the last reference goes, no handler is called \
            any more, not even the cancel handler.
            """,
        ],
        source: "libdispatch, source.c and queue.c; Concurrency Programming Guide, \"Dispatch Sources\"; Combine",
        example: ticking(kind: "gcd", for: "3s", #"held_by = "local""#, event("0s", #"{ release = "tick" }"#)),
        remedy: "store it in a property for as long as it shall fire, and capture weakly in its handler",
        advice: "A property together with a handler that captures its owner strongly is a cycle (TL0302).",
        detect: eachTimer { evidence, timer in
            let story = evidence.stories.stories[Int(timer.index)]
            let mechanism = evidence.mechanism(of: timer)
            guard let turn = evidence.stories.turn(of: timer), let deallocated = turn.deallocated, story.made != nil,
                mechanism == "gcd" && story.added == nil || mechanism == "combine",
                // A subscription that goes with its owner is cancelled by that.
                mechanism == "combine" ? turn.ended == nil : turn.ended.map({ $0 > deallocated }) ?? true,
                !evidence.events.contains(.remade, about: timer)
            else { return nil }
            let missed = evidence.statistics.due(of: Int(timer.index)) - evidence.history(of: timer).servedCount
            return Sighting(
                subject: timer,
                place: evidence.circumstances.disposals[timer].map {
                    evidence.trace.place(ofStep: $0.step, orOf: timer)
                }, count: max(1, missed),
                message: "\(evidence.name(timer)) was disposed of when its last owner let go of it: its handler is not "
                    + "called any more")
        })
}

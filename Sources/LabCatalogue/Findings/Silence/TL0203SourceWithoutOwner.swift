extension FindingRule {
    package static let sourceWithoutOwner = FindingRule(
        .sourceWithoutOwner, .neverRuns, "the source had no owner and was disposed of",
        meaning: """
            The last reference to the dispatch source or subscription went, so it was disposed of and is not called any more. \
            One that has fired and goes with the object that had it ends as it should.
            """,
        rule: [
            .of(.combine):
                "A subscription is an AnyCancellable, which cancels when it goes: assigned to nothing, at once.",
            .others: """
            libdispatch does not retain a source on the caller's behalf. When the last reference goes, no handler is called \
            any more, not even the cancel handler.
            """,
        ],
        source: "libdispatch, source.c and queue.c; Concurrency Programming Guide, \"Dispatch Sources\"; Combine",
        example: ticking(kind: "gcd", for: "3s", #"held_by = "local""#, event("0s", #"{ release = "tick" }"#)),
        remedy: "store it in a property for as long as it shall fire, and capture weakly in its handler",
        advice: "A property together with a handler that captures its owner strongly is a cycle (TL0302).")
}

extension FindingCode {
    package static let sourceWithoutOwner = FindingCode(
        "TL0203", .neverRuns, "the source had no owner and was disposed of",
        meaning: """
            The last reference to the dispatch source or subscription was released, so it ended and is not called any \
            more. A source that has fired and goes with its owner ends as it should.
            """,
        rule: [
            .of(.combine):
                "A subscription is an AnyCancellable, which cancels when it is released: at once if nothing stores it.",
            .others: """
            libdispatch does not retain a source for the caller. After the last release no handler is called, not even \
            the cancel handler.
            """,
        ],
        source: "libdispatch, source.c and queue.c; Concurrency Programming Guide, \"Dispatch Sources\"; Combine",
        example: ticking(kind: "gcd", for: "3s", #"held_by = "local""#, event("0s", #"{ release = "tick" }"#)),
        remedy: "store it in a property as long as it has to fire, and capture weakly in its handler",
        advice: "A property and a handler that captures its owner strongly make a cycle (TL0302).")
}

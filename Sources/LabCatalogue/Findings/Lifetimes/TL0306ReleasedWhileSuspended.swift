extension FindingRule {
    package static let releasedWhileSuspended = FindingRule(
        .releasedWhileSuspended, .crash, "released while suspended or inactive",
        meaning: "The last reference to a dispatch source went while it was suspended or had never been activated.",
        rule: """
            libdispatch ends the process then: "Release of a suspended object" or "Release of an inactive object", also \
            when the source has been cancelled before.
            """,
        source: "libdispatch, queue.c, _dispatch_queue_xref_dispose",
        example: ticking(
            kind: "gcd", for: "3s", #"held_by = "owner""#, object("owner"),
            event("1.5s", #"{ suspend = "tick" }, { pop = "owner" }"#)),
        remedy: """
            cancel it, then resume it as often as it was suspended, then release it; one that was never active: activate it \
            first, then cancel and release it
            """,
        advice:
            "In this order the handler is not called again; resumed first, it is called once for the merged points.")
}

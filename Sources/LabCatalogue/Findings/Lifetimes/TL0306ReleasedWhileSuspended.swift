extension FindingCode {
    package static let releasedWhileSuspended = FindingCode(
        "TL0306", .crash, "released while suspended or inactive",
        meaning: """
            The last reference to a dispatch source was released while the source was suspended or had never been \
            activated.
            """,
        rule: """
            libdispatch then ends the process: "Release of a suspended object" or "Release of an inactive object". A \
            cancel before the release does not help.
            """,
        source: "libdispatch, queue.c, _dispatch_queue_xref_dispose",
        example: ticking(
            kind: "gcd", for: "3s", #"held_by = "owner""#, object("owner"),
            event("1.5s", #"{ suspend = "tick" }, { pop = "owner" }"#)),
        remedy: """
            cancel it, then resume it as often as it was suspended, then release it; activate one that never was, then \
            cancel and release it
            """,
        advice:
            """
            In this order the handler is not called again. Resumed first, it is called once more for the merged \
            points.
            """)
}

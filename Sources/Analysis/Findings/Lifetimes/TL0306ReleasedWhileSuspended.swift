import Recording

extension FindingRule {
    static let releasedWhileSuspended = FindingRule(
        "TL0306", .crash, "released while suspended or inactive",
        meaning: "The last reference to a dispatch source went while it was suspended or had never been activated.",
        rule: """
            libdispatch ends the process then: "Release of a suspended object" or "Release of an inactive object", also \
            when the source has been cancelled before.
            """,
        source: "libdispatch, queue.c, _dispatch_queue_xref_dispose",
        example: FindingExample(
            text: """
                duration = "3s"
                [[object]]
                id = "owner"
                held_by = "navigation"
                [[timer]]
                id = "tick"
                kind = "gcd"
                interval = "1s"
                repeats = true
                held_by = "owner"
                [[event]]
                at = "1.5s"
                do = [{ suspend = "tick" }, { pop = "owner" }]
                """,
            mending: .replacing(
                #"{ pop = "owner" }"#, with: #"{ cancel = "tick" }, { resume = "tick" }, { pop = "owner" }"#)),
        remedy: """
            cancel it, then resume it as often as it was suspended, then release it; one that was never active: activate it \
            first, then cancel and release it
            """,
        advice:
            "In this order the handler is not called again; resumed first, it is called once for the merged points.",
        swift: """
            deinit {
                source.cancel()
                if isSuspended { source.resume() }
            }
            """,
        objectiveC: """
            - (void)dealloc {
                dispatch_source_cancel(_source);
                if (_isSuspended) dispatch_resume(_source);
            }
            """,
        detect: crash("suspended object", "inactive object") { name, reason in
            "the last reference to \(name) was released: \(reason)"
        })
}

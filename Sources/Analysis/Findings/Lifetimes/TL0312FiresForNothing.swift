import Recording

extension FindingRule {
    static let firesForNothing = FindingRule(
        "TL0312", .leak, "fires, and nothing is affected by it",
        meaning: """
            The timer fires on although all that its block or proxy refers to is gone, and nothing is left that could end \
            it.
            """,
        rule: """
            A weak capture lets the owner go, but does not end the timer: its run loop holds it, and its block runs and \
            finds nil.
            """,
        source: "Apple, Timer, invalidate(); Clang, Automatic Reference Counting",
        example: popped(#"weak = "controller""#),
        remedy: [
            "gcd after combine task-sleep async-timer":
                "cancel it in its block where the capture is gone, or in the owner's `deinit`",
            "thread-sleep mach-wait": "leave the loop where the capture is gone",
            "": "invalidate the timer in its block where the capture is gone, or in the owner's `dealloc`",
        ],
        detect: { evidence in
            // A proxy that cannot answer ends the process (TL0307).
            if evidence.events.crash != nil { return [] }
            return evidence.lifetimes.orphans.sorted { $0.key < $1.key }.compactMap { timer, orphan in
                guard orphan.isUnheard, let since = orphan.since, orphan.firings > 0,
                    evidence.traits(of: timer)?.repeats == true, !evidence.endedItself(timer, orphan)
                else { return nil }
                let name = evidence.name(timer)
                return Sighting(
                    subject: timer, count: orphan.firings,
                    message: "\(name) fired \(Plural.of(orphan.firings, "time")) for nothing: all that it refers to is "
                        + "gone since \(evidence.instant(since))")
            }
        })
}

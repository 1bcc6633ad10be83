import LabRecording

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
        detect: eachOrphan(isUnheard: true) { evidence, timer, since in
            // A proxy that cannot answer ends the process (TL0307).
            guard evidence.events.crash == nil, evidence.traits(of: timer)?.repeats == true else { return nil }
            return "for nothing: all that it refers to is gone since \(since)"
        })
}

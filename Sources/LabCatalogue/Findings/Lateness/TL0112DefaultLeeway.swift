extension FindingRule {
    package static let defaultLeeway = FindingRule(
        .defaultLeeway, .impaired, "a leeway that its user would notice may delay it",
        meaning: """
            The timer was given no tolerance, but its mechanism adds one by itself: a tenth of the time that it waits, here \
            more than a tenth of a second.
            """,
        rule: """
            Dispatch lets `asyncAfter` be late by a tenth of its delay, at least 1 ms and at most 60 s, and so does the \
            runtime with `Task.sleep` and its clocks. A device uses it: sleeps of 10 s have been seen to take 11.
            """,
        source:
            "libdispatch, source.c, _dispatch_after; Swift, TaskSleepDuration.swift; Apple, Energy Efficiency Guide",
        example: ticking(kind: "task-sleep", every: "10s", for: "60s"),
        remedy: [
            .of(.after): "use a dispatch source: its leeway can be set, that of asyncAfter cannot",
            .others: "pass `tolerance: .zero`",
        ])
}

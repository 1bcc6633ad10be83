extension FindingCode {
    package static let defaultLeeway = FindingCode(
        "TL0112", .impaired, "a leeway that its user would notice may delay it",
        meaning: """
            The code sets no tolerance, but the mechanism adds one by itself: a tenth of the delay, here more than a \
            tenth of a second.
            """,
        rule: """
            Dispatch lets `asyncAfter` be late by a tenth of its delay, at least 1 ms and at most 60 s. The Swift \
            runtime does the same with `Task.sleep` and its clocks. Devices use it: sleeps of 10 s have been seen to \
            take 11.
            """,
        source:
            "libdispatch, source.c, _dispatch_after; Swift, TaskSleepDuration.swift; Apple, Energy Efficiency Guide",
        example: ticking(kind: "task-sleep", every: "10s", for: "60s"),
        remedy: [
            .of(.after): "use a dispatch source, whose leeway can be set",
            .others: "pass `tolerance: .zero`",
        ])
}

extension FindingCode {
    package static let inBackground = FindingCode(
        "TL0106", .asked, "the app was in the background",
        meaning: """
            The app was in the background when the timer was due. It was suspended, or a policy of the system held its \
            timers back.
            """,
        rule: [
            .of(.asyncTimer):
                "A suspended app executes nothing. When it is resumed each point is delivered, in a burst.",
            .of(.displayLink): "A suspended app executes nothing; the frames are skipped.",
            .others: """
            A suspended app executes nothing: no run loop, no queue and no task. When it is resumed, an overdue \
            NSTimer or dispatch source is called once and keeps its grid.
            """,
        ],
        source: "App Programming Guide for iOS, \"Background Execution\"",
        example: ticking(
            for: "10s", #"do = [{ log = "{countdown:9}" }]"#, event("2.5s", "{ background = true }"),
            event("6.2s", "{ foreground = true }")),
        remedy: "compute times from dates instead of counting firings, and catch up when the app is in the foreground",
        advice: """
            For work that must not stop, ask for time: `beginBackgroundTask`, BGTaskScheduler. On a Mac App Nap holds timers \
            back; an activity keeps it away: `beginActivity(options:reason:)`.
            """)
}

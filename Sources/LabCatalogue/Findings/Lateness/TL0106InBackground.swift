extension FindingRule {
    package static let inBackground = FindingRule(
        .inBackground, .asked, "the app was in the background",
        meaning: """
            The app was in the background when the timer was due: suspended there, or kept alive and held back by a policy of \
            the system.
            """,
        rule: [
            .of(.asyncTimer):
                "A suspended app executes nothing. When it is resumed each point is delivered, in a burst.",
            .of(.displayLink): "A suspended app executes nothing; the frames are lost.",
            .others: """
            A suspended app executes nothing, neither run loops nor dispatch queues nor tasks. When it is resumed an overdue \
            NSTimer or dispatch source is called once and goes on with its grid.
            """,
        ],
        source: "App Programming Guide for iOS, \"Background Execution\"",
        example: ticking(for: "10s", event("2.5s", "{ background = true }"), event("6.2s", "{ foreground = true }")),
        remedy: "compute from dates what has passed in the meantime, instead of counting firings",
        advice: "Work that has to go on asks for time: `beginBackgroundTask`, BGTaskScheduler.",
        swift: """
            let left = max(0, Int(end.timeIntervalSinceNow.rounded(.up)))
            show(left)
            if left == 0 { timer.invalidate() }
            """,
        objectiveC: """
            NSInteger left = MAX(0, (NSInteger)ceil(self.end.timeIntervalSinceNow));
            [self show:left];
            if (left == 0) [timer invalidate];
            """)
}

extension FindingRule {
    package static let taskNotEnded = FindingRule(
        .taskNotEnded, .crash, "a background task that was not ended",
        meaning: "A background task was still there when its time in the background was over.",
        rule: """
            `beginBackgroundTask` gives the app some time in the background. When it is over the expiration handler is \
            called, and an app that has not ended the task soon after is terminated (0x8badf00d).
            """,
        source: "Apple, UIApplication, beginBackgroundTask(withName:expirationHandler:)",
        example: scenario(for: "60s", event("1s", #"{ begin_background_task = "upload" }, { background = true }"#)),
        remedy: "end the task where its work is done, and in its expiration handler",
        advice: "Timers go on meanwhile: one that counts on being suspended goes on, too.")
}

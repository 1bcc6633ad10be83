extension FindingCode {
    package static let taskNotEnded = FindingCode(
        "TL0316", .crash, "a background task that was not ended",
        meaning: "A background task had not ended when its time in the background was over.",
        rule: """
            `beginBackgroundTask` gives the app some time in the background. At its end the expiration handler is \
            called. An app that does not end the task soon after is terminated (0x8badf00d). Here it has 5 s for that, \
            a choice: Apple gives no number.
            """,
        source: "Apple, UIApplication, beginBackgroundTask(withName:expirationHandler:)",
        example: scenario(for: "60s", event("1s", #"{ begin_background_task = "upload" }, { background = true }"#)),
        remedy: "end the task when its work is done, and in its expiration handler",
        advice: "Timers keep firing in that time, also one that relies on being suspended.")
}

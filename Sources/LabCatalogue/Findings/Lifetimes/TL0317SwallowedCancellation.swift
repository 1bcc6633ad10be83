extension FindingRule {
    package static let swallowedCancellation = FindingRule(
        .swallowedCancellation, .asked, "a cancellation that the body swallows",
        meaning: """
            The task was cancelled while it slept, and its body ran all the same: the error that ended the sleep was thrown \
            away.
            """,
        rule: """
            A cancelled task goes on until its code ends it. `Task.sleep` throws at the cancellation, and in a task that is \
            cancelled already it throws at once; `try?` drops that. `while !Task.isCancelled` then ends after one more call, \
            `while true` spins without a pause, and what was to wait for a delay is done at once.
            """,
        source: "Swift, TaskSleepDuration.swift; Apple, Task, cancel()",
        example: ticking(kind: "task-sleep", "swallows_cancel = true", event("2.5s", #"{ cancel = "tick" }"#)),
        remedy: "let the error of the sleep leave the body: `try` in place of `try?`, or a `catch` that returns")
}

extension FindingCode {
    package static let swallowedCancellation = FindingCode(
        "TL0317", .impaired, "a cancellation that the body swallows",
        meaning: """
            The task was cancelled while it slept, and its body ran all the same, because it ignored the error of the \
            sleep.
            """,
        rule: """
            Cancelling a task does not end its code. `Task.sleep` throws at the cancellation, and throws at once in a \
            task that is already cancelled; `try?` drops the error. Then `while !Task.isCancelled` ends after one more \
            call, `while true` spins without a pause, and delayed work runs at once.
            """,
        source: "Swift, TaskSleepDuration.swift; Apple, Task, cancel()",
        example: ticking(kind: "task-sleep", "swallows_cancel = true", event("2.5s", #"{ cancel = "tick" }"#)),
        remedy: "let the error of the sleep leave the body: use `try` instead of `try?`, or a `catch` that returns")
}

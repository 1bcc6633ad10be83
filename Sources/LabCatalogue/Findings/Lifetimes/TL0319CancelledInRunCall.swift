extension FindingRule {
    package static let cancelledInRunCall = FindingRule(
        .cancelledInRunCall, .leak, "a cancelled thread that its run loop keeps",
        meaning: """
            A thread was cancelled and never returned: its run loop waits without a limit, so the code that asks \
            `isCancelled` is not reached.
            """,
        rule: """
            `cancel()` sets a flag and does nothing else: it wakes no run loop and ends no run call. `run(mode:before:)` \
            returns once an input source was handled or the date has come, but not for a timer; `run()` does not return as \
            long as there is a timer or source.
            """,
        source: "Apple, Thread, cancel(); Apple, RunLoop, run(mode:before:)",
        example: onWorker(
            for: "6s",
            #"{ repeat = 9, do = [{ run_loop = { before = "distant-future" } }], until = { cancelled = "worker" } }, "#
                + #"{ invalidate = "tick" }"#,
            timer: "", event("2.5s", #"{ cancel = "worker" }"#)),
        remedy: """
            give the run call a limit (`before: Date() + 1`), or end it after `cancel()`: a perform or a source that wakes \
            the thread, or `CFRunLoopStop`
            """)
}

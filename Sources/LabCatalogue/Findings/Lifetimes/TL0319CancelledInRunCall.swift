extension FindingRule {
    package static let cancelledInRunCall = FindingRule(
        .cancelledInRunCall, .leak, "a cancelled thread that its run loop keeps",
        meaning: """
            A thread was cancelled and never returned: its run loop waits without a limit, so the code that asks \
            `isCancelled` is not reached.
            """,
        rule: """
            `cancel()` sets a flag and does nothing else: it wakes no run loop and ends no run call. `run(mode:before:)` \
            returns once an input source was handled or the date has come, but not for a timer. `run()` calls it again as long \
            as there is a timer or source: a perform, a source or `CFRunLoopStop` is of no use against it.
            """,
        source: "Apple, Thread, cancel(); Apple, RunLoop, run(mode:before:)",
        example: onWorker(
            for: "6s",
            #"{ repeat = 9, do = [{ run_loop = { before = "distant-future" } }], until = { cancelled = "worker" } }, "#
                + #"{ invalidate = "tick" }"#,
            timer: "", event("2.5s", #"{ cancel = "worker" }"#)),
        remedy: """
            put a loop in the place of the run call: `while !isCancelled` around `run(mode:before:)` with a limit of a \
            second; nothing but that ends `run()`
            """)
}

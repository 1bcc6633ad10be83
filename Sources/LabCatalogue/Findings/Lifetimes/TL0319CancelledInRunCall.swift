extension FindingCode {
    package static let cancelledInRunCall = FindingCode(
        "TL0319", .leak, "a cancelled thread that its run loop keeps",
        meaning: """
            A thread was cancelled and never returned. Its run loop waits without a limit, so the code that checks \
            `isCancelled` is not reached.
            """,
        rule: """
            `cancel()` sets a flag and does nothing else: it wakes no run loop and ends no run call. \
            `run(mode:before:)` returns after an input source or at its date, but not after a timer. `run()` calls it \
            again as long as the loop has a timer or source, so neither a perform nor `CFRunLoopStop` ends it.
            """,
        source: "Apple, Thread, cancel(); Apple, RunLoop, run(mode:before:)",
        example: onWorker(
            for: "6s",
            #"{ repeat = 9, do = [{ run_loop = { before = "distant-future" } }], until = { cancelled = "worker" } }, "#
                + #"{ invalidate = "tick" }"#,
            timer: "", event("2.5s", #"{ cancel = "worker" }"#)),
        remedy: """
            replace the run call by a loop: `while !isCancelled` around `run(mode:before:)` with a limit of a second; \
            no call ends `run()` itself
            """)
}

extension FindingCode {
    package static let runReturned = FindingCode(
        "TL0207", .neverRuns, "a run call returned, and the loop is not run again",
        meaning: """
            The thread ran the timer's run loop for a while. Then the run call returned, or the thread exited in it, \
            and the loop was not run again.
            """,
        rule: """
            A run call returns when its time is over or the loop is stopped; `run(mode:before:)` also after each \
            source. From then on the thread's timers do not fire until its loop is run again.
            """,
        source: "CFRunLoop.c, CFRunLoopRunSpecific; Apple, RunLoop, run(mode:before:)",
        example: onWorker(for: "6s", #"{ run_loop = { until = "2.5s" } }, { sleep = "10s" }"#),
        remedy: "call `run(mode:before:)` in a loop until the thread has to end",
        advice: "If the thread has to end, invalidate its timers first.")
}

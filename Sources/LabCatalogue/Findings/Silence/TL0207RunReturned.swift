extension FindingRule {
    package static let runReturned = FindingRule(
        .runReturned, .neverRuns, "a run call returned, and the loop is not run again",
        meaning: """
            The thread ran the timer's run loop for a while; the run call returned, or the thread exited in it, and no \
            other came after it.
            """,
        rule: """
            A run call returns when its time is over, when the loop is stopped, and `run(mode:before:)` after each source. \
            From then on the thread's timers stand still, until its loop is run again.
            """,
        source: "CFRunLoop.c, CFRunLoopRunSpecific; Apple, RunLoop, run(mode:before:)",
        example: onWorker(for: "6s", #"{ run_loop = { until = "2.5s" } }, { sleep = "10s" }"#),
        remedy: "run the loop again: call `run(mode:before:)` in a loop until the thread is to end",
        advice: "If the thread is to end, invalidate its timers first.")
}

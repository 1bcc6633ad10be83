extension FindingCode {
    package static let loopNeverRan = FindingCode(
        "TL0201", .neverRuns, "its run loop never runs",
        meaning: "The timer was added to the run loop of a thread which never runs that run loop.",
        rule: """
            Every thread gets a run loop on first use, but the framework runs only the main thread's. A run loop that \
            is not run calls nothing; it is destroyed with its thread. The same happens to a timer that is scheduled \
            on a dispatch queue's thread or in a task.
            """,
        source: "CFRunLoop.c, _CFRunLoopGet0; Threading Programming Guide, \"Run Loop Management\"",
        example: onWorker(for: "3s", #"{ sleep = "2s" }"#),
        remedy: [
            .of(.perform): "ask for it on the main queue, or use `asyncAfter`, which needs no run loop",
            .of(.displayLink): "make it on main, or run its thread's run loop, in a loop with a flag",
            .others: """
            on a thread of your own run the run loop at the end of its body, in a loop with a flag; elsewhere make \
            it on main, or use a dispatch source
            """,
        ],
        advice: """
            `run()` may never return and keeps the thread and its target: call `run(mode:before:)` in a loop. On a \
            queue or in a task a run call blocks a pool thread: use a dispatch source there.
            """)
}

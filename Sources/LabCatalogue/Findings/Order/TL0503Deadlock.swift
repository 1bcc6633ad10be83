extension FindingCode {
    package static let deadlock = FindingCode(
        "TL0503", .neverRuns, "a thread that waits forever",
        meaning: """
            A deadlock: a thread waits for a queue, a lock, a semaphore or another thread that cannot proceed. None of \
            its timers is called any more.
            """,
        rule: """
            `sync`, a semaphore's `wait` and `waitUntilDone:` block the thread with its run loop and its queues. While \
            the main thread waits, no block of the main queue and no timer of its run loop runs. Threads that take two \
            locks must take them in one order. `sync` to the queue that the thread is serving ends the process.
            """,
        source: "dispatch_sync(3); dispatch_semaphore_wait(3); Concurrency Programming Guide, \"Dispatch Queues\"",
        example: ticking(
            queue("network"),
            event(
                "2.5s",
                #"{ async = "network", do = [{ async = "main", do = [{ count = "answer" }] }] }, { wait_for = "answer" }"#
            )),
        remedy: """
            wait without blocking: use `async` instead of `sync`, and a completion handler instead of a semaphore
            """,
        advice: "Never block the main thread: a completion handler continues the work when the result is there.")
}

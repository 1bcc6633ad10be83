extension FindingRule {
    package static let deadlock = FindingRule(
        .deadlock, .neverRuns, "a thread that waits for ever",
        meaning: """
            A deadlock: a thread waits for a queue, a lock, a semaphore or another thread that cannot go on itself. None of its timers is \
            called any more.
            """,
        rule: """
            `sync`, a semaphore's `wait` and `waitUntilDone:` block the thread with its run loop and its queues. What they \
            wait for must not need that thread: a block for the main queue is not run while the main thread waits, a \
            timer of its run loop not either, and of two locks each thread must take the same one first. `sync` to the \
            queue that the thread is serving is noticed, and ends the process.
            """,
        source: "dispatch_sync(3); dispatch_semaphore_wait(3); Concurrency Programming Guide, \"Dispatch Queues\"",
        example: ticking(
            queue("network"),
            event(
                "2.5s",
                #"{ async = "network", do = [{ async = "main", do = [{ count = "answer" }] }] }, { wait_for = "answer" }"#
            )),
        remedy: """
            wait without blocking: `async` instead of `sync`, a completion handler instead of a semaphore, and what comes \
            next is a block that is called when the other is done
            """,
        advice: "On the main thread there is nothing worth waiting for: a completion handler goes on when it comes.")
}

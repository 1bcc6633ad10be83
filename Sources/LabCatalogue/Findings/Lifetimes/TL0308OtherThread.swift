extension FindingCode {
    package static let otherThread = FindingCode(
        "TL0308", .impaired, "invalidated on another thread",
        meaning: "The timer was invalidated on a thread other than the one whose run loop has it.",
        rule: """
            The timer is invalid and out of its modes at once, but the other run loop is not woken. It may stay \
            asleep, and its thread may not exit.
            """,
        source: "Apple, Timer, invalidate(); CFRunLoop.c, CFRunLoopTimerInvalidate",
        example: onWorker(for: "3s", #"{ run_loop = "forever" }"#, event("1.5s", #"{ invalidate = "tick" }"#)),
        remedy: "invalidate it on the thread whose run loop it was added to",
        advice: "Do not wait for the other thread: one that sleeps outside of its run loop never answers.")
}

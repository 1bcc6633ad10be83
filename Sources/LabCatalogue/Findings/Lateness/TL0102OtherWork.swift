extension FindingCode {
    package static let otherWork = FindingCode(
        "TL0102", .pointsLost, "other work on the same thread or queue delayed it",
        meaning: """
            Something else was running on the timer's thread or queue when the timer was due, or on a thread that its \
            callback waits for. The timer was called once that had ended. The finding is only a \
            note below 1 ms, below a hundredth of the interval and a frame of 16.7 ms, or below a tenth of a link's frame.
            """,
        rule: [
            .of(.nstimer, .combine, .perform): """
            A thread does one thing at a time. A run loop calls its due timers after its next wait, each once, however \
            many of its points have passed. The timers keep their grid.
            """,
            .of(.gcd): """
            A serial queue runs one block after the other, and the main queue belongs to the main thread. The points \
            that have passed are merged into one call; the grid does not move.
            """,
            .of(.asyncTimer):
                "The main actor runs one job after the other. Each point is delivered, late and in a burst.",
            .of(.displayLink): "A frame whose refresh has passed is lost; the next refresh calls the link.",
            .others: "The sleep ends in time; the code after it waits until the thread or queue is free.",
        ],
        source: "CFRunLoop.c, __CFRunLoopRun and __CFRunLoopDoTimers; Threading Programming Guide, \"Timer Sources\"",
        example: ticking(event("1.8s", #"{ work = "1.5s" }"#)),
        remedy: [
            .of(.displayLink):
                "take the work off its thread, or add the link to the run loop of another one and draw on main",
            .others: "take the work off this thread or queue, or give the timer a queue of its own",
            .waiting: """
            do not wait for it (`async` instead of `sync`, `waitUntilDone: false`), or move the work away from the \
            thread that it waits for
            """,
        ],
        advice: """
            A dispatch source on a queue of its own does not wait for the main thread. In a main-actor class its \
            handler has to be `@Sendable`; otherwise it traps at the first firing. \(readsClock)
            """)
}

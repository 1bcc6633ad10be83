extension FindingCode {
    package static let freeOrder = FindingCode(
        "TL0501", .impaired, "an order that the system may choose, and that matters",
        meaning: """
            At the instant at which the timer was due, something else ended it, suspended it or kept it waiting. The \
            system does not promise an order of the two, so the timer fires once more or less, on time or late.
            """,
        rule: """
            The kernel chooses which of several ready ports a run loop serves first: timers, the main queue, events \
            and input sources have one each. The order of dispatch sources that are due together is also open, and so \
            is that of two threads. Timers of one run loop fire in the order of their fire dates.
            """,
        source: "CFRunLoop.c, __CFRunLoopRun; libdispatch, event.c; XNU, osfmk/kern/waitq.c",
        example: ticking(event("3s", #"{ invalidate = "tick" }"#)),
        remedy: "check in the callback whether it is still wanted, or let one of the two start the other",
        swift:
            "guard isWanted else { return timer.invalidate() }  // first in the callback",
        objectiveC: "if (!self.isWanted) { [timer invalidate]; return; }  // first in the callback")
}

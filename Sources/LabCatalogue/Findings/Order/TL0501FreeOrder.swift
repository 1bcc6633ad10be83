extension FindingRule {
    package static let freeOrder = FindingRule(
        .freeOrder, .impaired, "an order that the system was free to choose, and that mattered",
        meaning: """
            At the very instant at which the timer was due, something that its run loop or queue does not put in order with \
            it ended it, suspended it or kept it waiting. Which of the two comes first is not promised: the timer fires once \
            more or once less, on time or late.
            """,
        rule: """
            Which of several ready ports a run loop takes first is the kernel's choice: timers, the main queue, events and \
            input sources have one each. So is the order of dispatch sources that are due together, which stand in a heap, \
            and of what two threads do at one time. Timers of one run loop go by their fire dates.
            """,
        source: "CFRunLoop.c, __CFRunLoopRun; libdispatch, event.c; XNU, osfmk/kern/waitq.c",
        example: ticking(event("3s", #"{ invalidate = "tick" }"#)),
        remedy: "let the callback decide by itself whether it is still wanted, or let one of the two start the other",
        swift:
            "guard isWanted else { return timer.invalidate() }  // first in the callback",
        objectiveC: "if (!self.isWanted) { [timer invalidate]; return; }  // first in the callback")
}

extension FindingRule {
    package static let ownCallback = FindingRule(
        .ownCallback, .pointsLost, "its own callback outlasts the interval",
        meaning: """
            The timer's callback runs longer than the timer's interval, and while it runs the timer is not called again. \
            What becomes of the due points that pass meanwhile depends on the mechanism.
            """,
        rule: [
            .of(.nstimer, .combine): """
            They are dropped. The next call is at the first point of the grid after the callback's end: a 1 s timer with \
            5.98 s of work fires every 6 s.
            """,
            .of(.gcd): "They are merged into one call, at once after the handler, and `data` says how many there were.",
            .of(.asyncTimer): """
            None is dropped. Each is delivered, one right after the other, and the lateness grows as long as the body is \
            too slow.
            """,
            .others:
                "A sleep begins when the callback has returned, so the callback's length is added to every interval.",
        ],
        source: """
            CFRunLoop.c, __CFRunLoopDoTimer; Apple, Timer; libdispatch, dispatch_source_get_data(3); Swift Async \
            Algorithms 1.0 (pull request 289), AsyncTimerSequence
            """,
        example: ticking(for: "10s", #"do = [{ work = "2.5s" }]"#),
        remedy: [
            .of(.asyncTimer): "hand the work to a queue, and skip the ticks that come while it runs: they queue up",
            .others: "hand the work to a queue, and skip the firings that come while it runs, or a backlog grows",
        ],
        advice: "If the work must run where the timer is, ask for an interval that it fits in. \(readsClock)")
}

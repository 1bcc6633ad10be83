extension FindingCode {
    package static let ownCallback = FindingCode(
        "TL0101", .pointsLost, "its own callback outlasts the interval",
        meaning: """
            The timer's callback runs longer than the timer's interval, and while it runs the timer is not called \
            again. The mechanism decides what happens to the due points that pass in that time.
            """,
        rule: [
            .of(.nstimer, .combine): """
            They are dropped. The next call is at the first point of the grid after the callback. So a 1 s timer with \
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
            .of(.asyncTimer): """
            hand the work to a queue, and skip ticks while it is still running; otherwise they queue up
            """,
            .others: """
            hand the work to a queue, and skip firings while it is still running; otherwise a backlog builds up
            """,
        ],
        advice: "If the work must stay on the timer's thread, use an interval longer than the work. \(readsClock)")
}

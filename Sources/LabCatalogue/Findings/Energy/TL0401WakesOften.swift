extension FindingCode {
    package static let wakesOften = FindingCode(
        "TL0401", .impaired, "wakes an idle thread often for little work",
        meaning: """
            The timers of an idle thread wake it 25 times a second or more, for at least two seconds. Their callbacks \
            take at most 2 % of that time. From 10 times a second, and up to 5 %, it is a note, and from twice a \
            second for a minute. Several \
            timers of a second and more without a tolerance are a note, too. So is a label of seconds that is written 10 \
            times a second or more, or a display link whose callback seldom changes anything.
            """,
        rule: """
            A processor that is woken cannot sleep deeply, and that costs more energy than a short callback. Timers \
            with a tolerance share wake-ups. An event, a source or a notification causes no wake-up before there is \
            something to do.
            """,
        source: "Apple, Energy Efficiency Guide, \"Minimize Timer Use\"; Technical Note TN2169",
        example: ticking(every: "20ms", #"do = [{ work = "10us" }]"#),
        remedy: [
            .of(.displayLink):
                "pause it while nothing moves: set `isPaused`, and clear it when something begins to move",
            .others: "wait for an event instead of polling, or set a longer interval and a tolerance",
        ],
        advice: """
            Most changes can be signalled: by a notification, key-value observing, a publisher, a dispatch source of a file or \
            a socket, or a push. For work in step with the display, use a display link.
            """)
}

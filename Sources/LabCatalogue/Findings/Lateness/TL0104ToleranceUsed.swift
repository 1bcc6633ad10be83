extension FindingCode {
    package static let toleranceUsed = FindingCode(
        "TL0104", .asked, "tolerance or leeway used",
        meaning: """
            The timer has a tolerance (a dispatch source: leeway) and was called later than its date. The system may \
            do so, to serve several timers with one wake-up or to save energy.
            """,
        rule: """
            A timer with a tolerance is called between its fire date and its fire date plus the tolerance, never \
            earlier. The next fire date is a point of the grid, so the lateness does not add up.
            """,
        source: "CFRunLoop.c, __CFArmNextTimerInMode; Apple, Timer.tolerance; dispatch_source_set_timer(3)",
        example: ticking(
            "tolerance = \"100ms\"", "[[timer]]", #"id = "other""#, #"kind = "nstimer""#, #"interval = "1.05s""#,
            "repeats = true"),
        remedy: [
            .of(.nstimer): """
            leave it if the lateness does no harm, since a tolerance saves energy; otherwise set `tolerance` to 0
            """,
            .of(.gcd):
                """
            leave it if the lateness does no harm; otherwise pass `leeway: .nanoseconds(0)` and the flag `.strict`
            """,
            .of(.taskSleep, .asyncTimer): "leave it if the lateness does no harm; otherwise pass `tolerance: .zero`",
            .of(.after):
                """
            leave it if the lateness does no harm; otherwise use a dispatch source: asyncAfter has no parameter \
            for it
            """,
        ],
        advice: "The system may apply a small tolerance to a timer that has none.")
}

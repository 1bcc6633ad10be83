extension FindingCode {
    package static let wallClockSet = FindingCode(
        "TL0110", .impaired, "the wall clock was set",
        meaning: """
            The wall clock was set while the timer counted on it, or after the timer's date was reckoned. So it fired \
            earlier or later by the jump.
            """,
        rule: """
            A deadline on the wall clock is a date. Set forward, the clock passes it at once, and the passed points \
            are merged into one call. Set back, the same span has to elapse again. The uptime and the continuous clock \
            do not jump. An `NSTimer` does not follow the clock. A daily job that reckons its next date in its own \
            callback comes early by a clock that was set back since, and then a second time.
            """,
        source: "dispatch_walltime(3); libdispatch, event_kevent.c, _dispatch_timers_calendar_change",
        example: ticking(
            kind: "gcd", every: "10s", for: "60s", #"clock = "wall""#, event("15s", #"{ set_wall_clock = "-20s" }"#)),
        remedy: "measure spans on a clock that does not jump, and use the wall clock for dates only",
        advice: "`Date()` jumps as well: measure spans with ContinuousClock or `systemUptime`.")
}

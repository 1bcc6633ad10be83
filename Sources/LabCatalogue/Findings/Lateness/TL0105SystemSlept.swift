extension FindingCode {
    package static let systemSlept = FindingCode(
        "TL0105", .asked, "the system slept",
        meaning: "The whole system was asleep when the timer was due.",
        rule: [
            .of(.displayLink): "A display that is off has no frames; they are skipped.",
            .of(.nstimer, .combine, .perform, .threadSleep, .machWait): """
            It counts on a clock that stops while the system sleeps. The rest of the interval has to pass after the \
            wake-up.
            """,
            .of(.gcd, .after): """
            On `DispatchTime` it counts on a clock that stops while the system sleeps. On the wall clock the time \
            passes, and an overdue timer is called at the wake-up.
            """,
            .of(.taskSleep, .asyncTimer): """
            The continuous clock does not stop, and an overdue sleep ends at the wake-up.
            """,
        ],
        source: "CFRunLoop.c, CFRunLoopTimerCreate; xnu, clock.c (mach_absolute_time); dispatch_walltime(3)",
        example: ticking(
            kind: "gcd", every: "10s", for: "60s", #"clock = "wall""#, event("15s", #"{ system_sleep = "20s" }"#)),
        remedy: [
            .of(.displayLink): """
            leave it, since nothing is shown during a sleep; read a `Date` to count the sleep, which `timestamp` \
            leaves out
            """,
            .runningClock: """
            compute the elapsed time from dates instead of counting calls; to wait for time awake, use a clock that \
            stops in a sleep (`DispatchTime`, `SuspendingClock`)
            """,
            .others: """
            choose the clock by its purpose: uptime for time awake, the wall clock for a date; for elapsed time, read a \
            clock and do not count calls
            """,
        ],
        advice: "An NSTimer for a date needs a new `fireDate` when the system has woken.",
        swift: """
            source.schedule(wallDeadline: .now() + 3600)
            try await Task.sleep(until: .now + .seconds(3600), clock: .continuous)
            """,
        objectiveC: """
            dispatch_time_t hour = dispatch_walltime(NULL, 3600 * (int64_t)NSEC_PER_SEC);
            dispatch_source_set_timer(self.source, hour, DISPATCH_TIME_FOREVER, NSEC_PER_SEC);
            """)
}

extension FindingRule {
    package static let systemSlept = FindingRule(
        .systemSlept, .asked, "the system slept",
        meaning: "The whole system was asleep when the timer was due.",
        rule: [
            .of(.displayLink): "A display that is off comes to no frames: they are lost.",
            .of(.nstimer, .combine, .perform, .threadSleep, .machWait): """
            It counts on a clock that stops while the system sleeps: what was left of the interval is still to be waited \
            for afterwards.
            """,
            .of(.gcd, .after): """
            On `DispatchTime` it counts on a clock that stops while the system sleeps. On the wall clock it does not stop, \
            and an overdue one is called at the wake-up.
            """,
            .of(.taskSleep, .asyncTimer): "The continuous clock goes on, and what is overdue is called at the wake-up.",
        ],
        source: "CFRunLoop.c, CFRunLoopTimerCreate; xnu, clock.c (mach_absolute_time); dispatch_walltime(3)",
        example: ticking(
            kind: "gcd", every: "10s", for: "60s", #"clock = "wall""#, event("15s", #"{ system_sleep = "20s" }"#)),
        remedy: [
            .of(.displayLink): """
            leave it, since nothing is shown meanwhile; its `timestamp` leaves the sleep out, so that what has to count it \
            reads a `Date`
            """,
            .runningClock: """
            compute from dates what has passed, instead of counting calls; what is to wait for time awake stands on a clock \
            that stops meanwhile (`DispatchTime`, `SuspendingClock`)
            """,
            .others: """
            choose the clock by what the timer means: uptime for time awake, the wall clock for a date, where one call at the \
            wake-up stands for all that has passed, and read that from a clock instead of counting calls
            """,
        ],
        advice: "An NSTimer for a date sets its `fireDate` anew when the system has woken.",
        swift: """
            source.schedule(wallDeadline: .now() + 3600)
            try await Task.sleep(until: .now + .seconds(3600), clock: .continuous)
            """,
        objectiveC: """
            dispatch_time_t hour = dispatch_walltime(NULL, 3600 * (int64_t)NSEC_PER_SEC);
            dispatch_source_set_timer(self.source, hour, DISPATCH_TIME_FOREVER, NSEC_PER_SEC);
            """)
}

import LabExactTime
import LabRecording

extension FindingRule {
    package static let systemSlept = FindingRule(
        "TL0105", .asked, "the system slept", meaning: "The whole system was asleep when the timer was due.",
        rule: [
            "displaylink": "A display that is off comes to no frames: they are lost.",
            "nstimer combine perform thread-sleep mach-wait": """
            It counts on a clock that stops while the system sleeps: what was left of the interval is still to be waited \
            for afterwards.
            """,
            "gcd after": """
            On `DispatchTime` it counts on a clock that stops while the system sleeps. On the wall clock it does not stop, \
            and an overdue one is called at the wake-up.
            """,
            "task-sleep async-timer": "The continuous clock goes on, and what is overdue is called at the wake-up.",
        ],
        source: "CFRunLoop.c, CFRunLoopTimerCreate; xnu, clock.c (mach_absolute_time); dispatch_walltime(3)",
        example: ticking(
            kind: "gcd", every: "10s", for: "60s", #"clock = "wall""#, event("15s", #"{ system_sleep = "20s" }"#)),
        remedy: [
            "displaylink": """
            leave it, since nothing is shown meanwhile; its `timestamp` leaves the sleep out, so that what has to count it \
            reads a `Date`
            """,
            "continuous": """
            compute from dates what has passed, instead of counting calls; what is to wait for time awake stands on a clock \
            that stops meanwhile (`DispatchTime`, `SuspendingClock`)
            """,
            "": """
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
            """,
        detect: { evidence in
            guard !evidence.circumstances.sleeps.isEmpty else { return [] }
            let told = evidence.timers.compactMap { evidence.slept($0) }
            let known = Set(told.map(\.subject))
            // Told once, as what it is for a clock that stood still.
            let late = evidence.delays(by: .systemSlept).filter { !known.contains($0.timer) }.map { delay in
                let name = evidence.name(delay.timer)
                return evidence.sighting(of: delay, "the system slept while \(name) was due", harm: .asked)
            }
            return (told + late).map { sighting in
                var sighting = sighting
                if evidence.traits(of: sighting.subject)?.countsInSleep == true { sighting.situation = "continuous" }
                return sighting
            }
        })
}

extension Evidence {
    /// A timer on a clock that stops in system sleep is not late for it, but its period is longer by it.
    fileprivate func slept(_ timer: EntityID) -> Sighting? {
        let gaps = statistics.sleptGaps(of: Int(timer.index))
        guard gaps.count > 0 else { return nil }
        let longest = circumstances.sleeps.max { $0.to - $0.from < $1.to - $1.from }
        return Sighting(
            subject: timer, place: longest.map { trace.place(ofStep: $0.step, orOf: timer) }, count: gaps.count,
            message:
                "the system slept: \(trace.name(timer)) fired up to \(DurationText.format(gaps.longest)) later than "
                + "without that")
    }
}

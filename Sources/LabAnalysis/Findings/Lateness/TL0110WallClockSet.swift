import LabExactTime
import LabRecording

extension FindingRule {
    package static let wallClockSet = FindingRule(
        "TL0110", .impaired, "the wall clock was set",
        meaning: "The wall clock was set while the timer stood on it, so the timer fired earlier or later by the jump.",
        rule: """
            A deadline on the wall clock is a date: set forward, the clock passes it at once, and the points that it has \
            passed are merged into one call; set back, the clock has the time to go through once more. The uptime and the \
            continuous clock do not jump.
            """,
        source: "dispatch_walltime(3); libdispatch, event_kevent.c, _dispatch_timers_calendar_change",
        example: ticking(
            kind: "gcd", every: "10s", for: "60s", #"clock = "wall""#, event("15s", #"{ set_wall_clock = "-20s" }"#)),
        remedy: "count time spans on a clock that does not jump, and keep the wall clock for dates",
        advice: "`Date()` jumps as well: measure spans with ContinuousClock or `systemUptime`.",
        setting: { finding, trace in trace.setting(finding.subject, "clock", "uptime") },
        detect: { evidence in
            if evidence.stories.wallJumps.isEmpty { return [] }
            return evidence.timers.compactMap { timer in
                let jumps = (evidence.stories.turn(of: timer)?.wallJumps ?? []).filter { $0.by != 0 }
                guard let last = jumps.last else { return nil }
                let told = jumps.prefix(mostJumps).map { jump in
                    (jump.by < 0 ? "back by " : "forward by ")
                        + DurationText.format(Int64(clamping: jump.by.magnitude))
                }
                let rest = jumps.count - told.count
                let isBack = Set(jumps.map { $0.by < 0 })
                let effect =
                    isBack == [true]
                    ? " and fires so much later"
                    : isBack == [false]
                        ? " and skips that time"
                        : ", fires later by what it was set back, and skips what it was set forward"
                return Sighting(
                    subject: timer, place: evidence.trace.place(ofStep: last.step, orOf: timer),
                    message: "the wall clock was set " + told.joined(separator: ", then ")
                        + (rest > 0 ? ", and \(Plural.of(rest, "more time"))" : "")
                        + ": \(evidence.name(timer)) stands on it" + effect)
            }
        })

    private static let mostJumps = 3
}

import LabRecording

extension FindingRule {
    package static let otherWork = FindingRule(
        "TL0102", .pointsLost, "other work on the same thread or queue delayed it",
        meaning: """
            Something else was running on the timer's thread or queue when the timer was due, or where its callback or its \
            thread's body waits for, so the timer was called once that had ended. A lateness below 1 ms, below a \
            hundredth of the interval and a frame of 16.7 ms, or below a tenth of a display link's frame is only a note.
            """,
        rule: [
            "nstimer combine perform": """
            A thread does one thing at a time. A run loop calls its due timers at its next wait, each once, however many \
            of its points have passed; they keep their grid.
            """,
            "gcd": """
            A serial queue runs one block after the other, and the main queue belongs to the main thread. The points that \
            have passed are merged into one call; the grid stays.
            """,
            "async-timer": "The main actor runs one job after the other. Each point is delivered, late and in a burst.",
            "displaylink": "A frame whose refresh has passed is lost; the next refresh calls the link.",
            "": "The sleep ends in time; what comes after it waits until the thread or queue is free.",
        ],
        source: "CFRunLoop.c, __CFRunLoopRun and __CFRunLoopDoTimers; Threading Programming Guide, \"Timer Sources\"",
        example: ticking(event("1.8s", #"{ work = "1.5s" }"#)),
        remedy: [
            "displaylink":
                "take the work off its thread, or add the link to the run loop of another one and draw on main",
            "": "take the work off this thread or queue, or give the timer a queue of its own",
            "wait": """
            do not wait for it (`async` instead of `sync`, `waitUntilDone: false`), or take the work off what it waits for
            """,
        ],
        advice: """
            A dispatch source on a queue of its own does not wait for the main thread. In a class that is isolated to the \
            main actor its handler has to be `@Sendable`, or it traps at the first firing. \(readsClock)
            """,
        detect: { evidence in
            let delays = (evidence.delays(by: .otherWork) + evidence.delays(by: .awaiting)).sorted {
                ($0.timer, $1.cost) < ($1.timer, $0.cost)
            }
            return delays.compactMap { delay in
                // A thread that does something else for good has stopped to run its loop (TL0207).
                if delay.effect.lateFirings == 0, evidence.stopped(delay.timer)?.thread == delay.share.culprit {
                    return nil
                }
                // What it may be late by anyhow it need not be on time for.
                let allowed = evidence.traits(of: delay.timer).map { max($0.tolerance, $0.defaultLeeway) } ?? 0
                if delay.effect.skipped == 0, allowed > 0, delay.effect.longest <= allowed { return nil }
                // What neither the eye nor the rhythm shows is worth knowing, and nothing to be done about.
                let traits = evidence.traits(of: delay.timer)
                let interval = evidence.history(of: delay.timer).lastGrid?.interval?.scaled(1) ?? 0
                let small = traits?.followsDisplay == true ? interval / 10 : min(interval / 100, frame)
                let isTiny = delay.effect.skipped == 0 && delay.effect.longest < max(1_000_000, small)
                let culprit = evidence.who(delay.share.culprit)
                let waits = delay.share.cause == .awaiting
                var sighting = evidence.sighting(
                    of: delay,
                    waits
                        ? "\(evidence.name(delay.timer)) waited for what \(culprit) kept from being done"
                        : "\(culprit) kept \(evidence.name(delay.timer)) waiting",
                    harm: isTiny ? .asked : nil)
                if waits { sighting.situation = "wait" }
                return sighting
            }
        })

    /// Of a display with 60 frames a second, ns.
    private static let frame: Int64 = 16_666_667
}

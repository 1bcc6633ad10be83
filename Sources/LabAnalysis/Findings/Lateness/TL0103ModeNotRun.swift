import LabRecording

extension FindingRule {
    package static let modeNotRun = FindingRule(
        "TL0103", .pointsLost, "its mode was not being run",
        meaning: """
            The run loop was running, but in a mode to which the timer was not added. The usual case is a drag: the main \
            run loop runs in the tracking mode until the finger is lifted, and a timer in the default mode waits.
            """,
        rule: [
            "displaylink":
                "A run loop serves one mode at a time, that of the innermost activation. The frames are lost.",
            "": """
            A run loop serves one mode at a time, that of the innermost activation. A timer that is due in another mode is \
            called once when its own mode is run again, and keeps its grid.
            """,
        ],
        source:
            "CFRunLoop.c, struct __CFRunLoopMode and __CFRunLoopDoTimers; Threading Programming Guide, \"Run Loop Modes\"",
        example: ticking(every: "0.5s", for: "4s", event("1.2s", #"{ mode = "tracking", for = "2s" }"#)),
        remedy: [
            "gcd after task-sleep async-timer": "use a queue of its own: the main queue waits for its run loop",
            "common": "add it to that mode by its name, too", "": "add it to the common modes",
        ],
        advice: """
            The callback then runs while the interface scrolls: 4 ms in each frame are a quarter of the scrolling's time. A \
            mode of your own is not in the common set and has to be named as well. \
            \(readsClock)
            """,
        setting: { finding, trace in
            ["nstimer", "displaylink", "perform", "combine"].contains(trace.entity(finding.subject)?.detail)
                && finding.situation == nil ? trace.setting(finding.subject, "modes", "common") : nil
        },
        detect: { evidence in
            waitsForMode(evidence).map { sighting in
                var sighting = sighting
                // What is in the common modes already is helped by no more of them.
                if evidence.traits(of: sighting.subject)?.modes.count ?? 0 > 1 { sighting.situation = "common" }
                return sighting
            }
        })

    private static let waitsForMode: Detector =
        eachDelay(by: .modeNotRun) { evidence, delay in
            let culprit = delay.share.culprit
            let cause = evidence.trace.entity(culprit) == nil ? "" : " (\(evidence.who(culprit)))"
            let name = evidence.name(delay.timer)
            let home = evidence.trace.entity(delay.timer).flatMap { evidence.trace.entity($0.home) }
            let lack =
                home?.kind == .queue
                ? "where the main queue, and \(name) with it, is not served" : "that \(name) is not in"
            return "the run loop ran in a mode \(lack)\(cause)"
        }
}

import LabRecording

extension FindingRule {
    static let neverAdded = FindingRule(
        "TL0202", .neverRuns, "in no run loop",
        meaning: "The timer was made and never added to a run loop, or only after it was due.",
        rule: """
            Only the `scheduledTimer…` methods add the timer, to the current run loop in the default mode. A timer from \
            `timerWith…` or `init…` does nothing until `add(_:forMode:)`, and a display link until `add(to:forMode:)`.
            """,
        source: "Apple, Timer; Apple, CADisplayLink",
        example: ticking(for: "3s", #"create = "timer""#, #"held_by = "static""#),
        remedy: ["displaylink": "add it to a run loop", "": "add it: `RunLoop.main.add(timer, forMode: .common)`"],
        advice: """
            Adding is enough. `fire()` calls the callback now, once, and starts nothing; a one-shot is invalid after it and \
            can no longer be added.
            """,
        setting: { finding, trace in trace.setting(finding.subject, "create", "scheduled") },
        detect: all(
            eachSilence(.neverAdded) { evidence, timer, _ in
                // One that was invalid when it was added has a finding of its own.
                evidence.events.contains(.addedInvalidTimer, about: timer)
                    ? nil : "\(evidence.name(timer)) was never in a run loop: no due point calls it"
            },
            eachTimer { evidence, timer in
                let (story, history) = (evidence.stories.stories[Int(timer.index)], evidence.history(of: timer))
                guard story.added != nil, let made = story.unadded, let grid = history.lastGrid else { return nil }
                let end = evidence.stories.turn(of: timer)?.end.map { $0 > made ? $0 : .max } ?? .max
                let missed = grid.points(before: min(end, evidence.trace.header.duration))
                guard missed > 0 else { return nil }
                return Sighting(
                    subject: timer, count: missed,
                    message: "\(evidence.name(timer)) was made again at \(evidence.instant(made)) and added to no run "
                        + "loop: no due point calls it")
            },
            eachDelay(by: .notAdded) { evidence, delay in
                let addition = evidence.circumstances.additions[Int(delay.timer.index)].first
                guard delay.effect.skipped > 0, evidence.hasFired(delay.timer), let addition,
                    let due = evidence.history(of: delay.timer).firstAnchor, due < addition.time
                else { return nil }
                return "\(evidence.name(delay.timer)) was in no run loop before \(evidence.instant(addition.time))"
            }))
}

import LabExactTime
import LabRecording

extension FindingRule {
    package static let relativeDrift = FindingRule(
        "TL0108", .impaired, "relative re-scheduling adds drift",
        meaning: """
            The timer schedules each firing after the one before, so every delay shifts all later firings and the lateness \
            grows from firing to firing.
            """,
        rule: [
            "after": "asyncAfter counts from the moment of the call, and adds a leeway of a tenth of the delay.",
            "task-sleep": "The sleep counts from the moment of the call, and its default tolerance comes on top.",
            "": """
            It counts from the moment of the call. A repeating run loop timer or dispatch source counts from its grid.
            """,
        ],
        source:
            "Apple, performSelector:withObject:afterDelay:; libdispatch, source.c, _dispatch_after; Technical Note TN2169",
        example: ticking(kind: "perform", for: "10s", #"do = [{ work = "50ms" }]"#),
        remedy: [
            "task-sleep": """
            sleep until start + k × interval, and skip what has passed; each sleep may still end late by its tolerance, \
            unless that is `.zero`
            """,
            "after": "use a repeating dispatch source, which keeps a grid and has a leeway that can be set",
            "perform": "use a repeating timer, which keeps a grid",
            "": "wait for absolute deadlines, start + k × interval, and skip what has passed",
        ],
        advice: "Without the skipping a loop fires in a burst after each overrun. \(readsClock)",
        setting: { finding, trace in
            switch trace.entity(finding.subject)?.detail {
            case "task-sleep": trace.setting(finding.subject, "absolute", "true")
            case "after": trace.setting(finding.subject, "kind", "gcd")
            case "perform": trace.setting(finding.subject, "kind", "nstimer")
            default: nil
            }
        },
        detect: eachTimer { evidence, timer in
            guard evidence.traits(of: timer)?.isChain == true, let summary = evidence.statistics.summary(of: timer),
                let drift = summary.drift, case .value = drift.verdict, let parts = drift.partsPerBillion, parts > 0,
                summary.copies == 1
            else { return nil }
            let loss =
                parts >= 10_000_000
                ? "each second takes \(DurationText.format(Int64(1_000_000_000).adding(saturating: parts)))"
                : "it falls behind by \(DurationText.format(parts)) a second"
            return Sighting(
                subject: timer, count: summary.fired,
                message: "\(evidence.name(timer)) is armed anew after each callback: \(loss) (\(drift.text()))")
        })
}

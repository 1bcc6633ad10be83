import LabExactTime
import LabRecording

extension FindingRule {
    package static let defaultLeeway = FindingRule(
        "TL0112", .impaired, "a leeway that its user would notice may delay it",
        meaning: """
            The timer was given no tolerance, but its mechanism adds one by itself: a tenth of the time that it waits, here \
            more than a tenth of a second.
            """,
        rule: """
            Dispatch lets `asyncAfter` be late by a tenth of its delay, at least 1 ms and at most 60 s, and so does the \
            runtime with `Task.sleep` and its clocks. A device uses it: sleeps of 10 s have been seen to take 11.
            """,
        source:
            "libdispatch, source.c, _dispatch_after; Swift, TaskSleepDuration.swift; Apple, Energy Efficiency Guide",
        example: ticking(kind: "task-sleep", every: "10s", for: "60s"),
        remedy: [
            "after": "use a dispatch source: its leeway can be set, that of asyncAfter cannot",
            "": "pass `tolerance: .zero`",
        ],
        setting: { finding, trace in
            trace.entity(finding.subject)?.detail == "after"
                ? trace.setting(finding.subject, "kind", "gcd") : trace.setting(finding.subject, "tolerance", "0s")
        },
        detect: eachTimer { evidence, timer in
            // A delay of 0.1 s is noticed (Card, Moran, Newell: The Psychology of Human-Computer Interaction).
            guard let leeway = evidence.traits(of: timer)?.defaultLeeway, leeway > 100_000_000, evidence.hasFired(timer)
            else { return nil }
            let delay = evidence.delays(by: .tolerance).first { $0.timer == timer }
            return Sighting(
                subject: timer, cost: delay?.cost ?? 0, harm: delay == nil ? .possible : .impaired,
                message: "\(evidence.name(timer)) may be called up to \(DurationText.format(leeway)) late, "
                    + "though no tolerance was asked for")
        })
}

import LabRecording

extension FindingRule {
    static let modeNeverRun = FindingRule(
        "TL0206", .neverRuns, "its mode was never run",
        meaning: "The run loop was run, but never in a mode to which the timer was added.",
        rule: "A mode is a set of timers and sources of its own; timers of other modes are not looked at.",
        source: "CFRunLoop.c, struct __CFRunLoopMode",
        example: ticking(for: "3s", #"modes = ["tracking"]"#),
        remedy: "add it to the mode that is run, or to the common modes",
        advice: "A mode of your own is not among the common modes: add the timer to it by its name.",
        setting: { finding, trace in trace.setting(finding.subject, "modes", "common") },
        detect: eachSilence(.modeNeverRun) { evidence, timer, silence in
            let names = silence.modes.map(evidence.name).joined(separator: ", ")
            return "the run loop of thread \(evidence.name(silence.thread)) never ran in mode \(names), the only one "
                + "of \(evidence.name(timer))"
        })
}

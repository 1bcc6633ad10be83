extension FindingRule {
    package static let modeNeverRun = FindingRule(
        .modeNeverRun, .neverRuns, "its mode was never run",
        meaning: "The run loop was run, but never in a mode to which the timer was added.",
        rule: "A mode is a set of timers and sources of its own; timers of other modes are not looked at.",
        source: "CFRunLoop.c, struct __CFRunLoopMode",
        example: ticking(for: "3s", #"modes = ["tracking"]"#),
        remedy: "add it to the mode that is run, or to the common modes",
        advice: "A mode of your own is not among the common modes: add the timer to it by its name.")
}

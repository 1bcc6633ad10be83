extension FindingCode {
    package static let modeNeverRun = FindingCode(
        "TL0206", .neverRuns, "its mode was never run",
        meaning: "The run loop was run, but never in a mode to which the timer was added.",
        rule: "Each mode has its own timers and sources; a run in one mode ignores the timers of others.",
        source: "CFRunLoop.c, struct __CFRunLoopMode",
        example: ticking(for: "3s", #"modes = ["tracking"]"#),
        remedy: "add it to the mode that is run, or to the common modes",
        advice: """
            A mode of your own is not a common mode: add the timer to it by name. AppKit's modal panel mode is one \
            (Threading Programming Guide).
            """)
}

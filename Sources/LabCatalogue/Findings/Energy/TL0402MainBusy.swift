extension FindingCode {
    package static let mainBusy = FindingCode(
        "TL0402", .asked, "keeps the main thread busy",
        meaning: """
            The callbacks of repeating timers take a fifth of the main thread's time or more, for two seconds and more. A \
            wait for a lock or a queue does not count, and no timer is late. The fifth is a choice, not Apple's figure.
            """,
        rule: """
            Work that is done again and again costs energy each time. Touches, scrolling and drawing wait until a callback \
            is over.
            """,
        source: "Apple, Energy Efficiency Guide, \"Measure Energy Impact with Xcode\"",
        example: ticking(every: "50ms", #"do = [{ work = "15ms" }]"#),
        remedy: "do the work only after a change, less often, or on a queue",
        swift: "guard hasChanged else { return }  // first in the callback",
        objectiveC: "if (!self.hasChanged) { return; }  // first in the callback")
}

extension FindingCode {
    package static let suspended = FindingCode(
        "TL0204", .neverRuns, "suspended or never resumed",
        meaning: """
            The dispatch source or its queue was suspended or not activated when it was due, and stays so until the \
            end. A pause that ends is not reported.
            """,
        rule: [
            .of(.displayLink): "A paused link is not called; the frames are skipped.",
            .others: """
            A new dispatch source is inactive and has to be activated (or resumed) once. While it is suspended, its \
            firings are merged into one call, which comes at the resume.
            """,
        ],
        source: "libdispatch, object.c; dispatch_activate; dispatch_suspend(3)",
        example: ticking(kind: "gcd", for: "3s", "active = false"),
        remedy: "activate it once, and balance every suspend with one resume",
        advice: "One resume too many crashes (TL0310): keep a flag.")
}

extension FindingRule {
    package static let suspended = FindingRule(
        .suspended, .neverRuns, "suspended or never resumed",
        meaning: """
            The dispatch source, or its queue, was not activated, or suspended, while it was due, and is so to the end: a \
            pause that is over was asked for.
            """,
        rule: [
            .of(.displayLink): "A paused link is not called; the frames are lost.",
            .others: """
            A dispatch source is made inactive and has to be activated (or resumed) once. While it is suspended its firings \
            are merged into one, which is delivered at the resume.
            """,
        ],
        source: "libdispatch, object.c; dispatch_activate; dispatch_suspend(3)",
        example: ticking(kind: "gcd", for: "3s", "active = false"),
        remedy: "activate it once, and balance every suspend with one resume",
        advice: "One resume too many crashes (TL0310): keep a flag.")
}

extension FindingCode {
    package static let referenceCycle = FindingCode(
        "TL0302", .leak, "a reference cycle",
        meaning: "The object holds its timer, and the timer holds the object.",
        rule: """
            Reference counting frees no object that is part of a cycle. The run loop retains an NSTimer as well, so a \
            weak property breaks the cycle but not the leak. A dispatch source is held by its property alone.
            """,
        source: "Apple, Timer; Advanced Memory Management Programming Guide",
        example: popped(#"target = "controller""#, object: #"strong = ["tick"]"#),
        remedy: keptByRunLoop.remedy,
        advice: "`dealloc` never runs while the cycle exists. A one-shot breaks it when it has fired.")
}

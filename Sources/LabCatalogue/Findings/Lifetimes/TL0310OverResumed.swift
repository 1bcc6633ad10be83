extension FindingRule {
    package static let overResumed = FindingRule(
        .overResumed, .crash, "resumed once too often",
        meaning: "A dispatch source or queue was resumed although it was not suspended.",
        rule: """
            Suspensions are counted, and libdispatch ends the process when the count would fall below zero: "Over-resume of \
            an object". The resume that activates a source is free; the next one needs a suspend before it.
            """,
        source: "libdispatch, queue.c, _dispatch_lane_resume; dispatch_resume(3)",
        example: ticking(kind: "gcd", for: "3s", event("1.5s", #"{ resume = "tick" }"#)),
        remedy: "resume it only after a suspend: keep a flag, or call `activate()` for the start",
        advice: "`activate()` may be called again and does nothing then.")
}

extension FindingCode {
    package static let overResumed = FindingCode(
        "TL0310", .crash, "resumed once too often",
        meaning: "A dispatch source or queue was resumed although it was not suspended.",
        rule: """
            libdispatch counts suspensions and ends the process when the count would fall below zero: "Over-resume of \
            an object". The first resume activates the source; each later one needs a suspend before it.
            """,
        source: "libdispatch, queue.c, _dispatch_lane_resume; dispatch_resume(3)",
        example: ticking(kind: "gcd", for: "3s", event("1.5s", #"{ resume = "tick" }"#)),
        remedy: "resume it only after a suspend: keep a flag, or call `activate()` for the start",
        advice: "A second `activate()` does nothing.")
}

extension FindingCode {
    package static let madeAnew = FindingCode(
        "TL0114", .neverRuns, "made again before it was due",
        meaning: """
            The code that makes the timer ran again and again before the interval was over. Each time the interval \
            started again, so the timer is called late or never.
            """,
        rule: """
            A new timer is due one interval after it is made, however much of the last interval had passed. A view's \
            properties are made whenever the view is; `body`, `didSet` and a key's action run often.
            """,
        source: "Apple, Timer, scheduledTimer(withTimeInterval:repeats:block:); Apple, View, State",
        example: ticking(
            "[[event]]", #"at = "0.2s""#, #"every = "0.8s""#, #"do = [{ invalidate = "tick" }, { create = "tick" }]"#),
        remedy: "make it once, where its owner starts, and keep it; do not make it in code that runs again")
}

extension FindingRule {
    package static let madeAnew = FindingRule(
        .madeAnew, .neverRuns, "made anew before it was due",
        meaning: """
            The code that makes the timer ran again and again before the interval was over, and the time began anew each \
            time: the timer is called late, or never.
            """,
        rule: """
            A new timer is due an interval after it is made, however much of the last one's had passed. A view's \
            properties are made whenever the view is; `body`, `didSet` and a key's action run often.
            """,
        source: "Apple, Timer, scheduledTimer(withTimeInterval:repeats:block:); Apple, View, State",
        example: ticking(
            "[[event]]", #"at = "0.2s""#, #"every = "0.8s""#, #"do = [{ invalidate = "tick" }, { create = "tick" }]"#),
        remedy: "make it once, where what it belongs to begins, and keep it: not where code runs again")
}

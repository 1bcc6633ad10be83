extension FindingRule {
    package static let overlap = FindingRule(
        .overlap, .impaired, "requests that overlap",
        meaning: """
            A block began on a concurrent queue while an earlier one of the same step was still running, or two that \
            firings of one timer asked for were on their way at once, and the later one may come first.
            """,
        rule: """
            A concurrent queue runs its blocks side by side, and a request is answered when it is. What takes longer than the \
            interval is under way together, and the answers may come in another order than the questions.
            """,
        source: "Concurrency Programming Guide, \"Dispatch Queues\"",
        example: ticking(
            #"do = [{ async = "network", do = [{ sleep = "1.5s" }] }]"#, queue("network", #"kind = "concurrent""#)),
        remedy: "skip the firing while a request is on its way, or number the requests and drop answers to older ones")
}

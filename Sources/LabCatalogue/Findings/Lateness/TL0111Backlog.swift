extension FindingRule {
    package static let backlog = FindingRule(
        .backlog, .pointsLost, "a backlog that grows",
        meaning:
            """
            More is handed over than gets done: what waits grows from firing to firing, and with it its age and memory, for \
            good or for as long as its queue does something else.
            """,
        rule: [
            .of(.asyncTimer): """
            An AsyncTimerSequence keeps every tick until the body asks for the next one. A body that takes longer than the \
            interval falls behind without bound.
            """,
            .others: "A dispatch queue takes every block that it is given; nothing slows down who hands them over.",
        ],
        source: "Swift Async Algorithms, AsyncTimerSequence; Concurrency Programming Guide, \"Dispatch Queues\"",
        example: ticking(every: "100ms", #"do = [{ async = "work", do = [{ work = "150ms" }] }]"#, queue("work")),
        remedy: [
            .of(.asyncTimer): "skip the ticks that have passed when the body is done, or make the body shorter",
            .others: "skip a firing that finds the last job still waiting or running",
        ])
}

extension FindingCode {
    package static let backlog = FindingCode(
        "TL0111", .pointsLost, "a backlog that grows",
        meaning:
            """
            Work arrives faster than it is finished, so the backlog, its age and its memory grow with every firing.
            """,
        rule: [
            .of(.asyncTimer): """
            An AsyncTimerSequence keeps every tick until the body asks for the next one. A body that takes longer than the \
            interval falls behind without bound.
            """,
            .others: "A dispatch queue accepts every block; nothing slows the sender down.",
        ],
        source: "Swift Async Algorithms, AsyncTimerSequence; Concurrency Programming Guide, \"Dispatch Queues\"",
        example: ticking(every: "100ms", #"do = [{ async = "work", do = [{ work = "150ms" }] }]"#, queue("work")),
        remedy: [
            .of(.asyncTimer): "skip the ticks that passed while the body ran, or make the body shorter",
            .others: "skip a firing while the last job is still waiting or running",
        ])
}

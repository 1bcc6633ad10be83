extension FindingCode {
    package static let loopSpins = FindingCode(
        "TL0209", .neverRuns, "a loop that spins",
        meaning: "A run call in a loop returns at once each time, so the loop spins as fast as the processor can.",
        rule: """
            A run loop with nothing in its mode does not wait: `run()` returns at once, `run(mode:before:)` with false, \
            `CFRunLoopRunInMode` with finished.
            """,
        source: "CFRunLoop.c, CFRunLoopRunSpecific and __CFRunLoopModeIsEmpty; Apple, RunLoop, run()",
        example: scenario(
            for: "2s",
            worker(
                """
                { repeat = 1_000_000, do = [{ run_loop = { in_mode = "default", for = "1s" } }, { work = "10us" }] }
                """)),
        remedy:
            "give the loop a timer, a port or a source to wait for, and leave when the call returns false"
    )
}

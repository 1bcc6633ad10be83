extension FindingCode {
    package static let returnedAtOnce = FindingCode(
        "TL0210", .impaired, "a run call that returns at once",
        meaning: "A thread runs its run loop with nothing in the mode, so the call does not wait.",
        rule: """
            A run loop whose mode has no timer, port or source does not wait: `run()` returns at once, \
            `run(mode:before:)` with false, `CFRunLoopRunInMode` with finished. Observers do not count.
            """,
        source: "CFRunLoop.c, CFRunLoopRunSpecific and __CFRunLoopModeIsEmpty; Apple, RunLoop, run()",
        example: scenario(for: "3s", worker(#"{ run_loop = "forever" }"#)),
        remedy: "add a timer, a port or a source before the run call, and keep it as long as the thread has to wait")
}

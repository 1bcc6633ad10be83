extension FindingCode {
    package static let runCallKept = FindingCode(
        "TL0212", .impaired, "steps that a run call keeps waiting",
        meaning: "A run call without a limit did not return, so the steps after it never ran.",
        rule: """
            `run()` returns when its mode has no timer, port or source any more; until then it starts one activation \
            after the other. `CFRunLoopRun` also returns after a stop, `run(mode:before:)` after an input source.
            """,
        source: "Apple, RunLoop, run(); CFRunLoop.c, CFRunLoopRun",
        example: onWorker(for: "5s", #"{ run_loop = "forever" }, { log = "never printed" }"#),
        remedy: """
            move these steps before the run call or into a timer or source; or replace the call by a loop with a flag \
            around `run(mode:before:)`
            """,
        swift: "while !isDone, RunLoop.current.run(mode: .default, before: Date(timeIntervalSinceNow: 1)) {}",
        objectiveC: """
            NSRunLoop *loop = NSRunLoop.currentRunLoop;
            while (!self.isDone && [loop runMode:NSDefaultRunLoopMode beforeDate:[NSDate dateWithTimeIntervalSinceNow:1]]);
            """)
}

extension FindingCode {
    package static let stoppedInVain = FindingCode(
        "TL0211", .impaired, "a stop without effect",
        meaning: "`CFRunLoopStop` named a run loop that does not run, or whose run call starts it again at once.",
        rule: """
            `CFRunLoopStop` ends the innermost activation of the run loop that it names. `run()`, and the app on its main \
            thread, start another activation; a run loop that does not run keeps no stop for later.
            """,
        source: "CFRunLoop.c, CFRunLoopStop; Apple, RunLoop, run()",
        example: scenario(
            for: "5s", worker(#"{ run_loop = { in_mode = "default", for = "1h" } }"#),
            "[[source]]\nid = \"port\"\nkind = \"source1\"\nthread = \"worker\"", event("2.5s", "{ stop_loop = true }")),
        remedy: """
            stop the run loop of the thread that has to return, and run it by `run(mode:before:)` or \
            `CFRunLoopRunInMode`, which return after a stop
            """,
        swift: "CFRunLoopStop(workerLoop)  // the worker keeps its CFRunLoopGetCurrent() there",
        objectiveC: "CFRunLoopStop(self.workerLoop);  // the worker keeps its CFRunLoopGetCurrent() there")
}

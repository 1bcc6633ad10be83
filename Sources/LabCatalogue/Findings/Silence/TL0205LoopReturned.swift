extension FindingCode {
    package static let loopReturned = FindingCode(
        "TL0205", .neverRuns, "the loop returned before it was added",
        meaning:
            "The thread ran its run loop before the timer was added. The loop was empty, so `run` returned at once.",
        rule: "A run loop with no source and no timer in the mode returns from `run` at once, without waiting.",
        source: "CFRunLoop.c, CFRunLoopRunSpecific and __CFRunLoopModeIsEmpty",
        example: onWorker(
            for: "3s", #"{ run_loop = "forever" }, { add = "tick" }, { sleep = "2s" }"#, timer: #"create = "timer""#),
        remedy: "add first, then run")
}

import LabRecording

extension FindingRule {
    static let loopReturned = FindingRule(
        "TL0205", .neverRuns, "the loop returned before it was added",
        meaning:
            "The thread ran its run loop before the timer was added. The loop was empty, so `run` returned at once.",
        rule: "A run loop with no source and no timer in the mode returns from `run` at once, without waiting.",
        source: "CFRunLoop.c, CFRunLoopRunSpecific and __CFRunLoopModeIsEmpty",
        example: onWorker(
            for: "3s", #"{ run_loop = "forever" }, { add = "tick" }, { sleep = "2s" }"#, timer: #"create = "timer""#),
        remedy: "add first, then run",
        detect: eachSilence(.loopReturned) { evidence, timer, silence in
            "the run loop of thread \(evidence.name(silence.thread)) had returned before \(evidence.name(timer)) was "
                + "added"
        })
}

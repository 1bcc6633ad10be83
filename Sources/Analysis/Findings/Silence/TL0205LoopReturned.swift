import Recording

extension FindingRule {
    static let loopReturned = FindingRule(
        "TL0205", .neverRuns, "the loop returned before it was added",
        meaning:
            "The thread ran its run loop before the timer was added. The loop was empty, so `run` returned at once.",
        rule: "A run loop with no source and no timer in the mode returns from `run` at once, without waiting.",
        source: "CFRunLoop.c, CFRunLoopRunSpecific and __CFRunLoopModeIsEmpty",
        example: FindingExample(
            text: """
                duration = "3s"
                [[timer]]
                id = "tick"
                kind = "nstimer"
                create = "timer"
                interval = "1s"
                thread = "worker"
                [[thread]]
                id = "worker"
                starts = "0s"
                do = [{ run_loop = "forever" }, { add = "tick" }, { sleep = "2s" }]
                """,
            mending: .replacing(
                #"{ run_loop = "forever" }, { add = "tick" }"#, with: #"{ add = "tick" }, { run_loop = "forever" }"#)),
        remedy: "add first, then run",
        swift: """
            RunLoop.current.add(timer, forMode: .default)
            RunLoop.current.run(until: end)
            """,
        objectiveC: """
            [NSRunLoop.currentRunLoop addTimer:timer forMode:NSDefaultRunLoopMode];
            [NSRunLoop.currentRunLoop runUntilDate:end];
            """,
        detect: eachSilence { evidence, timer, silence in
            guard case .loopReturned(let thread) = silence else { return nil }
            return
                "the run loop of thread \(evidence.name(thread)) had returned before \(evidence.name(timer)) was added"
        })
}

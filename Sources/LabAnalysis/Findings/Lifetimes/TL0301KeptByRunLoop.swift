import LabRecording

extension FindingRule {
    static let keptByRunLoop = FindingRule(
        "TL0301", .leak, "kept alive by a run loop",
        meaning: """
            The object outlives its owner because a run loop holds a timer, and the timer holds the object. There need not \
            be a reference cycle.
            """,
        rule: "A run loop retains its timers; a timer retains its target, user info or block until it is invalidated.",
        source: "CFRunLoop.c, CFRunLoopAddTimer and CFRunLoopTimerInvalidate; Apple, Timer",
        example: popped(#"target = "controller""#),
        remedy: [
            "gcd after": "capture weakly in its block, and cancel it in `deinit`",
            "combine": "capture weakly in its block: the AnyCancellable cancels as it goes",
            "task-sleep async-timer": "capture weakly in the task's body, and cancel the task in `deinit`",
            "thread-sleep mach-wait": "capture weakly in the loop's body, and leave the loop where the capture is gone",
            "displaylink": """
            invalidate it before its target is to go, as in `viewWillDisappear`, or give it a target of its own that holds \
            this one weakly
            """,
            "perform":
                "take the request back before its target is to go: `cancelPreviousPerformRequests(withTarget:)`",
            "thread": """
            let the thread return before its target is to go, as in `viewWillDisappear`, or make it with a block that \
            captures weakly
            """,
            "": "capture weakly in a block, and invalidate the timer where the capture is gone and in `dealloc`",
        ],
        advice: """
            A weak capture alone leaves the timer firing for nothing (TL0312; TL0304 where a property has it). `dealloc` is reached only once the timer no \
            longer holds the object; `viewWillDisappear` is reached in any case.
            """,
        detect: { evidence in
            let trace = evidence.trace
            return evidence.lifetimes.lifetimes.compactMap { life in
                // Kept by a run loop, a thread or a queue, and not merely by an object that is itself kept.
                guard trace.entity(life.entity)?.kind == .object, life.isKept, let since = life.lastOwnerLeft,
                    let chain = life.chains.first(where: {
                        trace.entity($0.edges.last?.holder ?? .none)?.kind != .object
                    }),
                    // Of a cycle and a block that has yet to run it is the cycle that stays (TL0302).
                    life.keeper != life.cycle || life.chains.isEmpty
                else { return nil }
                let holder = chain.edges.last?.holder ?? .none
                return Sighting(
                    subject: life.entity, place: trace.targetPlace(of: holder), related: holder,
                    message: "\(trace.name(life.entity)) is kept since \(evidence.instant(since)) by " + chain.text)
            }
        })
}

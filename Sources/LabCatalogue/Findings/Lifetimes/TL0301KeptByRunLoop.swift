extension FindingCode {
    package static let keptByRunLoop = FindingCode(
        "TL0301", .leak, "kept alive by a run loop",
        meaning: """
            The object outlives its owner because a run loop holds a timer, and the timer holds the object. There need not \
            be a reference cycle. A delayed block or request that keeps it for a while is a note.
            """,
        rule: "A run loop retains its timers; a timer retains its target, user info or block until it is invalidated.",
        source: "CFRunLoop.c, CFRunLoopAddTimer and CFRunLoopTimerInvalidate; Apple, Timer",
        example: popped(#"target = "controller""#),
        remedy: [
            .of(.gcd, .after): "capture weakly in its block, and cancel it in `deinit`",
            .of(.combine): "capture weakly in its block: the AnyCancellable cancels when it is released",
            .of(.taskSleep, .asyncTimer): "capture weakly in the task's body, and cancel the task in `deinit`",
            .of(.threadSleep, .machWait):
                "capture weakly in the loop's body, and leave the loop when the capture is nil",
            .of(.displayLink): """
            invalidate it before its target has to go, as in `viewWillDisappear`, or use a target of its own that \
            holds this one weakly
            """,
            .of(.perform):
                "cancel the request before its target has to go: `cancelPreviousPerformRequests(withTarget:)`",
            .thread: """
            let the thread return before its target has to go, as in `viewWillDisappear`, or make it with a block that \
            captures weakly
            """,
            .others: "capture weakly in a block, and invalidate the timer when the capture is nil and in `dealloc`",
        ],
        advice: """
            A weak capture alone leaves the timer firing for nobody (TL0312; TL0304 if a property holds it). `dealloc` \
            runs only when the timer no longer holds the object; `viewWillDisappear` runs in any case.
            """)
}

extension FindingCode {
    package static let madeAgainPending = FindingCode(
        "TL0318", .asked, "a delay that was started again before it was over",
        meaning: """
            The code that waits once ran again while it was still waiting. The earlier delay was not cancelled, so \
            each is called, not only the last.
            """,
        rule: [
            .of(.nstimer):
                "A run loop retains a timer until it fires or is invalidated, whatever a variable refers to.",
            .of(.taskSleep): "A task runs until its body returns; a cancelled one ends its sleep at once.",
            .of(.perform): "The run loop keeps each request until it is called or cancelled.",
            .others: "A queue keeps a delayed block until its delay is over, unless it is cancelled.",
        ],
        source: """
            CFRunLoop.c, CFRunLoopAddTimer; Apple, NSObject, cancelPreviousPerformRequests(withTarget:); Dispatch, \
            DispatchWorkItem.cancel()
            """,
        example: ticking(
            every: "300ms", for: "2s", repeats: false,
            "[[event]]", #"at = "0.5s""#, #"every = "150ms""#, #"until = "0.9s""#, #"do = [{ create = "tick" }]"#),
        remedy: [
            .of(.nstimer): "invalidate the earlier one before another is made, if only the last is to be called",
            .of(.taskSleep): "cancel the earlier task before another is started, if only the last is to run",
            .of(.perform): "cancel the earlier request before another is made, if only the last is to be called",
            .of(.after): "cancel the earlier work item before another is handed over, if only the last is to be called",
            .others: "cancel the earlier one before another is made, if only the last is to be called",
        ],
        advice: "To act once after typing, scrolling or resizing is a debounce. Delays with different "
            + "purposes need a variable each.")
}

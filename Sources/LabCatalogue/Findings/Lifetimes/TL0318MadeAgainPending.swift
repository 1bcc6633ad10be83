extension FindingRule {
    package static let madeAgainPending = FindingRule(
        .madeAgainPending, .asked, "a delay that was begun anew before it was over",
        meaning: """
            The code that waits once was run again while it still waited from the time before. None of the earlier \
            ones was ended, so each of them is called, and not only the last.
            """,
        rule: [
            .of(.nstimer):
                "A run loop retains a timer until it fires or is invalidated, whatever a variable refers to.",
            .of(.taskSleep): "A task goes on until its body returns; one that is cancelled ends its sleep at once.",
            .of(.perform): "Each request stands in the run loop by itself until it is called or cancelled.",
            .others: "A queue keeps what it was handed with a delay until that is over, unless it is cancelled.",
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
            .of(.taskSleep): "cancel the earlier task before another is started, if only the last is to go on",
            .of(.perform): "cancel the earlier request before another is made, if only the last is to be called",
            .of(.after): "cancel the earlier work item before another is handed over, if only the last is to be called",
            .others: "cancel the earlier one before another is made, if only the last is to be called",
        ],
        advice: "What is typed, scrolled or resized is to be waited for until it is over: a debounce. Delays that mean "
            + "different things each end for themselves.")
}

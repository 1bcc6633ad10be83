extension FindingCode {
    package static let startedTwice = FindingCode(
        "TL0313", .leak, "started twice: the first timer leaks",
        meaning: """
            The code that makes the timer ran again while the timer was valid. The variable now refers to the new one. \
            The first still fires, and no reference is left to end it.
            """,
        rule: [
            .of(.taskSleep, .asyncTimer):
                "The runtime keeps a task until its body has returned, even without a variable.",
            .of(.after): "The queue keeps the block, and each block posts the next one.",
            .of(.combine):
                "A set of AnyCancellables keeps them all; a new value of a variable cancels the old one.",
            .others: "A run loop retains its timers until they are invalidated, whatever the variable refers to.",
        ],
        source: "CFRunLoop.c, CFRunLoopAddTimer; Apple, Timer, invalidate(); Apple, Task",
        example: ticking("[[event]]", #"at = "0.2s""#, #"every = "2.5s""#, #"do = [{ create = "tick" }]"#),
        remedy: [
            .of(.taskSleep, .asyncTimer): "cancel the task before another one is started, or start none beside it",
            .of(.gcd, .after): "cancel the first before another one is made, or make none beside it",
            .of(.combine): "cancel the first subscription before another one is made, or make none beside it",
            .others: "invalidate the timer before another one is made, or make none beside it",
        ],
        advice: "`viewWillAppear`, a reload and a retry run more than once.")
}

extension FindingRule {
    package static let firesAfterOwner = FindingRule(
        .firesAfterOwner, .leak, "fires on after its owner is gone",
        meaning: "The timer goes on firing after the last owner of its target, or of itself, has released it.",
        rule: [
            .of(.gcd): """
            libdispatch does not keep a source: it ends with its last reference, cancelled or not (TL0203). But its own \
            handler may hold that reference.
            """,
            .of(.taskSleep, .asyncTimer): "A task is kept by the runtime until its body has returned.",
            .of(.combine):
                "A subscription is kept by whatever has its AnyCancellable, and by its own block where that captures it.",
            .others:
                "Dropping a reference to an NSTimer or a display link does not end it: its run loop holds it until `invalidate`.",
        ],
        source: "Apple, Timer, invalidate(); libdispatch, dispatch_source_create(3)",
        example: popped(#"weak = "controller""#, object: #"strong = ["tick"]"#),
        remedy: [
            .of(.gcd, .after): "cancel it where its owner goes, and capture weakly in its handler",
            .of(.taskSleep, .asyncTimer): "cancel the task where its owner goes",
            .of(.combine): "capture weakly in its block, and cancel the subscription where its owner goes",
            .of(.perform): "cancel the request where its owner goes: `cancelPreviousPerformRequests(withTarget:)`",
            .of(.threadSleep, .machWait): "let the loop look at a flag, and set that where its owner goes",
            .others: "invalidate it where its owner goes: in `dealloc` if it captures weakly, else before",
        ])
}

extension FindingCode {
    package static let firesAfterOwner = FindingCode(
        "TL0304", .leak, "keeps firing after its owner is gone",
        meaning: """
            The timer still fires after the last owner of its target, or of the timer itself, has released it, or after its \
            last variable was set to nil.
            """,
        rule: [
            .of(.gcd): """
            libdispatch does not keep a source: it ends with its last reference, cancelled or not (TL0203). But its own \
            handler may hold that reference.
            """,
            .of(.taskSleep, .asyncTimer): "A task is kept by the runtime until its body has returned.",
            .of(.combine):
                "A subscription lives as long as its AnyCancellable, which its own block may capture.",
            .others:
                "Dropping a reference to an NSTimer or a display link does not end it: its run loop holds it until `invalidate`.",
        ],
        source: "Apple, Timer, invalidate(); libdispatch, dispatch_source_create(3)",
        example: popped(#"weak = "controller""#, object: #"strong = ["tick"]"#),
        remedy: [
            .of(.gcd, .after): "cancel it when its owner goes, and capture weakly in its handler",
            .of(.taskSleep, .asyncTimer): "cancel the task when its owner goes",
            .of(.combine): "capture weakly in its block, and cancel the subscription when its owner goes",
            .of(.perform): "cancel the request when its owner goes: `cancelPreviousPerformRequests(withTarget:)`",
            .of(.threadSleep, .machWait): "check a flag in the loop, and set it when its owner goes",
            .others: "invalidate it when its owner goes: in `dealloc` if it captures weakly, earlier if not",
        ])
}

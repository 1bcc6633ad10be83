extension FindingCode {
    package static let weakVariable = FindingCode(
        "TL0303", .leak, "weak variable passed where the callee retains",
        meaning: "A weak variable was passed as the target. The timer retains the object all the same.",
        rule: """
            Passing a `__weak` variable passes a strong reference. The callee retains the object, whatever the \
            caller's variable is.
            """,
        source: "Clang, Automatic Reference Counting; Apple, Timer",
        example: popped(#"target = { weak = "controller" }"#),
        remedy: [
            .of(.displayLink, .perform): "pass a proxy that holds the object weakly, since there is no block form",
            .others: "use the block form and capture weakly, or pass a proxy that holds the object weakly",
        ])
}

extension FindingRule {
    package static let weakVariable = FindingRule(
        .weakVariable, .leak, "weak variable passed where the callee retains",
        meaning: "A weak variable was passed as the target. The timer retains the object all the same.",
        rule: """
            Passing a `__weak` variable loads it strongly for the call; what the callee does with the object, here retain \
            it, has nothing to do with the caller's variable.
            """,
        source: "Clang, Automatic Reference Counting; Apple, Timer",
        example: popped(#"target = { weak = "controller" }"#),
        remedy: [
            .of(.displayLink, .perform): "pass a proxy that holds the object weakly, since there is no block form",
            .others: "use the block form and capture weakly, or pass a proxy that holds the object weakly",
        ])
}

extension Remedy {
    static let newTimer = Remedy(
        "new timer", for: ["TL0314"], cost: "none",
        code: """
            - $timer?.fire()
            + $made
            ====
            - [self.$timer fire];
            + $made
            """
    ) { $0.edit(.remove, $0.steps(.fire, .invalidate)) }
}

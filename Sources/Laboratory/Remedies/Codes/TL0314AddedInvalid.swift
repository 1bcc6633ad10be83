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
    ) { site in
        let steps = site.steps { step in
            site.timers.contains { step.does(.fire, .timer($0)) || step.does(.invalidate, .timer($0)) }
        }
        for step in steps { site.edit(.remove, at: step.place) }
        return !steps.isEmpty
    }
}

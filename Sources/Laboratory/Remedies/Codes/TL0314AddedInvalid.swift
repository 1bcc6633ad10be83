extension Remedy {
    static let newTimer = Remedy(
        "new timer", cost: "none",
        swift: """
            - $timer?.fire()
            + $made
            """,
        objectiveC: """
            - [self.$timer fire];
            + $made
            """
    ) { site in
        let steps = site.steps { step in
            site.timers.contains { step.does(.fire, .timer($0)) || step.does(.invalidate, .timer($0)) }
        }
        site.remove(steps)
        return !steps.isEmpty
    }
}

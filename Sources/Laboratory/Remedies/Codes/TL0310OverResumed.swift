extension Remedy {
    static let activateNotResume = Remedy(
        "activate, not resume", cost: "none: activating again does nothing",
        swift: """
            - $variable?.resume()$which
            + $variable?.activate()
            """,
        objectiveC: """
            - dispatch_resume(self.$variable);$which
            + dispatch_activate(self.$variable);
            """
    ) { site in
        guard let step = site.culprit else { return false }
        site.rename("resume", to: "activate", at: step.place)
        let alike = site.steps { $0.verb == step.verb && $0.part == step.part }
        if alike.count > 1, let index = alike.firstIndex(of: step) {
            site.say("which", "  // call \(index + 1) of \(alike.count): \(site.line(of: step)) of the scenario")
        }
        return true
    }
}

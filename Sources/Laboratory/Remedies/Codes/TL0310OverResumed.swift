extension Remedy {
    static let activateNotResume = Remedy(
        "activate, not resume", for: ["TL0310"], cost: "none: activating again does nothing",
        code: "- $resumed$which\n+ $activated"
    ) { site in
        guard let step = site.culprit else { return false }
        site.edit(.rename("activate"), at: step.place, "resume")
        let alike = site.plan.steps { $0.verb == step.verb && $0.part == step.part }
        if alike.count > 1, let index = alike.firstIndex(of: step) {
            site.say("which", "  // call \(index + 1) of \(alike.count): \(site.line(of: step)) of the scenario")
        }
        return true
    }
}

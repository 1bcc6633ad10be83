extension Remedy {
    static let activateNotResume = Remedy(
        name: "activate, not resume", codes: ["TL0310"], cost: "none: activating again does nothing",
        code: "- $resumed$which\n+ $activated"
    ) { site in
        guard let step = site.culprit else { return false }
        site.edit(.rename("activate"), at: step.place, "resume")
        let alike = site.plan.steps { $0.verb == step.verb && $0.part == step.part }
        if alike.count > 1, let index = alike.firstIndex(of: step) {
            let line = site.document.line(of: step.place) ?? 0
            site.say("which", "  // call \(index + 1) of \(alike.count): line \(line) of the scenario")
        }
        return true
    }
}

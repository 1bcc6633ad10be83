extension Remedy {
    static let activateNotResume = Remedy(
        name: "activate, not resume", codes: ["TL0310"], cost: "none: activating again does nothing",
        code: "- $resumed$which\n+ $activated"
    ) { site in
        guard let step = site.culprit, let part = step.part else { return }
        let alike = site.plan.steps { $0.verb == step.verb && $0.part == part }
        // An activation does not end a suspension.
        guard site.plan.steps(where: { $0.does(.suspend, part) }).isEmpty else { return }
        site.edit(.rename("activate"), at: step.place, "resume")
        if alike.count > 1, let index = alike.firstIndex(of: step) {
            let line = site.document.line(of: step.place) ?? 0
            site.words["which"] = "  // call \(index + 1) of \(alike.count): line \(line) of the scenario"
        }
    }

    static let madeAgain = Remedy(
        name: "made again, not resumed", codes: ["TL0310"], code: "- $resumed\n+ $made\n«active ¦+ $activated»"
    ) { site in
        guard let index = site.timers.first, let step = site.culprit, let list = site.plan.list(with: step),
            !site.plan.ends(ofTimer: index, owner: site.owner).isEmpty
        else { return }
        site.edit(.rename("activate"), at: step.place, "resume")
        site.makeAgain(index, before: [list.first { $0.does(.reschedule, .timer(index)) } ?? step])
    }
}

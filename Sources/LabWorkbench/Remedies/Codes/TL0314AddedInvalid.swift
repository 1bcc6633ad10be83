extension Remedy {
    static let newTimer = Remedy(
        name: "new timer", codes: ["TL0314"],
        code: """
            «adds - $addition»
            «activates - $activated»
            «shows - $unpaused»
            «dates + $end»
            + $made
            «dates   $redated»
            """
    ) { site in
        guard let index = site.timers.first, let step = site.culprit, step.part == .timer(index) else { return false }
        let (id, first) = (site.id(of: .timer(index)), site.steps(.add).first)
        let make = "{ create = \(id) }"
        // Without a step that makes it, it is made at the start.
        if !site.plan.madeBySteps.contains(.timer(index)), first != step {
            if let first {
                site.edit(.insert(make), at: first.place)
            } else {
                site.document.append("[[event]]\nat = \"0s\"\ndo = [\(make)]")
            }
        }
        site.words.set([
            "adds": step.verb == .add && site.timer?.kind == .nstimer, "activates": step.verb == .activate,
            "shows": step.verb == .resume, "dates": step.verb == .setFireDate,
        ])
        // Where it is not the first such step, an earlier one may have made one that is not due yet.
        let isRenewed = step.verb == .setFireDate && site.timer?.kind == .nstimer
        return site.edit(.insert(isRenewed ? "{ invalidate = \(id) }, \(make)" : make), [step])
    }
}

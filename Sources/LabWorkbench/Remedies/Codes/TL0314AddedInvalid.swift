extension Remedy {
    static let newTimer = Remedy(
        name: "new timer", codes: ["TL0314"],
        code: """
            «does-add «nstimer - $addition»»
            «does-activate - $activated»
            «does-resume - $unpaused»
            «does-set_fire_date + $end»
            + $made
            «does-set_fire_date   $redated»
            """
    ) { site in
        guard let index = site.timers.first, let step = site.culprit, step.part == .timer(index) else { return }
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
        site.say(step)
        // Where it is not the first such step, an earlier one may have made one that is not due yet.
        let isRenewed = step.verb == .setFireDate && site.timer?.kind == .nstimer
        site.edit(.insert(isRenewed ? "{ invalidate = \(id) }, \(make)" : make), at: step.place)
    }
}

extension Remedy {
    static let newTimer = Remedy(
        name: "new timer", codes: ["TL0314"],
        code: """
            «adds - $addition»
            «activates - $activated»
            «shows - $variable?.isPaused = false»
            + $made
            «dates   $timer?.fireDate = date»
            ====
            «adds - $addition»
            «activates - $activated»
            «shows - self.$variable.paused = NO;»
            + $made
            «dates   self.$timer.fireDate = date;»
            """
    ) { site in
        guard let index = site.timers.first, let step = site.culprit, step.part == .timer(index) else { return false }
        let (make, first) = ("{ create = \(site.id(of: .timer(index))) }", site.steps(.add).first)
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
        return site.edit(.insert(make), [step])
    }
}

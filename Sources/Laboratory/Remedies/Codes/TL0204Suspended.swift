import LabScenarioModel

extension Remedy {
    static let activated = Remedy("activated", for: ["TL0204"], cost: "none") { site in
        site.set("active") { $0.startsActive ? nil : "true" }
    }

    /// A flag makes a second suspend or resume in a row do nothing.
    static let suspendsInPairs = Remedy(
        "suspends in pairs", for: ["TL0204"], cost: "a flag: one resume too many ends the process",
        code: """
            + func pause() { if !isSuspended { isSuspended = true; $variable?.suspend() } }
            + func resume() { if isSuspended { isSuspended = false; $variable?.resume() } }
            ====
            + - (void)pause { if (!self.isSuspended) { self.isSuspended = YES; dispatch_suspend(self.$variable); } }
            + - (void)resume { if (self.isSuspended) { self.isSuspended = NO; dispatch_resume(self.$variable); } }
            """
    ) { site in
        let timers = site.timers
        func isSuspend(_ step: Step) -> Bool { timers.contains { step.does(.suspend, .timer($0)) } }
        let found = site.steps { step in isSuspend(step) || timers.contains { step.does(.resume, .timer($0)) } }
        guard let timer = site.timer, timer.startsActive, found.contains(where: isSuspend),
            !found.allSatisfy(isSuspend), found.allSatisfy({ $0.condition == nil })
        else { return false }
        let flag = site.fresh("\(timer.id).suspended")
        for step in found {
            let (verb, condition) =
                isSuspend(step) ? ("create", "{ gone = \(flag) }") : ("release", "{ not = { gone = \(flag) } }")
            site.edit(.set(condition), at: step.place, "when")
            site.edit(.append("{ \(verb) = \(flag), when = \(condition) }"), at: step.place)
        }
        site.appendFlag(flag, "while the source is suspended")
        return true
    }
}

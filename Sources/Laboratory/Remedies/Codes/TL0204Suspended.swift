import LabScenarioModel

extension Remedy {
    static let activated = Remedy("activated", cost: "none") { site in
        site.set("active") { $0.startsActive ? nil : "true" }
    }

    /// A flag goes with each suspend and resume, so that a second of its kind does nothing.
    static let suspendsInPairs = Remedy(
        "suspends in pairs", cost: "a flag: one resume too many ends the process",
        swift: """
            + func pause() { if !isSuspended { isSuspended = true; $variable?.suspend() } }
            + func resume() { if isSuspended { isSuspended = false; $variable?.resume() } }
            """,
        objectiveC: """
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
            site.set("when", to: condition, at: step.place)
            site.insert("{ \(verb) = \(flag), when = \(condition) }", before: step, isBehind: true)
        }
        site.appendFlag(flag, "while the source is suspended")
        return true
    }
}

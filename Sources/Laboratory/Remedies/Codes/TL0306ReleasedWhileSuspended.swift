import LabScenarioLanguage

extension Remedy {
    static let cancelResumeRelease = Remedy(
        name: "cancel, resume, release", codes: ["TL0306"], cost: "none: in this order its handler is not called again",
        code: """
            + $variable?.cancel()
            + «active if isSuspended { $resumed }¦$activated»
              «releases $released¦// at the end of what holds it: in its deinit»
            ====
            + dispatch_source_cancel(self.$variable);
            + «active if (self.isSuspended) $resumed¦$activated»
              «releases $released¦// at the end of what holds it: in its dealloc»
            """
    ) { site in
        guard let step = site.culprit, let timer = site.timer else { return false }
        let open = max(0, site.steps(.suspend).count - site.steps(.resume).count) + (timer.startsActive ? 0 : 1)
        let id = TOMLText.quoted(timer.id)
        let steps = "{ cancel = \(id) }" + String(repeating: ", { resume = \(id) }", count: max(1, open))
        let isRelease = step.verb == .release
        site.say(if: ["releases": isRelease])
        if let owner = site.owner, !isRelease {
            site.edit(.insert(steps), at: site.plan.objects[owner].place, "dealloc")
        } else {
            site.edit(.insert(steps), at: step.place)
        }
        return true
    }
}

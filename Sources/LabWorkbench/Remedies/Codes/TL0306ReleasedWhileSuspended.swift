extension Remedy {
    static let cancelResumeRelease = Remedy(
        name: "cancel, resume, release", codes: ["TL0306"], cost: "none: in this order its handler is not called again",
        code: """
            «active $pairs»
            «cancelled   ¦+ »«swift $variable?.cancel()¦dispatch_source_cancel(self.$variable);»
            «resumesThere - $resumed»
            + «active $resumes¦$activated»
              «remakes $made¦«releases $released¦// at the end of what holds it: in its \
            «swift isolated deinit¦dealloc»»»
            """
    ) { site in
        guard let step = site.culprit, let timer = site.timer else { return }
        let open = max(0, site.steps(.suspend).count - site.steps(.resume).count) + (timer.startsActive ? 0 : 1)
        let id = site.id(of: .timer(site.timers[0]))
        let resumes = Array(repeating: "{ resume = \(id) }", count: max(1, open)).joined(separator: ", ")
        // Its own variable drops it, or what holds that goes.
        let isRelease = step.part == .timer(site.timers[0]) || step.verb == .assign
        let owner = isRelease ? nil : site.owner.map { site.plan.objects[$0] }
        let cancelling = (owner?.dealloc ?? site.plan.list(with: step))?.first { site.steps(.cancel).contains($0) }
        let last = owner?.dealloc ?? []
        site.words.set([
            "releases": isRelease, "remakes": step.verb == .create, "cancelled": cancelling != nil,
            "isResumed": !site.steps(.resume).allSatisfy(last.contains),
            "resumesThere": site.steps(.resume).contains(where: last.contains),
        ])
        if let cancelling {
            site.edit(.append(resumes), at: cancelling.place)
        } else {
            let steps = "{ cancel = \(id) }, \(resumes)"
            site.edit(.insert(steps), at: owner?.place ?? step.place, owner.map { _ in "dealloc" })
        }
    }
}

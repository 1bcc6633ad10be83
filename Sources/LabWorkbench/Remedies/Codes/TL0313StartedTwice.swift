extension Remedy {
    static let endedBeforeRemade = Remedy(name: "ended before remade", codes: ["TL0313", "TL0318", "TL0102"]) { site in
        // Work is in its own way where it was asked for too often.
        if site.finding?.code == "TL0102", site.culprit.map({ site.timer?.steps.holds($0) != true }) ?? true { return }
        // The variable of an owner that is made again has no earlier timer.
        if let owner = site.owner, !site.plan.steps(where: { $0.does(.create, .object(owner)) }).isEmpty { return }
        guard let timer = site.timer else {
            // The requests of a method are cancelled before it is asked for again.
            guard let perform = site.culpritPerform else { return }
            let selector = site.document.value(of: "perform", at: perform.place).map { ", selector = \($0)" } ?? ""
            let requests = site.plan.steps { $0.isDelayedPerform && $0.word == perform.word && $0.part == perform.part }
            return site.insert("cancel_perform = \(site.ownerID ?? "true")\(selector)", before: requests)
        }
        if site.finding?.code == "TL0318" { site.cost = "only the last one is called, as where all are for one thing" }
        if site.timers.contains(where: site.plan.isInSet) {
            site.cost = "the set's other subscriptions end with it: keep this one in a property of its own"
        }
        site.insert(site.ending(timer), before: site.steps(.create))
    }

    static let endedBeforeDropped = Remedy(
        name: "ended before dropped", codes: ["TL0304"],
        code: "+ $end\n  $released"
    ) { site in
        let dropped = site.plan.steps { step in
            guard step.verb == .assign, step.value == nil, case .object(let owner)? = step.part else { return false }
            return site.plan.objects[owner].strong.contains { variable in
                variable.name == step.word && site.timers.contains { variable.part == .timer($0) }
            }
        }
        if let timer = site.timer { site.insert(site.ending(timer), before: dropped + site.steps(.release)) }
    }
}

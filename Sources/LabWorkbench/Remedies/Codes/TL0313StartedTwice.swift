import LabScenarioModel

extension Remedy {
    static let endedBeforeRemade = Remedy(name: "ended before remade", codes: ["TL0313", "TL0318", "TL0102"]) { site in
        // Work is in its own way where it was asked for too often.
        if site.finding?.code == "TL0102", site.culprit.map({ site.timer?.steps.holds($0) != true }) ?? true { return }
        if site.isOfOwnerMadeAgain { return }
        if site.finding?.code == "TL0318" { site.cost = "only the last one is called, as where all are for one thing" }
        guard let timer = site.timer else { return site.endEarlierRequests() }
        if site.timers.contains(where: site.plan.isInSet) {
            site.cost = "the set's other subscriptions end with it: keep this one in a property of its own"
        }
        // It may be ended on one of the ways to its beginning.
        let ended = site.timers.flatMap(site.plan.remakings).map(\.made)
        let made = site.steps(.create).filter { !ended.contains($0) }
        site.insert(site.ending(timer), before: made)
        guard !ended.isEmpty, let first = made.first(where: { $0 == site.culprit }) ?? made.first else { return }
        site.sayWhere(first)
        site.remedy.code = "  // $where of the scenario\n+ $end\n  $made"
    }

    static let endedBeforeDropped = Remedy(
        name: "ended before dropped", codes: ["TL0304"],
        code: "+ $end\n  $released"
    ) { site in
        guard let timer = site.timer else { return }
        // In each of its calls it would end with the first.
        let dropped = (site.drops + site.steps(.release)).filter { $0.condition != nil || !timer.steps.holds($0) }
        site.insert(site.ending(timer), before: dropped)
    }
}

extension RemedySite {
    /// True if its owner is made again, whose variable has no earlier timer.
    var isOfOwnerMadeAgain: Bool {
        owner.map { owner in plan.steps { $0.does(.create, .object(owner)) } }?.isEmpty == false
    }

    /// The steps that set a variable with one of its timers to nil.
    var drops: [Step] {
        plan.steps { step in
            let variables = step.part?.object.map { plan.objects[$0].strong } ?? []
            let isOfTimer = variables.contains { $0.name == step.word && isTimer($0.part) }
            return step.verb == .assign && step.value == nil && isOfTimer
        }
    }

    /// Cancels a method's requests before a new one, or makes a delayed block of main a work item.
    fileprivate mutating func endEarlierRequests() {
        if let perform = culpritPerform {
            let selector = document.value(of: "perform", at: perform.place).map { ", selector = \($0)" } ?? ""
            return insert("cancel_perform = \(ownerID ?? "true")\(selector)", before: culpritPerforms)
        }
        guard let step = culprit, step.verb == .asyncAfter, step.queue == 0 else { return }
        func line(_ key: String, as name: String? = nil) -> String {
            "\(name ?? key) = \(document.value(of: key, at: step.place) ?? "")"
        }
        let kept = document.keys(at: step.place).filter { !["async_after", "name", "when"].contains($0) }
        // The item is in a property, and keeps its block, called or not.
        let lines =
            ["kind = \"after\"", line("async_after", as: "delay")]
            + kept.map { line($0, as: $0 == "strong" ? "weak" : $0) }
        let id = document.append("[[timer]]", step.name ?? "later", lines.joined(separator: "\n"))
        insert("cancel = \(id)", before: [step])
        edit(.set("{ create = \(id)\(step.condition == nil ? "" : ", " + line("when")) }"), at: step.place)
        say(step)
        words.set([
            "ended": true, "onMain": true, "after": true, "weakly": true,
            "wasWeak": step.captures.contains { $0.isWeak },
        ])
        words["captures"] = "weak self"
        words["variable"] = (step.name ?? "later").named("WorkItem")
        words["made"] = "$madeAfter"
        remedy.code = "- $posting«wasWeak «swift  [$captures] in» $message¦ $ownCall» $blockEnds\n+ $end\n+ $made"
    }
}

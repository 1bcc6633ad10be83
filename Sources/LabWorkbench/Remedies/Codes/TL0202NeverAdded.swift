extension Remedy {
    static let added = Remedy(name: "added to a run loop", codes: ["TL0202", "TL0309"]) { site in
        // If a step adds the timer, its place and time are intended.
        if !site.steps(.add).isEmpty { return }
        let made = site.steps(.create)
        for index in site.timers where site.plan.timers[index].fireDate != nil {
            // A scheduled one has no date in a file.
            let add = "{ add = \(site.id(of: .timer(index))), modes = [\"common\"] }"
            site.edit(.append(add), made)
            if made.isEmpty { site.document.append("[[event]]\nat = \"0s\"\ndo = [\(add)]") }
            site.remedy.code = "+ $addition"
        }
        site.set("create") { $0.fireDate == nil ? "\"scheduled\"" : nil }
    }

    static let addedBeforeRun = Remedy(
        name: "added before the run call", codes: ["TL0202", "TL0212"],
        code: "+ $made\n  $runForever\n- // and no more behind it"
    ) { site in
        guard let body = site.thread.flatMap({ site.plan.threads[$0].body }), let run = body.first(where: \.isLoopRun)
        else { return }
        let late = body.drop { $0 != run }.filter { step in
            guard case .timer(let index)? = step.part, step.verb == .create || step.verb == .add else { return false }
            if !site.timers.contains(index) { site.timers.append(index) }
            return true
        }
        for step in late { site.edit(.insert(site.document.text(at: step.place)), at: run.place) }
        site.edit(.remove, late)
    }

    static let strongProperty = Remedy(
        name: "strong property", codes: ["TL0202", "TL0309"], cost: "its owner has to end it",
        code: "- $weakProperty\n+ $strongProperty"
    ) { site in
        let found = site.plan.objects.flatMap { object in object.weak.map { (object, $0) } }
            .filter { _, property in site.isTimer(property.part) }
        for (object, property) in found { site.move(property, of: object, isWeak: false) }
        site.edit(.rename("strong"), site.plan.steps { $0.verb == .assign && site.isTimer($0.value) }, "weak")
    }
}

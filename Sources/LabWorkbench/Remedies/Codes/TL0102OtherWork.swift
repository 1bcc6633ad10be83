import LabScenarioModel

extension Remedy {
    static let ownQueue = Remedy(
        name: "queue of its own", codes: ["TL0103", "TL0102"],
        cost: "its handler is off main: hand over what the interface shows"
    ) { site in
        // In code a task of the main actor stays there, and a handler hands over to main.
        guard let timer = site.timer, timer.kind.row.home == .queue, !site.mainQueueWaits else { return }
        if timer.isOffMain { site.remedy.cost = RemedySite.outOfTurn }
        let queue = site.document.append("[[queue]]", "\(timer.id).queue")
        site.set("queue") { _ in queue }
    }

    static let awaitInsteadOfSleep = Remedy(
        name: "await instead of sleep", codes: late, cost: "other callbacks come before what follows",
        code: """
              // $where of the scenario
            - Thread.sleep(forTimeInterval: $first)
            + try await Task.sleep(for: .seconds($first))
            """
    ) { site in
        guard let step = site.culprit, site.plan.sleepsInTask(step), case .fixed(let length)? = step.busy
        else { return }
        site.edit(.set("true"), at: step.place, "awaits")
        site.sayWhere(step)
        site.words["first"] = TimerCode.decimal(length)
    }

    static let afterInsteadOfSleep = Remedy(
        name: "after instead of sleep", codes: late + ["TL0402"], cost: "other callbacks come before what follows",
        code: """
              // $where of the scenario
            - $sleepFirst
            + $posting
            +     // what follows goes here«several , each sleep in the same way»
            + $blockEnds
            """
    ) { site in
        guard let step = site.culprit, step.isSleep, !site.plan.sleepsInTask(step),
            let queue = site.servingQueue(of: step), let list = site.plan.list(with: step),
            let first = list.firstIndex(where: \.isSleep), case .fixed(let length)? = list[first].busy,
            // A loop goes on at once, so that all its delays would begin together.
            site.loops(around: step).isEmpty
        else { return }
        // Each sleep becomes a block that runs later.
        let delayed = list[first...].reversed().reduce("") { rest, step in
            guard step.isSleep else { return site.document.text(at: step.place) + (rest.isEmpty ? "" : ", ") + rest }
            let delay = site.document.value(of: "sleep", at: step.place) ?? ""
            return "{ async_after = \(delay), queue = \(site.id(of: .queue(queue))), do = [\(rest)] }"
        }
        site.edit(.set(delayed), at: list[first].place)
        site.edit(.remove, Array(list[(first + 1)...]))
        site.sayWhere(list[first])
        site.words["first"] = TimerCode.decimal(length)
        site.say(queue: queue)
        site.words.set([
            "delayed": true, "task": false, "wall": false, "atStart": false,
            "several": list.count(where: \.isSleep) > 1,
        ])
    }
}

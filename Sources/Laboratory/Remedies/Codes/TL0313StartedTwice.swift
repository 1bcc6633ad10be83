import LabScenarioModel

extension Remedy {
    static let endedBeforeRemade = Remedy(name: "ended before remade", codes: ["TL0313", "TL0318"]) { site in
        site.timer.map { site.edit(.insert("{ \(site.ending($0)) }"), site.steps(.create)) } ?? false
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
        return site.timer.map { site.edit(.insert("{ \(site.ending($0)) }"), dropped + site.steps(.release)) } ?? false
    }
}

import LabScenarioModel
import LabSteps

/// Makes a scenario smaller for as long as it keeps a property, such as running differently on a host.
package struct Shrinking: Sendable {
    /// How often the property may be asked for.
    package var limit: Int

    package init(limit: Int = 120) { self.limit = limit }

    /// The smallest scenario found that still has the property; each question may take a live run.
    package func smallest(_ plan: ScenarioPlan, keeping property: (ScenarioPlan) -> Bool) -> ScenarioPlan {
        var best = plan
        var asked = 0
        var hasChanged = true
        while hasChanged {
            hasChanged = false
            for candidate in Shrinking.candidates(of: best) {
                guard asked < limit else { return best }
                asked += 1
                if property(candidate) {
                    best = candidate
                    hasChanged = true
                    break
                }
            }
        }
        return best
    }

    /// Scenarios with one thing less, the largest things first.
    static func candidates(of plan: ScenarioPlan) -> [ScenarioPlan] {
        let parts =
            plan.timers.indices.reversed().map(PartReference.timer)
            + plan.events.indices.reversed().map(PartReference.event)
            + plan.observers.indices.reversed().map(PartReference.observer)
            + plan.sources.indices.reversed().map(PartReference.source)
        var stepCount = 0
        _ = plan.mappingStepLists { steps in
            stepCount += steps.count
            return steps
        }
        return parts.map(plan.without) + [plan.withoutUnusedThread].compactMap(\.self)
            + (0..<stepCount).reversed().map(plan.withoutStep)
    }
}

extension ScenarioPlan {
    fileprivate func withoutStep(_ number: Int) -> ScenarioPlan {
        var rest = number
        return mappingStepLists { steps in
            defer { rest -= steps.count }
            var steps = steps
            if steps.indices.contains(rest) { steps.remove(at: rest) }
            return steps
        }
    }

    /// Without a part and every step that names it; those of its kind behind it move up.
    fileprivate func without(_ removed: PartReference) -> ScenarioPlan {
        var plan = self
        switch removed {
        case .timer(let index): plan.timers.remove(at: index)
        case .event(let index): plan.events.remove(at: index)
        case .observer(let index): plan.observers.remove(at: index)
        case .source(let index): plan.sources.remove(at: index)
        case .thread(let index): plan.threads.remove(at: index)
        case .object, .queue: preconditionFailure("the shrinker leaves objects and queues alone")
        }
        plan.creationOrder = creationOrder.compactMap { $0.without(removed) }
        plan.madeBySteps = Set(madeBySteps.compactMap { $0.without(removed) })
        return plan.mappingParts { $0.without(removed) }
    }

    /// Without the last thread, if nothing is on it and no step names it.
    fileprivate var withoutUnusedThread: ScenarioPlan? {
        let last = threads.count - 1
        var isNamed = false
        for step in allSteps { if step.parts.contains(.thread(last)) { isNamed = true } }
        guard last > 0, !isNamed, !timers.contains(where: { $0.thread == last }),
            !events.contains(where: { $0.thread == last }), !sources.contains(where: { $0.thread == last }),
            !observers.contains(where: { $0.thread == last })
        else { return nil }
        return without(.thread(last))
    }
}

extension PartReference {
    /// The same part after another of its kind was removed; nil for that one.
    fileprivate func without(_ removed: PartReference) -> PartReference? {
        guard self != removed else { return nil }
        return switch (self, removed) {
        case (.timer(let index), .timer(let gone)) where index > gone: .timer(index - 1)
        case (.event(let index), .event(let gone)) where index > gone: .event(index - 1)
        case (.observer(let index), .observer(let gone)) where index > gone: .observer(index - 1)
        case (.source(let index), .source(let gone)) where index > gone: .source(index - 1)
        case (_, _): self
        }
    }
}

extension ScenarioPlan {
    /// The scenario with the parts in its steps replaced, without the steps whose part is replaced by nothing.
    fileprivate func mappingParts(_ change: (PartReference) -> PartReference?) -> ScenarioPlan {
        func mapped(_ steps: [Step]) -> [Step] {
            steps.compactMap { step in
                var step = step
                step.captures.removeAll { change($0.part) == nil }
                guard step.parts.allSatisfy({ change($0) != nil }) else { return nil }
                return step.mapping(parts: { change($0) ?? $0 }, steps: mapped)
            }
        }
        return mappingStepLists(mapped)
    }
}

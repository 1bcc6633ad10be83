import ScenarioModel

/// Makes a scenario smaller for as long as it keeps a property, such as running differently on a host.
public struct Shrinking: Sendable {
    /// How often the property may be asked for.
    public var limit: Int

    public init(limit: Int = 120) { self.limit = limit }

    /// The smallest scenario found that still has the property; each question may take a live run.
    public func smallest(_ plan: ScenarioPlan, keeping property: (ScenarioPlan) -> Bool) -> ScenarioPlan {
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
        var found: [ScenarioPlan] = []
        for index in plan.timers.indices.reversed() { found.append(plan.withoutTimer(index)) }
        for index in plan.events.indices.reversed() {
            var smaller = plan
            smaller.events.remove(at: index)
            found.append(smaller)
        }
        if let smaller = plan.withoutUnusedThread { found.append(smaller) }
        for number in (0..<plan.stepCount).reversed() { found.append(plan.withoutStep(number)) }
        return found
    }
}

extension ScenarioPlan {
    /// How many steps there are, those inside of others left out.
    fileprivate var stepCount: Int {
        threads.reduce(0) { $0 + ($1.body?.count ?? 0) } + timers.reduce(0) { $0 + $1.steps.count }
            + events.reduce(0) { $0 + $1.steps.count }
    }

    fileprivate func withoutStep(_ number: Int) -> ScenarioPlan {
        var plan = self
        var rest = number
        func remove(_ steps: inout [Step]) {
            if rest >= 0, rest < steps.count {
                steps.remove(at: rest)
            } else {
                rest -= steps.count
                return
            }
            rest = -1
        }
        for index in plan.threads.indices {
            guard var body = plan.threads[index].body else { continue }
            remove(&body)
            plan.threads[index].body = body
        }
        for index in plan.timers.indices { remove(&plan.timers[index].steps) }
        for index in plan.events.indices { remove(&plan.events[index].steps) }
        return plan
    }

    /// Without a timer and every step that names it; the timers behind it move up.
    fileprivate func withoutTimer(_ removed: Int) -> ScenarioPlan {
        var plan = self
        plan.timers.remove(at: removed)
        plan.creationOrder = plan.creationOrder.compactMap { $0.without(timer: removed) }
        func filtered(_ steps: [Step]) -> [Step] { steps.compactMap { $0.without(timer: removed) } }
        for index in plan.threads.indices { plan.threads[index].body = plan.threads[index].body.map(filtered) }
        for index in plan.timers.indices { plan.timers[index].steps = filtered(plan.timers[index].steps) }
        for index in plan.events.indices { plan.events[index].steps = filtered(plan.events[index].steps) }
        return plan
    }

    /// Without the last thread, if no timer and no event is on it.
    fileprivate var withoutUnusedThread: ScenarioPlan? {
        let last = threads.count - 1
        guard last > 0, !timers.contains(where: { $0.thread == last }), !events.contains(where: { $0.thread == last })
        else { return nil }
        var plan = self
        plan.threads.removeLast()
        return plan
    }
}

extension PartReference {
    /// The same part after a timer was removed; nil for that timer.
    fileprivate func without(timer removed: Int) -> PartReference? {
        guard case .timer(let index) = self, index >= removed else { return self }
        return index == removed ? nil : .timer(index - 1)
    }
}

extension Step {
    fileprivate func without(timer removed: Int) -> Step? {
        var step = self
        if case .fired(.some(let timer), let comparison)? = condition {
            guard case .timer(let index)? = PartReference.timer(timer).without(timer: removed) else { return nil }
            step.condition = .fired(timer: index, comparison)
        }
        guard let action = action.without(timer: removed) else { return nil }
        step.action = action
        return step
    }
}

extension Action {
    fileprivate func without(timer removed: Int) -> Action? {
        func index(_ timer: Int) -> Int? {
            guard case .timer(let index)? = PartReference.timer(timer).without(timer: removed) else { return nil }
            return index
        }
        func filtered(_ steps: [Step]) -> [Step] { steps.compactMap { $0.without(timer: removed) } }
        switch self {
        case .add(let part, let modes, let thread):
            return part.without(timer: removed).map { .add($0, modes: modes, thread: thread) }
        case .invalidate(let part): return part.without(timer: removed).map { .invalidate($0) }
        case .fire(let timer): return index(timer).map { .fire($0) }
        case .setFireDate(let timer, let date): return index(timer).map { .setFireDate(timer: $0, date) }
        case .suspend(let part): return part.without(timer: removed).map { .suspend($0) }
        case .resume(let part): return part.without(timer: removed).map { .resume($0) }
        case .activate(let part): return part.without(timer: removed).map { .activate($0) }
        case .cancel(let part): return part.without(timer: removed).map { .cancel($0) }
        case .reschedule(let timer, let start, let interval, let leeway):
            return index(timer).map { .reschedule(timer: $0, start: start, interval: interval, leeway: leeway) }
        case .performBlock(let modes, let thread, let wakes, let steps):
            return .performBlock(modes: modes, thread: thread, wakes: wakes, steps: filtered(steps))
        case .async(let queue, let steps, let captures):
            return .async(queue: queue, steps: filtered(steps), captures: captures)
        case .asyncAfter(let delay, let queue, let clock, let steps, let captures):
            return .asyncAfter(delay: delay, queue: queue, clock: clock, steps: filtered(steps), captures: captures)
        case .perform(var plan):
            plan.steps = filtered(plan.steps)
            return .perform(plan)
        default: return self
        }
    }
}

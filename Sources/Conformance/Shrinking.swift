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
        for index in plan.observers.indices.reversed() { found.append(plan.withoutObserver(index)) }
        for index in plan.sources.indices.reversed() { found.append(plan.withoutSource(index)) }
        if let smaller = plan.withoutUnusedThread { found.append(smaller) }
        for number in (0..<plan.stepCount).reversed() { found.append(plan.withoutStep(number)) }
        return found
    }
}

extension ScenarioPlan {
    /// How many steps there are, those inside of others left out.
    fileprivate var stepCount: Int {
        threads.reduce(0) { $0 + ($1.body?.count ?? 0) } + timers.reduce(0) { $0 + $1.steps.count }
            + events.reduce(0) { $0 + $1.steps.count } + sources.reduce(0) { $0 + $1.steps.count }
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
        for index in plan.sources.indices { remove(&plan.sources[index].steps) }
        return plan
    }

    fileprivate func withoutObserver(_ removed: Int) -> ScenarioPlan {
        var plan = self
        plan.observers.remove(at: removed)
        plan.creationOrder = plan.creationOrder.compactMap { $0.without(.observer(removed)) }
        return plan
    }

    /// Without an input source and every step that signals it; those behind it move up.
    fileprivate func withoutSource(_ removed: Int) -> ScenarioPlan {
        var plan = self
        plan.sources.remove(at: removed)
        plan.creationOrder = plan.creationOrder.compactMap { $0.without(.source(removed)) }
        return plan.mappingSteps { step in
            var step = step
            switch step.action {
            case .signal(let source):
                guard case .source(let index)? = PartReference.source(source).without(.source(removed)) else {
                    return nil
                }
                step.action = .signal(source: index)
            case .invalidate(let part):
                guard let part = part.without(.source(removed)) else { return nil }
                step.action = .invalidate(part)
            case .add(let part, let modes, let thread):
                guard let part = part.without(.source(removed)) else { return nil }
                step.action = .add(part, modes: modes, thread: thread)
            default: return step
            }
            return step
        }
    }

    /// Without a timer and every step that names it; the timers behind it move up.
    fileprivate func withoutTimer(_ removed: Int) -> ScenarioPlan {
        var plan = self
        plan.timers.remove(at: removed)
        plan.creationOrder = plan.creationOrder.compactMap { $0.without(.timer(removed)) }
        return plan.mappingSteps { $0.without(timer: removed) }
    }

    /// With every step of every list, those inside of others left as they are, replaced or left out.
    package func mappingSteps(_ change: (Step) -> Step?) -> ScenarioPlan {
        var plan = self
        for index in plan.threads.indices {
            plan.threads[index].body = plan.threads[index].body?.compactMap(change)
        }
        for index in plan.timers.indices { plan.timers[index].steps = plan.timers[index].steps.compactMap(change) }
        for index in plan.events.indices { plan.events[index].steps = plan.events[index].steps.compactMap(change) }
        for index in plan.sources.indices { plan.sources[index].steps = plan.sources[index].steps.compactMap(change) }
        return plan
    }

    /// Without the last thread, if nothing is on it and no step names it.
    fileprivate var withoutUnusedThread: ScenarioPlan? {
        let last = threads.count - 1
        var isNamed = false
        eachStep { step in if step.action.thread == last { isNamed = true } }
        guard last > 0, !isNamed, !timers.contains(where: { $0.thread == last }),
            !events.contains(where: { $0.thread == last }), !sources.contains(where: { $0.thread == last }),
            !observers.contains(where: { $0.thread == last })
        else { return nil }
        var plan = self
        plan.threads.removeLast()
        return plan
    }
}

extension PartReference {
    /// The same part after another of its kind was removed; nil for that one.
    fileprivate func without(_ removed: PartReference) -> PartReference? {
        switch (self, removed) {
        case (.timer(let index), .timer(let gone)): index == gone ? nil : .timer(index > gone ? index - 1 : index)
        case (.observer(let index), .observer(let gone)):
            index == gone ? nil : .observer(index > gone ? index - 1 : index)
        case (.source(let index), .source(let gone)): index == gone ? nil : .source(index > gone ? index - 1 : index)
        default: self
        }
    }
}

extension Step {
    fileprivate func without(timer removed: Int) -> Step? {
        var step = self
        if case .fired(.some(let timer), let comparison)? = condition {
            guard case .timer(let index)? = PartReference.timer(timer).without(.timer(removed)) else { return nil }
            step.condition = .fired(timer: index, comparison)
        }
        guard let action = action.without(timer: removed) else { return nil }
        step.action = action
        return step
    }
}

extension Action {
    /// The thread that the action names.
    fileprivate var thread: Int? {
        switch self {
        case .add(_, _, let thread), .stopLoop(let thread), .wakeLoop(let thread),
            .performBlock(_, let thread, _, _), .dumpLoop(let thread), .addCommonMode(_, let thread):
            return thread
        case .perform(let plan):
            if case .onThread(let thread, _, _) = plan.delivery { return thread }
            return nil
        case .start(let thread): return thread
        default: return nil
        }
    }

    fileprivate func without(timer removed: Int) -> Action? {
        func index(_ timer: Int) -> Int? {
            guard case .timer(let index)? = PartReference.timer(timer).without(.timer(removed)) else { return nil }
            return index
        }
        func filtered(_ steps: [Step]) -> [Step] { steps.compactMap { $0.without(timer: removed) } }
        switch self {
        case .add(let part, let modes, let thread):
            return part.without(.timer(removed)).map { .add($0, modes: modes, thread: thread) }
        case .invalidate(let part): return part.without(.timer(removed)).map { .invalidate($0) }
        case .fire(let timer): return index(timer).map { .fire($0) }
        case .setFireDate(let timer, let date): return index(timer).map { .setFireDate(timer: $0, date) }
        case .suspend(let part): return part.without(.timer(removed)).map { .suspend($0) }
        case .resume(let part): return part.without(.timer(removed)).map { .resume($0) }
        case .activate(let part): return part.without(.timer(removed)).map { .activate($0) }
        case .cancel(let part): return part.without(.timer(removed)).map { .cancel($0) }
        case .release(let part): return part.without(.timer(removed)).map { .release($0) }
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

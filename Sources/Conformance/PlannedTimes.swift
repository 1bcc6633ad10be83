import ExactTime
import ScenarioModel

/// What a time in a scenario is for.
public enum PlannedTime: Sendable {
    /// ns after the start.
    case instant
    /// A piece of work, or a sleep of a thread.
    case occupation
    /// How long a run call or a nested mode lasts.
    case stay
    /// From now, or from the making of a timer, to when something is due.
    case delay
    /// From the making of a timer to a date that it is given.
    case date
    /// From one due point to the next.
    case interval
    /// A tolerance or leeway.
    case slack
    /// The end of the run.
    case end
}

extension ScenarioPlan {
    /// The same scenario with every time replaced by what `change` makes of it; times are ns.
    public func mappingTimes(_ change: (PlannedTime, Rational) -> Rational) -> ScenarioPlan {
        withoutActuallyEscaping(change) { TimeMapping(change: $0).map(self) }
    }

    /// The same scenario with all times divided by a factor.
    public func sped(up factor: Rational) -> ScenarioPlan {
        guard let share = factor.reciprocal else { return self }
        var plan = mappingTimes { _, time in time.times(share) ?? time }
        plan.device.loopCost = plan.device.loopCost.times(share) ?? plan.device.loopCost
        return plan
    }

    /// The shortest interval of a repeating timer, ns.
    public var shortestInterval: Rational? {
        timers.filter(\.repeats).compactMap(\.interval).min()
    }
}

private struct TimeMapping {
    let change: (PlannedTime, Rational) -> Rational

    func map(_ plan: ScenarioPlan) -> ScenarioPlan {
        var plan = plan
        plan.duration = whole(.end, plan.duration)
        for index in plan.threads.indices {
            plan.threads[index].starts = plan.threads[index].starts.map { whole(.instant, $0) }
            plan.threads[index].body = plan.threads[index].body.map(map)
        }
        for index in plan.timers.indices { plan.timers[index] = map(plan.timers[index]) }
        for index in plan.events.indices {
            plan.events[index].at = whole(.instant, plan.events[index].at)
            plan.events[index].every = plan.events[index].every.map { change(.interval, $0) }
            plan.events[index].until = plan.events[index].until.map { whole(.instant, $0) }
            plan.events[index].steps = map(plan.events[index].steps)
        }
        for index in plan.observers.indices { plan.observers[index].steps = map(plan.observers[index].steps) }
        for index in plan.sources.indices {
            plan.sources[index].at = plan.sources[index].at.map { whole(.instant, $0) }
            plan.sources[index].steps = map(plan.sources[index].steps)
        }
        for index in plan.objects.indices {
            plan.objects[index].dealloc = map(plan.objects[index].dealloc)
            plan.objects[index].viewWillDisappear = map(plan.objects[index].viewWillDisappear)
        }
        return plan
    }

    private func map(_ timer: TimerPlan) -> TimerPlan {
        var timer = timer
        // A timer's first due point is told apart from its interval, so that the two can be changed on their own.
        if let first = timer.delay ?? timer.interval { timer.delay = change(.delay, first) }
        timer.interval = timer.interval.map { change(.interval, $0) }
        timer.tolerance = whole(.slack, timer.tolerance)
        if case .fireDate(let date) = timer.creation { timer.creation = .fireDate(whole(.date, date)) }
        if let copies = timer.copies {
            timer.copies = CopiesPlan(count: copies.count, intervalStep: change(.interval, copies.intervalStep))
            timer.delay = nil
        }
        timer.steps = map(timer.steps)
        timer.cancelSteps = map(timer.cancelSteps)
        return timer
    }

    private func map(_ steps: [Step]) -> [Step] {
        steps.map { step in
            var step = step
            step.action = map(step.action)
            return step
        }
    }

    private func map(_ action: Action) -> Action {
        switch action {
        case .work(.duration(let time)): return .work(.duration(whole(.occupation, time)))
        case .work(.turns), .work(.drawn): return action
        case .sleep(let time): return .sleep(whole(.occupation, time))
        case .repeating(let count, let steps, let until):
            return .repeating(count: count, steps: map(steps), until: until)
        case .setFireDate(let timer, let date): return .setFireDate(timer: timer, map(date))
        case .reschedule(let timer, let start, let interval, let leeway):
            return .reschedule(
                timer: timer, start: map(start), interval: interval.map { change(.interval, $0) },
                leeway: whole(.slack, leeway))
        case .runLoop(let call): return .runLoop(map(call))
        case .performBlock(let modes, let thread, let wakes, let steps):
            return .performBlock(modes: modes, thread: thread, wakes: wakes, steps: map(steps))
        case .perform(var plan):
            if case .after(let time, let modes) = plan.delivery {
                plan.delivery = .after(whole(.delay, time), modes: modes)
            }
            plan.steps = map(plan.steps)
            return .perform(plan)
        case .async(let queue, let steps, let captures):
            return .async(queue: queue, steps: map(steps), captures: captures)
        case .asyncAfter(let time, let queue, let clock, let steps, let captures):
            return .asyncAfter(
                delay: whole(.delay, time), queue: queue, clock: clock, steps: map(steps), captures: captures)
        case .message(var plan):
            plan.steps = map(plan.steps)
            return .message(plan)
        case .systemSleep(let time): return .systemSleep(whole(.occupation, time))
        case .setWallClock(let time): return .setWallClock(by: whole(.delay, time))
        case .log, .create, .add, .invalidate, .fire, .suspend, .resume, .activate, .cancel, .pause, .stopLoop,
            .wakeLoop, .dumpLoop, .addCommonMode, .signal, .cancelPerform, .assign, .release, .overRelease, .push,
            .pop, .isKindOf, .respondsTo, .start, .exit, .background, .foreground:
            return action
        }
    }

    private func map(_ call: RunCall) -> RunCall {
        switch call {
        case .forever: call
        case .until(let date): .until(map(date, .stay))
        case .once(let mode, let before): .once(mode: mode, before: map(before, .stay))
        case .inMode(let mode, let time, let returns):
            .inMode(mode, for: whole(.stay, time), returnAfterSourceHandled: returns)
        case .nested(let mode, let time): .nested(mode, for: whole(.stay, time))
        }
    }

    private func map(_ date: FireDate, _ kind: PlannedTime = .delay) -> FireDate {
        switch date {
        case .at(let instant): .at(whole(.instant, instant))
        case .after(let duration): .after(whole(kind, duration))
        case .distantFuture, .distantPast: date
        }
    }

    private func whole(_ kind: PlannedTime, _ time: Int64) -> Int64 {
        change(kind, Rational(whole: time)).scaled(1) ?? time
    }
}

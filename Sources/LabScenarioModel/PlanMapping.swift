import LabExactTime

/// The purpose of a time in a scenario.
package enum PlannedTime {
    /// ns after the start, or after the creation of a timer.
    case instant
    /// A piece of work, or a sleep of a thread.
    case occupation
    /// The length of a run call or a nested mode.
    case stay
    /// From now, from the creation of a timer, or from one due point to the next.
    case interval
    /// A tolerance or leeway.
    case slack
    /// The end of the run.
    case end

    /// A time in whole ns as `change` makes it.
    func whole(_ time: Int64, _ change: (PlannedTime, Rational) -> Rational) -> Int64 {
        change(self, Rational(whole: time)).scaled(1) ?? time
    }
}

extension ScenarioPlan {
    /// Every step list of the plan itself, in the order of `mappingStepLists`.
    var ownStepLists: [[Step]] {
        let ofTimers = timers.flatMap { [$0.steps, $0.cancelSteps] }
        let ofObjects = objects.flatMap { [$0.dealloc, $0.viewWillDisappear] }
        return threads.compactMap(\.body) + ofTimers + ofObjects
            + events.map(\.steps) + observers.map(\.steps) + sources.map(\.steps)
    }

    /// The scenario with every step list of the plan itself replaced.
    package func mappingStepLists(_ change: ([Step]) -> [Step]) -> ScenarioPlan {
        var plan = self
        for index in threads.indices { plan.threads[index].body = threads[index].body.map(change) }
        for index in timers.indices {
            plan.timers[index].steps = change(timers[index].steps)
            plan.timers[index].cancelSteps = change(timers[index].cancelSteps)
        }
        for index in objects.indices {
            plan.objects[index].dealloc = change(objects[index].dealloc)
            plan.objects[index].viewWillDisappear = change(objects[index].viewWillDisappear)
        }
        for index in events.indices { plan.events[index].steps = change(events[index].steps) }
        for index in observers.indices { plan.observers[index].steps = change(observers[index].steps) }
        for index in sources.indices { plan.sources[index].steps = change(sources[index].steps) }
        return plan
    }

    /// The scenario with `change` applied to every time, ns.
    package func mappingTimes(_ change: (PlannedTime, Rational) -> Rational) -> ScenarioPlan {
        func mapped(_ steps: [Step]) -> [Step] { steps.map { $0.mapping(times: change, steps: mapped) } }
        func instant(_ time: Int64) -> Int64 { PlannedTime.instant.whole(time, change) }
        var plan = mappingStepLists(mapped)
        plan.duration = PlannedTime.end.whole(duration, change)
        for index in threads.indices { plan.threads[index].starts = threads[index].starts.map(instant) }
        for index in timers.indices { plan.timers[index].mapTimes(change) }
        for index in events.indices {
            plan.events[index].at = instant(events[index].at)
            plan.events[index].drawnAt = events[index].drawnAt?.mapped(.instant, change)
            plan.events[index].every = events[index].every.map { change(.interval, $0) }
            plan.events[index].until = events[index].until.map(instant)
        }
        for index in sources.indices { plan.sources[index].at = sources[index].at.map(instant) }
        return plan
    }
}

extension TimerPlan {
    fileprivate mutating func mapTimes(_ change: (PlannedTime, Rational) -> Rational) {
        // A timer's first due point and its interval can be changed on their own.
        if let first = delay ?? interval { delay = change(.interval, first) }
        interval = interval.map { change(.interval, $0) }
        tolerance = PlannedTime.slack.whole(tolerance, change)
        fireDate = fireDate.map { PlannedTime.instant.whole($0, change) }
        if copies != nil {
            copyStep = change(.interval, copyStep)
            delay = nil
        }
    }
}

extension Step {
    /// The step with its parts, its times (ns) and its inner steps replaced. No other function walks the operands.
    package func mapping(
        parts: (PartReference) -> PartReference = { $0 }, times: (PlannedTime, Rational) -> Rational = { $1 },
        steps change: ([Step]) -> [Step] = { $0 }
    ) -> Step {
        func timer(_ index: Int) -> Int { parts(.timer(index)).index }
        var step = self
        step.part = part.map(parts)
        step.value = value.map(parts)
        step.thread = thread.map { parts(.thread($0)).index }
        step.queue = queue.map { parts(.queue($0)).index }
        step.condition = condition?.mapped(parts, times)
        step.until = until?.mapped(parts, times)
        for (index, piece) in (text?.pieces ?? []).enumerated() {
            switch piece {
            case .field(.isValid(let asked)): step.text?.pieces[index] = .field(.isValid(timer: timer(asked)))
            case .field(.linkDuration(let asked)): step.text?.pieces[index] = .field(.linkDuration(timer: timer(asked)))
            case .field(.fireDate(let asked)): step.text?.pieces[index] = .field(.fireDate(timer: timer(asked)))
            case .field, .literal: break
            }
        }
        step.captures = captures.map { CapturePlan(part: parts($0.part), isWeak: $0.isWeak) }
        step.busy = busy?.mapped(.occupation, times)
        step.delay = delay?.mapped(.interval, times)
        step.slack = slack.map { PlannedTime.slack.whole($0, times) }
        step.date = date?.mapped(.interval, times)
        step.interval = interval.map { times(.interval, $0) }
        step.call?.until = call?.until?.mapped(.stay, times)
        step.call?.duration = PlannedTime.stay.whole(call?.duration ?? 0, times)
        step.steps = change(steps)
        return step
    }

    /// The parts that the step itself names, without those of its inner steps.
    package var parts: [PartReference] {
        var found: [PartReference] = []
        _ = mapping(parts: { part in
            found.append(part)
            return part
        })
        return found
    }
}

extension Condition {
    fileprivate func mapped(
        _ parts: (PartReference) -> PartReference, _ times: (PlannedTime, Rational) -> Rational
    ) -> Condition {
        func mapped(_ timer: Int?) -> Int? { timer.map { parts(.timer($0)).index } }
        return switch self {
        case .fired(let timer, let comparison): .fired(timer: mapped(timer), comparison)
        case .every(let timer, let count): .every(timer: mapped(timer), count)
        case .since(let instant): .since(PlannedTime.instant.whole(instant, times))
        case .answered, .counted: self
        case .cancelled(let cancelled): .cancelled(parts(cancelled))
        case .gone(let gone): .gone(parts(gone))
        case .valid(let timer): .valid(timer: parts(.timer(timer)).index)
        case .not(let condition): .not(condition.mapped(parts, times))
        }
    }
}

extension Amount {
    fileprivate func mapped(_ kind: PlannedTime, _ times: (PlannedTime, Rational) -> Rational) -> Amount {
        switch self {
        case .fixed(let time): .fixed(kind.whole(time, times))
        case .drawn(let table): .drawn(table.mapped(kind, times))
        case .turns: self
        }
    }
}

extension QuantileTable {
    /// The table with other values, in the same order.
    package func mapping(_ change: (Int64) -> Int64) -> QuantileTable {
        QuantileTable(points: points.map { Point(probability: $0.probability, value: change($0.value)) }) ?? self
    }

    func mapped(_ kind: PlannedTime, _ times: (PlannedTime, Rational) -> Rational) -> QuantileTable {
        mapping { kind.whole($0, times) }
    }
}

extension FireDate {
    /// - Parameter kind: the purpose of a time from now.
    fileprivate func mapped(_ kind: PlannedTime, _ times: (PlannedTime, Rational) -> Rational) -> FireDate {
        switch self {
        case .at(let instant): .at(PlannedTime.instant.whole(instant, times))
        case .after(let duration): .after(kind.whole(duration, times))
        case .shown(let instant): .shown(PlannedTime.instant.whole(instant, times))
        case .next, .distantFuture, .distantPast: self
        }
    }
}

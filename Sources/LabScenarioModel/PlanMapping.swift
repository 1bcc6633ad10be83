import LabExactTime

extension ScenarioPlan {
    /// The scenario with every step list of the plan itself replaced. No other function walks the lists.
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
        // A timer's first due point is told apart from its interval, so that the two can be changed on their own.
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

import LabExactTime

extension ScenarioPlan {
    /// True if a timer is a subscription that an object keeps in a set, not in a variable.
    public func isInSet(timer index: Int) -> Bool {
        timers[index].kind == .combine
            && timers[index].heldBy.contains { if case .part(.object) = $0 { true } else { false } }
    }

    /// True if an object holds the timer.
    package func isOwned(timer index: Int) -> Bool {
        objects.contains { $0.strong.contains { $0.part == .timer(index) } }
    }

    /// A timer's interval, ns; of a display link the requested one, or that of the display; nil for a one-shot without
    /// one.
    package func interval(ofTimer index: Int) -> Rational? {
        let timer = timers[index]
        guard timer.kind == .displayLink else { return timer.interval }
        let frame = device.refresh.reciprocal.flatMap { $0.times(Rational(whole: 1_000_000_000)) }
        if let count = timer.frameRate.frameInterval { return frame?.times(Rational(whole: count)) }
        guard let rate = timer.frameRate.preferred, rate > 0 else { return frame }
        return Rational(1_000_000_000, over: Int128(rate)) ?? frame
    }

    /// The steps for which something holds, also those inside others.
    package func steps(where holds: (Step) -> Bool) -> [Step] { allSteps.filter(holds) }

    /// Every step list, also those inside steps.
    package var stepLists: [[Step]] {
        ownStepLists.flatMap { list in [list] + list.all.map(\.steps).filter { !$0.isEmpty } }
    }

    /// Every step of the plan, nested ones included.
    package var allSteps: [Step] { ownStepLists.flatMap(\.all) }

    /// Everything that a thread or a step makes.
    package var madeParts: [PartReference] {
        timers.indices.map(PartReference.timer) + objects.indices.map(PartReference.object)
            + observers.indices.map(PartReference.observer) + sources.indices.map(PartReference.source)
    }

    /// The facts about a part; no thread makes a thread, queue or event.
    private func facts(of part: PartReference) -> (id: String, place: Place, thread: Int?, modes: [ModeName]) {
        switch part {
        case .timer(let at): (timers[at].id, timers[at].place, timers[at].thread, timers[at].modes)
        case .object(let at): (objects[at].id, objects[at].place, objects[at].thread, [.default])
        case .observer(let at): (observers[at].id, observers[at].place, observers[at].thread, observers[at].modes)
        case .source(let at): (sources[at].id, sources[at].place, sources[at].thread, sources[at].modes)
        case .thread(let at): (threads[at].id, threads[at].place, nil, [.default])
        case .queue(let at): (queues[at].id, queues[at].place, nil, [.default])
        case .event(let at): (events[at].id, events[at].place, nil, [.default])
        }
    }

    /// The name of a part.
    package func id(of part: PartReference) -> String { facts(of: part).id }

    /// The place of a part's table.
    package func place(of part: PartReference) -> Place { facts(of: part).place }

    /// The modes that a part is added in unless a step names others.
    package func modes(of part: PartReference) -> [ModeName] { facts(of: part).modes }

    /// The parts that a thread makes when it starts, in file order.
    package func partsMade(atStartOf thread: Int) -> [PartReference] {
        creationOrder.filter { facts(of: $0).thread == thread && !madeBySteps.contains($0) }
    }

    /// The modes that a run loop can be run in: by an app's main thread, a run call or a drag.
    package var modesRun: [ModeName] {
        ((threads.first?.body == nil ? [.default] : []) + allSteps.compactMap(\.call?.mode)).unique
    }
}

extension TimerPlan {
    /// From its creation to its first due point, ns, if that is not its interval.
    package var firstWait: Rational? { fireDate.map { Rational(whole: $0) } ?? delay }

    /// The interval of one copy, ns.
    package func interval(ofCopy index: Int) -> Rational? {
        guard let interval, index > 0, let step = copyStep.times(Rational(whole: Int64(index))) else { return interval }
        return Rational(
            Int128(interval.numerator) * Int128(step.denominator) + Int128(step.numerator)
                * Int128(interval.denominator), over: Int128(interval.denominator) * Int128(step.denominator))
    }
}

extension Condition {
    /// True if it asks for the timer of its own callback.
    package var asksForOwnTimer: Bool {
        switch self {
        case .fired(let timer, _), .every(let timer, _): timer == nil
        case .since, .answered, .counted, .cancelled, .gone, .valid: false
        case .not(let condition): condition.asksForOwnTimer
        }
    }

    /// True if other code makes it true, not the time.
    var looksForChange: Bool {
        switch self {
        case .fired, .every, .since: false
        case .answered, .counted, .cancelled, .gone, .valid: true
        case .not(let condition): condition.looksForChange
        }
    }
}

extension [Step] {
    /// Every step, nested ones included.
    package var all: [Step] { reduce(into: []) { $0 += [$1] + $1.steps.all } }
}

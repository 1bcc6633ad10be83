import ExactTime
import Recording
import ScenarioModel

/// Making the parts of a scenario: at their thread's start in file order, or by a `create` step.
extension World {
    mutating func makeParts(of thread: Int) {
        for part in plan.creationOrder
        where home(of: part) == thread && !isMadeByStep(part) && !isMadeInPassing(part) {
            make(part, on: thread)
        }
        endStatement(on: thread)
    }

    private func isMadeInPassing(_ part: PartReference) -> Bool {
        if case .object(let object) = part { links.madeInPassing.contains(object) } else { false }
    }

    private func home(of part: PartReference) -> Int? {
        switch part {
        case .timer(let index): plan.timers[index].thread
        case .object(let index): plan.objects[index].thread
        case .observer(let index): plan.observers[index].thread
        case .source(let index): plan.sources[index].thread
        case .thread, .queue, .event: nil
        }
    }

    func isMadeByStep(_ part: PartReference) -> Bool {
        switch part {
        case .timer(let index): plan.timers[index].isMadeByStep
        case .object(let index): plan.objects[index].isMadeByStep
        case .observer(let index): plan.observers[index].isMadeByStep
        case .source(let index): plan.sources[index].isMadeByStep
        case .thread, .queue, .event: false
        }
    }

    mutating func make(_ part: PartReference, on thread: Int) {
        switch part {
        case .timer(let index):
            for instance in instances(of: index) { makeTimer(instance, on: thread) }
        case .object(let index):
            makeObject(index, on: thread)
        case .observer(let index):
            add(observer: index, modes: observers[index].modes, loop: loop(of: thread), on: thread)
        case .source(let index):
            add(source: index, modes: sources[index].modes, loop: loop(of: thread), on: thread)
        case .thread, .queue, .event:
            break
        }
    }

    // MARK: Timers

    private mutating func makeTimer(_ timer: Int, on thread: Int) {
        let index = Int(details[timer].plan)
        guard details[timer].node < 0 || !timers[timer].isValid else { return }
        switch plan.timers[index].kind {
        case .nstimer: makeRunLoopTimer(timer, index: index, on: thread)
        case .gcd: makeDispatchSource(timer, index: index, on: thread)
        case .displayLink: makeDisplayLink(timer, index: index, on: thread)
        case .perform: makePerform(timer, index: index, on: thread)
        case .combine: makeRunLoopTimer(timer, index: index, on: thread)
        case .after: makeDelayedTimer(timer, index: index, on: thread)
        case .taskSleep, .asyncTimer: makeTask(timer, index: index, on: thread)
        case .machWait, .threadSleep: makeWaitLoop(timer, index: index, on: thread)
        }
    }

    private mutating func makeRunLoopTimer(_ timer: Int, index: Int, on thread: Int) {
        prepare(timer, index: index, on: thread)
        makeContext(of: timer, callback: plan.timers[index].callback, on: thread)
        setGrid(timer, due: timers[timer].due)
        if plan.timers[index].creation == .scheduled {
            add(timer, modes: details[timer].modes, loop: loop(of: thread), on: thread)
        }
        settle(.timer(index), node: details[timer].node, holders: plan.timers[index].heldBy, on: thread)
        let isBlock = details[timer].selector < 0
        details[timer].lastFired = 0
        timers[timer].isTrivial =
            isBlock && !details[timer].keepsContext && isTrivial(list: timers[timer].list) && !isFireDateLogged[index]
    }

    /// Whether a callback takes no time, touches nobody and needs no frame.
    private func isTrivial(list: Int32) -> Bool {
        list < 0 || (!program.plainLogs[Int(list)].isEmpty && plan.device.logCost == 0)
    }

    /// Interval, fire date and tolerance by the rules of the creation APIs (semantics 2.1, 2.6).
    private mutating func prepare(_ timer: Int, index: Int, on thread: Int) {
        let planned = plan.timers[index]
        var interval = plan.timers[index].interval(ofCopy: timer - Int(firstTimerInstance[index]))
        if planned.repeats, (interval ?? .zero) <= .zero {
            interval = Rational(whole: World.shortestInterval)
            remark(.intervalRaised, about: timers[timer].entity, on: thread)
        }
        let delay = planned.delay ?? interval ?? .zero
        switch planned.creation {
        case .scheduled, .timer: timers[timer].due = sum(now, max(0, delay.scaled(1) ?? .max))
        case .fireDate(let offset): timers[timer].due = max(now, sum(now, offset))
        }
        details[timer].interval = planned.repeats ? interval : nil
        timers[timer].interval = wholeInterval(details[timer].interval)
        timers[timer].isValid = true
        let half = interval.map { ($0.scaled(1) ?? .max) / 2 } ?? .max
        // Combine ignores its tolerance (Timer+Publisher.swift).
        let tolerance = planned.kind == .combine ? 0 : planned.tolerance
        if planned.repeats, tolerance > half {
            details[timer].tolerance = half
            remark(.toleranceCut, about: timers[timer].entity, on: thread)
        } else {
            details[timer].tolerance = max(0, tolerance)
        }
        details[timer].node = graph.add(.timer, index: Int32(timer), entity: timers[timer].entity.index)
        recorder.append(record(.created, entity: timers[timer].entity, on: thread))
    }

    /// NSTimer uses 0.1 ms for a repeating timer whose interval is not positive (NSTimer documentation).
    static let shortestInterval: Int64 = 100_000

    /// An interval as the hot path wants it: 0 for a one-shot, -1 for an exact fraction.
    func wholeInterval(_ interval: Rational?) -> Int64 {
        guard let interval else { return 0 }
        return interval.isWhole ? interval.numerator : -1
    }
}

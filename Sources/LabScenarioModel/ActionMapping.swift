import LabExactTime

/// What a time in a scenario is for.
package enum PlannedTime: Sendable {
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

    /// A time in whole ns as `change` makes it.
    func whole(_ time: Int64, _ change: (PlannedTime, Rational) -> Rational) -> Int64 {
        change(self, Rational(whole: time)).scaled(1) ?? time
    }
}

/// A step names a part that is there no more.
private struct PartIsGone: Error {}

extension Step {
    /// The same step with every part that it names, every time (ns) and the lists of steps inside it replaced; nil when a
    /// part is replaced by nothing. The one traversal of actions.
    package func mapping(
        parts: (PartReference) -> PartReference? = { $0 }, times: (PlannedTime, Rational) -> Rational = { $1 },
        steps: ([Step]) -> [Step] = { $0 }
    ) -> Step? {
        do throws(PartIsGone) {
            var step = self
            step.condition = try condition?.mapped(parts, times)
            step.action = try action.mapped(parts, times, steps)
            return step
        } catch { return nil }
    }
}

extension Action {
    /// The steps inside the action.
    package var innerSteps: [Step] {
        var found: [Step] = []
        _ = Step(self).mapping(steps: { steps in
            found += steps
            return steps
        })
        return found
    }

    /// The parts that the action names, those of its inner steps left out.
    package var parts: [PartReference] {
        var found: [PartReference] = []
        _ = Step(self).mapping(parts: { part in
            found.append(part)
            return part
        })
        return found
    }

    fileprivate func mapped(
        _ parts: (PartReference) -> PartReference?, _ times: (PlannedTime, Rational) -> Rational,
        _ steps: ([Step]) -> [Step]
    ) throws(PartIsGone) -> Action {
        func part(_ reference: PartReference) throws(PartIsGone) -> PartReference {
            guard let part = parts(reference) else { throw PartIsGone() }
            return part
        }
        func timer(_ index: Int) throws(PartIsGone) -> Int { try part(.timer(index)).index }
        func object(_ index: Int) throws(PartIsGone) -> Int { try part(.object(index)).index }
        func queue(_ index: Int) throws(PartIsGone) -> Int { try part(.queue(index)).index }
        func thread(_ index: Int?) throws(PartIsGone) -> Int? {
            guard let index else { return nil }
            return try part(.thread(index)).index
        }
        func captures(_ list: [CapturePlan]) -> [CapturePlan] {
            list.compactMap { capture in
                parts(capture.part).map { CapturePlan(part: $0, isWeak: capture.isWeak, place: capture.place) }
            }
        }
        switch self {
        case .work(.duration(let time)): return .work(.duration(PlannedTime.occupation.whole(time, times)))
        case .work(.turns), .work(.drawn), .drawnSleep, .exit, .background, .foreground, .count, .waitFor,
            .setRefresh, .endBackgroundTask, .cancelPerform(nil, _):
            return self
        case .beginBackgroundTask(let counter, let expiration):
            return .beginBackgroundTask(counter: counter, expiration: steps(expiration))
        case .log(var text):
            for (index, piece) in text.pieces.enumerated() {
                switch piece {
                case .field(.isValid(let asked)): text.pieces[index] = .field(.isValid(timer: try timer(asked)))
                case .field(.fireDate(let asked)): text.pieces[index] = .field(.fireDate(timer: try timer(asked)))
                case .field, .literal: break
                }
            }
            return .log(text)
        case .sleep(let time): return .sleep(PlannedTime.occupation.whole(time, times))
        case .taskSleep(let time): return .taskSleep(time.mapped(times))
        case .repeating(let count, let list, let until):
            return .repeating(count: count, steps: steps(list), until: try until?.mapped(parts, times))
        case .create(let made): return .create(try part(made))
        case .add(let added, let modes, let home): return .add(try part(added), modes: modes, thread: try thread(home))
        case .invalidate(let ended): return .invalidate(try part(ended))
        case .fire(let index): return .fire(try timer(index))
        case .setFireDate(let index, let date):
            return .setFireDate(timer: try timer(index), date.mapped(.delay, times))
        case .suspend(let suspended): return .suspend(try part(suspended))
        case .resume(let resumed): return .resume(try part(resumed))
        case .activate(let activated): return .activate(try part(activated))
        case .cancel(let cancelled): return .cancel(try part(cancelled))
        case .pause(let index): return .pause(try timer(index))
        case .setTolerance(let index, let time):
            return .setTolerance(timer: try timer(index), PlannedTime.slack.whole(time, times))
        case .setRate(let index, let rate): return .setRate(timer: try timer(index), rate)
        case .reschedule(let index, let start, let interval, let leeway):
            return .reschedule(
                timer: try timer(index), start: start.mapped(.delay, times),
                interval: interval.map { times(.interval, $0) }, leeway: PlannedTime.slack.whole(leeway, times))
        case .runLoop(let call): return .runLoop(call.mapped(times))
        case .stopLoop(let home): return .stopLoop(thread: try thread(home))
        case .wakeLoop(let home): return .wakeLoop(thread: try thread(home))
        case .performBlock(let modes, let home, let wakes, let list):
            return .performBlock(modes: modes, thread: try thread(home), wakes: wakes, steps: steps(list))
        case .dumpLoop(let home): return .dumpLoop(thread: try thread(home))
        case .addCommonMode(let mode, let home): return .addCommonMode(mode, thread: try thread(home))
        case .signal(let source): return .signal(source: try part(.source(source)).index)
        case .perform(var plan):
            if let target = plan.target { plan.target = try object(target) }
            switch plan.delivery {
            case .after(let time, let modes): plan.delivery = .after(PlannedTime.delay.whole(time, times), modes: modes)
            case .onThread(let index, let modes, let waits):
                plan.delivery = .onThread(try part(.thread(index)).index, modes: modes, waits: waits)
            case .direct: break
            }
            plan.steps = steps(plan.steps)
            return .perform(plan)
        case .cancelPerform(let target?, let selector):
            return .cancelPerform(target: try object(target), selector: selector)
        case .async(let index, let list, let captured):
            return .async(queue: try queue(index), steps: steps(list), captures: captures(captured))
        case .sync(let index, let list): return .sync(queue: try queue(index), steps: steps(list))
        case .asyncAfter(let time, let index, let clock, let list, let captured):
            return .asyncAfter(
                delay: time.mapped(times), queue: try queue(index), clock: clock, steps: steps(list),
                captures: captures(captured))
        case .assign(let index, let property, let assigned, let isWeak):
            let owner = try object(index)
            guard let assigned else { return .assign(owner: owner, property: property, part: nil, isWeak: isWeak) }
            return .assign(owner: owner, property: property, part: try part(assigned), isWeak: isWeak)
        case .release(let released): return .release(try part(released))
        case .overRelease(let index): return .overRelease(try object(index))
        case .push(let index): return .push(try object(index))
        case .pop(let index): return .pop(try object(index))
        case .isKindOf(let index, let name): return .isKindOf(object: try object(index), className: name)
        case .respondsTo(let index, let selector): return .respondsTo(object: try object(index), selector: selector)
        case .message(var plan):
            plan.receiver = try part(plan.receiver)
            plan.steps = steps(plan.steps)
            return .message(plan)
        case .start(let index): return .start(thread: try part(.thread(index)).index)
        case .systemSleep(let time): return .systemSleep(PlannedTime.occupation.whole(time, times))
        case .setWallClock(let time): return .setWallClock(by: PlannedTime.delay.whole(time, times))
        }
    }
}

extension Condition {
    fileprivate func mapped(
        _ parts: (PartReference) -> PartReference?, _ times: (PlannedTime, Rational) -> Rational
    ) throws(PartIsGone) -> Condition {
        func part(_ reference: PartReference) throws(PartIsGone) -> PartReference {
            guard let part = parts(reference) else { throw PartIsGone() }
            return part
        }
        switch self {
        case .fired(let timer?, let comparison): return .fired(timer: try part(.timer(timer)).index, comparison)
        case .every(let timer?, let count): return .every(timer: try part(.timer(timer)).index, count)
        case .since(let instant): return .since(PlannedTime.instant.whole(instant, times))
        case .fired(nil, _), .every(nil, _), .answered, .counted: return self
        case .cancelled(let cancelled): return .cancelled(try part(cancelled))
        case .gone(let gone): return .gone(try part(gone))
        case .valid(let timer): return .valid(timer: try part(.timer(timer)).index)
        case .not(let condition): return .not(try condition.mapped(parts, times))
        }
    }
}

extension RunCall {
    fileprivate func mapped(_ times: (PlannedTime, Rational) -> Rational) -> RunCall {
        switch self {
        case .forever: self
        case .until(let date): .until(date.mapped(.stay, times))
        case .once(let mode, let before): .once(mode: mode, before: before.mapped(.stay, times))
        case .inMode(let mode, let time, let returns):
            .inMode(mode, for: PlannedTime.stay.whole(time, times), returnAfterSourceHandled: returns)
        case .nested(let mode, let time): .nested(mode, for: PlannedTime.stay.whole(time, times))
        }
    }
}

extension TimeAmount {
    fileprivate func mapped(_ times: (PlannedTime, Rational) -> Rational) -> TimeAmount {
        switch self {
        case .fixed(let time): .fixed(PlannedTime.delay.whole(time, times))
        case .drawn(let table): .drawn(table.mapped(.delay, times))
        }
    }
}

extension QuantileTable {
    /// - Parameter kind: what the times are for.
    func mapped(_ kind: PlannedTime, _ times: (PlannedTime, Rational) -> Rational) -> QuantileTable {
        QuantileTable(
            points: points.map { Point(probability: $0.probability, value: kind.whole($0.value, times)) }) ?? self
    }
}

extension FireDate {
    /// - Parameter kind: what a time from now is for.
    fileprivate func mapped(_ kind: PlannedTime, _ times: (PlannedTime, Rational) -> Rational) -> FireDate {
        switch self {
        case .at(let instant): .at(PlannedTime.instant.whole(instant, times))
        case .after(let duration): .after(kind.whole(duration, times))
        case .distantFuture, .distantPast: self
        }
    }
}

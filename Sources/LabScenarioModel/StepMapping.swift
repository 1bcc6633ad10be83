import LabExactTime

/// The purpose of a time in a scenario.
package enum PlannedTime: Sendable {
    /// ns after the start.
    case instant
    /// A piece of work, or a sleep of a thread.
    case occupation
    /// The length of a run call or a nested mode.
    case stay
    /// A delay: from now, or from the creation of a timer, to a due point.
    case delay
    /// A fire date, counted from the creation of a timer.
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

/// A step names a part that has been removed.
private struct PartIsGone: Error {}

extension Step {
    /// The step with its parts, its times (ns) and its inner steps replaced; nil if a part is replaced by nothing. No other
    /// function walks the operands.
    package func mapping(
        parts: (PartReference) -> PartReference? = { $0 }, times: (PlannedTime, Rational) -> Rational = { $1 },
        steps change: ([Step]) -> [Step] = { $0 }
    ) -> Step? {
        func mapped(_ part: PartReference) throws(PartIsGone) -> PartReference {
            guard let part = parts(part) else { throw PartIsGone() }
            return part
        }
        func timer(_ index: Int) throws(PartIsGone) -> Int { try mapped(.timer(index)).index }
        var step = self
        do throws(PartIsGone) {
            if let part { step.part = try mapped(part) }
            if let value { step.value = try mapped(value) }
            if let thread { step.thread = try mapped(.thread(thread)).index }
            if let queue { step.queue = try mapped(.queue(queue)).index }
            step.condition = try condition?.mapped(parts, times)
            step.until = try until?.mapped(parts, times)
            for (index, piece) in (text?.pieces ?? []).enumerated() {
                switch piece {
                case .field(.isValid(let asked)): step.text?.pieces[index] = .field(.isValid(timer: try timer(asked)))
                case .field(.linkDuration(let asked)):
                    step.text?.pieces[index] = .field(.linkDuration(timer: try timer(asked)))
                case .field(.fireDate(let asked)): step.text?.pieces[index] = .field(.fireDate(timer: try timer(asked)))
                case .field, .literal: break
                }
            }
        } catch { return nil }
        step.captures = captures.compactMap { capture in
            parts(capture.part).map { CapturePlan(part: $0, isWeak: capture.isWeak, place: capture.place) }
        }
        step.busy = busy?.mapped(.occupation, times)
        step.delay = delay?.mapped(.delay, times)
        step.slack = slack.map { PlannedTime.slack.whole($0, times) }
        step.date = date?.mapped(.delay, times)
        step.interval = interval.map { times(.interval, $0) }
        step.call = call?.mapped(times)
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
        var call = self
        call.until = until?.mapped(.stay, times)
        call.duration = PlannedTime.stay.whole(duration, times)
        return call
    }
}

extension Amount {
    /// - Parameter kind: the purpose of the time.
    fileprivate func mapped(_ kind: PlannedTime, _ times: (PlannedTime, Rational) -> Rational) -> Amount {
        switch self {
        case .fixed(let time): .fixed(kind.whole(time, times))
        case .drawn(let table): .drawn(table.mapped(kind, times))
        case .turns: self
        }
    }
}

extension QuantileTable {
    /// - Parameter kind: the purpose of the times.
    func mapped(_ kind: PlannedTime, _ times: (PlannedTime, Rational) -> Rational) -> QuantileTable {
        QuantileTable(
            points: points.map { Point(probability: $0.probability, value: kind.whole($0.value, times)) }) ?? self
    }
}

extension FireDate {
    /// - Parameter kind: the purpose of a time from now.
    fileprivate func mapped(_ kind: PlannedTime, _ times: (PlannedTime, Rational) -> Rational) -> FireDate {
        switch self {
        case .at(let instant): .at(PlannedTime.instant.whole(instant, times))
        case .after(let duration): .after(kind.whole(duration, times))
        case .next, .distantFuture, .distantPast: self
        }
    }
}

import LabExactTime

/// The purpose of a time in a scenario.
package enum PlannedTime: Sendable {
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

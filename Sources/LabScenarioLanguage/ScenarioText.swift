import LabExactTime
import LabScenarioModel
import LabTOML

extension ScenarioPlan {
    /// Steps as TOML.
    package func text(_ steps: [Step]) -> String { "[\(steps.map(text).joined(separator: ", "))]" }

    /// A step as its verb's row says: each key whose operand it has.
    package func text(_ step: Step) -> String {
        let keys = Schema.steps[step.verb.rawValue]?.table.keys ?? []
        let pairs = keys.compactMap { key in
            key.operand?.write(step).flatMap { key.type.write($0, self) }.map { "\(key.name) = \($0)" }
        }
        return "{ \(pairs.joined(separator: ", ")) }"
    }

    func text(_ condition: Condition) -> String {
        func quoted(_ part: PartReference) -> String { TOMLText.quoted(id(of: part)) }
        func own(_ timer: Int?) -> String { timer.map { ", timer = " + quoted(.timer($0)) } ?? "" }
        let test =
            switch condition {
            case .fired(let timer, let comparison): "fired = \(comparison.toml)" + own(timer)
            case .every(let timer, let count): "every = \(count)" + own(timer)
            case .since(let instant): "since = " + TOMLText.duration(instant)
            case .answered(let comparison): "answer = \(comparison.toml)"
            case .counted(let counter, let comparison): "count = \"\(counter)\", is = \(comparison.toml)"
            case .cancelled(let part): "cancelled = " + quoted(part)
            case .gone(let part): "gone = " + quoted(part)
            case .valid(let timer): "valid = " + quoted(.timer(timer))
            case .not(let opposite): "not = " + text(opposite)
            }
        return "{ \(test) }"
    }

    func text(_ log: LogTextPlan) -> String {
        log.pieces.map { piece in
            switch piece {
            case .literal(let text): text.replacing("{", with: "{{").replacing("}", with: "}}")
            case .field(let field): text(field)
            }
        }.joined()
    }

    private func text(_ field: LogField) -> String {
        switch field {
        case .countdown(let start, let width): "{countdown:\(start):\(width)}"
        case .isValid(let timer): "{valid:\(timers[timer].id)}"
        case .fireDate(let timer): "{fire_date:\(timers[timer].id)}"
        case .linkDuration(let timer): "{duration:\(timers[timer].id)}"
        case .frameDuration: "{duration}"
        case .remaining(let end): "{remaining:\(end)ns}"
        case .counter(let counter): "{count:\(counter)}"
        case .firing, .turn, .thread, .data, .timestamp, .targetTimestamp, .now, .answer, .ticks, .mode, .activity:
            Schema.logFields.first { if case .plain(field) = $0.form { true } else { false } }?.usage ?? ""
        }
    }

    func text(_ call: RunCall) -> String {
        if case .after(let time)? = call.until { return "{ for = \(TOMLText.duration(time)) }" }
        let mode = TOMLText.quoted(call.mode.name)
        let end = call.until.flatMap { ValueType.fireDate.write($0, self) } ?? TOMLText.duration(call.duration)
        return switch call.method {
        case .app, .forever: "\"forever\""
        case .until: "{ until = \(end) }"
        case .once: "{ before = \(end), mode = \(mode) }"
        case .inMode: "{ in_mode = \(mode), for = \(end), return_after_source = \(call.returnsAfterSource) }"
        case .nested: "{ mode = \(mode), for = \(end) }"
        }
    }

    func text(_ rate: FrameRatePlan) -> String {
        let keys = [("min", rate.minimum), ("max", rate.maximum), ("preferred", rate.preferred)]
        return "{ \(keys.compactMap { key, value in value.map { "\(key) = \($0)" } }.joined(separator: ", ")) }"
    }
}

extension Comparison {
    /// A comparison of counts.
    var toml: String {
        switch self {
        case .equal(let count): "\(count)"
        case .less(let count): "\"< \(count)\""
        case .atMost(let count): "\"<= \(count)\""
        case .greater(let count): "\"> \(count)\""
        case .atLeast(let count): "\">= \(count)\""
        case .between(let low, let high): "\"\(low) … \(high)\""
        }
    }
}

/// Words of a scenario in TOML.
extension TOMLText {
    /// An instant, ns since 1970-01-01T00:00:00Z, seen so many seconds east of UTC.
    package static func dateTime(_ unix: Int64, utcOffset offset: Int) -> String {
        let time = CivilTime(unixNanoseconds: unix, offset: offset)
        let date = "\(time.year.padded(to: 4))-\(time.month.padded(to: 2))-\(time.day.padded(to: 2))"
        let clock = [time.hour, time.minute, time.second].map { $0.padded(to: 2) }.joined(separator: ":")
        return "\(date)T\(clock).\(time.nanosecond.padded(to: 9))\(CivilTime.zone(offset))"
    }

    /// An interval, which may be a part of a nanosecond longer.
    package static func interval(_ interval: Rational) -> String {
        interval.isWhole
            ? duration(interval.numerator) : "\"\(interval.numerator)/\(interval.denominator)ns\""
    }

    /// A duration in the largest unit that shows it exactly.
    package static func duration(_ nanoseconds: Int64) -> String {
        let units: [(Int64, String)] = [(1_000_000_000, "s"), (1_000_000, "ms"), (1_000, "us")]
        for (length, unit) in units where nanoseconds % length == 0 { return "\"\(nanoseconds / length)\(unit)\"" }
        return "\"\(nanoseconds)ns\""
    }
}

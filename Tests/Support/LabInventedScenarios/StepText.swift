import LabCatalogue
import LabExactTime
import LabScenarioModel
import LabTOML

/// Steps as TOML, for the verbs that invented scenarios have.
struct StepText {
    let plan: ScenarioPlan

    func text(_ steps: [Step]) -> String { "[\(steps.map(text).joined(separator: ", "))]" }

    /// A step with each key whose operand it has, in the order of the verb's row.
    func text(_ step: Step) -> String {
        let pairs = keys(of: step) + [("when", step.condition.map(text))]
        let written = pairs.compactMap { key, value in value.map { "\(key) = \($0)" } }
        return "{ \(written.joined(separator: ", ")) }"
    }

    private func keys(of step: Step) -> [(String, String?)] {
        let verb = step.verb.rawValue
        let (part, flag) = (step.part.map(id), step.flag ? "true" : nil)
        let (thread, queue) = (step.thread.map { id(.thread($0)) }, step.queue.map { id(.queue($0)) })
        let (modes, steps, name) = (list(step.modes.map(\.name)), text(step.steps), step.name.map(TOMLText.quoted))
        let (delay, slack) = (time(step.delay), step.slack.map(TOMLText.duration))
        let captures = [("strong", false), ("weak", true)].map { key, isWeak in
            (key, list(step.captures.filter { $0.isWeak == isWeak }.map { plan.id(of: $0.part) }))
        }
        switch step.verb {
        case .work, .systemSleep: return [(verb, time(step.busy))]
        case .sleep: return [(verb, time(step.busy)), ("awaits", flag)]
        case .log: return [(verb, step.text.map { TOMLText.quoted(text($0)) })]
        case .count:
            let number = step.number.map(String.init)
            return [(verb, counter(step)), ("by", step.flag ? nil : number), ("to", step.flag ? number : nil)]
        case .waitFor, .endBackgroundTask: return [(verb, counter(step))]
        case .beginBackgroundTask: return [(verb, counter(step)), ("do", steps)]
        case .background, .foreground, .exit: return [(verb, "true")]
        case .add: return [(verb, part), ("modes", modes), ("thread", thread)]
        case .setFireDate: return [(verb, part)] + date(step.date)
        case .reschedule:
            return [(verb, part)] + date(step.date)
                + [("interval", step.interval.map(TOMLText.interval)), ("leeway", slack)]
        case .setTolerance: return [(verb, part), ("to", slack)]
        case .setRate: return [(verb, part), ("fps", step.frames?.preferred.map(String.init))]
        case .setRefresh:
            let period = step.refresh?.reciprocal?.times(Rational(whole: 1_000_000_000))
            return [(verb, period.map(TOMLText.interval))]
        case .runLoop: return [(verb, step.call.map { $0 == .forever ? "\"forever\"" : text($0) })]
        case .mode:
            let call = step.call
            return [
                (verb, (call?.mode.name).map(TOMLText.quoted)), ("for", (call?.duration).map(TOMLText.duration)),
            ]
        case .stopLoop, .wakeLoop, .dumpLoop: return [(verb, thread ?? "true")]
        case .performBlock:
            return [(verb, steps), ("modes", modes), ("thread", thread), ("wakes", flag), ("name", name)]
        case .perform:
            return [
                (verb, step.word.map(TOMLText.quoted)), ("target", part), ("after", delay), ("on_thread", thread),
                ("in_modes", modes), ("wait", flag), ("do", steps),
            ]
        case .async: return [(verb, queue), ("do", steps), ("name", name)] + captures
        case .sync: return [(verb, queue), ("do", steps), ("name", name)]
        case .asyncAfter:
            let clock = TOMLText.quoted(step.clock.rawValue)
            return [(verb, delay), ("queue", queue), ("do", steps), ("clock", clock), ("name", name)] + captures
        case .create, .invalidate, .fire, .suspend, .resume, .activate, .cancel, .pause, .signal, .release, .push, .pop,
            .overRelease, .start:
            return [(verb, part)]
        case .loop, .repeating, .addCommonMode, .cancelPerform, .assign, .message, .isKindOf, .respondsTo,
            .setWallClock:
            preconditionFailure("no invented scenario has a step '\(verb)'")
        }
    }

    private func id(_ part: PartReference) -> String { TOMLText.quoted(plan.id(of: part)) }

    private func list(_ names: [String]) -> String? {
        names.isEmpty ? nil : "[\(names.map(TOMLText.quoted).joined(separator: ", "))]"
    }

    private func counter(_ step: Step) -> String? { step.counter.map { "\"\($0)\"" } }

    private func time(_ amount: Amount?) -> String? {
        if case .fixed(let time)? = amount { TOMLText.duration(time) } else { nil }
    }

    private func date(_ date: FireDate?) -> [(String, String?)] {
        if case .after(let time)? = date { return [("after", TOMLText.duration(time))] }
        return [("at", date.flatMap(instant))]
    }

    private func instant(_ date: FireDate) -> String? {
        switch date {
        case .at(let instant): TOMLText.duration(instant)
        case .distantFuture: "\"distant-future\""
        case .distantPast: "\"distant-past\""
        case .after, .next, .shown: nil
        }
    }

    private func text(_ call: RunCall) -> String {
        if case .after(let time)? = call.until { return "{ for = \(TOMLText.duration(time)) }" }
        let mode = TOMLText.quoted(call.mode.name)
        let end = call.until.flatMap(instant) ?? TOMLText.duration(call.duration)
        return switch call.method {
        case .app, .forever: "\"forever\""
        case .until: "{ until = \(end) }"
        case .once: "{ before = \(end), mode = \(mode) }"
        case .inMode: "{ in_mode = \(mode), for = \(end), return_after_source = \(call.returnsAfterSource) }"
        case .nested: "{ mode = \(mode), for = \(end) }"
        }
    }

    private func text(_ condition: Condition) -> String {
        func own(_ timer: Int?) -> String { timer.map { ", timer = " + id(.timer($0)) } ?? "" }
        let test =
            switch condition {
            case .fired(let timer, let comparison): "fired = \(text(comparison))" + own(timer)
            case .every(let timer, let count): "every = \(count)" + own(timer)
            case .since(let instant): "since = " + TOMLText.duration(instant)
            case .answered(let comparison): "answer = \(text(comparison))"
            case .counted(let counter, let comparison): "count = \"\(counter)\", is = \(text(comparison))"
            case .cancelled(let part): "cancelled = " + id(part)
            case .gone(let part): "gone = " + id(part)
            case .valid(let timer): "valid = " + id(.timer(timer))
            case .not(let opposite): "not = " + text(opposite)
            }
        return "{ \(test) }"
    }

    private func text(_ comparison: Comparison) -> String {
        switch comparison {
        case .equal(let count): "\(count)"
        case .less(let count): "\"< \(count)\""
        case .atMost(let count): "\"<= \(count)\""
        case .greater(let count): "\"> \(count)\""
        case .atLeast(let count): "\">= \(count)\""
        case .between(let low, let high): "\"\(low) … \(high)\""
        }
    }

    private func text(_ log: LogTextPlan) -> String {
        log.pieces.map { piece in
            switch piece {
            case .literal(let text): text.replacing("{", with: "{{").replacing("}", with: "}}")
            case .field(.firing(let fromZero)): fromZero ? "{n0}" : "{n}"
            case .field(.isValid(let timer)): "{valid:\(plan.timers[timer].id)}"
            case .field(.fireDate(let timer)): "{fire_date:\(plan.timers[timer].id)}"
            case .field(.counter(let counter)): "{count:\(counter)}"
            case .field(.frameDuration): "{duration}"
            case .field(.targetTimestamp): "{target_timestamp}"
            case .field(let field): "{\(field)}"
            }
        }.joined()
    }
}

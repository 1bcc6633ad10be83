import ExactTime
import ScenarioModel

extension ScenarioDecoder {
    /// What a step does; nil when something in it was wrong and has been reported.
    mutating func action(_ verb: Verb, _ fields: DecodedTable, in context: StepContext) -> Action? {
        let name = verb.rawValue
        switch verb {
        case .work: return workAmount(fields).map { .work($0) }
        case .loop: return fields.integer(name).map { .work(.turns($0)) }
        case .log:
            guard case .logText(let text)? = fields.item(name)?.value else { return nil }
            return logText(text, in: context).map { .log($0) }
        case .sleep: return fields.duration(name).map { .sleep($0) }
        case .repeat: return repetition(fields, in: context)
        case .create, .add, .invalidate, .fire, .setFireDate, .suspend, .resume, .activate, .cancel, .pause,
            .reschedule:
            return timerAction(verb, fields, in: context)
        case .runLoop, .mode, .stopLoop, .wakeLoop, .performBlock, .dumpLoop, .addCommonMode, .signal:
            return loopAction(verb, fields, in: context)
        case .perform, .cancelPerform, .async, .asyncAfter: return laterAction(verb, fields, in: context)
        case .assign, .release, .overRelease, .push, .pop, .isKindOf, .respondsTo, .message:
            return objectAction(verb, fields, in: context)
        case .start:
            guard let thread = fields.thread(name) else { return nil }
            guard thread != 0 else {
                report(
                    Diagnostic(
                        .wrongPart, "the main thread is started by the system",
                        at: fields.item(name)?.span ?? fields.span))
                return nil
            }
            noteMaking(of: .thread(thread), fields, in: context)
            return .start(thread: thread)
        case .exit: return fields.flag(name).map { _ in .exit }
        case .systemSleep: return fields.duration(name).map { .systemSleep($0) }
        case .background: return fields.flag(name).map { _ in .background }
        case .foreground: return fields.flag(name).map { _ in .foreground }
        case .setWallClock: return fields.duration(name).map { .setWallClock(by: $0) }
        }
    }

    private func workAmount(_ fields: DecodedTable) -> WorkAmount? {
        if let time = fields.duration("work") { return .duration(time) }
        return fields.quantiles("work").map { .drawn($0) }
    }

    private mutating func repetition(_ fields: DecodedTable, in context: StepContext) -> Action? {
        var inner = context
        inner.isInRepeat = true
        if fields.isPresent("until") || fields.integer("repeat") == 0 { inner.isConditional = true }
        guard let node = fields.steps("do") else { return nil }
        let steps = steps(node, in: inner)
        guard let count = fields.integer("repeat"), !fields.isPresent("until") || fields.condition("until") != nil
        else { return nil }
        return .repeating(count: count, steps: steps, until: fields.condition("until"))
    }

    private mutating func timerAction(_ verb: Verb, _ fields: DecodedTable, in context: StepContext) -> Action? {
        guard let part = fields.part(verb.rawValue) else { return nil }
        switch verb {
        case .create:
            noteMaking(of: part, fields, in: context)
            return .create(part)
        case .add:
            guard !fields.isPresent("thread") || fields.thread("thread") != nil else { return nil }
            return .add(part, modes: fields.modes("modes") ?? ownModes(of: part), thread: fields.thread("thread"))
        case .invalidate: return .invalidate(part)
        case .fire:
            guard case .timer(let timer) = part else { return nil }
            noteStart(of: part, fields, in: context)
            return .fire(timer)
        case .setFireDate:
            guard case .timer(let timer) = part else { return nil }
            return date(fields, isNeeded: true).map { .setFireDate(timer: timer, $0) }
        case .suspend: return .suspend(part)
        case .resume: return .resume(part)
        case .activate: return .activate(part)
        case .cancel: return .cancel(part)
        case .pause:
            guard case .timer(let timer) = part else { return nil }
            return .pause(timer)
        case .reschedule:
            guard case .timer(let timer) = part else { return nil }
            return date(fields, isNeeded: true).map {
                .reschedule(
                    timer: timer, start: $0, interval: fields.exact("interval"), leeway: fields.duration("leeway") ?? 0)
            }
        default: return nil
        }
    }

    /// The date that `at` or `after` says.
    private mutating func date(_ fields: DecodedTable, isNeeded: Bool) -> FireDate? {
        if fields.isPresent("at"), fields.isPresent("after") {
            reportConflict("at", "after", in: fields, help: "a date counts from the start ('at') or from now ('after')")
            return nil
        }
        if case .fireDate(let date)? = fields.item("at")?.value { return date }
        if let delay = fields.duration("after") { return .after(delay) }
        if isNeeded, !fields.isPresent("at"), !fields.isPresent("after") {
            report(
                Diagnostic(
                    .incompleteStep, "'\(fields.schema.keys.first?.name ?? "")' needs a date", at: fields.span,
                    help: "add at = \"3s\" (from the start) or after = \"1s\" (from now)"))
        }
        return nil
    }

    private func ownModes(of part: PartReference) -> [ModeName] {
        switch part {
        case .timer(let index): plan.timers.indices.contains(index) ? plan.timers[index].modes : [.default]
        case .observer(let index): plan.observers.indices.contains(index) ? plan.observers[index].modes : [.default]
        case .source(let index): plan.sources.indices.contains(index) ? plan.sources[index].modes : [.default]
        case .object, .thread, .queue, .event: [.default]
        }
    }

    private mutating func objectAction(_ verb: Verb, _ fields: DecodedTable, in context: StepContext) -> Action? {
        guard let part = fields.part(verb.rawValue) else { return nil }
        if verb == .release {
            if let owner = context.owner, madeAtOnce[owner]?.contains(part) ?? false {
                noteStart(of: part, fields, in: context)
            }
            return .release(part)
        }
        if verb == .message { return message(to: part, fields, in: context) }
        guard case .object(let object) = part else { return nil }
        switch verb {
        case .assign: return assignment(to: object, fields)
        case .overRelease: return .overRelease(object)
        case .push:
            guard context.site != .dealloc || context.owner != part else {
                report(
                    Diagnostic(
                        .impossiblePlace, "an object that is being deallocated cannot be pushed", at: fields.span,
                        help: "nothing can be retained once its dealloc has begun"))
                return nil
            }
            return .push(object)
        case .pop:
            guard context.site != .disappearing || context.owner != part else {
                report(
                    Diagnostic(
                        .endlessSteps, "popping it would start its view_will_disappear again", at: fields.span,
                        help: "the pop that started these steps goes on by itself"))
                return nil
            }
            return .pop(object)
        case .isKindOf: return fields.text("class").map { .isKindOf(object: object, className: $0) }
        case .respondsTo: return fields.text("selector").map { .respondsTo(object: object, selector: $0) }
        default: return nil
        }
    }

    /// Its steps are left out when the receiver is gone.
    private mutating func message(
        to part: PartReference, _ fields: DecodedTable, in context: StepContext
    ) -> Action? {
        var inner = context
        inner.isConditional = true
        let steps = fields.steps("do").map { self.steps($0, in: inner) } ?? []
        return fields.text("selector").map { .message(MessagePlan(receiver: part, selector: $0, steps: steps)) }
    }

    private mutating func assignment(to object: Int, _ fields: DecodedTable) -> Action? {
        let given = ["strong", "weak", "nothing"].filter { fields.isPresent($0) }
        guard given.count == 1 else {
            if given.count > 1 {
                reportConflict(given[0], given[1], in: fields, help: "an assignment assigns one thing")
            } else {
                report(
                    Diagnostic(
                        .incompleteStep, "'assign' needs what is assigned", at: fields.span,
                        help: "add strong = \"ID\", weak = \"ID\" or nothing = true"))
            }
            return nil
        }
        if given[0] == "nothing" {
            guard let property = fields.text("property") else {
                report(
                    Diagnostic(
                        .incompleteStep, "'assign' with 'nothing' needs the 'property'", at: fields.span,
                        help: "add property = \"NAME\""))
                return nil
            }
            return .assign(owner: object, property: property, part: nil, isWeak: false)
        }
        guard let part = fields.part(given[0]) else { return nil }
        let property = fields.text("property") ?? id(of: part)
        return .assign(owner: object, property: property, part: part, isWeak: given[0] == "weak")
    }
}

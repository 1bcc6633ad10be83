import ScenarioModel

extension ScenarioDecoder {
    mutating func loopAction(_ verb: Verb, _ fields: DecodedTable, in context: StepContext) -> Action? {
        let name = verb.rawValue
        if fields.isPresent("thread"), fields.thread("thread") == nil { return nil }
        switch verb {
        case .runLoop: return runCall(fields).map { .runLoop($0) }
        case .mode:
            guard let mode = fields.text(name), let time = fields.duration("for") else { return nil }
            return nested(mode, for: time, at: fields.item(name)?.span ?? fields.span).map { .runLoop($0) }
        case .stopLoop: return loopOwner(fields, name).map { .stopLoop(thread: $0) }
        case .wakeLoop: return loopOwner(fields, name).map { .wakeLoop(thread: $0) }
        case .dumpLoop: return loopOwner(fields, name).map { .dumpLoop(thread: $0) }
        case .performBlock:
            guard let node = fields.steps(name) else { return nil }
            let stage = fields.thread("thread").map { StepContext.Stage.thread($0) } ?? context.stage
            let steps = steps(node, in: context.later(on: stage))
            return .performBlock(
                modes: fields.modes("modes") ?? [.default], thread: fields.thread("thread"),
                wakes: fields.flag("wakes") ?? false, steps: steps)
        case .addCommonMode:
            guard let item = fields.item(name), case .text(let mode) = item.value else { return nil }
            noteModes([item], of: name)
            return .addCommonMode(ModeName(mode), thread: fields.thread("thread"))
        case .signal: return fields.source(name).map { .signal(source: $0) }
        default: return nil
        }
    }

    /// The thread whose loop is meant: `.some(nil)` is the current one.
    private func loopOwner(_ fields: DecodedTable, _ name: String) -> Int?? {
        if fields.flag(name) != nil { return .some(nil) }
        return fields.thread(name).map { .some($0) }
    }

    private mutating func runCall(_ fields: DecodedTable) -> RunCall? {
        if fields.text("run_loop") != nil { return .forever }
        guard let call = fields.table("run_loop") else { return nil }
        if call.isPresent("in_mode") { return runInMode(call) }
        let given = ["until", "for", "before", "mode"].filter { call.isPresent($0) }
        if call.isPresent("return_after_source") {
            report(
                Diagnostic(
                    .keyDoesNotApply, "'return_after_source' belongs to 'in_mode'",
                    at: call.keySpans["return_after_source"] ?? call.span, help: "add in_mode = \"default\""))
            return nil
        }
        switch given {
        case ["until"]: return call.duration("until").map { .until(.at($0)) }
        case ["for"]: return call.duration("for").map { .until(.after($0)) }
        case ["before"]: return once(call, mode: .default)
        case ["before", "mode"]: return call.text("mode").flatMap { once(call, mode: ModeName($0)) }
        case ["for", "mode"]:
            guard let mode = call.text("mode"), let time = call.duration("for") else { return nil }
            return nested(mode, for: time, at: call.item("mode")?.span ?? call.span)
        case let keys where keys.count > 1:
            reportConflict(
                keys[0], keys[1], in: call,
                help: "one of until, for, before (with mode) or in_mode (with for) says the call")
        default:
            if given == ["mode"] || call.keySpans.isEmpty {
                report(
                    Diagnostic(
                        .incompleteStep, "'run_loop' does not say how long", at: call.span,
                        help:
                            "write \"forever\", { until = \"3s\" }, { for = \"3s\" } or { before = \"3s\", mode = \"default\" }"
                    ))
            }
        }
        return nil
    }

    private mutating func nested(_ mode: String, for time: Int64, at span: Place) -> RunCall? {
        guard mode != ModeName.common.name else {
            report(
                Diagnostic(
                    .impossiblePlace, "\"common\" is the name of a set of modes; no run loop runs in it", at: span,
                    help:
                        "name a mode, such as \"tracking\"; { run_loop = { before = …, mode = \"common\" } } is refused when run"
                ))
            return nil
        }
        return .nested(ModeName(mode), for: time)
    }

    private func once(_ call: DecodedTable, mode: ModeName) -> RunCall? {
        guard case .fireDate(let date)? = call.item("before")?.value else { return nil }
        return .once(mode: mode, before: date)
    }

    private mutating func runInMode(_ call: DecodedTable) -> RunCall? {
        for other in ["until", "before", "mode"] where call.isPresent(other) {
            reportConflict("in_mode", other, in: call, help: "'in_mode' goes with 'for' and 'return_after_source'")
            return nil
        }
        guard call.isPresent("for") else {
            report(
                Diagnostic(
                    .incompleteStep, "'in_mode' needs 'for'", at: call.span,
                    help: "CFRunLoopRunInMode takes a mode and a time: { in_mode = \"default\", for = \"1s\" }"))
            return nil
        }
        guard let mode = call.text("in_mode"), let time = call.duration("for") else { return nil }
        return .inMode(
            ModeName(mode), for: time, returnAfterSourceHandled: call.flag("return_after_source") ?? false)
    }

    mutating func laterAction(_ verb: Verb, _ fields: DecodedTable, in context: StepContext) -> Action? {
        switch verb {
        case .perform: return performance(fields, in: context)
        case .cancelPerform:
            if fields.flag("cancel_perform") != nil {
                return .cancelPerform(target: nil, selector: fields.text("selector"))
            }
            return fields.object("cancel_perform").map {
                .cancelPerform(target: $0, selector: fields.text("selector"))
            }
        case .async:
            guard let queue = fields.queue("async"), let node = fields.steps("do") else { return nil }
            let steps = steps(node, in: context.later(on: stage(ofQueue: queue)))
            return .async(queue: queue, steps: steps, captures: captures(fields))
        case .asyncAfter:
            guard let queue = fields.queue("queue"), let node = fields.steps("do") else { return nil }
            let steps = steps(node, in: context.later(on: stage(ofQueue: queue)))
            guard let delay = fields.duration("async_after") else { return nil }
            return .asyncAfter(
                delay: delay, queue: queue, clock: fields.word("clock", as: TimerClock.self) ?? .uptime, steps: steps,
                captures: captures(fields))
        default: return nil
        }
    }

    private mutating func performance(_ fields: DecodedTable, in context: StepContext) -> Action? {
        guard let selector = fields.text("perform") else { return nil }
        if fields.isPresent("after"), fields.isPresent("on_thread") {
            reportConflict(
                "after", "on_thread", in: fields,
                help:
                    "there is no performSelector:onThread:…afterDelay:; put the `after` into the `do` of an `on_thread`"
            )
            return nil
        }
        var inner = context
        let delivery: PerformPlan.Delivery
        if let delay = fields.duration("after") {
            delivery = .after(delay, modes: fields.modes("in_modes") ?? [.default])
            inner = context.later(on: context.stage)
        } else if let thread = fields.thread("on_thread") {
            delivery = .onThread(
                thread, modes: fields.modes("in_modes") ?? [.common], waits: fields.flag("wait") ?? false)
            inner = context.later(on: .thread(thread))
        } else if fields.isPresent("after") || fields.isPresent("on_thread") {
            return nil
        } else {
            delivery = .direct
        }
        for key in ["in_modes", "wait"] where fields.isPresent(key) {
            guard case .onThread = delivery else {
                if case .after = delivery, key == "in_modes" { continue }
                report(
                    Diagnostic(
                        .keyDoesNotApply, "'\(key)' does not apply to this kind of perform",
                        at: fields.keySpans[key] ?? fields.span,
                        help: key == "wait" ? "it belongs to 'on_thread'" : "it belongs to 'after' and 'on_thread'"))
                return nil
            }
        }
        let steps = fields.steps("do").map { self.steps($0, in: inner) } ?? []
        return .perform(
            PerformPlan(selector: selector, target: fields.object("target"), delivery: delivery, steps: steps))
    }

    func stage(ofQueue queue: Int) -> StepContext.Stage {
        queueKinds.indices.contains(queue) && queueKinds[queue] == .main ? .mainQueue : .workerQueue
    }

    /// What a block captures by its keys `strong` and `weak`.
    func captures(_ fields: DecodedTable) -> [CapturePlan] {
        var result: [CapturePlan] = []
        for (key, isWeak) in [("strong", false), ("weak", true)] {
            for item in fields.list(key) ?? [] {
                guard case .part(let reference, _) = item.value else { continue }
                result.append(CapturePlan(part: reference, isWeak: isWeak, place: item.span))
            }
        }
        return result
    }
}

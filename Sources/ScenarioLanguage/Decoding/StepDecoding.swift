import ScenarioModel

extension ScenarioDecoder {
    /// Reads a list of steps that run in one place.
    mutating func steps(_ node: Node, in context: StepContext) -> [Step] {
        var result: [Step] = []
        for element in node.elements {
            if let step = step(element, in: context) { result.append(step) }
        }
        return result
    }

    private mutating func step(_ node: Node, in context: StepContext) -> Step? {
        if case .invalid = node.kind { return nil }
        guard node.isTable else {
            report(
                Diagnostic(
                    .wrongType, "a step is an inline table; found \(node.kind.title)", at: node.span,
                    help: "write { verb = …, … }, such as { work = \"5ms\" }"))
            return nil
        }
        let entries = node.entries
        guard let first = entries.first else {
            report(
                Diagnostic(
                    .emptyStep, "an empty step", at: node.span, help: "write a verb, such as { work = \"5ms\" }"))
            return nil
        }
        guard let verb = Verb(rawValue: first.name), let (schema, tableSchema) = Schema.steps[verb] else {
            reportNoVerb(entries)
            return nil
        }
        let others = entries.dropFirst().filter { Verb(rawValue: $0.name) != nil && tableSchema.key($0.name) == nil }
        for other in others {
            report(
                Diagnostic(
                    .twoVerbs, "a step with two verbs, '\(first.name)' and '\(other.name)'", at: other.keySpan,
                    help: "make two steps of it", related: [Diagnostic.Related("the first verb", at: first.keySpan)]))
        }
        let before = collector.diagnostics.count
        let fields = table(node, as: tableSchema, skipping: Set(others.map(\.name)))
        guard isPossible(verb, fields, in: context, at: first.keySpan) else { return nil }
        checkMechanism(schema, fields, at: first.node.span)
        checkOwnTimer(fields, in: context)
        var inner = context
        if fields.isPresent("when") { inner.isConditional = true }
        guard let action = action(verb, fields, in: inner), before <= collector.diagnostics.count else { return nil }
        return Step(action, place: node.span, when: fields.condition("when"))
    }

    private mutating func reportNoVerb(_ entries: [Entry]) {
        guard let first = entries.first else { return }
        if let verb = entries.first(where: { Verb(rawValue: $0.name) != nil }) {
            report(
                Diagnostic(
                    .verbNotFirst, "the verb '\(verb.name)' is not the first key of its step", at: verb.keySpan,
                    help: "put '\(verb.name)' before '\(first.name.shownShort)'"))
            return
        }
        let known = Verb.allCases.map(\.rawValue)
        report(
            Diagnostic(
                .unknownVerb, "unknown verb '\(first.name.shownShort)'", at: first.keySpan,
                help: Spelling.nearest(to: first.name, in: known).map { "did you mean '\($0)'?" }
                    ?? "verbs are \(known.joined(separator: ", "))"))
    }

    private mutating func checkOwnTimer(_ fields: DecodedTable, in context: StepContext) {
        for key in ["when", "until"] {
            guard let condition = fields.condition(key), condition.asksForOwnTimer, let item = fields.item(key) else {
                continue
            }
            _ = needsOwnTimer("'fired'", at: item.span, in: context)
        }
    }

    /// Whether the verb exists for the kind of timer that its id names.
    private mutating func checkMechanism(_ schema: VerbSchema, _ fields: DecodedTable, at span: Place) {
        guard let kinds = schema.kinds, case .timer(let index)? = fields.part(schema.verb.rawValue),
            timerKinds.indices.contains(index), let kind = timerKinds[index], !kinds.contains(kind)
        else { return }
        report(
            Diagnostic(
                .wrongMechanism,
                "'\(schema.verb.rawValue)' is for \(kinds.map(\.rawValue).joinedAsChoice()); this timer is \(kind.title)",
                at: span, help: remedy(for: schema.verb, kind)))
    }

    private func remedy(for verb: Verb, _ kind: TimerKind) -> String? {
        switch (verb, kind) {
        case (.cancel, .nstimer), (.cancel, .displayLink): "end it with { invalidate = … }"
        case (.invalidate, .gcd), (.invalidate, .combine), (.invalidate, .taskSleep), (.invalidate, .asyncTimer):
            "end it with { cancel = … }"
        case (.suspend, .displayLink): "use { pause = … }"
        case (.suspend, .nstimer), (.pause, .nstimer):
            "an NSTimer is paused by { set_fire_date = …, at = \"distant-future\" }"
        case (.pause, .gcd): "use { suspend = … }"
        case (.setFireDate, .gcd): "use { reschedule = … }"
        case (.reschedule, .nstimer): "use { set_fire_date = … }"
        case (.invalidate, .perform), (.cancel, .perform): "use { cancel_perform = … }"
        default: nil
        }
    }

    /// Whether the step can be done where it stands.
    private mutating func isPossible(
        _ verb: Verb, _ fields: DecodedTable, in context: StepContext, at span: Place
    ) -> Bool {
        let reason: String?
        switch verb {
        case .runLoop, .mode: reason = loopReason(context, nested: true)
        case .stopLoop, .wakeLoop, .dumpLoop:
            reason = fields.flag(verb.rawValue) == nil ? nil : loopReason(context, nested: false)
        case .performBlock, .addCommonMode, .add:
            reason = fields.isPresent("thread") ? nil : loopReason(context, nested: false)
        case .perform: reason = fields.isPresent("after") ? loopReason(context, nested: false) : nil
        case .cancelPerform: reason = loopReason(context, nested: false)
        case .exit: reason = exitReason(context)
        default: reason = nil
        }
        guard let reason else { return true }
        report(
            Diagnostic(.impossiblePlace, "'\(verb.rawValue)' cannot stand in \(context.title)", at: span, help: reason))
        return false
    }

    private func loopReason(_ context: StepContext, nested: Bool) -> String? {
        switch (context.site, context.stage) {
        case (_, .workerQueue): "the threads of worker queues have no run loop that anybody runs"
        case (.dealloc, _) where nested: "nothing may run a run loop while an object goes away"
        case (.disappearing, _) where nested: "a pop or a push is done in one go"
        default: nil
        }
    }

    private func exitReason(_ context: StepContext) -> String? {
        switch context.stage {
        case .thread(0), .mainQueue: "the main thread does not exit"
        case .workerQueue: "the threads of worker queues are not the scenario's to end"
        case .anyThread: "whose thread this is depends on who lets go last"
        case .thread: nil
        }
    }
}

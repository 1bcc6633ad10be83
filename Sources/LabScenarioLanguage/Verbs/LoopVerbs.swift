import LabCatalogue
import LabScenarioModel

extension Schema {
    static let loopVerbs = [
        VerbSchema(
            .runLoop, .oneOf([.word(["forever"]), .table(runCall)]),
            into: Operand { decoder, _, item, step in
                step.call =
                    item.value is String ? .forever : (item.value as? DecodedTable).flatMap { decoder.runCall($0) }
            }, needs: .runningTheLoop),
        VerbSchema(
            .mode, .mode, into: nil, keys: [KeySchema("for", .duration(.notNegative), required: true)],
            needs: .runningTheLoop,
            finish: { $2.call = $0.nested($1.fields) }),
        ofLoop(.stopLoop), ofLoop(.wakeLoop),
        VerbSchema(
            .performBlock, .steps, into: .steps,
            keys: [modesKey, threadKey, KeySchema("wakes", .flag, into: .flag), blockName],
            needs: .runLoop { !$0.isPresent("thread") },
            inner: { decoded in
                let thread = decoded.fields.index("thread").map { StepContext.Stage.thread($0) }
                return decoded.context.later(on: thread ?? decoded.context.stage)
            },
            finish: { if !$1.fields.isPresent("modes") { $2.modes = [.default] } }),
        ofLoop(.dumpLoop),
        VerbSchema(
            .addCommonMode, .mode,
            into: Operand { decoder, decoded, item, step in
                decoder.values.noteModes([item], of: decoded.verb)
                step.modes = [item.value as? ModeName ?? .default]
            },
            keys: [threadKey], needs: .runLoop { !$0.isPresent("thread") }),
        VerbSchema(.signal, .part(.source)),
    ]

    /// A verb for the run loop of a thread, or with `true` for the present one.
    private static func ofLoop(_ verb: Verb) -> VerbSchema {
        VerbSchema(
            verb, .oneOf([.yes, .part(.thread)]), into: .thread, needs: .runLoop { $0.flag(verb.rawValue) != nil })
    }

    /// The ways to call a run method; the first key decides which.
    static let runCall = TableSchema(
        "run_loop", .inline,
        KeySchema("until", .fireDate),
        KeySchema("for", .duration(.any)),
        KeySchema("before", .fireDate), KeySchema("mode", .mode),
        KeySchema("in_mode", .mode),
        KeySchema("return_after_source", .flag))
}

extension StepDecoder {
    fileprivate mutating func runCall(_ call: DecodedTable) -> RunCall? {
        if call.isPresent("in_mode") { return runInMode(call) }
        guard !call.isPresent("return_after_source") else {
            return values.refuse(
                .keyDoesNotApply, "'return_after_source' belongs to 'in_mode'", at: call.keySpan("return_after_source"),
                help: "add in_mode = \"default\"")
        }
        switch call.present(["until", "for", "before", "mode"]) {
        case ["until"]: return call["until"].map { .until($0) }
        case ["for"]: return call.duration("for").map { .until(.after($0)) }
        case ["before"]: return call["before"].map { .once(mode: .default, before: $0) }
        case ["before", "mode"]:
            guard let mode: ModeName = call["mode"], let date: FireDate = call["before"] else { return nil }
            return .once(mode: mode, before: date)
        case ["for", "mode"]: return nested(call)
        case let keys where keys.count > 1:
            values.reportConflict(
                keys[0], keys[1], in: call, help: "use one of until, for, before (with mode) or in_mode (with for)")
            return nil
        case let keys where keys == ["mode"] || call.names.isEmpty:
            return values.refuse(
                .incompleteStep, "missing end for 'run_loop'", at: call.span,
                help:
                    "write \"forever\", { until = \"3s\" }, { for = \"3s\" } or { before = \"3s\", mode = \"default\" }"
            )
        default: return nil
        }
    }

    fileprivate mutating func nested(_ fields: DecodedTable) -> RunCall? {
        guard let mode: ModeName = fields["mode"], let time = fields.duration("for") else { return nil }
        guard mode != .common else {
            return values.refuse(
                .impossiblePlace, "\"common\" is a set of modes; a run loop cannot run in it",
                at: fields.valueSpan("mode"),
                help:
                    "name a mode, such as \"tracking\"; { run_loop = { before = …, mode = \"common\" } } is refused when run"
            )
        }
        return .nested(mode, for: time)
    }

    private mutating func runInMode(_ call: DecodedTable) -> RunCall? {
        if let other = call.present(["until", "before", "mode"]).first {
            values.reportConflict(
                "in_mode", other, in: call, help: "'in_mode' goes with 'for' and 'return_after_source'")
            return nil
        }
        guard call.isPresent("for") else {
            return values.refuse(
                .incompleteStep, "missing key 'for' with 'in_mode'", at: call.span,
                help: "CFRunLoopRunInMode takes a mode and a time: { in_mode = \"default\", for = \"1s\" }")
        }
        guard let mode: ModeName = call["in_mode"], let time = call.duration("for") else { return nil }
        return .inMode(mode, for: time, returnAfterSourceHandled: call.flag("return_after_source") ?? false)
    }
}

extension Schema {
    static let workVerbs = [
        VerbSchema(.work, .oneOf([.duration(.notNegative), .times]), into: .amount(\.busy)),
        VerbSchema(.loop, .integer(0...mostTurns), into: .turns),
        VerbSchema(
            .log, .logText,
            into: Operand { decoder, decoded, item, step in
                step.text = (item.value as? Text).flatMap { decoder.logText($0, in: decoded.context) }
            }),
        VerbSchema(
            .sleep, .oneOf([.duration(.notNegative), .times]), into: .amount(\.busy),
            keys: [KeySchema("awaits", .flag, into: .flag)],
            finish: { if $2.flag { $0.checkTaskBody($1) } }),
        VerbSchema(
            .repeating, .integer(0...mostTurns), into: .at(\.number),
            keys: [blockSteps, KeySchema("until", .condition, into: .at(\.until))],
            inner: { decoded in
                var inner = decoded.context
                inner.isInRepeat = true
                if decoded.fields.isPresent("until") || decoded.fields.integer(decoded.verb) == 0 {
                    inner.isConditional = true
                }
                return inner
            }),
        VerbSchema(
            .count, .text, into: .counter { names, name, _ in names.count(name) },
            keys: [
                KeySchema("by", .integer(-mostTurns...mostTurns), into: .at(\.number, flag: false)),
                KeySchema("to", .integer(-mostTurns...mostTurns), into: .at(\.number, flag: true)),
            ],
            finish: { decoder, decoded, step in
                if step.number == nil { step.number = 1 }
                _ = decoder.values.atMostOne(of: ["by", "to"], in: decoded.fields, help: "one of them")
            }),
    ]

    static let threadVerbs = [
        VerbSchema(
            .start, .part(.thread),
            finish: { decoder, decoded, step in
                if let part = step.part, part != .thread(0) {
                    decoder.makers.record(part, at: step.place, in: decoded.context)
                } else {
                    decoder.values.report(
                        .wrongPart, "the main thread is started by the system", at: decoded.fields.valueSpan("start"))
                }
            }),
        VerbSchema(.exit, .yes, into: nil, needs: .ownThread),
    ]

    static let systemVerbs = [
        VerbSchema(.systemSleep, .duration(.notNegative), into: .amount(\.busy)),
        VerbSchema(.background, .yes, into: nil),
        VerbSchema(.foreground, .yes, into: nil),
        VerbSchema(
            .beginBackgroundTask, .text,
            into: .counter { names, name, _ in names.count(name, beginsTask: true) },
            keys: [stepsKey], inner: { $0.context.later(on: .mainQueue) },
            // The expiration handler has the task's name.
            finish: { $2.name = $1.fields.text($1.verb) }),
        VerbSchema(
            .endBackgroundTask, .text,
            into: .counter { names, name, place in names.ask(name, at: place, endsTask: true) }),
        VerbSchema(.setWallClock, .duration(.any), into: .amount(\.delay)),
        VerbSchema(.setRefresh, .rate, into: .at(\.refresh)),
    ]
}

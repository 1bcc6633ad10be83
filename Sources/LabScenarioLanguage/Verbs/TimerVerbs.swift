extension Schema {
    static let timerVerbs = [
        VerbSchema(
            .create, .part(.timer, .object, .observer, .source),
            finish: { decoder, decoded, step in
                if let part = step.part { decoder.makers.record(part, at: step.place, in: decoded.context) }
            }),
        VerbSchema(
            .add, .part(.timer, .observer, .source), keys: [modesKey, threadKey],
            needs: .runLoop { !$0.isPresent("thread") },
            finish: { decoder, decoded, step in
                if !decoded.fields.isPresent("modes") { step.modes = step.part.map(decoder.parts.modes) ?? [] }
            }),
        VerbSchema(.invalidate, .part(.timer, .observer, .source)),
        VerbSchema(
            .fire, .part(.timer),
            finish: { decoder, decoded, step in
                if let part = step.part { decoder.starts.record(part, at: step.place, in: decoded.context) }
            }),
        VerbSchema(.setFireDate, .part(.timer), keys: dateKeys, finish: StepDecoder.hasDate),
        VerbSchema(
            .setTolerance, .part(.timer),
            keys: [KeySchema("to", .duration(.notNegative), into: .at(\.slack), required: true)]),
        VerbSchema(.suspend, .part(.timer, .queue)),
        VerbSchema(.resume, .part(.timer, .queue)),
        VerbSchema(.activate, .part(.timer)),
        VerbSchema(.cancel, .part(.timer, .thread)),
        VerbSchema(.pause, .part(.timer)),
        VerbSchema(.setRate, .part(.timer), keys: rateKeys, finish: { $2.frames = $0.values.frameRate($1.fields) }),
        VerbSchema(
            .reschedule, .part(.timer),
            keys: dateKeys + [
                KeySchema("interval", .exactDuration(.notNegative), into: .at(\.interval)),
                KeySchema("leeway", .duration(.notNegative), into: .at(\.slack)),
            ], finish: StepDecoder.hasDate),
    ]

    private static let dateKeys = [
        KeySchema("at", .fireDate, into: .at(\.date)),
        KeySchema("after", .duration(.any), into: Operand { (step, time: Int64) in step.date = .after(time) }),
        KeySchema("next", .duration(.positive)),
        KeySchema("past", .duration(.notNegative)),
        KeySchema("at_date", .dateTime, into: Operand { (step, time: WallTime) in step.date = .shown(time.unix) }),
    ]
}

extension StepDecoder {
    fileprivate static let hasDate: VerbSchema.Finish = { decoder, decoded, step in
        let fields = decoded.fields
        let help =
            "a date counts from the start ('at') or from now ('after'), or the wall clock shows it ('next', 'at_date')"
        let keys = ["at", "after", "next", "at_date"]
        guard decoder.values.atMostOne(of: keys, in: fields, help: help) != nil else { return }
        if fields.isPresent("past"), !fields.isPresent("next") {
            return decoder.values.report(
                .keyDoesNotApply, "'past' belongs to 'next'", at: fields.keySpan("past"),
                help: "add next = \"24h\", or leave 'past' out")
        }
        let log = decoder.parts.log
        if case .shown(let instant)? = step.date { step.date = .shown(instant.subtracting(saturating: log.epoch)) }
        if let every = fields.duration("next") {
            // The clock's time of day where the run starts.
            let start = log.epoch &+ Int64(log.utcOffset) * 1_000_000_000
            let past = ((fields.duration("past") ?? 0) - start % every) % every
            step.date = .next(every: every, past: past < 0 ? past + every : past)
        }
        if step.date == nil {
            decoder.values.report(
                .incompleteStep, "missing date for '\(decoded.verb)'", at: fields.span,
                help: "add at = \"3s\" (from the start) or after = \"1s\" (from now)")
        }
    }
}

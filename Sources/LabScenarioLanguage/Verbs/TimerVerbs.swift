import LabScenarioModel

extension Schema {
    static let timerVerbs = [
        VerbSchema(
            .create, .timers, .part(.timer, .object, .observer, .source),
            """
            Makes the part now, on this thread, instead of at its thread's start: until the first `create` there is none. A \
            valid timer stays, and the new one is a second timer. A dispatch source or a subscription that only a variable \
            keeps ends when the variable gets the new one. From then on the id means the new one; in a timer's own callback \
            it means that timer.
            """, example: "{ create = \"tick\" }"
        ) { decoder, decoded, step in
            if let part = step.part { decoder.makers.record(part, at: step.place, in: decoded.context) }
            return true
        },
        VerbSchema(
            .add, .timers, .part(.timer, .observer, .source), "Adds it to a run loop.",
            keys: [
                KeySchema("modes", .many(.mode), "The modes.", into: .modes, default: "the part's own"),
                KeySchema(
                    "thread", .part(.thread), "Whose run loop.", into: .thread, default: "the current thread's"),
            ],
            needs: .runLoop { !$0.isPresent("thread") }, example: "{ add = \"tick\", modes = [\"common\"] }"
        ) { decoder, decoded, step in
            if !decoded.fields.isPresent("modes") { step.modes = step.part.map(decoder.parts.modes) ?? [] }
            return true
        },
        VerbSchema(
            .invalidate, .timers, .part(.timer, .observer, .source),
            "Removes it from its run loop; it cannot be added again.",
            example: "{ invalidate = \"tick\" }"),
        VerbSchema(
            .fire, .timers, .part(.timer),
            "Runs the callback now; the schedule stays as it is. A timer that does not repeat is then invalid.",
            example: "{ fire = \"tick\" }"
        ) { decoder, decoded, step in
            if let part = step.part { decoder.starts.record(part, at: step.place, in: decoded.context) }
            return true
        },
        VerbSchema(
            .setFireDate, .timers, .part(.timer), "Sets the next fire date, from which the grid continues.",
            keys: dateKeys, example: "{ set_fire_date = \"tick\", after = \"1s\" }", finish: StepDecoder.hasDate),
        VerbSchema(
            .setTolerance, .timers, .part(.timer),
            "Sets `tolerance` for the next wait; at most half the interval counts. `timeInterval` has no setter.",
            keys: [
                KeySchema(
                    "to", .duration(.notNegative), "The tolerance.", into: .at(\.slack), required: true,
                    example: "\"50ms\"")
            ],
            example: "{ set_tolerance = \"tick\", to = \"50ms\" }"),
        VerbSchema(
            .suspend, .timers, .part(.timer, .queue),
            "Suspends a dispatch source or a queue; suspensions are counted.", example: "{ suspend = \"beat\" }"),
        VerbSchema(
            .resume, .timers, .part(.timer, .queue), "Ends one suspension, or a display link's pause.",
            example: "{ resume = \"beat\" }"),
        VerbSchema(
            .activate, .timers, .part(.timer), "Activates a dispatch source that was made inactive.",
            example: "{ activate = \"beat\" }"),
        VerbSchema(
            .cancel, .timers, .part(.timer, .thread),
            """
            Cancels a dispatch source, a task, a subscription or a thread. A source releases its handler on its queue and \
            then calls its cancel handler. A block of dispatch_after stays in its queue until it is due.
            """,
            example: "{ cancel = \"beat\" }"),
        VerbSchema(
            .pause, .timers, .part(.timer), "Pauses a display link until `resume`.",
            example: "{ pause = \"link\" }"),
        VerbSchema(
            .setRate, .timers, .part(.timer),
            "Sets a display link's `preferredFrameRateRange`; without a key: the display's own rate.",
            keys: rateKeys, example: "{ set_fps = \"link\", fps = 30 }"
        ) { decoder, decoded, step in
            step.frames = decoder.values.frameRate(decoded.fields)
            return true
        },
        VerbSchema(
            .reschedule, .timers, .part(.timer),
            "`dispatch_source_set_timer` again: a new grid; pending firings are dropped.",
            keys: dateKeys + [
                KeySchema(
                    "interval", .exactDuration(.notNegative), "The new interval.", into: .at(\.interval),
                    default: "fires once"),
                KeySchema(
                    "leeway", .duration(.notNegative), "The new leeway.", into: .at(\.slack), default: "\"0s\""),
            ],
            example: "{ reschedule = \"beat\", after = \"0s\", interval = \"1s\" }", finish: StepDecoder.hasDate),
    ]

    private static let dateKeys = [
        KeySchema(
            "at", .fireDate, "The date, counted from the start of the scenario.", into: .at(\.date),
            example: "\"3s\""),
        KeySchema(
            "after", .duration(.any), "The date, counted from now.",
            into: Operand(
                { (step, time: Int64) in step.date = .after(time) },
                write: { if case .after(let time)? = $0.date { time } else { nil } }), example: "\"1s\""),
        KeySchema(
            "next", .duration(.positive),
            "The next time of the wall clock that is a multiple of this: `\"1h\"` the full hour, `\"24h\"` midnight.",
            into: Operand(write: { if case .next(let every, _)? = $0.date { every } else { nil } }),
            example: "\"1h\""),
        KeySchema(
            "past", .duration(.notNegative), "With `next`: so long after that, such as `\"9h\"` after midnight.",
            into: Operand(write: { if case .next(_, let past)? = $0.date { past } else { nil } }),
            default: "\"0s\"", example: "\"9h\""),
        KeySchema(
            "at_date", .dateTime,
            "The date by the wall clock; an NSTimer does not follow a clock that is set later.",
            into: Operand(
                { (step, time: WallTime) in step.date = .shown(time.unix) },
                write: { if case .shown(let instant)? = $0.date { instant } else { nil } }),
            example: "2026-11-26T09:00:00+01:00"),
    ]
}

extension StepDecoder {
    fileprivate static let hasDate: VerbSchema.Finish = { decoder, decoded, step in
        let fields = decoded.fields
        let help =
            "a date counts from the start ('at') or from now ('after'), or the wall clock shows it ('next', 'at_date')"
        let keys = ["at", "after", "next", "at_date"]
        guard decoder.values.atMostOne(of: keys, in: fields, help: help) != nil else { return false }
        if fields.isPresent("past"), !fields.isPresent("next") {
            return decoder.values.refuse(
                .keyDoesNotApply, "'past' belongs to 'next'", at: fields.keySpan("past"),
                help: "add next = \"24h\", or leave 'past' out") ?? false
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
        return step.date != nil
    }
}

extension ScenarioPlan {
    /// The modes that a part is added in unless a step names others.
    fileprivate func modes(of part: PartReference) -> [ModeName] {
        switch part {
        case .timer(let index): timers[index].modes
        case .observer(let index): observers[index].modes
        case .source(let index): sources[index].modes
        case .object, .thread, .queue, .event: [.default]
        }
    }
}

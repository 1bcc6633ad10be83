import LabScenarioModel

extension Schema {
    static let timerVerbs = [
        VerbSchema(
            "create", .timers, .part([.timer, .object, .observer, .source]),
            """
            Makes the part now, on this thread, instead of at its thread's start: until the first `create` there is none. A \
            timer that is valid stays, and another one is made beside it; what only a variable keeps, as a dispatch source \
            or a subscription, goes when that is assigned the new one. From then on its name means the new one, and in a \
            timer's own callback that timer.
            """, example: "{ create = \"tick\" }"
        ) { decoder, step in
            guard let part: PartReference = step.object() else { return nil }
            decoder.makers.note(part, at: step.fields.span, in: step.context)
            return .create(part)
        },
        VerbSchema(
            "add", .timers, .part([.timer, .observer, .source]), "Adds it to a run loop.",
            keys: [
                KeySchema("modes", .many(.mode), "The modes.", default: "the part's own"),
                KeySchema("thread", .part(.thread), "Whose run loop.", default: "the current thread's"),
            ],
            needs: .runLoop { !$0.isPresent("thread") }, example: "{ add = \"tick\", modes = [\"common\"] }"
        ) { decoder, step in
            guard let part: PartReference = step.object(), step.hasRightThread else { return nil }
            let modes = step.fields.modes("modes") ?? decoder.parts.modes(of: part)
            return .add(part, modes: modes, thread: step.fields.index("thread"))
        },
        VerbSchema(
            "invalidate", .timers, .part([.timer, .observer, .source]), "Takes it out of its run loop for good.",
            example: "{ invalidate = \"tick\" }", making: { .invalidate($0) }),
        VerbSchema(
            "fire", .timers, .part(.timer), "Runs the callback now; the schedule stays as it is.",
            example: "{ fire = \"tick\" }"
        ) { decoder, step in
            guard let part: PartReference = step.object() else { return nil }
            decoder.starts.note(part, at: step.fields.span, in: step.context)
            return .fire(part.index)
        },
        VerbSchema(
            "set_fire_date", .timers, .part(.timer), "Sets the next fire date, from which the grid goes on.",
            keys: dateKeys, example: "{ set_fire_date = \"tick\", after = \"1s\" }"
        ) { decoder, step in
            guard let timer = step.index else { return nil }
            return decoder.date(step).map { .setFireDate(timer: timer, $0) }
        },
        VerbSchema(
            "set_tolerance", .timers, .part(.timer),
            "Sets `tolerance`, by which the next wait goes; at most half the interval. `timeInterval` has no setter.",
            keys: [KeySchema("to", .duration(.notNegative), "The tolerance.", required: true, example: "\"50ms\"")],
            example: "{ set_tolerance = \"tick\", to = \"50ms\" }"
        ) { _, step in
            guard let timer = step.index else { return nil }
            return step.fields.duration("to").map { .setTolerance(timer: timer, $0) }
        },
        VerbSchema(
            "suspend", .timers, .part([.timer, .queue]),
            "Suspends a dispatch source or a queue; suspensions are counted.", example: "{ suspend = \"beat\" }",
            making: { .suspend($0) }),
        VerbSchema(
            "resume", .timers, .part([.timer, .queue]), "Takes back one suspension, or a display link's pause.",
            example: "{ resume = \"beat\" }", making: { .resume($0) }),
        VerbSchema(
            "activate", .timers, .part(.timer), "Activates a dispatch source that was made inactive.",
            example: "{ activate = \"beat\" }", making: { .activate($0) }),
        VerbSchema(
            "cancel", .timers, .part([.timer, .thread]),
            """
            Cancels a dispatch source, a task or a subscription, or a thread. A source releases its handler on its queue, \
            and then calls its cancel handler; a block of dispatch_after stays in its queue until it is due.
            """,
            example: "{ cancel = \"beat\" }", making: { .cancel($0) }),
        VerbSchema(
            "pause", .timers, .part(.timer), "Pauses a display link; `resume` goes on.",
            example: "{ pause = \"link\" }", making: { (part: PartReference) in .pause(part.index) }),
        VerbSchema(
            "set_fps", .timers, .part(.timer),
            "Sets the rate that a display link asks for, `preferredFrameRateRange`; no key: the display's own.",
            keys: rateKeys, example: "{ set_fps = \"link\", fps = 30 }"
        ) { decoder, step in
            step.index.map { .setRate(timer: $0, TimerDecoder.frameRate(step.fields, &decoder.values)) }
        },
        VerbSchema(
            "reschedule", .timers, .part(.timer),
            "`dispatch_source_set_timer` again: a new grid, pending firings dropped.",
            keys: dateKeys + [
                KeySchema("interval", .exactDuration(.notNegative), "The new interval.", default: "fires once"),
                KeySchema("leeway", .duration(.notNegative), "The new leeway.", default: "\"0s\""),
            ],
            example: "{ reschedule = \"beat\", after = \"0s\", interval = \"1s\" }"
        ) { decoder, step in
            guard let timer = step.index else { return nil }
            return decoder.date(step).map {
                .reschedule(
                    timer: timer, start: $0, interval: step.fields.exact("interval"),
                    leeway: step.fields.duration("leeway") ?? 0)
            }
        },
    ]

    private static let dateKeys = [
        KeySchema("at", .fireDate, "The date, counted from the start of the scenario.", example: "\"3s\""),
        KeySchema("after", .duration(.any), "The date, counted from now.", example: "\"1s\""),
    ]
}

extension StepDecoder {
    fileprivate mutating func date(_ step: DecodedStep) -> FireDate? {
        let fields = step.fields
        switch fields.present(["at", "after"]) {
        case ["at"]: return fields["at"]
        case ["after"]: return fields.duration("after").map { .after($0) }
        case []:
            return values.refuse(
                .incompleteStep, "missing date for '\(step.verb)'", at: fields.span,
                help: "add at = \"3s\" (from the start) or after = \"1s\" (from now)")
        default:
            return values.refuseConflict(
                "at", "after", in: fields, help: "a date counts from the start ('at') or from now ('after')")
        }
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

import LabScenarioModel

extension Schema {
    static let workVerbs = [
        VerbSchema(
            "work", .work, .oneOf([.duration(.notNegative), .quantiles(.time)]),
            "Keeps the thread busy, for a time or one drawn from percentiles.", example: "{ work = \"5ms\" }"
        ) { _, step in
            if let time: Int64 = step.object() { return .work(.duration(time)) }
            return step.object().map { .work(.drawn($0)) }
        },
        VerbSchema(
            "loop", .work, .integer(0...mostTurns),
            "So many turns of a counting loop, each at the device's `loop_cost`.",
            example: "{ loop = 1_000_000_000 }", making: { .work(.turns($0)) }),
        VerbSchema(
            "log", .work, .logText, "Writes a line to the firing log; {n} and other fields are filled in.",
            example: "{ log = \"resend ({countdown:60})\" }"
        ) { decoder, step in
            step.object().flatMap { decoder.logText($0, in: step.context) }.map { .log($0) }
        },
        VerbSchema(
            "sleep", .work, .oneOf([.duration(.notNegative), .quantiles(.time)]),
            "Blocks the thread without working, for a time or one drawn from percentiles.",
            keys: [
                KeySchema(
                    "awaits", .flag,
                    "`try await Task.sleep`: the task lets its thread go meanwhile. Only in the `do` of such a timer itself.",
                    default: "false")
            ],
            example: "{ sleep = \"2s\" }"
        ) { decoder, step in
            if step.fields.flag("awaits") ?? false {
                guard decoder.isTaskBody(step) else { return nil }
                if let time: Int64 = step.object() { return .taskSleep(.fixed(time)) }
                return step.object().map { .taskSleep(.drawn($0)) }
            }
            if let time: Int64 = step.object() { return .sleep(time) }
            return step.object().map { .drawnSleep($0) }
        },
        VerbSchema(
            "repeat", .work, .integer(0...mostTurns), "Does the steps so many times.",
            keys: [
                KeySchema("do", .steps, "The steps.", required: true),
                KeySchema(
                    "until", .condition, "Ends the loop as soon as this is true, tested before each round.",
                    default: "never"),
            ],
            example: "{ repeat = 9999, do = [{ work = \"1ms\" }], until = { cancelled = \"worker\" } }"
        ) { decoder, step in
            var inner = step.context
            inner.isInRepeat = true
            if step.fields.isPresent("until") || step.object() == Int64(0) { inner.isConditional = true }
            guard let steps = decoder.steps(of: step, in: inner), let count: Int64 = step.object(),
                !step.fields.isPresent("until") || step.fields.condition("until") != nil
            else { return nil }
            return .repeating(count: count, steps: steps, until: step.fields.condition("until"))
        },
        VerbSchema(
            "count", .work, .text,
            "Counts: adds 1 to a counter of this name, which begins at 0. A flag is a counter, too.",
            keys: [
                KeySchema("by", .integer(-mostTurns...mostTurns), "What is added.", default: "1", example: "-1"),
                KeySchema("to", .integer(-mostTurns...mostTurns), "What it is set to instead.", example: "0"),
            ],
            example: "{ count = \"taps\" }"
        ) { decoder, step in
            guard let name: String = step.object() else { return nil }
            guard step.fields.present(["by", "to"]).count < 2 else {
                return decoder.values.refuseConflict("by", "to", in: step.fields, help: "one of them")
            }
            let counter = decoder.values.counters.count(name)
            let value = step.fields.integer("to")
            return .count(counter: counter, value ?? step.fields.integer("by") ?? 1, sets: value != nil)
        },
    ]

    static let systemVerbs = [
        VerbSchema("start", .threads, .part(.thread), "Starts the thread.", example: "{ start = \"worker\" }") {
            decoder, step in
            guard let part: PartReference = step.object() else { return nil }
            guard part != .thread(0) else {
                return decoder.values.refuse(
                    .wrongPart, "the main thread is started by the system", at: step.fields.valueSpan("start"))
            }
            decoder.makers.note(part, at: step.fields.span, in: step.context)
            return .start(thread: part.index)
        },
        VerbSchema(
            "exit", .threads, .yes, "Ends the current thread as it stands: its local variables are never released.",
            needs: .ownThread, example: "{ exit = true }", making: { (_: Bool) in .exit }),
        VerbSchema(
            "system_sleep", .system, .duration(.notNegative), "The whole system sleeps.",
            example: "{ system_sleep = \"30s\" }", making: { .systemSleep($0) }),
        VerbSchema(
            "background", .system, .yes, "The app goes to the background.", example: "{ background = true }",
            making: { (_: Bool) in .background }),
        VerbSchema(
            "foreground", .system, .yes, "The app comes back.", example: "{ foreground = true }",
            making: { (_: Bool) in .foreground }),
        VerbSchema(
            "begin_background_task", .system, .text,
            """
            beginBackgroundTask(expirationHandler:): in the background the app goes on for about 30 s. Then the handler is called \
            on the main queue, and an app that does not end the task there is terminated. A counter of the name counts the tasks.
            """,
            keys: [KeySchema("do", .steps, "The expiration handler.", default: "nothing")],
            example: "{ begin_background_task = \"upload\", do = [{ end_background_task = \"upload\" }] }"
        ) { decoder, step in
            guard let name: String = step.object() else { return nil }
            let counter = decoder.values.counters.count(name, beginsTask: true)
            let expiration = decoder.steps(of: step, in: step.context.later(onQueue: 0)) ?? []
            return .beginBackgroundTask(counter: counter, expiration: expiration)
        },
        VerbSchema(
            "end_background_task", .system, .text, "endBackgroundTask(_:): with the last one the app is suspended.",
            example: "{ end_background_task = \"upload\" }"
        ) { decoder, step in
            guard let name: String = step.object() else { return nil }
            let place = step.fields.valueSpan(step.verb)
            return .endBackgroundTask(counter: decoder.values.counters.ask(name, at: place, endsTask: true))
        },
        VerbSchema(
            "set_wall_clock", .system, .duration(.any), "Moves the wall clock forward, or back below zero.",
            example: "{ set_wall_clock = \"1h\" }", making: { .setWallClock(by: $0) }),
        VerbSchema(
            "set_refresh", .system, .rate,
            "The display goes over to another rate, as ProMotion and Low Power Mode make it, and its links with it.",
            example: "{ set_refresh = \"60Hz\" }", making: { .setRefresh($0) }),
    ]
}

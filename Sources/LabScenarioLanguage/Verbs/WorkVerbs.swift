import LabScenarioModel

extension Schema {
    static let workVerbs = [
        VerbSchema(
            .work, .work, .oneOf([.duration(.notNegative), .times]), into: .amount(\.busy),
            "Keeps the thread busy, for a time or one drawn from percentiles.", example: "{ work = \"5ms\" }"),
        VerbSchema(
            .loop, .work, .integer(0...mostTurns), into: .turns,
            "Runs so many turns of a counting loop, each at the device's `loop_cost`.",
            example: "{ loop = 1_000_000_000 }"),
        VerbSchema(
            .log, .work, .logText,
            into: Operand(
                read: { decoder, decoded, item, step in
                    step.text = (item.value as? Text).flatMap { decoder.logText($0, in: decoded.context) }
                    return step.text != nil
                }, write: { $0.text }),
            "Writes a line to the firing log; {n} and other fields are filled in.",
            example: "{ log = \"resend ({countdown:60})\" }"),
        VerbSchema(
            .sleep, .work, .oneOf([.duration(.notNegative), .times]), into: .amount(\.busy),
            "Blocks the thread without working, for a time or one drawn from percentiles.",
            keys: [
                KeySchema(
                    "awaits", .flag,
                    "`try await Task.sleep`: the task leaves its thread during the sleep. Only in the `do` of such a timer itself.",
                    into: .flag, default: "false")
            ],
            example: "{ sleep = \"2s\" }"
        ) { decoder, decoded, step in !step.flag || decoder.isTaskBody(decoded) },
        VerbSchema(
            .repeating, .work, .integer(0...mostTurns), into: .at(\.number), "Repeats the steps so many times.",
            keys: [
                KeySchema("do", .steps, "The steps.", into: .steps, required: true),
                KeySchema(
                    "until", .condition, "Ends the loop as soon as this is true, tested before each round.",
                    into: .at(\.until), default: "never"),
            ],
            inner: { decoded in
                var inner = decoded.context
                inner.isInRepeat = true
                if decoded.fields.isPresent("until") || decoded.fields.integer(decoded.verb) == 0 {
                    inner.isConditional = true
                }
                return inner
            }, example: "{ repeat = 9999, do = [{ work = \"1ms\" }], until = { cancelled = \"worker\" } }"),
        VerbSchema(
            .count, .work, .text, into: .counter { names, name, _ in names.count(name) },
            "Adds 1 to the counter of this name, which begins at 0. A flag is a counter, too.",
            keys: [
                KeySchema(
                    "by", .integer(-mostTurns...mostTurns), "The number to add.",
                    into: Operand(
                        { (step, number: Int64) in step.number = number }, write: { $0.flag ? nil : $0.number }),
                    default: "1", example: "-1"),
                KeySchema(
                    "to", .integer(-mostTurns...mostTurns), "The new value, instead of adding.",
                    into: Operand(
                        { (step, number: Int64) in (step.number, step.flag) = (number, true) },
                        write: { $0.flag ? $0.number : nil }), example: "0"),
            ],
            example: "{ count = \"taps\" }"
        ) { decoder, decoded, step in
            if step.number == nil { step.number = 1 }
            return decoder.values.atMostOne(of: ["by", "to"], in: decoded.fields, help: "one of them") != nil
        },
    ]

    static let systemVerbs = [
        VerbSchema(.start, .threads, .part(.thread), "Starts the thread.", example: "{ start = \"worker\" }") {
            decoder, decoded, step in
            guard let part = step.part, part != .thread(0) else {
                decoder.values.report(
                    .wrongPart, "the main thread is started by the system", at: decoded.fields.valueSpan("start"))
                return false
            }
            decoder.makers.record(part, at: step.place, in: decoded.context)
            return true
        },
        VerbSchema(
            .exit, .threads, .yes, into: .itself,
            "Ends the current thread at this step: its local variables are never released.", needs: .ownThread,
            example: "{ exit = true }"),
        VerbSchema(
            .systemSleep, .system, .duration(.notNegative), into: .amount(\.busy), "The whole system sleeps.",
            example: "{ system_sleep = \"30s\" }"),
        VerbSchema(
            .background, .system, .yes, into: .itself, "The app goes to the background.",
            example: "{ background = true }"),
        VerbSchema(.foreground, .system, .yes, into: .itself, "The app comes back.", example: "{ foreground = true }"),
        VerbSchema(
            .beginBackgroundTask, .system, .text,
            into: .counter { names, name, _ in names.count(name, beginsTask: true) },
            """
            beginBackgroundTask(expirationHandler:): in the background the app runs for about 30 s more. Then the handler is \
            called on the main queue; an app that does not end the task there is terminated. A counter of this name counts \
            the tasks.
            """,
            keys: [KeySchema("do", .steps, "The expiration handler.", into: .steps, default: "nothing")],
            inner: { $0.context.later(onQueue: 0) },
            example: "{ begin_background_task = \"upload\", do = [{ end_background_task = \"upload\" }] }",
            // The expiration handler has the task's name.
            finish: { _, decoded, step in
                step.name = decoded.fields.text(decoded.verb)
                return true
            }),
        VerbSchema(
            .endBackgroundTask, .system, .text,
            into: .counter { names, name, place in names.ask(name, at: place, endsTask: true) },
            "endBackgroundTask(_:): after the last one the app is suspended.",
            example: "{ end_background_task = \"upload\" }"),
        VerbSchema(
            .setWallClock, .system, .duration(.any), into: .amount(\.delay),
            "Moves the wall clock forward, or back by a negative time.", example: "{ set_wall_clock = \"1h\" }"),
        VerbSchema(
            .setRefresh, .system, .rate, into: .at(\.refresh),
            "Changes the display's rate, as ProMotion and Low Power Mode do; its links follow.",
            example: "{ set_refresh = \"60Hz\" }"),
    ]
}

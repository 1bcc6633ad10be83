import ScenarioModel

extension Schema {
    static let loopVerbs = [
        VerbSchema(
            .runLoop, .runLoop, .oneOf([.word([Word("forever", "`run`")]), .table(runCall)]),
            "Runs the current thread's run loop.", example: "{ run_loop = { until = \"3s\" } }"),
        VerbSchema(
            .mode, .runLoop, .mode, "Runs the loop in another mode for a time, as a drag or a modal panel does.",
            keys: [KeySchema("for", .duration(.notNegative), "How long.", required: true, example: "\"2s\"")],
            example: "{ mode = \"tracking\", for = \"2s\" }"),
        VerbSchema(
            .stopLoop, .runLoop, .oneOf([.yes, .part(.thread)]),
            "Stops the innermost activation of the current (true) or another thread's run loop.",
            example: "{ stop_loop = true }"),
        VerbSchema(
            .wakeLoop, .runLoop, .oneOf([.yes, .part(.thread)]),
            "Wakes the current (true) or another thread's run loop.",
            example: "{ wake_loop = \"worker\" }"),
        VerbSchema(
            .performBlock, .runLoop, .steps, "Has a run loop run the steps as a block; by itself it does not wake it.",
            keys: [
                KeySchema("modes", .many(.mode), "The modes.", default: "[\"default\"]"),
                KeySchema("thread", .part(.thread), "Whose run loop.", default: "the current thread's"),
                KeySchema("wakes", .flag, "Whether the loop is woken, too.", default: "false"),
            ],
            example: "{ perform_block = [{ log = \"block\" }], thread = \"worker\", wakes = true }"),
        VerbSchema(
            .dumpLoop, .runLoop, .oneOf([.yes, .part(.thread)]),
            "Logs what the current (true) or another thread's run loop holds.", example: "{ dump_loop = \"worker\" }"),
        VerbSchema(
            .addCommonMode, .runLoop, .mode, "Makes a mode one of the common modes of a run loop.",
            keys: [KeySchema("thread", .part(.thread), "Whose run loop.", default: "the current thread's")],
            example: "{ add_common_mode = \"modal\" }"),
        VerbSchema(
            .signal, .runLoop, .part(.source), "Signals a source.", example: "{ signal = \"port\" }"),
    ]

    /// The ways to call a run method; the first key tells which.
    static let runCall = TableSchema(
        "run_loop", .inline, "How the run loop is run; `until`, `for`, `before` or `in_mode` says which call it is.",
        keys: [
            KeySchema(
                "until", .duration(.any), "`run(until:)` an instant, counted from the start of the scenario.",
                example: "\"3s\""),
            KeySchema(
                "for", .duration(.any), "`run(until:)` so long from now; with `in_mode`: how long at most.",
                example: "\"3s\""),
            KeySchema(
                "before", .fireDate,
                "`run(mode:before:)`: once, until a source was handled or the instant, counted from the start, is reached.",
                example: "\"3s\""),
            KeySchema("mode", .mode, "With `before`: the mode.", default: "\"default\""),
            KeySchema("in_mode", .mode, "`CFRunLoopRunInMode`: the mode.", example: "\"default\""),
            KeySchema(
                "return_after_source", .flag, "With `in_mode`: returns once a source was handled.", default: "false"),
        ],
        example: "{ before = \"3s\", mode = \"default\" }")

    static let captureKeys = [
        KeySchema("strong", .many(.part(.all)), "What the block captures strongly.", default: "nothing"),
        KeySchema("weak", .many(.part(.all)), "What the block captures weakly.", default: "nothing"),
    ]

    static let laterVerbs = [
        VerbSchema(
            .perform, .later, .text,
            "performSelector…: at once, `after` a delay by a timer of the current run loop, or `on_thread` by a source0.",
            keys: [
                KeySchema(
                    "target", .part(.object), "The receiver, kept until it is done.", default: "nobody in particular"),
                KeySchema("after", .duration(.any), "The delay.", example: "\"2s\""),
                KeySchema("on_thread", .part(.thread), "The thread that performs it.", example: "\"worker\""),
                KeySchema(
                    "in_modes", .many(.mode), "With `after` or `on_thread`: the modes.",
                    default: "[\"default\"] with `after`, [\"common\"] with `on_thread`"),
                KeySchema("wait", .flag, "With `on_thread`: waits until it is done.", default: "false"),
                KeySchema("do", .steps, "What the method does.", default: "nothing"),
            ],
            example: "{ perform = \"late:\", target = \"controller\", after = \"2s\", do = [{ log = \"late\" }] }"),
        VerbSchema(
            .cancelPerform, .later, .oneOf([.yes, .part(.object)]),
            "cancelPreviousPerformRequests in the current run loop, for one receiver or for those without (true).",
            keys: [KeySchema("selector", .text, "Only this message.", default: "all messages")],
            example: "{ cancel_perform = \"controller\" }"),
        VerbSchema(
            .async, .later, .part(.queue), "dispatch_async: the steps as a block on a queue.",
            keys: [KeySchema("do", .steps, "The steps.", required: true)] + captureKeys,
            example: "{ async = \"main\", do = [{ log = \"on main\" }] }"),
        VerbSchema(
            .asyncAfter, .later, .duration(.any),
            """
            dispatch_after: the same after a delay, with its leeway of a tenth. On the main queue the source behind it comes \
            once more when the block has run, and ends a run call that returns after a source.
            """,
            keys: [
                KeySchema("queue", .part(.queue), "The queue.", required: true, example: "\"main\""),
                KeySchema("do", .steps, "The steps.", required: true),
                KeySchema("clock", .word(TimerClock.words), "The clock of the deadline.", default: "\"uptime\""),
            ] + captureKeys,
            example: "{ async_after = \"2s\", queue = \"main\", do = [{ log = \"later\" }] }"),
    ]
}

import LabCatalogue
import LabScenarioModel

extension Schema {
    static let timer = TableSchema(
        "timer", .many, "Anything that fires.", keys: timerKeys,
        example: """
            [[timer]]
            id = "tick"
            kind = "nstimer"
            interval = "1s"
            repeats = true
            do = [{ loop = 1_000_000_000 }, { log = "timer test" }]
            """)

    /// The rows of the mechanisms list their keys.
    private static let timerKeys = allTimerKeys.map { key in
        var key = key
        key.kinds = TimerKind.having { $0.keys.contains(key.name) }
        return key
    }

    /// The keys that set the rate of a display link, when it is made or later.
    static let rateKeys = allTimerKeys.filter { ["frame_interval", "fps", "fps_range"].contains($0.name) }

    private static let allTimerKeys = [
        KeySchema(
            "id", .id, "The name that steps and expectations use.", sets: \TimerPlan.id, required: true,
            example: "\"tick\""),
        KeySchema(
            "kind", .word(TimerKind.self), "The mechanism.", sets: \TimerPlan.kind, required: true,
            example: "\"nstimer\""),
        KeySchema(
            "interval", .oneOf([.exactDuration(.any), .table(copyInterval)]),
            "From one due point to the next; with `copies` also { from = …, step = … }.", sets: \TimerPlan.interval,
            default: "required unless a one-shot has a `delay` or a `fire_date`", example: "\"1s\""),
        KeySchema(
            "delay", .exactDuration(.any),
            "From the creation of the timer to its first due point; a dispatch source's may be negative, in the past.",
            sets: \TimerPlan.delay, default: "the interval", example: "\"0s\""),
        KeySchema(
            "fire_date", .duration(.any), "With `create = \"init\"`: the fire date, counted from the creation.",
            sets: \TimerPlan.fireDate, default: "`delay`, else the interval", example: "\"1s\""),
        KeySchema(
            "repeats", .flag, "True if it fires again and again.", sets: \TimerPlan.repeats,
            default: "false; true for loops and streams, which always repeat"),
        KeySchema(
            "create", .word(TimerCreation.self), "The creation API; for a display link \"timer\" means: not added.",
            sets: \TimerPlan.creation, default: "\"scheduled\""),
        KeySchema(
            "tolerance", .duration(.notNegative), "The time by which it may fire late.", sets: \TimerPlan.tolerance,
            default: "\"0s\"; a tenth of the sleep for `task-sleep` and `async-timer`", example: "\"100ms\""),
        KeySchema(
            "leeway", .duration(.notNegative), "The time by which it may fire late.", sets: \TimerPlan.tolerance,
            default: "\"0s\"", example: "\"100ms\""),
        KeySchema(
            "strict", .flag,
            "DISPATCH_TIMER_STRICT: the system keeps to the leeway even where it would use a longer one.",
            sets: \TimerPlan.isStrict, default: "false"),
        KeySchema(
            "clock", .word(TimerClock.self), "The clock of its deadlines.", sets: \TimerPlan.clock,
            default: "\"uptime\"; \"continuous\" for `task-sleep` and `async-timer`"),
        KeySchema(
            "absolute", .flag, "True if it sleeps until points of its grid (`Task.sleep(until:)`), not for a time.",
            sets: \TimerPlan.isAbsolute, default: "false"),
        KeySchema(
            "swallows_cancel", .flag,
            """
            True for the loop `while !Task.isCancelled { try? await Task.sleep(…); … }`: cancelled in its sleep, it runs its body \
            once more. Without `try?` the sleep throws and leaves the loop.
            """, sets: \TimerPlan.swallowsCancellation, default: "false"),
        KeySchema(
            "modes", .many(.mode), "The modes that it is added in; \"common\" means the common modes.",
            sets: \TimerPlan.modes, default: "[\"default\"]", example: "[\"common\"]"),
        KeySchema(
            "thread", .part(.thread), "The thread that makes it, and whose run loop it is added to.",
            sets: \TimerPlan.thread, default: "\"main\"; a thread of its own for `mach-wait` and `thread-sleep`",
            example: "\"worker\""),
        KeySchema(
            "queue", .part(.queue), "The queue that its handler runs on.", sets: \TimerPlan.queue,
            default: "a serial queue of its own; the main queue for `task-sleep` and `async-timer`",
            example: "\"main\""),
        KeySchema(
            "style", .word(CallbackStyle.self), "The form of its callback.", sets: \TimerPlan.callback.style,
            default: "\"target\" with a target, else \"block\""),
        KeySchema(
            "target", .oneOf([.part(.object), .table(target)]), "The object that receives the callback as a message.",
            example: "\"controller\""),
        KeySchema(
            "selector", .text, "The message that the target gets.", sets: \TimerPlan.callback.selector,
            default: "\"timerFired:\"", example: "\"updateTime:\""),
        KeySchema(
            "user_info", .many(.part(.object)), "Objects in `userInfo`, kept until the timer is invalidated.",
            default: "none"),
        KeySchema(
            "strong", .many(.anyPart), "The strong captures of the block.", default: "nothing",
            example: "\"controller\""),
        KeySchema(
            "weak", .many(.anyPart), "The weak captures of the block.", default: "nothing",
            example: "[\"controller\"]"),
        KeySchema(
            "held_by", .named(.holder), "The holder besides its run loop.", sets: \TimerPlan.heldBy,
            default:
                "a dispatch source or a subscription: a static variable, unless an object's `strong` names it; an unscheduled timer: a "
                + "local of its thread; any other: nothing", example: "\"local\""),
        KeySchema(
            "active", .flag, "False: a dispatch source is made inactive, a display link paused.",
            sets: \TimerPlan.startsActive, default: "true"),
        KeySchema(
            "frame_interval", .integer(1...1_000_000), "Every n-th refresh (`frameInterval`).",
            into: Operand(write: { $0.frames?.frameInterval }), example: "2"),
        KeySchema(
            "fps", .integer(0...1_000_000), "`preferredFramesPerSecond`; 0 is the display's own rate.",
            into: Operand(write: { $0.frames?.minimum == nil ? $0.frames?.preferred : nil }), example: "30"),
        KeySchema(
            "fps_range",
            .table(rateRange, write: { value, plan in (value as? FrameRatePlan).map { plan.text($0) } }),
            "`preferredFrameRateRange`.", into: Operand(write: { $0.frames?.minimum == nil ? nil : $0.frames }),
            example: "{ min = 30, max = 120, preferred = 60 }"),
        KeySchema("do", .steps, "The steps of the callback.", default: "nothing", example: "[{ work = \"5ms\" }]"),
        code,
        KeySchema(
            "on_cancel", .steps,
            "The steps of the cancel handler, which captures the objects to which it sends messages; weakly those of `weak`.",
            default: "nothing"),
        KeySchema(
            "copies", .integer(1...mostParts), "The number of timers like this one: ID[0], ID[1] …",
            default: "one timer", example: "1000"),
    ]

    static let copyInterval = TableSchema(
        "interval", .inline, "The intervals of copies.",
        keys: [
            KeySchema("from", .exactDuration(.any), "The first copy's.", required: true, example: "\"1s\""),
            KeySchema("step", .exactDuration(.any), "Added for each further copy.", required: true, example: "\"1ms\""),
        ])

    static let target = TableSchema(
        "target", .inline, "The way the code passes the target; one of the keys.",
        keys: [
            KeySchema(
                "weak", .part(.object), "Through a __weak variable; the timer still retains the object.",
                example: "\"controller\""),
            KeySchema(
                "unretained", .part(.object),
                "The timer does not retain it, like a CF context without a retain callback.",
                example: "\"controller\""),
        ])

    static let rateRange = TableSchema(
        "fps_range", .inline, "A range of frame rates, in frames a second.",
        keys: [
            KeySchema(
                "min", .integer(1...1_000_000), "Not slower than this.", sets: \FrameRatePlan.minimum, required: true,
                example: "30"),
            KeySchema(
                "max", .integer(1...1_000_000), "Not faster than this.", sets: \FrameRatePlan.maximum, required: true,
                example: "120"),
            KeySchema(
                "preferred", .integer(0...1_000_000), "As near to this as possible.", sets: \FrameRatePlan.preferred,
                example: "60"),
        ])
}

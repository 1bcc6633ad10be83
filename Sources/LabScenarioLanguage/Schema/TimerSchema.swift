import LabCatalogue
import LabScenarioModel

extension Schema {
    static let timer = TableSchema("timer", .many, keys: timerKeys)

    /// The rows of the mechanisms list their keys.
    private static let timerKeys = allTimerKeys.map { key in
        var key = key
        key.kinds = TimerKind.having { $0.keys.contains(key.name) }
        return key
    }

    /// The keys that set the rate of a display link, when it is made or later.
    static let rateKeys = allTimerKeys.filter { ["frame_interval", "fps", "fps_range"].contains($0.name) }

    private static let allTimerKeys = [
        KeySchema("id", .id, sets: \TimerPlan.id, required: true),
        KeySchema("kind", .kind(of: TimerKind.allCases), sets: \TimerPlan.kind, required: true),
        KeySchema("interval", .oneOf([.exactDuration(.any), .table(copyInterval)]), sets: \TimerPlan.interval),
        KeySchema("delay", .exactDuration(.any), sets: \TimerPlan.delay),
        KeySchema("fire_date", .duration(.any), sets: \TimerPlan.fireDate),
        KeySchema("repeats", .flag, sets: \TimerPlan.repeats),
        KeySchema("create", .word(TimerCreation.self), sets: \TimerPlan.creation),
        KeySchema("tolerance", .duration(.notNegative), sets: \TimerPlan.tolerance),
        KeySchema("leeway", .duration(.notNegative), sets: \TimerPlan.tolerance),
        KeySchema("strict", .flag, sets: \TimerPlan.isStrict),
        KeySchema("clock", .word(TimerClock.self), sets: \TimerPlan.clock),
        KeySchema("absolute", .flag, sets: \TimerPlan.isAbsolute),
        KeySchema("swallows_cancel", .flag, sets: \TimerPlan.swallowsCancellation),
        KeySchema("modes", .many(.mode), sets: \TimerPlan.modes),
        KeySchema("thread", .part(.thread), sets: \TimerPlan.thread),
        KeySchema("queue", .part(.queue), sets: \TimerPlan.queue),
        KeySchema("style", .word(CallbackStyle.self), sets: \TimerPlan.callback.style),
        KeySchema("target", .oneOf([.part(.object), .table(target)])),
        KeySchema("selector", .text, sets: \TimerPlan.callback.selector),
        KeySchema("user_info", .many(.part(.object))),
        KeySchema("strong", .many(.anyPart)),
        KeySchema("weak", .many(.anyPart)),
        KeySchema("held_by", .named(.holder), sets: \TimerPlan.heldBy),
        KeySchema("active", .flag, sets: \TimerPlan.startsActive),
        KeySchema("frame_interval", .integer(1...1_000_000)),
        KeySchema("fps", .integer(0...1_000_000)),
        KeySchema("fps_range", .table(rateRange)),
        KeySchema("do", .steps),
        code,
        KeySchema("on_cancel", .steps),
        KeySchema("copies", .integer(1...mostParts)),
    ]

    static let copyInterval = TableSchema(
        "interval", .inline,
        KeySchema("from", .exactDuration(.any), required: true),
        KeySchema("step", .exactDuration(.any), required: true))

    static let target = TableSchema(
        "target", .inline,
        KeySchema("weak", .part(.object)),
        KeySchema("unretained", .part(.object)))

    static let rateRange = TableSchema(
        "fps_range", .inline,
        KeySchema("min", .integer(1...1_000_000), sets: \FrameRatePlan.minimum, required: true),
        KeySchema("max", .integer(1...1_000_000), sets: \FrameRatePlan.maximum, required: true),
        KeySchema("preferred", .integer(0...1_000_000), sets: \FrameRatePlan.preferred))
}

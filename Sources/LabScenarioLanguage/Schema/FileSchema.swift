import LabScenarioModel

extension Schema {
    /// The most copies of a timer, and the most parts of a scenario, copies counted.
    static let mostParts: Int64 = 250_000
    /// The most parts that have a table each, which takes some 12 KB in a run.
    static let mostTables = 32_768
    /// Records name a thread in 16 bits.
    static let mostThreads = 30_000

    /// The most steps in a row, and the most elements of a list.
    static let mostTurns: Int64 = 1_000_000_000_000_000

    /// 290 Julian years in ns: they fit into 64 bits with a little room.
    static let longestTime: Int64 = 290 * 31_557_600 * 1_000_000_000

    /// The key for a word that other languages use, if it is one of the known ones.
    static func usual(_ word: String, in known: [String]) -> String? {
        LanguageText.usual(word, "names of keys").flatMap { known.contains($0) ? $0 : nil }
    }

    /// All tables that stand at the top level, in the order of the reference.
    static let tables: [TableSchema] = [
        device, log, timer, object, thread, queue, event, observer, source, expect, compare, `guard`,
    ]

    static let file = TableSchema(
        "scenario", .file,
        KeySchema("title", .text, sets: \ScenarioPlan.title),
        KeySchema("claims", .many(.text), sets: \ScenarioPlan.claims),
        code,
        KeySchema("question", .text),
        KeySchema("source", .text),
        KeySchema("duration", .duration(.positive), sets: \ScenarioPlan.duration, required: true),
        KeySchema("seed", .integer(0...Int64.max)),
        KeySchema("until_fired", .integer(1...mostTurns), sets: \ScenarioPlan.untilFired),
        KeySchema("budget", .oneOf([.integer(1...mostTurns), .table(budget)])))

    /// A key of the file and of a timer.
    static let code = KeySchema("code", .text)

    static let budget = TableSchema(
        "budget", .inline,
        KeySchema("run", .integer(1...mostTurns), sets: \Budget.occurrences),
        KeySchema("instant", .integer(1...mostTurns), sets: \Budget.occurrencesPerInstant))

    static let device = TableSchema(
        "device", .single,
        KeySchema("profile", .text),
        KeySchema("loop_cost", .exactDuration(.notNegative), sets: \DevicePlan.loopCost),
        KeySchema("wake_up", .times(or: wakeUp)),
        KeySchema("work", .factors, sets: \DevicePlan.workFactor),
        KeySchema("ramp_up", .times, sets: \DevicePlan.rampUp),
        KeySchema("log_cost", .duration(.notNegative), sets: \DevicePlan.logCost),
        KeySchema("refresh", .rate, sets: \DevicePlan.refresh),
        KeySchema("refresh_rates", .list(.integer(1...1_000_000)), sets: \DevicePlan.refreshRates),
        KeySchema("frame_cap", .word(FrameCap.self), sets: \DevicePlan.frameCap),
        KeySchema("wake_in_window", .wakeInWindow, sets: \DevicePlan.choices.wakeInWindow),
        KeySchema("port_order", .word(OpenChoices.PortOrder.self), sets: \DevicePlan.choices.portOrder),
        KeySchema(
            "simultaneous_sources", .word(OpenChoices.SimultaneousSources.self),
            sets: \DevicePlan.choices.simultaneousSources),
        KeySchema("display_overrun", .word(OpenChoices.DisplayOverrun.self), sets: \DevicePlan.choices.displayOverrun),
        KeySchema("rate_rounding", .word(OpenChoices.RateRounding.self), sets: \DevicePlan.choices.rateRounding),
        KeySchema("fire_date_now", .word(OpenChoices.FireDateNow.self), sets: \DevicePlan.choices.fireDateNow),
        KeySchema("platform", .word(AppPlatform.self), sets: \DevicePlan.platform),
        KeySchema("common_modes", .list(.mode), sets: \DevicePlan.ownCommonModes),
        KeySchema("kept_alive", .oneOf([.flag, .duration(.positive)])),
        KeySchema("throttled", .times, sets: \DevicePlan.throttle))

    static let wakeUp = TableSchema(
        "wake_up", .inline,
        KeySchema("replay", .oneOf([.text, .list(.duration(.notNegative))])),
        KeySchema("interval", .duration(.positive)))

    static let log = TableSchema(
        "log", .single,
        KeySchema("process", .text, sets: \LogPlan.process),
        KeySchema("pid", .integer(0...Int64(Int32.max)), sets: \LogPlan.pid),
        KeySchema("thread", .integer(0...Int64(UInt32.max)), sets: \LogPlan.thread),
        KeySchema("epoch", .dateTime))

    static let compare = TableSchema(
        "compare", .single,
        KeySchema("timer", .part(.timer), required: true),
        KeySchema("workload", .text),
        KeySchema("order", .integer(-1_000_000...1_000_000)))

    static let `guard` = TableSchema("guard", .single)
}

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

    /// The names that other languages have for a key.
    private static let usualWords = [
        "type": "kind", "mechanism": "kind", "name": "id", "period": "interval", "every": "interval",
        "time_interval": "interval", "steps": "do", "body": "do", "block": "do", "handler": "do",
        "callback": "do", "action": "do", "repeating": "interval", "timeInterval": "interval",
        "withTimeInterval": "interval", "deadline": "delay", "afterDelay": "delay", "preferredFramesPerSecond": "fps",
        "preferredFrameRateRange": "fps_range", "lost": "skipped",
    ]

    /// The key for a word that other languages use, if it is one of the known ones.
    static func usual(_ word: String, in known: [String]) -> String? {
        usualWords[word].flatMap { known.contains($0) ? $0 : nil }
    }

    /// All tables that stand at the top level, in the order of the reference.
    static let tables: [TableSchema] = [
        device, log, timer, object, thread, queue, event, observer, source, expect, compare, `guard`,
    ]

    static let file = TableSchema(
        "scenario", .file, "The scenario as a whole: title, duration, seed.",
        keys: [
            KeySchema(
                "title", .text, "The scenario's point, in one sentence.", sets: \ScenarioPlan.title,
                default: "the name of the file", example: "\"A drag suspends a default-mode timer\""),
            KeySchema(
                "claims", .many(.text), "The rows of the ledger of claims that the scenario reproduces.",
                sets: \ScenarioPlan.claims, default: "none", example: "[\"0.1\", \"0.2\"]"),
            code,
            KeySchema(
                "question", .text, "A question that such a timer raises, in one line.", default: "none",
                example: "\"Why does my timer stop while I scroll?\""),
            KeySchema(
                "source", .text,
                "Where it was asked: an address that begins with https://. Not in a file with `[[source]]` tables.",
                default: "none", example: "\"https://stackoverflow.com/questions/605027\""),
            KeySchema(
                "duration", .duration(.positive),
                "The length of the run; nothing that is due at that very instant runs any more.",
                sets: \ScenarioPlan.duration, required: true, example: "\"43s\""),
            KeySchema(
                "seed", .integer(0...Int64.max), "The seed of all random draws; `--seed` overrides it.", default: "1",
                example: "42"),
            KeySchema(
                "until_fired", .integer(1...mostTurns), "Stops after so many firings, counted over all timers.",
                sets: \ScenarioPlan.untilFired, default: "runs to `duration`", example: "100_000"),
            KeySchema(
                "budget", .oneOf([.integer(1...mostTurns), .table(budget)]),
                "The most occurrences of a run; beyond them it counts as endless. A plain number is for the whole run.",
                default: "{ run = 20_000_000, instant = 1_000_000 }", example: "1_000_000"),
        ],
        example: """
            title = "Two firings"
            duration = "2.5s"

            [[timer]]
            id = "tick"
            kind = "nstimer"
            interval = "1s"
            repeats = true
            """)

    /// A key of the file and of a timer.
    static let code = KeySchema(
        "code", .text,
        "The modelled code: a file, relative to this one, with its lines. `check` reports when they change.",
        default: "none", example: "\"../App/Countdown.swift:42-58\"")

    static let budget = TableSchema(
        "budget", .inline, "The limits beyond which a run counts as endless.",
        keys: [
            KeySchema(
                "run", .integer(1...mostTurns), "Occurrences in the whole run.", sets: \Budget.occurrences,
                default: "20_000_000"),
            KeySchema(
                "instant", .integer(1...mostTurns), "Occurrences at one instant.", sets: \Budget.occurrencesPerInstant,
                default: "1_000_000"),
        ])

    static let log = TableSchema(
        "log", .single, "The shape of the firing log's lines.",
        keys: [
            KeySchema(
                "process", .text, "The name of the process.", sets: \LogPlan.process, default: "\"timerlab\"",
                example: "\"QTimer\""),
            KeySchema(
                "pid", .integer(0...Int64(Int32.max)), "The number of the process.", sets: \LogPlan.pid, default: "1",
                example: "9749"),
            KeySchema(
                "thread", .integer(0...Int64(UInt32.max)),
                "The number of the main thread; other threads have the numbers after it.", sets: \LogPlan.thread,
                default: "1", example: "3330951"),
            KeySchema(
                "epoch", .dateTime, "The wall clock at the start of the scenario.", default: "2001-01-01T00:00:00Z",
                example: "2017-11-10T09:40:31.8+08:00"),
        ],
        example: """
            [log]
            process = "QTimer"
            pid = 9749
            thread = 3330951
            epoch = 2017-11-10T09:40:31.8+08:00
            """)

    static let compare = TableSchema(
        "compare", .single, "The timer that `timerlab compare` replaces by other mechanisms.",
        keys: [
            KeySchema("timer", .part(.timer), "The timer that is replaced.", required: true, example: "\"tick\""),
            KeySchema(
                "workload", .text, "The name of the workload in the table.", default: "the scenario's title",
                example: "\"heavy callback\""),
            KeySchema(
                "order", .integer(-1_000_000...1_000_000), "The place among the workloads, smaller ones first.",
                default: "0", example: "3"),
        ],
        example: """
            [compare]
            timer = "tick"
            workload = "heavy callback"
            """)

    static let `guard` = TableSchema(
        "guard", .single,
        "The margin by which figures may be worse than the baseline: \"+5%\", or \"+1ms\", or \"+2\" for a count.",
        keys: [],
        example: """
            [guard]
            "tick.waiting.max" = "+5%"
            "tick.skipped" = "+0"
            """)
}

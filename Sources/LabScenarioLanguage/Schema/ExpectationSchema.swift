import LabCatalogue
import LabScenarioModel

extension Schema {
    static let expect = TableSchema(
        "expect", .many,
        "An expectation about one timer, object or thread, or about the whole run if it names none.",
        keys: subjectKeys + figureKeys + otherKeys,
        example: """
            [[expect]]
            timer = "tick"
            fired = 7
            interval = { p50 = "6s ± 20ms", max = "< 6.05s" }
            finding = ["TL0101"]
            """)

    private static let subjectKeys = [
        KeySchema("timer", .timerOrCopy, "The timer it is about.", example: "\"tick\""),
        KeySchema("object", .part(.object), "The object it is about.", example: "\"controller\""),
        KeySchema("thread", .part(.thread), "The thread it is about.", example: "\"worker\""),
    ]

    /// The possible subjects of an expectation.
    static let subjects = subjectKeys.map(\.name)

    private static let figureKeys = Figure.Family.allCases.map { family in
        KeySchema(
            family.rawValue, family.row.statistics.isEmpty ? .comparison(family.row.unit) : .statistics(family),
            family.meaning, example: family.example)
    }

    private static let otherKeys = [
        KeySchema(
            "firings", .list(.duration(.notNegative)), "The instants of all firings, exactly.",
            example: "[\"1s\", \"2s\"]"),
        KeySchema(
            "first_firings", .list(.duration(.notNegative)), "The instants of the first firings, exactly.",
            example: "[\"1s\", \"2s\"]"),
        KeySchema(
            "same_firings_as", .part(.timer), "It fires at the same instants as this timer.", example: "\"twin\""),
        KeySchema("timeline", .table(timeline), "Its lane over time.", example: "{ step = \"1s\", lane = \"-•••\" }"),
        KeySchema("finding", .many(.finding), "Findings that must appear; others may.", example: "[\"TL0101\"]"),
        KeySchema("no_finding", .many(.finding), "Findings that must not appear.", example: "[\"TL0301\"]"),
        KeySchema(
            "deallocated", .oneOf([.flag, .comparison(.time)]),
            "True if the object is deallocated, or the time at which it is.",
            example: "\"3.5s\""),
        KeySchema(
            "kept_by", .text, "A path from a root that keeps the object.",
            example: "\"run loop main → timer tick → target controller\""),
        KeySchema(
            "crash", .oneOf([.flag, .text]), "True if the run crashes, or a part of the reason.", default: "false",
            example: "\"unrecognized selector\""),
        KeySchema(
            "log", .many(.text), "Log lines that come in this order, others between them.", example: "[\"done\"]"),
        KeySchema("whole_log", .list(.text), "All log lines.", example: "[\"one\", \"two\"]"),
        KeySchema("no_log", .many(.text), "Log lines that never come.", example: "\"after run\""),
        KeySchema(
            "returns", .many(.word(runResults)), "The results of the thread's run calls, in order.",
            example: "[\"finished\"]"),
        KeySchema(
            "stages", .list(.text), "The stages that a message to the object passes; the last one answers it.",
            example: "[\"lookup\", \"resolveInstanceMethod:\", \"forwardingTargetForSelector:\"]"),
        KeySchema("fingerprint", .fingerprint, "The fingerprint of the recording.", example: "\"1f3a5c7e9b2d4f60\""),
    ]

    private static let runResults = [
        Word("true", "`run(mode:before:)` ran the loop"),
        Word("false", "`run(mode:before:)` did not: nothing to wait for"),
        Word("finished", "`CFRunLoopRunInMode`: nothing was left in the mode"),
        Word("stopped", "`CFRunLoopRunInMode`: the loop was stopped"),
        Word("timed_out", "`CFRunLoopRunInMode`: the time was over"),
        Word("handled_source", "`CFRunLoopRunInMode`: a source was handled"),
        Word("returned", "`run` and `run(until:)`, which return no value"),
    ]

    static let timeline = TableSchema(
        "timeline", .inline,
        "A lane: \(LaneSign.key).",
        keys: [
            KeySchema(
                "step", .duration(.positive), "The time that one sign stands for.", required: true,
                example: "\"100ms\""),
            KeySchema("lane", .lane, "The signs, from the start.", required: true, example: "\"---•---•\""),
        ])
}

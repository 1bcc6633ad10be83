import LabCatalogue

extension Schema {
    static let expect = TableSchema("expect", .many, keys: subjectKeys + figureKeys + otherKeys)

    private static let subjectKeys = [
        KeySchema("timer", .timerOrCopy),
        KeySchema("object", .part(.object)),
        KeySchema("thread", .part(.thread)),
    ]

    static let subjects = subjectKeys.map(\.name)

    private static let figureKeys = Figure.Family.allCases.map { family in
        KeySchema(
            family.rawValue, family.row.statistics.isEmpty ? .comparison(family.row.unit) : .statistics(family))
    }

    private static let otherKeys = [
        KeySchema("firings", .list(.duration(.notNegative))),
        KeySchema("first_firings", .list(.duration(.notNegative))),
        KeySchema("same_firings_as", .part(.timer)),
        KeySchema("timeline", .table(timeline)),
        KeySchema("finding", .many(.finding)),
        KeySchema("no_finding", .many(.finding)),
        KeySchema("deallocated", .oneOf([.flag, .comparison(.time)])),
        KeySchema("kept_by", .text),
        KeySchema("crash", .oneOf([.flag, .text])),
        KeySchema("log", .many(.text)),
        KeySchema("whole_log", .list(.text)),
        KeySchema("no_log", .many(.text)),
        KeySchema(
            "returns",
            .many(.word(["true", "false", "finished", "stopped", "timed_out", "handled_source", "returned"]))),
        KeySchema("stages", .list(.text)),
        KeySchema("fingerprint", .fingerprint),
    ]

    static let timeline = TableSchema(
        "timeline", .inline,
        KeySchema("step", .duration(.positive), required: true),
        KeySchema("lane", .lane, required: true))
}

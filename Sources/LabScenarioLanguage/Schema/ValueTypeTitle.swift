import LabScenarioModel

extension ValueType {
    /// What may stand here, for a message: `a duration with a unit, such as "1s"`.
    var title: String {
        switch self {
        case .text: "a string"
        case .flag: "true or false"
        case .yes: "true"
        case .integer(let range): "a whole number from \(range.lowerBound) to \(range.upperBound)"
        case .duration, .exactDuration: "a time with a unit, such as \"1s\""
        case .fireDate: "an instant such as \"3s\", \"distant-future\" or \"distant-past\""
        case .rate: "a rate such as \"60Hz\""
        case .quantiles(.time): "a table of percentiles such as { p0 = \"1ms\", p100 = \"2ms\" }"
        case .quantiles(.factor): "a table of percentiles such as { p0 = 0.99, p100 = 1.01 }"
        case .dateTime: "a date and time with its offset from UTC, such as 2017-11-10T09:40:31.8+08:00"
        case .word(let words): words.map { "\"\($0.text)\"" }.joinedAsChoice()
        case .wordOrPart(let words): ValueType.word(words).title + ", or a part from 0 to 1 such as \"2/3\""
        case .id: "an id, a string"
        case .mode: "the name of a mode, such as \"default\""
        case .part(let kinds), .partOrCopy(let kinds): "the id of \(kinds.title)"
        case .holder: "an id, or \(Schema.holderChoice)"
        case .steps: "a list of steps, [{ … }, …]"
        case .condition: "a condition such as { fired = 60 }"
        case .logText: "a string, the text of a log line"
        case .list(let type): "an array, each element \(type.title)"
        case .many(let type): "\(type.title), or an array of them"
        case .named(let type): "\(type.title), an array of them, or a table { name = … }"
        case .oneOf(let types): types.map(\.title).joinedAsChoice()
        case .table(let schema) where schema.name == Schema.wakeUp.name:
            "\(ValueType.quantiles(.time).title), or { replay = \"device.log\" }"
        case .table(let schema): "a table { \(schema.keys.prefix(3).map(\.name).joined(separator: ", ")) }"
        case .comparison(.count): "a number, or a comparison such as \">= 3\""
        case .comparison(.time): "a comparison such as \"< 1ms\" or \"6s ± 20ms\""
        case .comparison(.rate): "a comparison such as \"< 1ppm\""
        case .statistics(let family):
            "\(ValueType.comparison(family.row.unit).title), or a table { \(family.statisticNames) }"
        case .finding: "the code of a finding, such as \"TL0101\""
        case .fingerprint: "a fingerprint, a string of hexadecimal digits"
        case .lane: "a string with one of the signs - • ! | × * per step"
        }
    }
}

extension Schema {
    /// The words that stand for holders which are no parts of the scenario.
    static let holders: [(word: Word, holder: Holder)] = [
        (Word("navigation", "the stack of view controllers; `pop` releases it"), .navigation),
        (Word("static", "a variable that lives as long as the process; `release` releases it"), .staticVariable),
        (
            Word(
                "local",
                "a variable of the thread that made it; `release` or the end of the thread's body releases it"), .local
        ),
        (Word("pool", "the autorelease pool of the thread that made it; the next drain releases it"), .autoreleasePool),
    ]

    static func holder(_ word: String) -> Holder? { holders.first { $0.word.text == word }?.holder }

    /// `"navigation", "static", "local" or "pool"`
    static var holderChoice: String { holders.map { "\"\($0.word.text)\"" }.joinedAsChoice() }
}

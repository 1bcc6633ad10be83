import LabCatalogue
import LabExactTime
import LabJSON
import LabScenarioModel
import LabTextLayout

// MARK: Words and numbers

extension ValueType {
    static let text = string("a string", schema: someText) { $0.nonEmpty($1, at: $2, of: $3) }

    /// The name that a part gets.
    static let id = string("an id, a string", schema: someText) { $0.nonEmpty($1, at: $2, of: $3) }

    static let logText = string("a string, the text of a log line") { _, text, _, _ in text }

    static let fingerprint = string(
        "a fingerprint, a string of hexadecimal digits", schema: matching("^[0-9a-f]+$")
    ) { _, text, _, _ in text.text }

    static let lane = string("a string with one of the signs - • ! | × * per step", schema: matching("^[-•!|×*]+$")) {
        _, text, _, _ in text
    }

    static let mode = {
        var type = string(
            "the name of a mode, such as \"default\"",
            schema: any(of: [["enum": ModeName.spellings.flatMap { [$0.key.name] + $0.value }], text.json])
        ) { $0.mode($1, at: $2, of: $3) }
        type.isMode = true
        return type
    }()

    static let flag = ValueType("true or false", .boolean, schema: [("type", "boolean")]) { _, node, _ in node.flag }

    /// `true` and nothing else: for verbs without an object.
    static let yes = ValueType("true", .boolean, schema: [("enum", [true])]) { decoder, node, key in
        if node.flag == true { return true }
        return decoder.refuse(
            .unknownWord, "'\(key)' can only be true", at: node.span, help: "leave it out where it is not meant")
    }

    static func integer(_ range: ClosedRange<Int64>) -> ValueType {
        ValueType(
            "a whole number from \(range.lowerBound) to \(range.upperBound)", .integer,
            schema: [
                ("type", "integer"), ("minimum", .integer(range.lowerBound)), ("maximum", .integer(range.upperBound)),
            ]
        ) { decoder, node, key in
            guard case .integer(let number) = node.kind, !range.contains(number) else { return node.integer }
            let bound = number < range.lowerBound ? "at least \(range.lowerBound)" : "at most \(range.upperBound)"
            return decoder.refuse(
                .numberOutOfRange, "invalid value \(number) for '\(key)': expected \(bound)", at: node.span)
        }
    }

    /// A word of a list; `choice` turns the word into the value that it stands for.
    static func word(_ words: [Word], _ choice: @escaping @Sendable (String) -> (any Sendable)? = { $0 }) -> ValueType {
        var type = string(
            words.map { "\"\($0.text)\"" }.joinedAsChoice(),
            schema: [("enum", .array(words.flatMap { [$0.text] + $0.spellings }.map { .string($0) }))]
        ) { decoder, text, place, key in decoder.word(text, at: place, among: words, of: key).flatMap(choice) }
        type.choice = words
        return type
    }

    /// The words of an enumeration, without those that scenarios do not write.
    static func word<Choice: RawRepresentable<String> & CaseIterable & Sendable & Equatable>(
        _ type: Choice.Type, but others: Choice...
    ) -> ValueType {
        word(Choice.allCases.filter { !others.contains($0) }.map { Word(text: $0.rawValue) }) { Choice(rawValue: $0) }
    }

    static func kind(of kinds: [TimerKind]) -> ValueType {
        word(kinds.map { Word(text: $0.rawValue, spellings: $0.row.spellings) }) { TimerKind(rawValue: $0) }
    }

    /// The place in a window: a word, or a part of a whole such as `"2/3"`.
    static let wakeInWindow = {
        let plain = word(["earliest", "shared", "latest"])
        return string(
            plain.title + ", or a string with a part from 0 to 1, such as \"2/3\"",
            schema: any(of: [plain.json, ["type": "string", "pattern": "^[0-9./]+$"]])
        ) { decoder, text, place, key in
            part(text.text).map(OpenChoices.WakeInWindow.part)
                ?? decoder.word(text, at: place, among: plain.choice, of: key).flatMap { word in
                    OpenChoices.WakeInWindow.allCases.first { "\($0)" == word }
                }
        }
    }()

    /// A fraction from 0 to 1.
    private static func part(_ text: String) -> Rational? {
        var scanner = NumberScanner(text)
        let whole = scanner.fraction()
        let divisor = scanner.skip("/") ? scanner.fraction() : .one
        guard let whole, let divisor, scanner.rest().isEmpty, !scanner.overflowed, divisor > .zero,
            let part = divisor.reciprocal.flatMap(whole.times)
        else { return nil }
        return part >= .zero && part <= .one ? part : nil
    }

    static let finding = string(
        "the code of a finding, such as \"TL0101\"",
        schema: [("enum", .array(FindingCode.allCases.map { .string($0.rawValue) }))]
    ) { decoder, text, place, _ in
        guard FindingCode(rawValue: text.text) == nil else { return text.text }
        let codes = FindingCode.allCases.map(\.rawValue)
        return decoder.refuse(
            .unknownFinding, "unknown finding \"\(text.text.shownShort)\"", at: place,
            help: Spelling.question(text.text, in: codes) ?? "codes are \(codes.joined(separator: " "))")
    }

    // MARK: Times

    private static func time(_ sign: Sign, read: @escaping ReadText) -> ValueType {
        let pattern = "^ *" + sign.pattern + "[0-9+][0-9._]*(/[0-9._]+)? *(ns|us|µs|ms|s|min|h) *$"
        var type = string("a time with a unit, such as \"1s\"", schema: matching(pattern), read: read)
        type.needsUnit = .time
        return type
    }

    /// Whole ns.
    static func duration(_ sign: Sign) -> ValueType { time(sign) { $0.wholeTime($1, at: $2, sign, of: $3) } }

    /// ns as an exact fraction.
    static func exactDuration(_ sign: Sign) -> ValueType { time(sign) { $0.exactTime($1, at: $2, sign, of: $3) } }

    /// An instant from the start of the scenario, `"distant-future"` or `"distant-past"`.
    static let fireDate = {
        var type = string(
            "an instant such as \"3s\", \"distant-future\" or \"distant-past\""
        ) { decoder, text, place, key in
            switch text.text {
            case "distant-future": FireDate.distantFuture
            case "distant-past": FireDate.distantPast
            default: decoder.wholeTime(text, at: place, .any, of: key).map { FireDate.at($0) }
            }
        }
        type.needsUnit = .time
        return type
    }()

    /// `"60Hz"`, or the period: points a second.
    static let rate = string(
        "a rate such as \"60Hz\"", schema: matching("[0-9] *([Hh][Zz]|ns|us|µs|ms|s|min|h) *$")
    ) { $0.rate($1, at: $2, of: $3) }

    static let dateTime = ValueType(
        "a date and time with its offset from UTC, such as 2017-11-10T09:40:31.8+08:00", .dateTime,
        schema: [("type", "string"), ("format", "date-time")]
    ) { decoder, node, key in
        guard case .offsetDateTime(let time, let minutes) = node.kind else { return nil }
        if let unix = time.unixNanoseconds(offset: minutes * 60) {
            return WallTime(unix: unix, utcOffset: minutes * 60)
        }
        return decoder.refuse(.timeOutOfRange, "'\(key)' lies between the years 1678 and 2262", at: node.span)
    }

    /// Percentiles of times, kept in ns.
    static let times = percentiles(
        "a table of percentiles such as { p0 = \"1ms\", p100 = \"2ms\" }", of: duration(.notNegative), "string")

    /// Percentiles of plain numbers, kept in parts per billion.
    static let factors = percentiles(
        "a table of percentiles such as { p0 = 0.99, p100 = 1.01 }",
        of: ValueType("a plain number such as 1.01", [.integer, .float], schema: []) { $0.factor($1, of: $2) }, "number"
    )

    private static func percentiles(_ title: String, of element: ValueType, _ json: JSONValue) -> ValueType {
        ValueType(title, .table, schema: TableSchema.percentiles(of: json)) { $0.quantiles($1, of: element, key: $2) }
    }

    // MARK: Parts and figures

    static func part(_ kinds: PartKind...) -> ValueType { part(of: PartKinds(kinds)) }

    static let anyPart = part(of: .all)

    private static func part(of kinds: PartKinds) -> ValueType {
        string("the id of \(kinds.title)", schema: someText) { $0.part($1.text, at: $2, among: kinds, of: $3) }
    }

    /// A part, or one copy of a timer: `tick[3]`.
    static let timerOrCopy = string("the id of a timer", schema: someText) {
        $0.partOrCopy($1.text, at: $2, among: [.timer], of: $3)
    }

    static let holder = string("an id, or \(Schema.holderChoice)", schema: someText) {
        $0.holder($1.text, at: $2, of: $3)
    }

    static func comparison(_ unit: FigureUnit) -> ValueType {
        let (title, shapes): (String, ValueShapes) =
            switch unit {
            case .count: ("a number, or a comparison such as \">= 3\"", [.integer, .string])
            case .time: ("a comparison such as \"< 1ms\" or \"6s ± 20ms\"", .string)
            case .rate: ("a comparison such as \"< 1ppm\"", .string)
            }
        let schema: Fields =
            shapes == .string ? [("type", "string")] : any(of: [["type": "integer"], ["type": "string"]])
        var type = ValueType(title, shapes, schema: schema) { decoder, node, key in
            node.integer.map { Comparison.equal($0) }
                ?? node.string.flatMap { decoder.comparison($0, at: node.span, of: unit, key: key) }
        }
        type.needsUnit = unit == .count ? nil : unit
        return type
    }

    /// A comparison, or a table of statistics with one comparison each.
    static func statistics(_ family: Figure.Family) -> ValueType {
        let plain = comparison(family.row.unit)
        var type = ValueType(
            "\(plain.title), or a table { \(family.statisticNames) }", [.integer, .string, .table],
            schema: any(of: [
                plain.json,
                [
                    "type": "object",
                    "properties": JSONValue(
                        members: family.row.statistics.map { ($0.rawValue, comparison(Figure(family, $0).unit).json) }),
                    "additionalProperties": false,
                ],
            ])
        ) { decoder, node, key in
            node.isTable
                ? decoder.statistics(node, of: family, key: key) : decoder.value(node, as: plain, of: key)?.value
        }
        type.refusesAsElement = true
        return type
    }
}

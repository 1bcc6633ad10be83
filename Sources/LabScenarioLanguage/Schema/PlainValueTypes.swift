import LabCatalogue
import LabExactTime
import LabJSON
import LabScenarioModel

// MARK: Words and numbers

extension ValueType {
    private static let quoted = written { (text: String, _) in TOMLText.quoted(text) }

    static let text = string(
        "a string", ("minLength", 1), write: quoted, read: { $0.nonEmptyText($1, as: $2, of: $3) })

    /// The name that a part gets.
    static let id = string("an id, a string", ("minLength", 1), read: { $0.nonEmptyText($1, as: $2, of: $3) })

    static let logText = string(
        "a string, the text of a log line",
        write: written { (text: LogTextPlan, plan) in TOMLText.quoted(plan.text(text)) },
        read: { $0.string($1, as: $2, of: $3) })

    static let fingerprint = string(
        "a fingerprint, a string of hexadecimal digits", ("pattern", "^[0-9a-f]+$"),
        read: { $0.string($1, as: $2, of: $3)?.text })

    static let lane = string(
        "a string with one of the signs - • ! | × * per step", ("pattern", "^[-•!|×*]+$"),
        read: { $0.string($1, as: $2, of: $3) })

    static let mode = {
        var type = ValueType(
            "the name of a mode, such as \"default\"", .string,
            schema: any(of: [["enum": ModeName.spellings.flatMap { [$0.mode.name] + $0.names }], text.json]),
            write: written { (mode: ModeName, _) in TOMLText.quoted(mode.name) },
            read: { $0.mode($1, as: $2, of: $3) })
        type.isMode = true
        return type
    }()

    static let flag = ValueType(
        "true or false", .boolean, schema: [("type", "boolean")], write: written { (flag: Bool, _) in "\(flag)" },
        read: { $0.flag($1, as: $2, of: $3) })

    /// `true` and nothing else: for verbs without an object.
    static let yes = ValueType(
        "true", .boolean, schema: [("enum", [true])], write: written { (flag: Bool, _) in flag ? "true" : nil },
        read: { $0.onlyTrue($1, as: $2, of: $3) })

    static func integer(_ range: ClosedRange<Int64>) -> ValueType {
        ValueType(
            "a whole number from \(range.lowerBound) to \(range.upperBound)", .integer,
            schema: [
                ("type", "integer"), ("minimum", .integer(range.lowerBound)), ("maximum", .integer(range.upperBound)),
            ], write: written { (number: Int64, _) in "\(number)" },
            read: { $0.integer($1, in: range, as: $2, of: $3) })
    }

    static func word(_ words: [Word]) -> ValueType {
        var type = ValueType(
            words.map { "\"\($0.text)\"" }.joinedAsChoice(), .string,
            schema: [("enum", .array(words.flatMap { [$0.text] + $0.spellings }.map { .string($0) }))],
            write: quoted, read: { $0.word($1, among: words, as: $2, of: $3) })
        type.choice = words
        return type
    }

    /// A word, or a part of a whole: `"2/3"`.
    static func wordOrPart(_ words: [Word]) -> ValueType {
        ValueType(
            word(words).title + ", or a part from 0 to 1 such as \"2/3\"", .string,
            schema: any(of: [word(words).json, ["type": "string", "pattern": "^[0-9./]+$"]]),
            read: { $0.wordOrPart($1, among: words, as: $2, of: $3) })
    }

    static let finding = ValueType(
        "the code of a finding, such as \"TL0101\"", .string,
        schema: [("enum", .array(FindingCode.allCases.map { .string($0.rawValue) }))],
        read: { $0.findingCode($1, as: $2, of: $3) })
}

// MARK: Times

extension ValueType {
    private static func time(_ sign: Sign, write: @escaping Write, read: @escaping Read) -> ValueType {
        let pattern = "^ *" + sign.pattern + "[0-9+][0-9._]*(/[0-9._]+)? *(ns|us|µs|ms|s|min|h) *$"
        var type = string("a time with a unit, such as \"1s\"", ("pattern", .string(pattern)), write: write, read: read)
        type.isTime = true
        return type
    }

    /// Whole ns.
    static func duration(_ sign: Sign) -> ValueType {
        time(
            sign, write: written { (time: Int64, _) in TOMLText.duration(time) },
            read: { $0.wholeTime($1, sign, as: $2, of: $3) })
    }

    /// ns as an exact fraction.
    static func exactDuration(_ sign: Sign) -> ValueType {
        time(
            sign, write: written { (time: Rational, _) in TOMLText.interval(time) },
            read: { $0.exactTime($1, sign, as: $2, of: $3) })
    }

    /// An instant from the start of the scenario, `"distant-future"` or `"distant-past"`.
    static let fireDate = {
        var type = string(
            "an instant such as \"3s\", \"distant-future\" or \"distant-past\"",
            write: written { (date: FireDate, _) in
                switch date {
                case .at(let instant): TOMLText.duration(instant)
                case .distantFuture: "\"distant-future\""
                case .distantPast: "\"distant-past\""
                case .after, .next: nil
                }
            }, read: { $0.fireDate($1, as: $2, of: $3) })
        type.isTime = true
        return type
    }()

    /// `"60Hz"`, or the period: points a second.
    static let rate = string(
        "a rate such as \"60Hz\"", ("pattern", "[0-9] *([Hh][Zz]|ns|us|µs|ms|s|min|h) *$"),
        write: written { (rate: Rational, _) in
            rate.reciprocal?.times(Rational(whole: 1_000_000_000)).map(TOMLText.interval)
        }, read: { $0.rate($1, as: $2, of: $3) })

    static let dateTime = ValueType(
        "a date and time with its offset from UTC, such as 2017-11-10T09:40:31.8+08:00", .dateTime,
        schema: [("type", "string"), ("format", "date-time")], read: { $0.dateTime($1, as: $2, of: $3) })

    /// Percentiles of times, kept in ns.
    static let times = ValueType(
        "a table of percentiles such as { p0 = \"1ms\", p100 = \"2ms\" }", .table,
        schema: TableSchema.percentiles(of: "string"),
        write: written { (table: QuantileTable, _) in
            let points = table.points.map { point in
                "\"p\(DurationText.decimal(point.probability.magnitude, scale: 10_000, digits: 4))\" = "
                    + TOMLText.duration(point.value)
            }
            return "{ \(points.joined(separator: ", ")) }"
        },
        read: { decoder, node, type, key in
            let element = duration(.notNegative)
            return decoder.quantiles(node, as: type, of: key) { $0.wholeTime($1, .notNegative, as: element, of: $2) }
        })

    /// Percentiles of plain numbers, kept in parts per billion.
    static let factors = ValueType(
        "a table of percentiles such as { p0 = 0.99, p100 = 1.01 }", .table,
        schema: TableSchema.percentiles(of: "number"),
        read: { decoder, node, type, key in
            decoder.quantiles(node, as: type, of: key) { $0.factor($1, of: $2) }
        })
}

// MARK: Parts and figures

extension ValueType {
    static func part(_ kinds: PartKinds) -> ValueType {
        string(
            "the id of \(kinds.title)", ("minLength", 1),
            write: written { (part: PartReference, plan) in TOMLText.quoted(plan.id(of: part)) },
            read: { $0.part($1, among: kinds, as: $2, of: $3) })
    }

    /// A part, or one copy of a timer: `tick[3]`.
    static func partOrCopy(_ kinds: PartKinds) -> ValueType {
        string(
            "the id of \(kinds.title)", ("minLength", 1), read: { $0.partOrCopy($1, among: kinds, as: $2, of: $3) })
    }

    static let holder = string(
        "an id, or \(Schema.holderChoice)", ("minLength", 1), read: { $0.holder($1, as: $2, of: $3) })

    static func comparison(_ unit: FigureUnit) -> ValueType {
        let (title, shapes): (String, ValueShapes) =
            switch unit {
            case .count: ("a number, or a comparison such as \">= 3\"", [.integer, .string])
            case .time: ("a comparison such as \"< 1ms\" or \"6s ± 20ms\"", .string)
            case .rate: ("a comparison such as \"< 1ppm\"", .string)
            }
        let schema: Fields =
            shapes == .string ? [("type", "string")] : any(of: [["type": "integer"], ["type": "string"]])
        var type = ValueType(title, shapes, schema: schema, read: { $0.comparison($1, of: unit, as: $2, key: $3) })
        type.isTime = unit == .time
        return type
    }

    /// A comparison, or a table of statistics with one comparison each.
    static func statistics(_ family: Figure.Family) -> ValueType {
        let plain = comparison(family.row.unit)
        return ValueType(
            "\(plain.title), or a table { \(family.statisticNames) }", [.integer, .string, .table],
            schema: any(of: [
                plain.json,
                [
                    "type": "object",
                    "properties": JSONValue(
                        members: family.row.statistics.map { ($0.rawValue, comparison(Figure(family, $0).unit).json) }),
                    "additionalProperties": false,
                ],
            ]), read: { $0.statistics($1, of: family, as: plain, key: $3) })
    }
}

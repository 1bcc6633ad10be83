import LabCatalogue
import LabScenarioModel

/// One table of the language: what it is for and which keys it takes.
struct TableSchema: Sendable {
    enum Form: Sendable {
        /// The top level of the file.
        case file
        /// `[name]`
        case single
        /// `[[name]]`
        case many
        /// `{ … }`
        case inline
        /// `{ verb = …, … }`
        case step
    }

    let name: String
    let form: Form
    let doc: String
    let keys: [KeySchema]
    /// A piece of TOML that could stand in a scenario; empty for an inline table, which its key shows.
    let example: String
    private let index: [String: Int]

    init(_ name: String, _ form: Form, _ doc: String, keys: [KeySchema], example: String = "") {
        self.name = name
        self.form = form
        self.doc = doc
        self.keys = keys
        self.example = example
        index = Dictionary(keys.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
    }

    func key(_ name: String) -> KeySchema? { index[name].map { keys[$0] } }

    /// The table as it is written: `[[timer]]`.
    var title: String {
        switch form {
        case .file: "the top level"
        case .single: "[\(name)]"
        case .many: "[[\(name)]]"
        case .inline: "'\(name)'"
        case .step: "a '\(name)' step"
        }
    }
}

struct KeySchema: Sendable {
    let name: String
    let type: ValueType
    let doc: String
    var isRequired = false
    /// What holds when the key is absent, in words or as TOML.
    var standard: String?
    /// A value as TOML.
    var example: String?
    /// Of a timer's keys the kinds of timers that have it; nil: all.
    var kinds: [TimerKind]?

    init(
        _ name: String, _ type: ValueType, _ doc: String, required: Bool = false, default standard: String? = nil,
        example: String? = nil
    ) {
        self.name = name
        self.type = type
        self.doc = doc
        isRequired = required
        self.standard = standard
        self.example = example
    }
}

indirect enum ValueType: Sendable {
    case text
    case flag
    /// `true` and nothing else: for verbs without an object.
    case yes
    case integer(ClosedRange<Int64>)
    /// Whole ns.
    case duration(Sign)
    /// ns as an exact fraction.
    case exactDuration(Sign)
    /// An instant from the start of the scenario, `"distant-future"` or `"distant-past"`.
    case fireDate
    /// `"60Hz"`, or the period: points a second.
    case rate
    case quantiles(QuantileUnit)
    case dateTime
    case word([Word])
    /// A word, or a part of a whole: `"2/3"`.
    case wordOrPart([Word])
    /// The name that this part gets.
    case id
    case mode
    case part(PartKinds)
    /// A part, or one copy of a timer: `tick[3]`.
    case partOrCopy(PartKinds)
    case holder
    case steps
    case condition
    case logText
    /// An array of values.
    case list(ValueType)
    /// One value or an array of them.
    case many(ValueType)
    /// One value, an array, or a table of names and values.
    case named(ValueType)
    /// The alternatives differ in TOML's type.
    case oneOf([ValueType])
    case table(TableSchema)
    case comparison(FigureUnit)
    /// A comparison, or a table of statistics with one comparison each.
    case statistics(Figure.Family)
    case finding
    case fingerprint
    case lane

    /// The types of TOML that such a value can have.
    var shapes: ValueShapes {
        switch self {
        case .text, .mode, .id, .duration, .exactDuration, .fireDate, .rate, .word, .wordOrPart, .part, .partOrCopy,
            .holder, .logText, .comparison(.time), .comparison(.rate), .finding, .fingerprint, .lane:
            .string
        case .flag, .yes: .boolean
        case .integer: .integer
        case .dateTime: .dateTime
        case .comparison(.count): [.integer, .string]
        case .quantiles, .condition, .table: .table
        case .statistics: [.integer, .string, .table]
        case .steps, .list: .array
        case .many(let element): element.shapes.union(.array)
        case .named(let element): element.shapes.union([.array, .table])
        case .oneOf(let types): types.reduce([]) { $0.union($1.shapes) }
        }
    }
}

/// Types of TOML.
struct ValueShapes: OptionSet {
    let rawValue: Int

    static let string = ValueShapes(rawValue: 1)
    static let integer = ValueShapes(rawValue: 2)
    static let boolean = ValueShapes(rawValue: 4)
    static let dateTime = ValueShapes(rawValue: 8)
    static let array = ValueShapes(rawValue: 16)
    static let table = ValueShapes(rawValue: 32)
}

enum Sign: Sendable {
    case positive
    case notNegative
    case any
}

/// What the values of a table of percentiles are.
enum QuantileUnit: Sendable {
    /// Durations, kept in ns.
    case time
    /// Plain numbers, kept in parts per billion.
    case factor
}

struct Word: Sendable {
    let text: String
    let doc: String
    /// What means the same.
    let spellings: [String]

    init(_ text: String, _ doc: String, spellings: [String] = []) {
        (self.text, self.doc, self.spellings) = (text, doc, spellings)
    }
}

extension Worded {
    static var words: [Word] { allCases.map { Word($0.rawValue, $0.doc) } }

    /// The words without one that scenarios do not write.
    static func words(but other: Self) -> [Word] { words.filter { $0.text != other.rawValue } }
}

/// Kinds of parts that an id can name.
struct PartKinds: OptionSet, Sendable {
    let rawValue: Int

    static let timer = PartKinds(rawValue: 1)
    static let object = PartKinds(rawValue: 2)
    static let thread = PartKinds(rawValue: 4)
    static let queue = PartKinds(rawValue: 8)
    static let event = PartKinds(rawValue: 16)
    static let observer = PartKinds(rawValue: 32)
    static let source = PartKinds(rawValue: 64)
    static let all: PartKinds = [.timer, .object, .thread, .queue, .event, .observer, .source]

    private static let names: [(PartKinds, String)] = [
        (.timer, "a timer"), (.object, "an object"), (.thread, "a thread"), (.queue, "a queue"), (.event, "an event"),
        (.observer, "an observer"), (.source, "a source"),
    ]

    /// `a timer, an object or a queue`
    var title: String {
        self == .all ? "any part" : PartKinds.names.filter { contains($0.0) }.map(\.1).joinedAsChoice()
    }

    init(rawValue: Int) { self.rawValue = rawValue }

    init(_ reference: PartReference) {
        switch reference {
        case .timer: self = .timer
        case .object: self = .object
        case .thread: self = .thread
        case .queue: self = .queue
        case .event: self = .event
        case .observer: self = .observer
        case .source: self = .source
        }
    }
}

extension [String] {
    /// `a, b or c`
    func joinedAsChoice() -> String { isEmpty ? "nothing" : enumerated(by: "or") }
}

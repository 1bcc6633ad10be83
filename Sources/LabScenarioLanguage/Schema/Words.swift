import LabScenarioModel

/// The one description of the language: decoding, the reference and the JSON schema all come from it.
enum Schema {
    /// The words that stand for holders which are no parts of the scenario.
    static let holders: [(word: String, holder: Holder)] = [
        ("navigation", .navigation), ("static", .staticVariable), ("local", .local), ("pool", .autoreleasePool),
    ]

    static func holder(_ word: String) -> Holder? { holders.first { $0.word == word }?.holder }

    /// `"navigation", "static", "local" or "pool"`
    static var holderChoice: String { holders.map { "\"\($0.word)\"" }.joinedAsChoice() }
}

/// The times that a key takes.
enum Sign {
    case positive, notNegative, any

    /// The part of a JSON schema's pattern before the number.
    var pattern: String {
        switch self {
        case .positive: "(?=[^/]*[1-9])"
        case .notNegative: ""
        case .any: "-?"
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
    static let float = ValueShapes(rawValue: 64)
}

struct Word {
    let text: String
    /// Other spellings of the same word.
    var spellings: [String] = []
}

extension Word: ExpressibleByStringLiteral {
    init(stringLiteral text: String) { self.init(text: text) }
}

/// A kind of parts that an id can name.
enum PartKind: String, CaseIterable {
    case timer, object, thread, queue, event, observer, source

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

    var title: String { ([.object, .event, .observer].contains(self) ? "an " : "a ") + rawValue }
}

typealias PartKinds = Set<PartKind>

extension PartKinds {
    static let all = PartKinds(PartKind.allCases)

    /// `a timer, an object or a queue`
    var title: String { self == .all ? "any part" : PartKind.allCases.filter(contains).map(\.title).joinedAsChoice() }
}

extension [String] {
    /// `a, b or c`
    func joinedAsChoice() -> String { isEmpty ? "nothing" : enumerated(by: "or") }
}

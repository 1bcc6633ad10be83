import ExactTime
import ScenarioModel

/// A value that has the type its key asks for, with its place.
struct Item: Sendable {
    let value: Decoded
    let span: Place
}

/// What the types of the schema are read as.
indirect enum Decoded: Sendable {
    case text(String)
    case flag(Bool)
    case integer(Int64)
    /// ns
    case duration(Int64)
    /// ns, or points a second.
    case exact(Rational)
    case fireDate(FireDate)
    case quantiles(QuantileTable)
    case dateTime(unix: Int64, utcOffset: Int)
    case part(PartReference, copy: Int?)
    case holder(Holder)
    /// Decoded later, when it is known where they run.
    case steps(Node)
    /// Checked against the scenario's duration later.
    case lane(Text)
    /// Decoded later: its fields may speak of the surrounding callback.
    case logText(Text)
    case condition(Condition)
    case list([Item])
    case named([(name: String, item: Item)])
    case table(DecodedTable)
    case comparison(Comparison)
    case statistics([StatisticItem])
}

/// A comparison of one statistic.
struct StatisticItem: Sendable {
    let statistic: Figure.Statistic
    let comparison: Comparison
    let place: Place
}

/// A table whose keys are known and whose values have their types.
struct DecodedTable: Sendable {
    let schema: TableSchema
    let span: Place
    private(set) var items: [String: Item] = [:]
    private(set) var keySpans: [String: Place] = [:]
    /// The keys in source order, those with wrong values left out.
    private(set) var names: [String] = []
    /// Keys that somebody probably meant where an unknown one stands.
    private var guesses: Set<String> = []

    init(schema: TableSchema, span: Place) {
        self.schema = schema
        self.span = span
    }

    mutating func set(_ name: String, _ item: Item, keySpan: Place) {
        items[name] = item
        names.append(name)
        keySpans[name] = keySpan
    }

    /// Notes that a key stands in the file though its value is wrong.
    mutating func noteWrong(_ name: String, keySpan: Place) { keySpans[name] = keySpan }

    /// Notes what an unknown key was probably meant to be.
    mutating func noteGuess(_ name: String) { guesses.insert(name) }

    /// Whether nobody has even tried to write the key.
    func isMissing(_ name: String) -> Bool { !isPresent(name) && !guesses.contains(name) }

    /// Whether the key stands in the file, with a right value or a wrong one.
    func isPresent(_ name: String) -> Bool { keySpans[name] != nil }

    func item(_ name: String) -> Item? { items[name] }

    func text(_ name: String) -> String? {
        guard case .text(let text)? = items[name]?.value else { return nil }
        return text
    }

    func flag(_ name: String) -> Bool? {
        guard case .flag(let flag)? = items[name]?.value else { return nil }
        return flag
    }

    func integer(_ name: String) -> Int64? {
        guard case .integer(let number)? = items[name]?.value else { return nil }
        return number
    }

    /// ns
    func duration(_ name: String) -> Int64? {
        guard case .duration(let time)? = items[name]?.value else { return nil }
        return time
    }

    func exact(_ name: String) -> Rational? {
        guard case .exact(let number)? = items[name]?.value else { return nil }
        return number
    }

    func quantiles(_ name: String) -> QuantileTable? {
        guard case .quantiles(let table)? = items[name]?.value else { return nil }
        return table
    }

    func part(_ name: String) -> PartReference? {
        guard case .part(let reference, _)? = items[name]?.value else { return nil }
        return reference
    }

    func thread(_ name: String) -> Int? {
        guard case .thread(let index)? = part(name) else { return nil }
        return index
    }

    func queue(_ name: String) -> Int? {
        guard case .queue(let index)? = part(name) else { return nil }
        return index
    }

    func timer(_ name: String) -> Int? {
        guard case .timer(let index)? = part(name) else { return nil }
        return index
    }

    func object(_ name: String) -> Int? {
        guard case .object(let index)? = part(name) else { return nil }
        return index
    }

    func source(_ name: String) -> Int? {
        guard case .source(let index)? = part(name) else { return nil }
        return index
    }

    func table(_ name: String) -> DecodedTable? {
        guard case .table(let table)? = items[name]?.value else { return nil }
        return table
    }

    func condition(_ name: String) -> Condition? {
        guard case .condition(let condition)? = items[name]?.value else { return nil }
        return condition
    }

    func steps(_ name: String) -> Node? {
        guard case .steps(let node)? = items[name]?.value else { return nil }
        return node
    }

    func list(_ name: String) -> [Item]? {
        guard case .list(let items)? = items[name]?.value else { return nil }
        return items
    }

    func texts(_ name: String) -> [String]? {
        list(name)?.compactMap {
            guard case .text(let text) = $0.value else { return nil }
            return text
        }
    }

    func modes(_ name: String) -> [ModeName]? { texts(name)?.map { ModeName($0) } }

    func durations(_ name: String) -> [Int64]? {
        list(name)?.compactMap {
            guard case .duration(let time) = $0.value else { return nil }
            return time
        }
    }

    /// The word behind a key as the case of an enumeration that has the same words.
    func word<Choice: RawRepresentable>(_ name: String, as type: Choice.Type) -> Choice?
    where Choice.RawValue == String {
        text(name).flatMap { Choice(rawValue: $0) }
    }
}

import LabScenarioModel

/// A value that has the type its key asks for, with its place.
struct Item {
    /// The value that `ValueDecoder` makes for the key's `ValueType`: a `String`, an `Int64`, a `PartReference` …
    let value: any Sendable
    let span: Place
    /// The name before it in a table of names and values.
    var name = ""
}

struct WallTime {
    /// ns since 1970-01-01T00:00:00Z.
    let unix: Int64
    /// Seconds east of UTC.
    let utcOffset: Int
}

/// A table whose keys are known and whose values have their types.
struct DecodedTable {
    let span: Place
    /// The keys in source order: a table has few, which are found one by one.
    private(set) var names: [String] = []
    /// The place of each key, and its value unless that is wrong.
    private var entries: [(keySpan: Place, item: Item?)] = []
    /// The keys that were probably meant by unknown ones.
    var guesses: Set<String> = []

    init(at span: Place) { self.span = span }

    mutating func append(_ name: String, at keySpan: Place, _ item: Item? = nil) {
        names.append(name)
        entries.append((keySpan, item))
    }

    /// The value of a key by its place among the names.
    func item(at index: Int) -> Item? { entries[index].item }

    /// True if the key is not in the file, not even misspelled.
    func isMissing(_ name: String) -> Bool { !isPresent(name) && !guesses.contains(name) }

    /// True if the key is in the file, with a right value or a wrong one.
    func isPresent(_ name: String) -> Bool { names.contains(name) }

    func present(_ names: [String]) -> [String] { names.filter(isPresent) }

    func place(of name: String) -> Place? { names.firstIndex(of: name).map { entries[$0].keySpan } }

    /// The place of a key; the table's if the key is absent.
    func keySpan(_ name: String) -> Place { place(of: name) ?? span }

    /// The place of a key's value; the table's if there is none.
    func valueSpan(_ name: String) -> Place { item(name)?.span ?? span }

    func item(_ name: String) -> Item? { names.firstIndex(of: name).flatMap { entries[$0].item } }

    /// The value of a key; nil when it is missing, wrong, or of another of the types that the key takes.
    subscript<Value>(_ name: String) -> Value? { item(name)?.value as? Value }

    func text(_ name: String) -> String? { self[name] }
    func flag(_ name: String) -> Bool? { self[name] }
    func integer(_ name: String) -> Int64? { self[name] }
    /// ns
    func duration(_ name: String) -> Int64? { self[name] }
    func part(_ name: String) -> PartReference? { self[name] }
    /// The index of the part that a key names; the kind is in the key's schema.
    func index(_ name: String) -> Int? { part(name)?.index }
    func table(_ name: String) -> DecodedTable? { self[name] }
    func condition(_ name: String) -> Condition? { self[name] }
    func list(_ name: String) -> [Item]? { self[name] }
    func values<Value>(_ name: String, as type: Value.Type = Value.self) -> [Value]? {
        list(name)?.compactMap { $0.value as? Value }
    }

    /// The values of a key that takes names with values; empty when there is none.
    func named<Value>(_ name: String, as type: Value.Type) -> [(name: String, value: Value, place: Place)] {
        (list(name) ?? []).compactMap { item in (item.value as? Value).map { (item.name, $0, item.span) } }
    }

    func captures(weakly isWeak: Bool) -> [CapturePlan] {
        (values(isWeak ? "weak" : "strong") ?? []).map { CapturePlan(part: $0, isWeak: isWeak) }
    }
}

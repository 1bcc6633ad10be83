import LabCatalogue
import LabScenarioModel

/// A table of the language: its purpose and its keys.
struct TableSchema {
    enum Form {
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
    private(set) var keys: [KeySchema]
    private(set) var requiredKeys: [KeySchema] = []
    /// The places of the keys, to use one without a copy.
    let index: [String: Int]

    init(_ name: String, _ form: Form, keys: [KeySchema]) {
        (self.name, self.form, self.keys) = (name, form, keys)
        index = Dictionary(keys.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
        let title = title
        for index in keys.indices { self.keys[index].table = title }
        requiredKeys = self.keys.filter(\.isRequired)
    }

    init(_ name: String, _ form: Form, _ keys: KeySchema...) { self.init(name, form, keys: keys) }

    var doc: String { LanguageText.of(title).doc }

    /// A piece of TOML that could stand in a scenario; empty for an inline table, which its key shows.
    var example: String { LanguageText.of(title)[.example] ?? "" }

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

struct KeySchema {
    let name: String
    let type: ValueType
    let isRequired: Bool
    /// The title of its table.
    fileprivate(set) var table = ""
    /// The kinds of timers that have a timer's key; nil: all.
    var kinds: [TimerKind]?
    /// The operand of a step that the key fills; nil: the step's verb reads it by itself.
    var operand: Operand?
    /// The property that the key sets, a `Property`; nil: its reader takes the value by itself.
    private(set) var property: (any Sendable)?

    // A call, since hundreds of rows are made, each once.
    @inline(never)
    init(
        _ name: String, _ type: ValueType, into operand: Operand? = nil, required: Bool = false
    ) { (self.name, self.type, self.operand, isRequired) = (name, type, operand, required) }

    /// A key of a part or of another table, with the property that it sets.
    init<Whole, Value>(
        _ name: String, _ type: ValueType, sets path: WritableKeyPath<Whole, Value> & Sendable, required: Bool = false
    ) {
        self.init(name, type, required: required)
        property = Property<Whole> { item, whole in
            let value: Value? =
                switch item.value {
                case let value as Value: value
                case let items as [Item]: items.map(\.value) as? Value
                case let part as PartReference: part.index as? Value
                case _: nil
                }
            if let value { whole[keyPath: path] = value }
        }
    }

    private var text: LanguageText { LanguageText.of(table, key: name) }

    var doc: String { text.doc }

    /// The default when the key is absent, in words or as TOML.
    var standard: String? { text[.standard] }

    /// A value as TOML.
    var example: String? { text[.example] }
}

/// A property of what a table describes; a reference to a part sets its index, a list its values.
struct Property<Whole> {
    let set: @Sendable (Item, inout Whole) -> Void
}

extension DecodedTable {
    /// Sets the properties of what the table describes to the values of their keys.
    func set<Whole>(_ whole: inout Whole, by schema: TableSchema) {
        for (index, name) in names.enumerated() {
            guard let place = schema.index[name], let item = item(at: index) else { continue }
            (schema.keys[place].property as? Property<Whole>)?.set(item, &whole)
        }
    }
}

import LabScenarioModel
import LabTOML
import LabTextLayout

/// Reads values and tables as the schema describes them, and collects their mistakes.
struct ValueDecoder {
    var names = PartNames()
    var counters = CounterNames()
    private(set) var collector = DiagnosticCollector()
    private(set) var modeLists: [ModeList] = []
    /// True if a value names a mode that only AppKit has.
    private(set) var namesAppKitMode = false

    mutating func report(
        _ code: DiagnosticCode, severity: Diagnostic.Severity = .error, _ message: String, at span: Place,
        help: String? = nil, related: [Diagnostic.Related] = []
    ) {
        collector.report(Diagnostic(code.rawValue, severity: severity, message, at: span, help: help, related: related))
    }

    mutating func report(_ diagnostics: [Diagnostic]) { for diagnostic in diagnostics { collector.report(diagnostic) } }

    /// Reports a mistake that leaves no value to decode: always nil.
    mutating func refuse<Value>(
        _ code: DiagnosticCode, _ message: String, at span: Place, help: String? = nil,
        related: [Diagnostic.Related] = []
    ) -> Value? {
        report(code, message, at: span, help: help, related: related)
        return nil
    }

    /// Reads a value as its type, or reports a mistake.
    mutating func value(_ node: Node, as type: ValueType, of key: String) -> Item? {
        guard type.refusesAsElement || !type.shapes.isDisjoint(with: node.kind.shape) else {
            return refuseType(node, wanted: type, of: key)
        }
        return type.read(&self, node, key).map { Item(value: $0, span: node.span) }
    }

    /// Reports a value of the wrong type: always nil.
    private mutating func refuseType(_ node: Node, wanted type: ValueType, of key: String) -> Item? {
        switch (type.needsUnit, node.kind.number) {
        case (.time, let number?):
            refuse(
                .bareNumber, "invalid value \(number) for '\(key)': expected a time with a unit, such as \"1s\"",
                at: node.span, help: "write \"\(number)s\" or \"\(number)ms\": a string with ns, us, ms, s, min or h")
        case (.rate, _?):
            refuse(
                .bareNumber, "invalid value for '\(key)': expected a number with a unit, found \(node.kind.title)",
                at: node.span, help: "write a string with ppm, ppb or %, such as \"< 1ppm\"")
        case (_, _):
            refuse(
                .wrongType, "invalid value for '\(key)': expected \(type.title), found \(node.kind.title)",
                at: node.span, help: node.isTable ? type.insteadOfTable : nil)
        }
    }

    /// Notes modes that something is added to, for the warning about modes that are never run.
    mutating func noteModes(_ items: [Item], of key: String) {
        let modes = items.compactMap { item in (item.value as? ModeName).map { ($0, item.span) } }
        modeLists.append(ModeList(modes: modes, isCommonSet: key == "common_modes" || key == "add_common_mode"))
    }

    mutating func nonEmpty(_ text: Text, at span: Place, of key: String) -> String? {
        text.text.isEmpty
            ? refuse(.emptyValue, "'\(key)' is empty", at: span, help: "leave the key out or fill it in") : text.text
    }

    mutating func mode(_ text: Text, at span: Place, of key: String) -> ModeName? {
        guard let name = nonEmpty(text, at: span, of: key) else { return nil }
        let mode = ModeName(spelled: name)
        if mode == .modalPanel || ModeName.appKitTracking.contains(name) { namesAppKitMode = true }
        return mode
    }

    mutating func word(_ text: Text, at span: Place, among words: [Word], of key: String) -> String? {
        let text = text.text
        if let word = words.first(where: { $0.text == text || $0.spellings.contains(text) }) { return word.text }
        let known = words.map(\.text)
        return refuse(
            .unknownWord,
            "invalid value \"\(text.shownShort)\" for '\(key)' (expected one of: \(known.joined(separator: ", ")))",
            at: span, help: Spelling.question(text, in: known + words.flatMap(\.spellings)))
    }

    /// The values of an array or of a table of names; nil if one of them is wrong.
    mutating func elements(_ nodes: [(name: String, node: Node)], of element: ValueType, key: String) -> [Item]? {
        let items = nodes.compactMap { name, node -> Item? in
            var item = value(node, as: element, of: key)
            item?.name = name
            return item
        }
        if element.isMode { noteModes(items, of: key) }
        return items.count == nodes.count ? items : nil
    }
}

extension TOMLValue.Kind {
    var title: String {
        switch self {
        case .string(let text): "the string \"\(text.text.shownShort)\""
        case .integer(let number): "the number \(number)"
        case .float(let number): "the number \(number.shownShort)"
        case .boolean(let flag): "\(flag)"
        case .offsetDateTime: "a date and time"
        case .localDateTime: "a date and time without offset from UTC"
        case .localDate: "a date without time"
        case .localTime: "a time without date"
        case .array: "an array"
        case .table: "a table"
        }
    }

    /// A number as it is written.
    var number: String? {
        switch self {
        case .integer(let number): String(number)
        case .float(let number): number.shownShort
        case .string, .boolean, .offsetDateTime, .localDateTime, .localDate, .localTime, .array, .table: nil
        }
    }

    var shape: ValueShapes {
        switch self {
        case .string: .string
        case .integer: .integer
        case .boolean: .boolean
        case .offsetDateTime: .dateTime
        case .array: .array
        case .table: .table
        case .float: .float
        case .localDateTime, .localDate, .localTime: []
        }
    }
}

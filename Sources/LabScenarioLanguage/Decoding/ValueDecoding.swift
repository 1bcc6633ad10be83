import LabExactTime
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
        collector.report(
            Diagnostic(code.rawValue, severity: severity, message, at: span, help: help, related: related))
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
        type.read(&self, node, type, key).map { Item(value: $0, span: node.span) }
    }

    /// Notes modes that something is added to, for the warning about modes that are never run.
    mutating func noteModes(_ items: [Item], of key: String) {
        let modes = items.compactMap { item in (item.value as? String).map { (ModeName($0), item.span) } }
        let isCommonSet = key == "common_modes" || key == "add_common_mode"
        modeLists.append(ModeList(modes: modes, isCommonSet: isCommonSet))
    }

    /// Reports a value of the wrong type: always nil.
    mutating func refuseType<Value>(_ node: Node, wanted type: ValueType, of key: String) -> Value? {
        refuse(
            .wrongType, "invalid value for '\(key)': expected \(type.title), found \(node.kind.title)", at: node.span)
    }

    mutating func string(_ node: Node, as type: ValueType, of key: String) -> Text? {
        guard case .string(let text) = node.kind else { return refuseType(node, wanted: type, of: key) }
        return text
    }

    mutating func nonEmptyText(_ node: Node, as type: ValueType, of key: String) -> String? {
        guard let text = string(node, as: type, of: key) else { return nil }
        guard !text.text.isEmpty else {
            return refuse(.emptyValue, "'\(key)' is empty", at: node.span, help: "leave the key out or fill it in")
        }
        return text.text
    }

    mutating func mode(_ node: Node, as type: ValueType, of key: String) -> String? {
        guard let name = nonEmptyText(node, as: type, of: key) else { return nil }
        if ModeName.isAppKit(spelled: name) { namesAppKitMode = true }
        return ModeName(spelled: name).name
    }

    mutating func flag(_ node: Node, as type: ValueType, of key: String) -> Bool? {
        guard case .boolean(let flag) = node.kind else { return refuseType(node, wanted: type, of: key) }
        return flag
    }

    mutating func onlyTrue(_ node: Node, as type: ValueType, of key: String) -> Bool? {
        guard let flag = flag(node, as: type, of: key) else { return nil }
        guard flag else {
            return refuse(
                .unknownWord, "'\(key)' can only be true", at: node.span, help: "leave it out where it is not meant")
        }
        return flag
    }

    mutating func integer(_ node: Node, in range: ClosedRange<Int64>, as type: ValueType, of key: String) -> Int64? {
        guard case .integer(let number) = node.kind else { return refuseType(node, wanted: type, of: key) }
        guard range.contains(number) else {
            let bound = number < range.lowerBound ? "at least \(range.lowerBound)" : "at most \(range.upperBound)"
            return refuse(.numberOutOfRange, "invalid value \(number) for '\(key)': expected \(bound)", at: node.span)
        }
        return number
    }

    mutating func dateTime(_ node: Node, as type: ValueType, of key: String) -> WallTime? {
        guard case .offsetDateTime(let time, let minutes) = node.kind else {
            return refuseType(node, wanted: type, of: key)
        }
        guard let unix = time.unixNanoseconds(offset: minutes * 60) else {
            return refuse(.timeOutOfRange, "'\(key)' lies between the years 1678 and 2262", at: node.span)
        }
        return WallTime(unix: unix, utcOffset: minutes * 60)
    }

    /// The text of a word, or a `Rational` from 0 to 1.
    mutating func wordOrPart(_ node: Node, among words: [Word], as type: ValueType, of key: String) -> (any Sendable)? {
        if case .string(let text) = node.kind {
            var scanner = NumberScanner(text.text)
            let whole = scanner.fraction()
            let divisor = scanner.skip("/") ? scanner.fraction() : .one
            if let whole, let divisor, scanner.rest().isEmpty, !scanner.overflowed, divisor > .zero,
                let part = Rational(Int128(divisor.denominator), over: Int128(divisor.numerator)).flatMap(whole.times),
                part >= .zero,
                part <= .one
            {
                return part
            }
        }
        return word(node, among: words, as: type, of: key)
    }

    mutating func word(_ node: Node, among words: [Word], as type: ValueType, of key: String) -> String? {
        guard let text = string(node, as: type, of: key)?.text else { return nil }
        if let word = words.first(where: { $0.text == text || $0.spellings.contains(text) }) { return word.text }
        let known = words.map(\.text)
        let guess = Spelling.nearest(to: text, in: known + words.flatMap(\.spellings))
        return refuse(
            .unknownWord,
            "invalid value \"\(text.shownShort)\" for '\(key)' (expected one of: \(known.joined(separator: ", ")))",
            at: node.span, help: guess.map { "did you mean \"\($0)\"?" })
    }

    mutating func steps(_ node: Node, as type: ValueType, of key: String) -> Node? {
        guard case .array = node.kind else {
            let isStep = node.isTable
            return refuse(
                .wrongType, "invalid value for '\(key)': expected \(type.title), found \(node.kind.title)",
                at: node.span, help: isStep ? "put the step in brackets: [{ … }]" : nil)
        }
        return node
    }

    mutating func many(_ node: Node, of element: ValueType, key: String) -> [Item]? {
        if case .array = node.kind { return elements(node, of: element, key: key) }
        guard let item = value(node, as: element, of: key) else { return nil }
        if element.isMode { noteModes([item], of: key) }
        return [item]
    }

    mutating func elements(_ node: Node, of element: ValueType, key: String) -> [Item]? {
        let nodes = node.elements
        let items = nodes.compactMap { value($0, as: element, of: key) }
        if element.isMode { noteModes(items, of: key) }
        return items.count == nodes.count ? items : nil
    }

    mutating func named(_ node: Node, of element: ValueType, key: String) -> [Item]? {
        var nodes: [(name: String, node: Node)] = []
        if node.isTable {
            nodes = node.entries.map { ($0.name, $0.value) }
        } else {
            let elements = if case .array = node.kind { node.elements } else { [node] }
            nodes = elements.map { ($0.text ?? "", $0) }
        }
        let items = nodes.compactMap { name, node -> Item? in
            var item = value(node, as: element, of: key)
            item?.name = name
            return item
        }
        return items.count == nodes.count ? items : nil
    }
}

extension TOMLValue.Kind {
    var title: String {
        switch self {
        case .string(let text): "the string \"\(text.text.shownShort)\""
        case .integer(let number): "the number \(number)"
        case .float(let number): "the number \(number.text.shownShort)"
        case .boolean(let flag): "\(flag)"
        case .offsetDateTime: "a date and time"
        case .localDateTime: "a date and time without offset from UTC"
        case .localDate: "a date without time"
        case .localTime: "a time without date"
        case .array: "an array"
        case .table: "a table"
        }
    }

    var isNumber: Bool {
        switch self {
        case .integer, .float: true
        default: false
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
        case .float, .localDateTime, .localDate, .localTime: []
        }
    }
}

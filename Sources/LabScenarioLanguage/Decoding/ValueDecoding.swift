import LabExactTime
import LabScenarioModel
import LabTOML
import LabTextLayout

/// Reads values and tables as the schema describes them, and collects what is wrong with them.
struct ValueDecoder {
    var names = PartNames()
    var counters = CounterNames()
    private(set) var collector = DiagnosticCollector()
    private(set) var modeLists: [ModeList] = []
    /// True if a value names a mode that only AppKit has.
    private(set) var namesAppKitMode = false
    /// When TOML itself found mistakes, a missing key may be in a part that could not be read.
    let isComplete: Bool

    mutating func report(
        _ code: DiagnosticCode, severity: Diagnostic.Severity = .error, _ message: String, at span: Place,
        help: String? = nil, related: [Diagnostic.Related] = []
    ) {
        collector.report(
            Diagnostic(code.rawValue, severity: severity, message, at: span, help: help, related: related))
    }

    mutating func report(_ diagnostics: [Diagnostic]) { for diagnostic in diagnostics { collector.report(diagnostic) } }

    /// Reports a mistake that leaves nothing to be decoded: always nil.
    mutating func refuse<Value>(
        _ code: DiagnosticCode, _ message: String, at span: Place, help: String? = nil,
        related: [Diagnostic.Related] = []
    ) -> Value? {
        report(code, message, at: span, help: help, related: related)
        return nil
    }

    /// Reads a value as its type, or reports why it is none.
    mutating func value(_ node: Node, as type: ValueType, of key: String) -> Item? {
        if case .invalid = node.kind { return nil }
        return decoded(node, as: type, of: key).map { Item(value: $0, span: node.span) }
    }

    private mutating func decoded(_ node: Node, as type: ValueType, of key: String) -> (any Sendable)? {
        switch type {
        case .text, .id: nonEmptyText(node, as: type, of: key)
        case .mode: mode(node, as: type, of: key)
        case .fingerprint: string(node, as: type, of: key)?.text
        case .lane, .logText: string(node, as: type, of: key)
        case .flag, .yes: flag(node, as: type, of: key)
        case .integer(let range): integer(node, in: range, of: key)
        case .duration(let sign): wholeTime(node, sign, as: type, of: key)
        case .exactDuration(let sign): exactTime(node, sign, as: type, of: key)
        case .fireDate: fireDate(node, of: key)
        case .rate: rate(node, of: key)
        case .quantiles(let unit): quantiles(node, unit, of: key)
        case .dateTime: dateTime(node, of: key)
        case .word(let words): word(node, among: words, of: key)
        case .wordOrPart(let words): wordOrPart(node, among: words, of: key)
        case .part(let kinds): part(node, among: kinds, of: key)
        case .partOrCopy(let kinds): partOrCopy(node, among: kinds, of: key)
        case .holder: holder(node, of: key)
        case .steps: steps(node, of: key)
        case .condition: conditionTable(node, of: key)
        case .list(let element): list(node, of: element, as: type, key: key)
        case .many(let element): many(node, of: element, key: key)
        case .named(let element): named(node, of: element, key: key)
        case .oneOf(let types): alternative(node, among: types, of: key)
        case .table(let schema): inlineTable(node, schema, of: key)
        case .comparison(let quantity): comparison(node, of: quantity, key: key)
        case .statistics(let family): statistics(node, of: family, key: key)
        case .finding: findingCode(node, of: key)
        }
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

    private mutating func nonEmptyText(_ node: Node, as type: ValueType, of key: String) -> String? {
        guard let text = string(node, as: type, of: key) else { return nil }
        guard !text.text.isEmpty else {
            return refuse(.emptyValue, "'\(key)' is empty", at: node.span, help: "leave the key out or fill it in")
        }
        return text.text
    }

    private mutating func mode(_ node: Node, as type: ValueType, of key: String) -> String? {
        guard let name = nonEmptyText(node, as: type, of: key) else { return nil }
        if ModeName.isAppKit(spelled: name) { namesAppKitMode = true }
        return ModeName(spelled: name).name
    }

    private mutating func flag(_ node: Node, as type: ValueType, of key: String) -> Bool? {
        guard case .boolean(let flag) = node.kind else { return refuseType(node, wanted: type, of: key) }
        if case .yes = type, !flag {
            return refuse(
                .unknownWord, "'\(key)' can only be true", at: node.span, help: "leave it out where it is not meant")
        }
        return flag
    }

    private mutating func integer(_ node: Node, in range: ClosedRange<Int64>, of key: String) -> Int64? {
        guard case .integer(let number) = node.kind else { return refuseType(node, wanted: .integer(range), of: key) }
        guard range.contains(number) else {
            let bound = number < range.lowerBound ? "at least \(range.lowerBound)" : "at most \(range.upperBound)"
            return refuse(.numberOutOfRange, "invalid value \(number) for '\(key)': expected \(bound)", at: node.span)
        }
        return number
    }

    private mutating func dateTime(_ node: Node, of key: String) -> WallTime? {
        guard case .offsetDateTime(let time, let minutes) = node.kind else {
            return refuseType(node, wanted: .dateTime, of: key)
        }
        guard let unix = time.unixNanoseconds(offset: minutes * 60) else {
            return refuse(.timeOutOfRange, "'\(key)' lies between the years 1678 and 2262", at: node.span)
        }
        return WallTime(unix: unix, utcOffset: minutes * 60)
    }

    /// The text of a word, or a `Rational` from 0 to 1.
    private mutating func wordOrPart(_ node: Node, among words: [Word], of key: String) -> (any Sendable)? {
        if case .string(let text) = node.kind {
            var scanner = NumberScanner(text.text)
            let whole = scanner.fraction()
            let divisor = scanner.take("/") ? scanner.fraction() : .one
            if let whole, let divisor, scanner.rest().isEmpty, !scanner.overflowed, divisor > .zero,
                let part = Rational(Int128(divisor.denominator), over: Int128(divisor.numerator)).flatMap(whole.times),
                part >= .zero,
                part <= .one
            {
                return part
            }
        }
        return word(node, among: words, of: key)
    }

    mutating func word(_ node: Node, among words: [Word], of key: String) -> String? {
        guard let text = string(node, as: .word(words), of: key)?.text else { return nil }
        if let word = words.first(where: { $0.text == text || $0.spellings.contains(text) }) { return word.text }
        let known = words.map(\.text)
        let guess = Spelling.nearest(to: text, in: known + words.flatMap(\.spellings))
        return refuse(
            .unknownWord,
            "invalid value \"\(text.shownShort)\" for '\(key)' (expected one of: \(known.joined(separator: ", ")))",
            at: node.span, help: guess.map { "did you mean \"\($0)\"?" })
    }

    private mutating func steps(_ node: Node, of key: String) -> Node? {
        guard case .array = node.kind else {
            let isStep = node.isTable
            return refuse(
                .wrongType, "invalid value for '\(key)': expected \(ValueType.steps.title), found \(node.kind.title)",
                at: node.span, help: isStep ? "put the step in brackets: [{ … }]" : nil)
        }
        return node
    }

    private mutating func inlineTable(_ node: Node, _ schema: TableSchema, of key: String) -> (any Sendable)? {
        guard node.isTable else { return refuseType(node, wanted: .table(schema), of: key) }
        // Percentiles and replayed latencies share one key.
        if schema.name == Schema.wakeUp.name, node.child("replay") == nil { return quantiles(node, .time, of: key) }
        return table(node, as: schema)
    }

    /// The alternatives differ in TOML's type, so that the first one that fits is the one that is meant.
    private mutating func alternative(_ node: Node, among types: [ValueType], of key: String) -> (any Sendable)? {
        let shape = node.kind.shape
        if let type = types.first(where: { !$0.shapes.isDisjoint(with: shape) }) {
            return decoded(node, as: type, of: key)
        }
        return node.kind.isNumber && types.contains { $0.isTime }
            ? refuseBareNumber(node, of: key) : refuseType(node, wanted: .oneOf(types), of: key)
    }

    private mutating func list(_ node: Node, of element: ValueType, as type: ValueType, key: String) -> [Item]? {
        guard case .array = node.kind else { return refuseType(node, wanted: type, of: key) }
        return elements(node, of: element, key: key)
    }

    private mutating func many(_ node: Node, of element: ValueType, key: String) -> [Item]? {
        if case .array = node.kind { return elements(node, of: element, key: key) }
        guard let item = value(node, as: element, of: key) else { return nil }
        if case .mode = element { noteModes([item], of: key) }
        return [item]
    }

    private mutating func elements(_ node: Node, of element: ValueType, key: String) -> [Item]? {
        let nodes = node.elements
        var items: [Item] = []
        for node in nodes {
            if let item = value(node, as: element, of: key) { items.append(item) }
        }
        if case .mode = element { noteModes(items, of: key) }
        return items.count == nodes.count ? items : nil
    }

    private mutating func named(_ node: Node, of element: ValueType, key: String) -> [Item]? {
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

extension ValueType {
    fileprivate var isTime: Bool {
        switch self {
        case .duration, .exactDuration, .fireDate, .comparison(.time): true
        default: false
        }
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
        case .invalid: "a mistake"
        }
    }

    var isNumber: Bool {
        switch self {
        case .integer, .float: true
        default: false
        }
    }

    fileprivate var shape: ValueShapes {
        switch self {
        case .string: .string
        case .integer: .integer
        case .boolean: .boolean
        case .offsetDateTime: .dateTime
        case .array: .array
        case .table: .table
        case .float, .localDateTime, .localDate, .localTime, .invalid: []
        }
    }
}

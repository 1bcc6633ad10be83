import ExactTime
import ScenarioModel

extension ScenarioDecoder {
    /// Reads a value as its type, or reports why it is none.
    mutating func value(_ node: Node, as type: ValueType, of key: String) -> Item? {
        if case .invalid = node.kind { return nil }
        return decoded(node, as: type, of: key).map { Item(value: $0, span: node.span) }
    }

    private mutating func decoded(_ node: Node, as type: ValueType, of key: String) -> Decoded? {
        switch type {
        case .text, .id: return nonEmptyText(node, as: type, of: key).map { .text($0) }
        case .mode: return nonEmptyText(node, as: type, of: key).map { .text(ModeName(spelled: $0).name) }
        case .fingerprint: return string(node, as: type, of: key).map { .text($0.text) }
        case .lane: return string(node, as: type, of: key).map { .lane($0) }
        case .logText: return string(node, as: type, of: key).map { .logText($0) }
        case .flag, .yes: return flag(node, as: type, of: key)
        case .integer(let range): return integer(node, in: range, of: key)
        case .duration(let sign): return wholeTime(node, sign, as: type, of: key).map { .duration($0) }
        case .exactDuration(let sign): return exactTime(node, sign, as: type, of: key).map { .exact($0) }
        case .fireDate: return fireDate(node, of: key)
        case .rate: return rate(node, of: key)
        case .quantiles(let unit): return quantiles(node, unit, of: key).map { .quantiles($0) }
        case .dateTime: return dateTime(node, of: key)
        case .word(let words): return word(node, among: words, of: key)
        case .part(let kinds): return part(node, among: kinds, copies: false, of: key)
        case .partOrCopy(let kinds): return part(node, among: kinds, copies: true, of: key)
        case .holder: return holder(node, of: key)
        case .steps: return steps(node, of: key)
        case .condition: return conditionTable(node, of: key).map { .condition($0) }
        case .list(let element): return list(node, of: element, as: type, key: key)
        case .many(let element): return many(node, of: element, key: key)
        case .named(let element): return named(node, of: element, key: key)
        case .oneOf(let types): return alternative(node, among: types, of: key)
        case .table(let schema): return inlineTable(node, schema, of: key)
        case .comparison(let quantity): return comparison(node, of: quantity, key: key).map { .comparison($0) }
        case .statistics(let family): return statistics(node, of: family, key: key)
        case .finding: return findingCode(node, of: key)
        }
    }

    /// Says that a value has the wrong type.
    mutating func reportType(_ node: Node, wanted type: ValueType, of key: String) {
        report(Diagnostic(.wrongType, "'\(key)' takes \(type.title); found \(node.kind.title)", at: node.span))
    }

    mutating func string(_ node: Node, as type: ValueType, of key: String) -> Text? {
        guard case .string(let text) = node.kind else {
            reportType(node, wanted: type, of: key)
            return nil
        }
        return text
    }

    private mutating func nonEmptyText(_ node: Node, as type: ValueType, of key: String) -> String? {
        guard let text = string(node, as: type, of: key) else { return nil }
        guard !text.text.isEmpty else {
            report(Diagnostic(.emptyValue, "'\(key)' is empty", at: node.span, help: "leave the key out or fill it in"))
            return nil
        }
        return text.text
    }

    private mutating func flag(_ node: Node, as type: ValueType, of key: String) -> Decoded? {
        guard case .boolean(let flag) = node.kind else {
            reportType(node, wanted: type, of: key)
            return nil
        }
        if case .yes = type, !flag {
            report(
                Diagnostic(
                    .unknownWord, "'\(key)' can only be true", at: node.span, help: "leave it out where it is not meant"
                ))
            return nil
        }
        return .flag(flag)
    }

    private mutating func integer(_ node: Node, in range: ClosedRange<Int64>, of key: String) -> Decoded? {
        guard case .integer(let number) = node.kind else {
            reportType(node, wanted: .integer(range), of: key)
            return nil
        }
        guard range.contains(number) else {
            let bound =
                number < range.lowerBound ? "at least \(range.lowerBound)" : "at most \(range.upperBound)"
            report(Diagnostic(.numberOutOfRange, "'\(key)' is \(bound); found \(number)", at: node.span))
            return nil
        }
        return .integer(number)
    }

    private mutating func dateTime(_ node: Node, of key: String) -> Decoded? {
        guard case .dateTime(let date) = node.kind else {
            reportType(node, wanted: .dateTime, of: key)
            return nil
        }
        guard let unix = date.unixNanoseconds else {
            report(Diagnostic(.timeOutOfRange, "'\(key)' lies between the years 1678 and 2262", at: node.span))
            return nil
        }
        return .dateTime(unix: unix, utcOffset: date.offsetMinutes * 60)
    }

    mutating func word(_ node: Node, among words: [Word], of key: String) -> Decoded? {
        guard let text = string(node, as: .word(words), of: key)?.text else { return nil }
        if let word = words.first(where: { $0.text == text || $0.spellings.contains(text) }) { return .text(word.text) }
        let known = words.map(\.text)
        let guess = Spelling.nearest(to: text, in: known + words.flatMap(\.spellings))
        report(
            Diagnostic(
                .unknownWord,
                "'\(key)' cannot be \"\(text.shownShort)\"; it is \(known.map { "\"\($0)\"" }.joinedAsChoice())",
                at: node.span, help: guess.map { "did you mean \"\($0)\"?" }))
        return nil
    }

    private mutating func steps(_ node: Node, of key: String) -> Decoded? {
        guard case .array = node.kind else {
            let isStep = node.isTable
            report(
                Diagnostic(
                    .wrongType, "'\(key)' takes \(ValueType.steps.title); found \(node.kind.title)", at: node.span,
                    help: isStep ? "put the step in brackets: [{ … }]" : nil))
            return nil
        }
        return .steps(node)
    }

    private mutating func inlineTable(_ node: Node, _ schema: TableSchema, of key: String) -> Decoded? {
        guard node.isTable else {
            reportType(node, wanted: .table(schema), of: key)
            return nil
        }
        // Percentiles and replayed latencies share one key.
        if schema.name == Schema.wakeUp.name, node.child("replay") == nil {
            return quantiles(node, .time, of: key).map { .quantiles($0) }
        }
        return .table(table(node, as: schema))
    }

    /// The alternatives differ in TOML's type, so that the first one that fits is the one that is meant.
    private mutating func alternative(_ node: Node, among types: [ValueType], of key: String) -> Decoded? {
        for type in types where type.fits(node.kind) { return decoded(node, as: type, of: key) }
        let timed = types.contains { $0.isTime }
        if timed, node.kind.isNumber {
            reportBareNumber(node, of: key)
        } else {
            reportType(node, wanted: .oneOf(types), of: key)
        }
        return nil
    }

    private mutating func list(_ node: Node, of element: ValueType, as type: ValueType, key: String) -> Decoded? {
        guard case .array = node.kind else {
            reportType(node, wanted: type, of: key)
            return nil
        }
        return elements(node, of: element, key: key)
    }

    private mutating func many(_ node: Node, of element: ValueType, key: String) -> Decoded? {
        if case .array = node.kind { return elements(node, of: element, key: key) }
        guard let item = value(node, as: element, of: key) else { return nil }
        if case .mode = element { noteModes([item], of: key) }
        return .list([item])
    }

    private mutating func elements(_ node: Node, of element: ValueType, key: String) -> Decoded? {
        let nodes = node.elements
        var items: [Item] = []
        for node in nodes {
            if let item = value(node, as: element, of: key) { items.append(item) }
        }
        if case .mode = element { noteModes(items, of: key) }
        return items.count == nodes.count ? .list(items) : nil
    }

    private mutating func named(_ node: Node, of element: ValueType, key: String) -> Decoded? {
        var result: [(name: String, item: Item)] = []
        var isWhole = true
        if node.isTable {
            for entry in node.entries {
                guard let item = value(entry.node, as: element, of: key) else {
                    isWhole = false
                    continue
                }
                result.append((entry.name, item))
            }
        } else {
            var nodes = [node]
            if case .array = node.kind { nodes = node.elements }
            for node in nodes {
                guard let item = value(node, as: element, of: key), case .string(let name) = node.kind else {
                    isWhole = false
                    continue
                }
                result.append((name.text, item))
            }
        }
        return isWhole ? .named(result) : nil
    }
}

extension ValueType {
    /// Whether a value of this TOML type could be one of this type.
    fileprivate func fits(_ kind: Node.Kind) -> Bool {
        switch (self, kind) {
        case (.flag, .boolean), (.yes, .boolean), (.integer, .integer), (.dateTime, .dateTime): true
        case (.quantiles, .table), (.condition, .table), (.table, .table), (.named, .table): true
        case (.steps, .array), (.list, .array): true
        case (.comparison(.count), .integer): true
        case (.text, .string), (.mode, .string), (.id, .string), (.duration, .string), (.exactDuration, .string),
            (.fireDate, .string), (.rate, .string), (.word, .string), (.part, .string), (.partOrCopy, .string),
            (.holder, .string), (.logText, .string), (.comparison, .string), (.finding, .string),
            (.fingerprint, .string), (.lane, .string):
            true
        case (.many(let element), let kind):
            if case .array = kind { true } else { element.fits(kind) }
        case (.oneOf(let types), let kind): types.contains { $0.fits(kind) }
        default: false
        }
    }

    fileprivate var isTime: Bool {
        switch self {
        case .duration, .exactDuration, .fireDate, .comparison(.time): true
        default: false
        }
    }
}

extension Node.Kind {
    /// What the value is, for a message.
    var title: String {
        switch self {
        case .string(let text): "the string \"\(text.text.shownShort)\""
        case .integer(let number): "the number \(number)"
        case .float(let number): "the number \(number.text.shownShort)"
        case .boolean(let flag): "\(flag)"
        case .dateTime: "a date and time"
        case .otherDate(let what): what
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
}

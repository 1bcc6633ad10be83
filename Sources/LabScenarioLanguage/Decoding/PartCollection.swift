import LabCatalogue
import LabScenarioModel

/// The tables of a file that describe parts and expectations, each kind in file order.
struct PartTables {
    private var nodes: [String: [Node]] = [:]

    init(_ root: Node, _ values: inout ValueDecoder) {
        for schema in Schema.tables where schema.form == .many {
            if schema.name == Schema.source.name, ValueDecoder.saysItsSource(root) { continue }
            nodes[schema.name] = values.tables(schema, in: root)
        }
    }

    subscript(schema: TableSchema) -> [Node] { nodes[schema.name] ?? [] }

    /// Enters the ids of all parts, so that each can be named before it is described.
    func enterNames(_ values: inout ValueDecoder) {
        var parts: [(node: Node, part: NamedPart)] = []
        func enter(_ nodes: [Node], _ reference: (Int) -> PartReference) {
            parts += nodes.enumerated().map { ($1, NamedPart(reference: reference($0), place: $1.span)) }
        }
        let (threads, timers) = (self[Schema.thread], self[Schema.timer])
        enter(threads.filter { $0["id"]?.text != "main" }) { .thread($0 + 1) }
        enter(self[Schema.queue]) { .queue($0 + 1) }
        enter(self[Schema.object]) { .object($0) }
        enter(self[Schema.event]) { .event($0) }
        enter(self[Schema.observer]) { .observer($0) }
        enter(self[Schema.source]) { .source($0) }
        for (index, node) in timers.enumerated() {
            var part = NamedPart(reference: .timer(index), place: node.span)
            part.kind = node["kind"]?.text.flatMap(TimerKind.spelled)
            if let copies = node["copies"]?.integer, (1...Schema.mostParts).contains(copies) {
                part.copies = Int(copies)
            }
            parts.append((node, part))
        }
        values.names.timerKinds = parts.suffix(timers.count).map(\.part.kind)
        for (node, part) in parts.sorted(by: { $0.node.span.lowerBound < $1.node.span.lowerBound }) {
            enterName(of: node, part, &values)
        }
        func limit(
            _ what: String, _ count: Int, most: Int, _ can: String = "are possible", at node: Node?, help: String
        ) {
            if count <= most { return }
            values.report(.tooManyParts, "\(what); at most \(most) \(can)", at: node?.span ?? 0..<0, help: help)
        }
        let partCount = parts.reduce(0) { $0 + ($1.part.copies ?? 1) }
        limit(
            "the scenario has \(partCount) parts", partCount, most: Int(Schema.mostParts), at: timers.last,
            help: "make fewer copies")
        limit(
            "the file has \(parts.count) parts", parts.count, most: Schema.mostTables, "can have a table each",
            at: timers.last, help: "copies of a timer need one table")
        let threadCount = threads.count + values.names.timerKinds.count { $0?.row.home == .ownThread }
        limit(
            "the scenario has \(threadCount) threads", threadCount, most: Schema.mostThreads,
            at: threads.last ?? timers.last, help: "use fewer threads")
    }

    private func enterName(of node: Node, _ part: NamedPart, _ values: inout ValueDecoder) {
        guard let idNode = node["id"], case .string(let text) = idNode.kind, !text.text.isEmpty else { return }
        let name = text.text
        // A queue holds nothing.
        guard name != "main", Schema.holder(name) == nil || PartKind(part.reference) == .queue else {
            let words = Schema.holders.map { "\"\($0.word)\"" }.joined(separator: ", ")
            return values.report(
                .reservedID, "\"\(name)\" cannot be the id of \(PartKind(part.reference).title)", at: idNode.span,
                help: name == "main"
                    ? "it names the main thread and the main queue" : "\(words) are words of `held_by`")
        }
        if let wrong = name.firstMalformed {
            let start = name.utf8.distance(from: name.startIndex, to: wrong)
            let scalar = name.unicodeScalars[wrong]
            return values.report(
                .malformedID, "invalid character '\(String(scalar).shownShort)' in an id",
                at: text.span(start..<start + UTF8.width(scalar)),
                help: "ids consist of letters, digits, '-', '_', '.' and single spaces between them")
        }
        var named = part
        named.place = idNode.span
        if let earlier = values.names.define(name, named) {
            values.report(
                .duplicateID, "duplicate id \"\(name.shownShort)\"", at: idNode.span,
                help: "all ids share one namespace; choose another",
                related: [.init("first defined here", at: earlier.place)])
        }
    }
}

extension ValueDecoder {
    fileprivate mutating func tables(_ schema: TableSchema, in root: Node) -> [Node] {
        guard let node = root[schema.name] else { return [] }
        switch node.kind {
        case .array: break
        case .table:
            report(
                .wrongTableForm, "[\(schema.name)] is an array of tables: write [[\(schema.name)]]",
                at: node.span, help: "each [[\(schema.name)]] begins another one")
        default:
            report(
                .wrongTableForm, "'\(schema.name)' is a list of tables; found \(node.kind.title)", at: node.span,
                help: "write [[\(schema.name)]] on a line of its own")
        }
        return node.elements.filter { element in
            if element.isTable { return true }
            report(.wrongTableForm, "each [[\(schema.name)]] is a table; found \(element.kind.title)", at: element.span)
            return false
        }
    }
}

extension String {
    /// The first scalar that makes it no id. An id is unquoted in all reports, messages, log fields (`{valid:tick}`),
    /// names of copies (`tick[0]`) and paths of `--set`. So it has no character with a meaning there.
    fileprivate var firstMalformed: Index? {
        let scalars = unicodeScalars
        return scalars.indices.first { index in
            switch scalars[index] {
            case "a"..."z", "A"..."Z", "0"..."9", "-", "_", ".": return false
            case " ":
                let next = scalars.index(after: index)
                return index == scalars.startIndex || next == scalars.endIndex || scalars[next] == " "
            case let scalar:
                // A letter or digit of any script, with its marks.
                switch scalar.properties.generalCategory {
                case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
                    .decimalNumber:
                    return false
                case .nonspacingMark, .spacingMark: return scalar.properties.isDefaultIgnorableCodePoint
                default: return true
                }
            }
        }
    }
}

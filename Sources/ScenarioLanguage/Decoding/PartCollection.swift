import ScenarioModel

/// The tables of a file that describe parts, each kind in file order.
struct PartTables {
    var queues: [Node] = []
    var threads: [Node] = []
    var timers: [Node] = []
    var objects: [Node] = []
    var events: [Node] = []
    var observers: [Node] = []
    var sources: [Node] = []
    var expectations: [Node] = []
}

extension ScenarioDecoder {
    mutating func collectTables(_ root: Node) -> PartTables {
        PartTables(
            queues: tables(Schema.queue, in: root), threads: tables(Schema.thread, in: root),
            timers: tables(Schema.timer, in: root), objects: tables(Schema.object, in: root),
            events: tables(Schema.event, in: root), observers: tables(Schema.observer, in: root),
            sources: tables(Schema.source, in: root), expectations: tables(Schema.expect, in: root))
    }

    private mutating func tables(_ schema: TableSchema, in root: Node) -> [Node] {
        guard let node = root.child(schema.name) else { return [] }
        switch node.kind {
        case .invalid: return []
        case .array: break
        case .table:
            report(
                Diagnostic(
                    .wrongTableForm, "there can be many of these: write [[\(schema.name)]], not [\(schema.name)]",
                    at: node.span, help: "each [[\(schema.name)]] begins a further one"))
            return []
        default:
            report(
                Diagnostic(
                    .wrongTableForm, "'\(schema.name)' is a list of tables; found \(node.kind.title)", at: node.span,
                    help: "write [[\(schema.name)]] on a line of its own"))
            return []
        }
        return node.elements.filter { element in
            if element.isTable { return true }
            if case .invalid = element.kind { return false }
            report(
                Diagnostic(
                    .wrongTableForm, "each [[\(schema.name)]] is a table; found \(element.kind.title)", at: element.span
                ))
            return false
        }
    }

    /// Enters the ids of all parts, so that each can be spoken of before it is described.
    mutating func collectNames(_ tables: PartTables) {
        var threadIndex = 1
        for node in tables.threads {
            if case .string(let text)? = node.child("id")?.kind, text.text == "main" { continue }
            collectName(of: node, NamedPart(reference: .thread(threadIndex), place: node.span))
            threadIndex += 1
        }
        for (index, node) in tables.queues.enumerated() {
            collectName(of: node, NamedPart(reference: .queue(index + 1), place: node.span))
        }
        for (index, node) in tables.timers.enumerated() {
            var part = NamedPart(reference: .timer(index), place: node.span)
            if case .string(let kind)? = node.child("kind")?.kind { part.kind = TimerKind(rawValue: kind.text) }
            if case .integer(let copies)? = node.child("copies")?.kind, (1...Schema.mostParts).contains(copies) {
                part.copies = Int(copies)
                partCount += copies - 1
            }
            timerKinds.append(part.kind)
            collectName(of: node, part)
        }
        for (index, node) in tables.objects.enumerated() {
            collectName(of: node, NamedPart(reference: .object(index), place: node.span))
        }
        for (index, node) in tables.events.enumerated() {
            collectName(of: node, NamedPart(reference: .event(index), place: node.span))
        }
        for (index, node) in tables.observers.enumerated() {
            collectName(of: node, NamedPart(reference: .observer(index), place: node.span))
        }
        for (index, node) in tables.sources.enumerated() {
            collectName(of: node, NamedPart(reference: .source(index), place: node.span))
        }
        if partCount > Schema.mostParts {
            let place = tables.timers.last?.span ?? 0..<0
            report(
                Diagnostic(
                    .tooManyParts, "the scenario has \(partCount) parts; at most \(Schema.mostParts) are possible",
                    at: place, help: "make fewer copies"))
        }
    }

    private mutating func collectName(of node: Node, _ part: NamedPart) {
        partCount += 1
        guard let idNode = node.child("id"), case .string(let text) = idNode.kind, !text.text.isEmpty else { return }
        let name = text.text
        guard name != "main", HolderWord(rawValue: name) == nil else {
            let words = HolderWord.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
            report(
                Diagnostic(
                    .reservedID, "\"\(name)\" cannot be the id of \(PartKinds(part.reference).title)", at: idNode.span,
                    help: name == "main"
                        ? "the main thread and the main queue have it" : "\(words) say who holds a part (`held_by`)"))
            return
        }
        if let wrong = name.unicodeScalars.first(where: { !$0.isAllowedInID }) {
            let shown = String(wrong).shownShort
            report(
                Diagnostic(
                    .malformedID, "'\(shown)' cannot stand in an id", at: idNode.span,
                    help: "ids are made of letters, digits, '-', '_', '.' and spaces"))
            return
        }
        var named = part
        named = NamedPart(
            reference: part.reference, place: idNode.span, kind: part.kind, copies: part.copies)
        if let earlier = names.define(name, named) {
            report(
                Diagnostic(
                    .duplicateID, "the id \"\(name.shownShort)\" is taken", at: idNode.span,
                    help: "ids share one namespace, whatever they name; choose another",
                    related: [Diagnostic.Related("first defined here", at: earlier.place)]))
        }
    }

    /// The id of a part of the plan.
    func id(of part: PartReference) -> String {
        switch part {
        case .timer(let index): plan.timers.indices.contains(index) ? plan.timers[index].id : ""
        case .object(let index): plan.objects.indices.contains(index) ? plan.objects[index].id : ""
        case .thread(let index): plan.threads.indices.contains(index) ? plan.threads[index].id : ""
        case .queue(let index): plan.queues.indices.contains(index) ? plan.queues[index].id : ""
        case .event(let index): plan.events.indices.contains(index) ? plan.events[index].id : ""
        case .observer(let index): plan.observers.indices.contains(index) ? plan.observers[index].id : ""
        case .source(let index): plan.sources.indices.contains(index) ? plan.sources[index].id : ""
        }
    }
}

extension Unicode.Scalar {
    /// Brackets mark copies, braces and colons log fields, quotes and control characters would break messages.
    fileprivate var isAllowedInID: Bool {
        switch self {
        case "[", "]", "{", "}", ":", "\"", "'", "`": false
        default: value >= 0x20 && !(0x7F...0x9F).contains(value)
        }
    }
}

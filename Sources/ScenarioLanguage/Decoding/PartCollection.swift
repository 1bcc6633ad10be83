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
        var parts: [(node: Node, part: NamedPart)] = []
        func enter(_ nodes: [Node], _ reference: (Int) -> PartReference) {
            for (index, node) in nodes.enumerated() {
                parts.append((node, NamedPart(reference: reference(index), place: node.span)))
            }
        }
        enter(tables.threads.filter { !isMainThread($0) }) { .thread($0 + 1) }
        enter(tables.queues) { .queue($0 + 1) }
        enter(tables.objects) { .object($0) }
        enter(tables.events) { .event($0) }
        enter(tables.observers) { .observer($0) }
        enter(tables.sources) { .source($0) }
        for (index, node) in tables.timers.enumerated() {
            var part = NamedPart(reference: .timer(index), place: node.span)
            if case .string(let kind)? = node.child("kind")?.kind { part.kind = TimerKind(spelled: kind.text) }
            if case .integer(let copies)? = node.child("copies")?.kind, (1...Schema.mostParts).contains(copies) {
                part.copies = Int(copies)
                partCount += copies - 1
            }
            timerKinds.append(part.kind)
            parts.append((node, part))
        }
        for (node, part) in parts.sorted(by: { $0.node.span.lowerBound < $1.node.span.lowerBound }) {
            collectName(of: node, part)
        }
        if partCount > Schema.mostParts {
            let place = tables.timers.last?.span ?? 0..<0
            report(
                Diagnostic(
                    .tooManyParts, "the scenario has \(partCount) parts; at most \(Schema.mostParts) are possible",
                    at: place, help: "make fewer copies"))
        }
        let threadCount = tables.threads.count + timerKinds.count { $0 == .machWait || $0 == .threadSleep }
        if threadCount > Schema.mostThreads {
            report(
                Diagnostic(
                    .tooManyParts,
                    "the scenario has \(threadCount) threads; at most \(Schema.mostThreads) are possible",
                    at: tables.threads.last?.span ?? tables.timers.last?.span ?? 0..<0, help: "use fewer threads"))
        }
    }

    private func isMainThread(_ node: Node) -> Bool {
        guard case .string(let text)? = node.child("id")?.kind else { return false }
        return text.text == "main"
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
        if let wrong = name.unicodeScalars.firstIndex(where: { !$0.isAllowedInID }) {
            let start = name.utf8.distance(from: name.startIndex, to: wrong)
            let scalar = name.unicodeScalars[wrong]
            report(
                Diagnostic(
                    .malformedID, "'\(String(scalar).shownShort)' cannot stand in an id",
                    at: text.span(start..<start + UTF8.width(scalar)),
                    help: "ids are made of letters, digits, '-', '_', '.' and spaces"))
            return
        }
        let named = NamedPart(reference: part.reference, place: idNode.span, kind: part.kind, copies: part.copies)
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

/// The rules by which a header or a dotted key may make or extend a table.
extension OpenTable {
    /// Opens the table of `[path]` or the next element of `[[path]]`.
    func open(_ path: [TOMLKey], isElement: Bool, span: Range<Int>) throws(Diagnostic) -> OpenTable {
        var table = self
        for key in path.dropLast() { table = try table.enter(key, of: path, isDotted: false) }
        guard let name = path.last else { return table }
        guard let (first, slot) = table[name.text] else {
            if !isElement { return table.appendTable(name, .header, span: span) }
            let list = List(span: span)
            table.append(name, .list(list))
            return list.extended(span: span)
        }
        switch slot {
        case .value(let value): throw Self.occupied(path, first, value, at: name.span)
        case .list(let list) where isElement: return list.extended(span: span)
        case .list:
            throw Diagnostic(
                .notAnArrayOfTables, "\(path.quoted) is an array of tables, not a table", at: span,
                help: "write [[\(path.shown)]] for its next element", related: .firstDefined(first.span))
        case .table where isElement:
            throw Diagnostic(
                .notAnArrayOfTables, "\(path.quoted) is a table, not an array of tables", at: span,
                related: .firstDefined(first.span))
        case .table(let existing):
            guard existing.origin == .implied else {
                let isDotted = existing.origin == .dotted
                let reason = isDotted ? "was made by dotted keys and cannot have a header" : "is defined twice"
                throw Diagnostic(
                    .duplicateTable, "table \(path.quoted) \(reason)", at: span,
                    help: isDotted ? nil : "put all its keys under one header", related: .firstDefined(existing.span))
            }
            (existing.origin, existing.span) = (.header, span)
            return existing
        }
    }

    /// Gives a key its value, making the tables of a dotted key.
    func define(_ path: [TOMLKey], _ value: TOMLValue) throws(Diagnostic) {
        var table = self
        for key in path.dropLast() { table = try table.enter(key, of: path, isDotted: true) }
        guard let name = path.last else { return }
        guard let (first, slot) = table[name.text] else { return table.append(name, .value(value)) }
        let isValue = if case .value = slot { true } else { false }
        throw Diagnostic(
            .duplicateKey, isValue ? "key \(path.quoted) is defined twice" : "\(path.quoted) is already a table",
            at: name.span, related: .firstDefined(first.span))
    }

    /// A step along the path of a header or a dotted key; it makes a missing table. A dotted key enters only tables
    /// that no header has defined.
    private func enter(_ key: TOMLKey, of path: [TOMLKey], isDotted: Bool) throws(Diagnostic) -> OpenTable {
        guard let (first, slot) = self[key.text] else {
            return appendTable(key, isDotted ? .dotted : .implied, span: key.span)
        }
        var entered: [TOMLKey] { path.filter { $0.span.lowerBound <= key.span.lowerBound } }
        switch slot {
        case .value(let value): throw Self.occupied(entered, first, value, at: key.span)
        case .table(let next) where !isDotted: return next
        case .list(let list) where !isDotted: return list.elements.last ?? self
        case .table(let next):
            switch next.origin {
            case .dotted: return next
            case .implied:
                // No header has defined it yet; this key does, so that none may follow.
                (next.origin, next.span) = (.dotted, key.span)
                return next
            case .header:
                throw Diagnostic(
                    .headerTableExtended,
                    "a dotted key cannot extend \(entered.quoted), which has a header of its own", at: key.span,
                    help: "put the key under that header", related: .firstDefined(next.span))
            }
        case .list:
            throw Diagnostic(
                .headerTableExtended, "a dotted key cannot extend \(entered.quoted), an array of tables", at: key.span,
                help: "put the key under the header of an element", related: .firstDefined(first.span))
        }
    }

    /// Reports a header or dotted key that leads into a complete value.
    private static func occupied(
        _ path: [TOMLKey], _ first: TOMLKey, _ value: TOMLValue, at span: Range<Int>
    ) -> Diagnostic {
        let (name, related) = (path.quoted, Diagnostic.Related.firstDefined(first.span))
        switch value.kind {
        case .table:
            return Diagnostic(
                .closedTable, "\(name) is an inline table, which cannot be extended", at: span, related: related)
        case .array:
            return Diagnostic(
                .closedTable, "\(name) is an array in brackets, which cannot be extended", at: span,
                help: "write all its elements inside the brackets, or all as [[…]]", related: related)
        case .string, .integer, .float, .boolean, .offsetDateTime, .localDateTime, .localDate, .localTime:
            return Diagnostic(.notATable, "\(name) is a value already, not a table", at: span, related: related)
        }
    }
}

extension OpenTable.List {
    /// The next element.
    fileprivate func extended(span: Range<Int>) -> OpenTable {
        elements.append(OpenTable(.header, span: span))
        return elements[elements.count - 1]
    }
}

extension Diagnostic.Related {
    fileprivate static func firstDefined(_ span: Range<Int>) -> Self { Self("first defined here", at: span) }
}

extension [TOMLKey] {
    fileprivate var quoted: String { "'\(shown)'" }

    fileprivate var shown: String {
        let longest = 60
        var name = ""
        for key in self {
            if !name.isEmpty { name += "." }
            let bytes = [UInt8](key.text.utf8)
            let part = LabTOML.quoted(bytes, 0..<bytes.count).dropFirst().dropLast()
            name += key.text.isEmpty ? "\"\"" : part
            if name.utf8.count > longest { return name + "…" }
        }
        return name
    }
}

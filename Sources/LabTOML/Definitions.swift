/// The rules by which a header or a dotted key may make or extend a table.
extension TreeBuilder {
    /// Opens the table of `[path]` or the next element of `[[path]]`.
    mutating func openTable(_ path: [TOMLKey], isElement: Bool, span: Range<Int>) throws(Diagnostic) -> TableID {
        var table = Self.root
        for key in path.dropLast() { table = try enter(key, in: table, of: path, isDotted: false) }
        guard let name = path.last else { return table }
        guard let (first, slot) = lookUp(name.text, in: table) else {
            return isElement ? addList(name, span: span, to: table) : addTable(name, .header, span: span, to: table)
        }
        switch slot {
        case .value(let value): throw occupied(path, first, value, at: name.span)
        case .list(let list) where isElement: return extendList(list, span: span)
        case .list:
            throw Diagnostic(
                .notAnArrayOfTables, "\(self.name(of: path)) is an array of tables, not a table", at: span,
                help: "write [[\(plainName(of: path))]] for its next element", related: firstDefined(first.span))
        case .table where isElement:
            throw Diagnostic(
                .notAnArrayOfTables, "\(self.name(of: path)) is a table, not an array of tables", at: span,
                related: firstDefined(first.span))
        case .table(let existing):
            guard tables[existing].origin == .implied else {
                let isDotted = tables[existing].origin == .dotted
                let reason = isDotted ? "was made by dotted keys and cannot have a header" : "is defined twice"
                throw Diagnostic(
                    .duplicateTable, "table \(self.name(of: path)) \(reason)", at: span,
                    help: isDotted ? nil : "put all its keys under one header",
                    related: firstDefined(tables[existing].span))
            }
            redefine(existing, as: .header, span: span)
            return existing
        }
    }

    /// Gives a key of a table its value, making the tables of a dotted key.
    mutating func define(_ path: [TOMLKey], _ value: TOMLValue, in section: TableID) throws(Diagnostic) {
        var table = section
        for key in path.dropLast() { table = try enter(key, in: table, of: path, isDotted: true) }
        guard let name = path.last else { return }
        guard let (first, slot) = lookUp(name.text, in: table) else { return insert(name, .value(value), to: table) }
        let isValue = if case .value = slot { true } else { false }
        throw Diagnostic(
            .duplicateKey,
            isValue ? "key \(self.name(of: path)) is defined twice" : "\(self.name(of: path)) is already a table",
            at: name.span, related: firstDefined(first.span))
    }

    /// A step along the path of a header or a dotted key; it makes a table if there is none. A dotted key may only
    /// enter tables that no header has defined.
    private mutating func enter(
        _ key: TOMLKey, in table: TableID, of path: [TOMLKey], isDotted: Bool
    ) throws(Diagnostic) -> TableID {
        guard let (first, slot) = lookUp(key.text, in: table) else {
            return addTable(key, isDotted ? .dotted : .implied, span: key.span, to: table)
        }
        switch slot {
        case .value(let value): throw occupied(path.prefix(through: key), first, value, at: key.span)
        case .table(let next) where !isDotted: return next
        case .list(let list) where !isDotted: return lists[list].elements.last ?? table
        case .table(let next):
            switch tables[next].origin {
            case .dotted: return next
            case .implied:
                // No header has defined it yet; this key does, so that none may follow.
                redefine(next, as: .dotted, span: key.span)
                return next
            case .header:
                throw Diagnostic(
                    .headerTableExtended,
                    "a dotted key cannot extend \(name(of: path.prefix(through: key))), which has a header of its own",
                    at: key.span, help: "put the key under that header", related: firstDefined(tables[next].span))
            }
        case .list:
            throw Diagnostic(
                .headerTableExtended,
                "a dotted key cannot extend \(name(of: path.prefix(through: key))), an array of tables", at: key.span,
                help: "put the key under the header of an element", related: firstDefined(first.span))
        }
    }

    /// Reports a header or dotted key that leads into a complete value.
    private func occupied(_ path: [TOMLKey], _ first: TOMLKey, _ value: TOMLValue, at span: Range<Int>) -> Diagnostic {
        let name = name(of: path)
        let related = firstDefined(first.span)
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

    private func firstDefined(_ span: Range<Int>) -> Diagnostic.Related {
        Diagnostic.Related("first defined here", at: span)
    }

    private func name(of path: [TOMLKey]) -> String { "'\(plainName(of: path))'" }

    private func plainName(of path: [TOMLKey]) -> String {
        let longest = 60
        var name = ""
        for key in path {
            if !name.isEmpty { name += "." }
            let bytes = Array(key.text.utf8)
            let part = quoted(bytes, 0..<bytes.count).dropFirst().dropLast()
            name += key.text.isEmpty ? "\"\"" : part
            if name.utf8.count > longest { return name + "…" }
        }
        return name
    }
}

extension [TOMLKey] {
    /// The path up to one of its own keys.
    fileprivate func prefix(through key: TOMLKey) -> [TOMLKey] {
        Array(prefix { $0.span.lowerBound <= key.span.lowerBound })
    }
}

import LabCatalogue
import LabTextLayout

extension ValueDecoder {
    /// Reads the keys of a table as its schema describes them.
    ///
    /// - Parameter skipped: keys that the caller reads by itself.
    mutating func table(_ node: Node, as schema: TableSchema, skipping skipped: Set<String> = []) -> DecodedTable {
        var result = DecodedTable(at: node.span)
        for entry in node.entries where !skipped.contains(entry.name) {
            guard let place = schema.index[entry.name] else {
                if let guess = reportUnknownKey(entry, in: schema) { result.guesses.insert(guess) }
                result.append(entry.name, at: entry.key.span)
                continue
            }
            result.append(
                entry.name, at: entry.key.span, value(entry.value, as: schema.keys[place].type, of: entry.name))
        }
        let start = node.span.lowerBound
        for key in schema.requiredKeys where result.isMissing(key.name) {
            report(
                .missingKey, "missing key '\(key.name)' in \(schema.title)",
                at: schema.form == .file ? start..<start : node.span,
                help: key.example.map { "add \(key.name) = \($0)" })
        }
        return result
    }

    /// The same, and sets the properties of what the table describes.
    mutating func table<Whole>(_ node: Node, as schema: TableSchema, setting whole: inout Whole) -> DecodedTable {
        let fields = table(node, as: schema)
        fields.set(&whole, by: schema)
        return fields
    }

    /// A `[name]` table of the top level, if it is one.
    mutating func singleTable(_ node: Node?, _ schema: TableSchema) -> DecodedTable? {
        singleTableNode(node, schema).map { table($0, as: schema) }
    }

    /// The same for a table whose keys are not in a schema.
    mutating func singleTableNode(_ node: Node?, _ schema: TableSchema) -> Node? {
        guard let node else { return nil }
        if node.isTable { return node }
        return refuse(
            .wrongTableForm, "'\(schema.name)' is a single table: write [\(schema.name)]; found \(node.kind.title)",
            at: node.elements.first?.span ?? node.span, help: "write [\(schema.name)] on a line of its own")
    }

    /// The key that was probably meant.
    private mutating func reportUnknownKey(_ entry: Entry, in schema: TableSchema) -> String? {
        if schema.name == Schema.expect.name, reportOldFigure(entry.name, at: entry.key.span) {
            return Figure.successor(of: entry.name)
        }
        let known = schema.keys.map(\.name) + (schema.form == .file ? Schema.tables.map(\.name) : [])
        let guess =
            collector.isFull ? nil : Schema.usual(entry.name, in: known) ?? Spelling.nearest(to: entry.name, in: known)
        report(
            .unknownKey, "unknown key '\(entry.name.shownShort)' in \(schema.title)", at: entry.key.span,
            help: guess.map { "did you mean '\($0)'?" }
                ?? "\(schema.title) takes \(known.isEmpty ? "no keys" : known.joinedAsChoice())")
        return guess
    }

    mutating func reportConflict(_ first: String, _ second: String, in table: DecodedTable, help: String) {
        guard let one = table.place(of: first), let other = table.place(of: second) else { return }
        let (earlier, later) = one.lowerBound > other.lowerBound ? (other, one) : (one, other)
        report(
            .conflictingKeys, "'\(first)' and '\(second)' cannot be used together", at: later, help: help,
            related: [Diagnostic.Related("the other one is here", at: earlier)])
    }

    /// The keys that a table has of some that exclude each other; nil for more than one, which is reported.
    mutating func atMostOne(of keys: [String], in table: DecodedTable, help: String) -> [String]? {
        let given = table.present(keys)
        guard given.count > 1 else { return given }
        reportConflict(given[0], given[1], in: table, help: help)
        return nil
    }
}

extension String {
    /// Short and printable, for a message.
    var shownShort: String { VisibleText.line(self, most: 40) }
}

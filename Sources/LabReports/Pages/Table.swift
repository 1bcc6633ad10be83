import LabJSON

/// Rows of named values. Each column is stated once; text, Markdown, HTML, JSON and CSV are written from it.
package struct Table<Row> {
    package struct Column {
        /// The path in JSON, such as `waiting.p50`; empty if JSON leaves it out.
        var json = ""
        /// The key in CSV; empty if CSV leaves it out.
        var csv = ""
        /// The head in texts; empty if texts leave it out.
        var head = ""
        /// True for words, which begin below each other; numbers end there.
        var isWords = false
        var value: (Row) -> JSONValue = { _ in .null }
        /// The cell in texts; nil without a value.
        var text: (Row) -> StyledText? = { _ in nil }
    }

    var columns: [Column]
    var rows: [Row] = []

    // MARK: JSON and CSV

    /// Writes a line of JSON of a kind for each row; times are in ns.
    func writeJSON(_ kind: String, to stream: ByteStream) {
        for row in rows { stream.writeJSON(kind, json(of: row)) }
    }

    /// Writes a head and the rows as comma-separated values (RFC 4180); times are in ns, a missing value is empty.
    func writeCSV(hasHead: Bool = true, to stream: ByteStream) {
        if hasHead { writeHead(to: stream) }
        for row in rows { write(row, to: stream) }
    }

    func writeHead(to stream: ByteStream) { stream.writeRow(columns.map(\.csv).filter { !$0.isEmpty }) }

    func write(_ row: Row, to stream: ByteStream) {
        stream.writeRow(columns.compactMap { $0.csv.isEmpty ? nil : $0.value(row).field })
    }

    /// The members of a row; columns that begin with the same name are an object, null without any value.
    func json(of row: Row) -> JSONValue {
        var members: [JSONValue.Member] = []
        for column in columns where !column.json.isEmpty {
            let parts = column.json.split(separator: ".", maxSplits: 1).map(String.init)
            let value = column.value(row)
            guard parts.count > 1 else {
                members.append(.init(column.json, value))
                continue
            }
            let part = JSONValue.Member(parts[1], value)
            if let last = members.last, last.name == parts[0], case .object(let others) = last.value {
                members[members.count - 1].value = .object(others + [part])
            } else {
                members.append(.init(parts[0], .object([part])))
            }
        }
        return .object(
            members.map { member in
                guard case .object(let parts) = member.value, parts.allSatisfy({ $0.value == .null }) else {
                    return member
                }
                return .init(member.name, .null)
            })
    }

    // MARK: Texts

    /// The columns with a head and a value in any row.
    var text: TextTable {
        let cells = rows.map { row in columns.map { $0.head.isEmpty ? nil : $0.text(row) } }
        let shown = columns.indices.filter { column in cells.contains { $0[column] != nil } }
        return TextTable(
            columns: shown.map { (columns[$0].head, columns[$0].isWords) },
            rows: cells.map { row in shown.map { row[$0] ?? TextTable.blank } })
    }
}

extension Table.Column {
    /// A value that texts have no room for.
    static func data(_ key: String, csv: String? = nil, _ value: @escaping (Row) -> any JSONRepresentable) -> Self {
        Self(json: key, csv: csv ?? key.key, value: { value($0).json })
    }

    /// A cell for texts alone.
    static func text(_ head: String, isWords: Bool = false, _ text: @escaping (Row) -> StyledText?) -> Self {
        Self(head: head, isWords: isWords, text: text)
    }

    static func words(_ key: String, _ head: String, _ value: @escaping (Row) -> String?) -> Self {
        Self(
            json: key, csv: key, head: head, isWords: true, value: { value($0).json },
            text: { value($0).map { StyledText($0) } })
    }

    /// - Parameters: - head: empty for a value that texts leave out. - text: the cell for a value; nil to leave it out.
    static func number(
        _ key: String, _ head: String, _ value: @escaping (Row) -> Int64?,
        text: @escaping (Row, Int64) -> StyledText? = { StyledText(String($1)) }
    ) -> Self {
        Self(
            json: key, csv: key.key, head: head, value: { value($0).json },
            text: { row in value(row).flatMap { text(row, $0) } })
    }
}

extension ByteStream {
    /// Writes one line of a kind; every command that prints JSON prints such lines.
    package func writeJSON(_ kind: String, _ payload: JSONValue) {
        let object: JSONValue = ["version": 3, "kind": kind, "payload": payload]
        write(object.line + "\n")
    }

    /// Writes a row of comma-separated fields, which begins no workflow command.
    func writeRow(_ fields: [String]) {
        write(VisibleText.withoutCommand(fields.map(Self.quoted).joined(separator: ",")) + "\n")
    }

    /// A field on one line, and no formula, which a spreadsheet would evaluate: what begins like one and is no number.
    private static func quoted(_ text: String) -> String {
        let isFormula = text.utf8.first.map("=+-@".utf8.contains) ?? false
        // Nearly all fields are plain.
        if !isFormula, text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F && $0 != 0x2C && $0 != 0x22 }) { return text }
        let field = (isFormula && Double(text) == nil ? "'" : "") + VisibleText.line(text)
        guard field.utf8.contains(where: { $0 == 0x2C || $0 == 0x22 }) else { return field }
        return "\"" + field.replacing("\"", with: "\"\"") + "\""
    }
}

extension JSONValue {
    /// The value as a field of a table: empty for null, the elements of an array behind each other.
    var field: String {
        switch self {
        case .null: ""
        case .boolean(let flag): flag ? "1" : "0"
        case .string(let text): text
        case .array(let values): values.map(\.field).joined(separator: "; ")
        case .integer(let number): String(number)
        case .number, .object: line
        }
    }
}

extension String {
    /// The name of a column as a key: `wake_ups`, `waiting_p50`.
    var key: String { String(map { " -.".contains($0) ? "_" : $0 }) }
}

/// A heading of the reference and the text under it.
package struct ReferenceSection {
    package let level: Int
    package let title: String
    /// Markdown, with the heading.
    package fileprivate(set) var text: String
}

struct MarkdownPage {
    private(set) var sections: [ReferenceSection] = []

    mutating func heading(_ level: Int, _ title: String) {
        let line = String(repeating: "#", count: level) + " " + title + "\n"
        sections.append(ReferenceSection(level: level, title: title, text: line))
    }

    private mutating func append(_ text: String) { sections[sections.count - 1].text += text }

    /// A chapter with its opening, if the texts have one.
    mutating func section(_ level: Int, _ title: String) {
        heading(level, title)
        let opening = LanguageText.of(title).doc
        if !opening.isEmpty { paragraph(opening) }
    }

    mutating func paragraph(_ line: String) { append("\n\(line)\n") }

    mutating func code(_ lines: String) { append("\n```toml\n\(lines)\n```\n") }

    mutating func rows(_ titles: [String], _ rows: [[String]]) {
        append("\n| " + titles.joined(separator: " | ") + " |\n|" + titles.map { _ in " --- |" }.joined() + "\n")
        for row in rows { append("| " + row.map(Self.cell).joined(separator: " | ") + " |\n") }
    }

    mutating func table(_ schema: TableSchema) {
        heading(2, schema.form == .file ? "Top level" : "`\(schema.title)`")
        paragraph(schema.doc)
        keys(schema.keys)
        code(schema.example)
        for key in schema.keys {
            for inner in key.type.tables {
                heading(3, "`\(key.name)`")
                paragraph(inner.doc)
                keys(inner.keys)
            }
        }
    }

    mutating func keys(_ keys: [KeySchema]) {
        guard !keys.isEmpty else { return }
        rows(
            ["key", "takes", "meaning", "default", "example"],
            keys.map { key in
                [
                    "`\(key.name)`", key.type.title, key.meaning, key.isRequired ? "required" : key.standard ?? "",
                    key.example.map { "`\($0)`" } ?? "",
                ]
            })
        for key in keys {
            for words in key.type.words where words.count > 1 {
                paragraph("`\(key.name)`:")
                rows(["word", "meaning"], words.map(key.row))
            }
        }
    }

    mutating func verb(_ schema: VerbSchema) {
        heading(4, "`\(schema.name)`")
        let kinds = schema.kinds.map { " Timers: \($0.map(\.rawValue).joined(separator: ", "))." } ?? ""
        paragraph("\(schema.table.doc) Takes \(schema.object.title).\(kinds)")
        for table in schema.object.tables {
            paragraph(table.doc)
            keys(table.keys)
        }
        // The verb has been told, and `when` belongs to all of them.
        keys(Array(schema.table.keys.dropFirst().dropLast()))
        code(schema.table.example)
    }

    /// Strings as they stand in a file.
    static func listed(_ names: [String]) -> String { names.map { "`\"\($0)\"`" }.joined(separator: ", ") }

    /// A bar would end the cell, and a line end the row.
    private static func cell(_ text: String) -> String { text.replacing("|", with: "\\|").replacing("\n", with: " ") }
}

extension KeySchema {
    /// The sentence about the key, with the kinds of timers that have it.
    fileprivate var meaning: String {
        guard let kinds else { return doc }
        return doc + " Only: " + kinds.map(\.rawValue).joined(separator: ", ") + "."
    }

    fileprivate func row(of word: Word) -> [String] {
        let also = word.spellings.isEmpty ? "" : ". Also: " + MarkdownPage.listed(word.spellings)
        return ["`\"\(word.text)\"`", LanguageText.of(table, key: "\(name) \(word.text)").doc + also]
    }
}

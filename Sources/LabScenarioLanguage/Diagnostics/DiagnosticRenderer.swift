import LabJSON
import LabTOML
import LabTextLayout

/// Prints diagnostics: place, message, the piece of the file with carets, related places, help.
package struct DiagnosticRenderer {
    /// The role of a piece of the output, for its colour.
    package enum Role { case place, error, warning, note, message, gutter, caret, help }

    /// The file as the user typed it.
    var path: String
    /// The most columns of a line of the file that are shown, gutter left out.
    var width: Int
    /// Puts marks around a piece; plain text when nil.
    var decorate: (@Sendable (Role, String) -> String)?
    /// Columns of a terminal that messages are wrapped to; nil: a message is a line.
    package var wrapWidth: Int?

    package init(path: String, width: Int = 100, decorate: (@Sendable (Role, String) -> String)? = nil) {
        (self.path, self.width, self.decorate) = (path, max(width, 20), decorate)
    }

    /// The text of a diagnostic, ending in a line end.
    package func text(_ diagnostic: Diagnostic, in sources: ScenarioSources) -> String {
        let kind = "\(diagnostic.severity.rawValue)[\(diagnostic.code)]"
        let lines = ([diagnostic.span] + diagnostic.related.map(\.span)).map { span in
            let (source, inside) = sources.locate(span)
            return source.text.position(of: inside.lowerBound).line
        }
        let gutter = lines.map { String($0).utf8.count }.max() ?? 1
        var result = line(
            [(.place, place(diagnostic.span, in: sources)), (diagnostic.severity == .error ? .error : .warning, kind)],
            .message, diagnostic.message)
        result += snippet(diagnostic.span, in: sources, gutter: gutter)
        for related in diagnostic.related {
            result += line([(.place, place(related.span, in: sources)), (.note, "note")], .message, related.message)
            result += snippet(related.span, in: sources, gutter: gutter)
        }
        if let help = diagnostic.help { result += line([(.help, "help")], nil, help) }
        return result
    }

    /// A message behind what it is about, the lines that it is wrapped to further in.
    private func line(_ heads: [(role: Role, text: String)], _ role: Role?, _ message: String) -> String {
        let start = heads.reduce(0) { $0 + DisplayWidth.of($1.text) + 2 }
        let text = DisplayWidth.hanging(VisibleText.line(message), to: wrapWidth, from: start)
        return heads.map { marked($0.role, $0.text) + ": " }.joined() + (role.map { marked($0, text) } ?? text) + "\n"
    }

    private func marked(_ role: Role, _ text: String) -> String { decorate?(role, text) ?? text }

    /// `file:line:column`, or the argument of the command line.
    private func place(_ span: Range<Int>, in sources: ScenarioSources) -> String {
        let (source, inside) = sources.locate(span)
        if let label = source.label { return label + " " + source.text.lineText(1).shownShort }
        let position = source.text.position(of: inside.lowerBound)
        return "\(VisibleText.lineStart(path)):\(position.line):\(position.column)"
    }

    private func snippet(_ span: Range<Int>, in sources: ScenarioSources, gutter: Int) -> String {
        let (source, inside) = sources.locate(span)
        let line = source.text.position(of: inside.lowerBound).line
        let shown = SnippetLine(source.text, line: line, span: inside, width: width)
        let number = source.label == nil ? String(line) : ""
        let empty = String(repeating: " ", count: gutter)
        let padded = String(repeating: " ", count: max(0, gutter - number.utf8.count)) + number
        return marked(.gutter, " \(padded) |") + (shown.text.isEmpty ? "" : " " + shown.text) + "\n"
            + marked(.gutter, " \(empty) |") + " " + shown.padding + marked(.caret, shown.carets) + "\n"
    }

    /// A diagnostic as a line of JSON, with its line end.
    package func jsonLine(_ diagnostic: Diagnostic, in sources: ScenarioSources) -> String {
        var fields: [(String, JSONValue)] = [
            ("code", .string(diagnostic.code)), ("severity", .string(diagnostic.severity.rawValue)),
            ("message", .string(diagnostic.message)),
        ]
        fields += place(of: diagnostic.span, in: sources)
        if let help = diagnostic.help { fields.append(("help", .string(help))) }
        if !diagnostic.related.isEmpty {
            let related = diagnostic.related.map {
                JSONValue(members: [("message", .string($0.message))] + place(of: $0.span, in: sources))
            }
            fields.append(("related", .array(related)))
        }
        let line: JSONValue = ["version": 3, "kind": "diagnostic", "payload": JSONValue(members: fields)]
        return line.line + "\n"
    }

    /// Lines and columns from 1; the end is the first place behind the span.
    private func place(of span: Range<Int>, in sources: ScenarioSources) -> [(String, JSONValue)] {
        let (source, inside) = sources.locate(span)
        let start = source.text.position(of: inside.lowerBound)
        let end = source.text.position(of: inside.upperBound)
        let name: (String, JSONValue) =
            source.label.map { ("argument", .string($0 + " " + source.text.lineText(1))) } ?? ("file", .string(path))
        return [
            name, ("line", start.line.json), ("column", start.column.json), ("endLine", end.line.json),
            ("endColumn", end.column.json),
        ]
    }
}

/// A line of a source as it can be shown: tabs as blanks, control characters visible, cut around the carets.
struct SnippetLine {
    let text: String
    /// Blanks up to the carets.
    let padding: String
    let carets: String

    /// A scalar as it is shown, the columns that it takes in its line, and its place in the source.
    private typealias Cell = (text: String, columns: Range<Int>, offset: Int)

    /// Bytes before and behind the carets that are looked at; a line may be as long as the file.
    private static let reach = 1_000

    init(_ source: SourceText, line: Int, span: Range<Int>, width: Int) {
        let range = source.lineRange(line)
        let start = min(max(span.lowerBound, range.lowerBound), range.upperBound)
        let end = max(start, min(span.upperBound, range.upperBound))
        let window = max(range.lowerBound, start - Self.reach)..<min(range.upperBound, start + Self.reach)
        let cells = Self.cells(source.bytes, window)
        let before = cells.last { $0.offset < start }?.columns.upperBound ?? 0
        let marked = (cells.last { $0.offset < end }?.columns.upperBound ?? 0) - before
        let total = cells.last?.columns.upperBound ?? 0
        let low = max(0, min(before - width / 3, total - width))
        let high = min(total, low + width)
        let isCutLeft = low > 0 || window.lowerBound > range.lowerBound
        let isCutRight = high < total || window.upperBound < range.upperBound
        let inside = cells.filter { $0.columns.lowerBound >= low && $0.columns.upperBound <= high }
        let lastColumn = inside.last?.columns.upperBound ?? 0
        let origin = (inside.first?.columns.lowerBound ?? 0) - (isCutLeft ? 1 : 0)
        var shown = (isCutLeft ? "…" : "") + inside.map(\.text).joined()
        while shown.last == " " { shown.removeLast() }
        text = shown + (isCutRight ? "…" : "")
        padding = String(repeating: " ", count: max(0, before - origin))
        carets = String(repeating: "^", count: max(1, min(marked, max(lastColumn, before + 1) - before)))
    }

    /// The scalars that begin in a range of bytes.
    private static func cells(_ bytes: [UInt8], _ range: Range<Int>) -> [Cell] {
        var result: [Cell] = []
        var column = 0
        var offset = range.lowerBound
        while offset < range.upperBound, bytes[offset] & 0xC0 == 0x80 { offset += 1 }
        for scalar in String(decoding: bytes[offset..<range.upperBound], as: UTF8.self).unicodeScalars {
            let isTab = scalar == "\t"
            let text = isTab ? String(repeating: " ", count: 4 - column % 4) : VisibleText.line(String(scalar))
            let width = DisplayWidth.of(text)
            result.append((text, column..<column + width, offset))
            column += width
            offset += UTF8.width(scalar)
        }
        return result
    }
}

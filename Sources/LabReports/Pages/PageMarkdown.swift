/// A page as GitHub-flavoured Markdown, for a pull request or a job summary: the answer first, the log last.
package struct PageMarkdown: PageWriter {
    /// The columns of a preformatted line.
    private static let width = 100

    package init() {}

    package func write(_ page: Page, isFirst: Bool = true, to stream: ByteStream) {
        // A comment or job summary of GitHub holds 1 MiB. Anything beyond that is left out, except a log.
        var room = 1_000_000
        func put(_ lines: [String]) {
            for line in lines {
                let text = VisibleText.withoutCommand(line) + "\n"
                if room >= 0, room < text.utf8.count { stream.write("\n… the rest is left out\n") }
                room -= text.utf8.count
                if room >= 0 { stream.write(text) }
            }
        }
        if !isFirst { put([""]) }
        put(["# " + Self.escaped(page.title.isEmpty ? page.name : page.title)])
        if !page.facts.isEmpty { put(["", page.facts.map(Self.marked).joined(separator: " · ")]) }
        for section in (page.answer + page.sections).inDocument {
            if !section.title.isEmpty { put(["", "## " + Self.escaped(section.title)]) }
            if !section.note.isEmpty { put(["", Self.escaped(section.note)]) }
            for block in section.blocks { put([""] + Self.lines(of: block)) }
        }
        if let log = page.log {
            stream.write("\n## Log\n\n~~~~text\n")
            stream.onTerminal(log)
            stream.write("~~~~\n")
        }
    }

    private static func lines(of block: ReportBlock) -> [String] {
        switch block {
        case .paragraph(let text, _, _): return [escaped(text)]
        case .table(let table):
            return [
                row(table.columns.map { escaped($0.head) }), row(table.columns.map { $0.isWords ? "---" : "---:" }),
            ] + table.rows.map { row($0.map(marked)) }
        case .blank: return []
        case .lanes(let lines): return lines(width).map { "    " + $0.rendered(.plain) }
        case .change(let code, let most):
            return FoldedCode.change(code, to: width, most: most).map { "    " + $0.rendered(.plain) }
        case .code(let text):
            let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
            return ["```toml"] + lines + ["```"]
        case .items(let items): return items.flatMap(lines)
        case .sum(let text, _): return ["**\(escaped(text.rendered(.plain)))**"]
        }
    }

    private static func row(_ cells: [String]) -> String { "| " + cells.joined(separator: " | ") + " |" }

    private static func lines(of item: ReportItem) -> [String] {
        let label = item.label.isEmpty ? "" : "**\(escaped(item.label.rendered(.plain)))** "
        return item.lines.enumerated().map { index, line in
            (index == 0 ? "- " + label : "  - ")
                + (line.role == .code || line.isVerbatim ? code(line.text) : escaped(line.text))
        } + item.parts.map { "  - " + escaped($0) }
    }

    private static func marked(_ text: StyledText) -> String {
        text.pieces.map { piece in
            switch piece.role {
            case .code: code(piece.text)
            case .strong: "**\(escaped(piece.text))**"
            case .plain, .heading, .faint, .good, .bad, .warning, .band: escaped(piece.text)
            }
        }.joined()
    }

    /// The text on one line, with every character escaped that Markdown would read as markup.
    private static func escaped(_ text: String) -> String {
        VisibleText.line(spaced(text)).reduce(into: "") { result, character in
            switch character {
            case "\\", "`", "*", "_", "|", "<", ">", "[", "]", "#", "~": result += "\\\(character)"
            default: result.append(character)
            }
        }
    }

    /// A code span that neither a backtick nor a table can end.
    private static func code(_ text: String) -> String {
        let text = VisibleText.line(spaced(text)).replacing("|", with: "\\|")
        return text.contains("`") ? "`` \(text) ``" : "`\(text)`"
    }

    /// Markdown also turns a line end into a space.
    private static func spaced(_ text: String) -> String { String(text.map { $0.isNewline ? " " : $0 }) }
}

import LabJSON

/// A page as one HTML document without other files: the answer first, the log last.
package struct PageHTML: PageWriter {
    /// The part beside the answer.
    var aside = ""
    /// The parts between the answer and the sections.
    var figures: [String] = []
    /// The data that the figures draw.
    var data: JSONValue?
    /// The file whose lines have anchors, so that `name:24` leads there.
    var lined: String?

    /// The columns of a preformatted line.
    private static let width = 100

    package init() {}

    package func write(_ page: Page, isFirst: Bool = true, to stream: ByteStream) {
        let title = page.title.isEmpty ? page.name : page.title
        let facts = page.facts.map(styled).joined(separator: " · ")
        stream.write(
            HTML.filled("page", ["title": HTML.escaped(title), "style": PageTexts.all["style"] ?? "", "facts": facts]))
        stream.write("<div class=\"top\(aside.isEmpty ? "" : " wide")\">\n<div>\n")
        for section in page.answer.inDocument { write(section, to: stream) }
        stream.write("</div>\n\(aside)</div>\n")
        for figure in figures { stream.write(figure) }
        for section in page.sections.inDocument { write(section, to: stream) }
        if let log = page.log {
            stream.write("<section>\n<details>\n<summary><h2>Log</h2></summary>\n<pre tabindex=\"0\">\n")
            stream.onTerminal(log, as: { HTML.escapedMarkup($0) })
            stream.write("</pre>\n</details>\n</section>\n")
        }
        stream.write("</main>\n")
        if let data {
            stream.write("<script type=\"application/json\" id=\"data\">")
            stream.write(Array(data.line.utf8).replacing("<".utf8, with: #"\u003c"#.utf8))
            stream.write("</script>\n<script>\n")
            stream.write(PageTexts.all["script"] ?? "")
            stream.write("</script>\n")
        }
        stream.write("</body>\n</html>\n")
    }

    private func write(_ section: ReportSection, to stream: ByteStream) {
        stream.write("<section>\n")
        if !section.title.isEmpty {
            let mark = section.mark.isEmpty ? "" : styled(section.mark) + " "
            let note = section.note.isEmpty ? "" : " <small>\(linked(section.note))</small>"
            stream.write("<h2>\(mark)\(HTML.escaped(section.title))\(note)</h2>\n")
        }
        for block in section.blocks { stream.write(html(block, of: section.title)) }
        stream.write("</section>\n")
    }

    private func html(_ block: ReportBlock, of title: String) -> String {
        switch block {
        case .paragraph(let text, let role, _): return "<p\(HTML.class(role))>\(linked(text))</p>\n"
        case .table(let table): return self.table(table, title)
        case .blank: return ""
        case .lanes(let lines): return HTML.pre(lines(Self.width).map { $0.rendered(.plain) })
        case .change(let code, let most):
            return HTML.pre(FoldedCode.change(code, to: Self.width, most: most).map { $0.rendered(.plain) })
        case .code(let text):
            return HTML.pre(
                text.split(separator: "\n", omittingEmptySubsequences: false).map { VisibleText.lineStart(String($0)) })
        case .items(let items): return list(items)
        case .sum(let text, let aside):
            return "<p class=\"sum\">\(styled(text)) <small>\(HTML.escaped(aside))</small></p>\n"
        }
    }

    private func table(_ table: TextTable, _ title: String) -> String {
        // The first columns have the subject of a row; all others are numbers, or most are words.
        let isNumeric = table.columns.drop { $0.isWords }.allSatisfy { !$0.isWords }
        let names = isNumeric ? table.columns.prefix { $0.isWords }.count : 1
        let head = table.columns.enumerated().map { index, column in
            "<th scope=\"col\"\(index < names ? " class=\"of-row\"" : "")>\(HTML.escaped(column.head))</th>"
        }
        let body = table.rows.map { row in
            let cells = row.enumerated().map { index, cell in
                index < names ? "<th scope=\"row\">\(styled(cell))</th>" : "<td>\(styled(cell))</td>"
            }
            return "<tr>\(cells.joined())</tr>\n"
        }
        return HTML.filled(
            "table",
            [
                "title": title.isEmpty ? "Table" : HTML.escaped(title), "head": head.joined(), "body": body.joined(),
                "class": isNumeric ? " class=\"figures\"" : "",
            ])
    }

    private func list(_ items: [ReportItem]) -> String {
        let rows = items.map { item in
            let label = item.label.isEmpty ? "" : "<b>\(styled(item.label))</b> "
            let parts = item.parts.map { "<dt></dt><dd>\(linked($0))</dd>\n" }.joined()
            return "<li>\(label)\(lines(of: item))\(parts.isEmpty ? "" : "<dl>\n\(parts)</dl>")</li>\n"
        }
        return "<ul class=\"items\">\n\(rows.joined())</ul>\n"
    }

    private func lines(of item: ReportItem) -> String {
        var html = ""
        for (index, line) in item.lines.enumerated() {
            let isBelow = index > 0 && !item.lines[index - 1].isVerbatim
            if line.isVerbatim {
                html += "<pre tabindex=\"0\">\(HTML.escaped(line.text))</pre>"
            } else if line.role == .code {
                html += (isBelow ? " " : "") + "<code>\(HTML.escaped(line.text))</code>"
            } else {
                html += (isBelow ? "<br>" : "") + span(linked(line.text), line.role)
            }
        }
        // Verbatim lines in succession are one block.
        return html.replacing("</pre><pre tabindex=\"0\">", with: "\n")
    }

    private func styled(_ text: StyledText) -> String { text.pieces.map { span(linked($0.text), $0.role) }.joined() }

    private func span(_ html: String, _ role: TextRole) -> String {
        switch role {
        case .plain: html
        case .code: "<code>\(html)</code>"
        case .strong, .heading: "<strong>\(html)</strong>"
        case .faint, .good, .bad, .warning, .band: "<span\(HTML.class(role))>\(html)</span>"
        }
    }

    private func linked(_ text: String) -> String {
        // Text between backticks is code.
        let pieces = HTML.escaped(text).split(separator: "`", omittingEmptySubsequences: false)
        let text =
            pieces.count % 2 == 0
            ? pieces.joined(separator: "`")
            : pieces.enumerated().map { $0 % 2 == 0 ? String($1) : "<code>\($1)</code>" }.joined()
        guard let lined else { return text }
        let name = HTML.escaped(lined) + ":"
        let parts = text.split(separator: name, omittingEmptySubsequences: false)
        return parts.dropFirst().reduce(into: String(parts[0])) { result, part in
            let line = part.prefix { ("0"..."9").contains($0) }
            result += line.isEmpty ? name : "<a href=\"#L\(line)\">\(name)\(line)</a>"
            result += part.dropFirst(line.count)
        }
    }
}

enum HTML {
    /// Text as the content of an element or of a quoted attribute, on one line.
    static func escaped(_ text: String) -> String { XMLText.escaped(VisibleText.line(text)) }

    /// The template of that name with its holes filled, such as `{{title}}`.
    static func filled(_ template: String, _ values: [String: String]) -> String {
        let parts = (PageTexts.all[template] ?? "").split(separator: "{{", omittingEmptySubsequences: false)
        return parts.dropFirst().reduce(into: String(parts[0])) { text, part in
            let hole = part.prefix { $0 != "}" }
            text += (values[String(hole)] ?? "") + part.dropFirst(hole.count + 2)
        }
    }

    static func pre(_ lines: [String]) -> String {
        "<pre tabindex=\"0\">\(lines.map(escaped).joined(separator: "\n"))</pre>\n"
    }

    static func `class`(_ role: TextRole) -> String { role == .plain ? "" : " class=\"\(role)\"" }

    static func escapedMarkup(_ bytes: some Sequence<UInt8>) -> [UInt8] {
        [("&", "&amp;"), ("<", "&lt;"), (">", "&gt;")].reduce(Array(bytes)) { $0.replacing($1.0.utf8, with: $1.1.utf8) }
    }
}

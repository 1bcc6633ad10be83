extension Page {
    /// Markdown of headings, paragraphs, tables and fenced code as a page: a table becomes a list, by its first column.
    package init(markdown: String) {
        self.init()
        var section = ReportSection("", [])
        var lines = markdown.split(separator: "\n", omittingEmptySubsequences: false)[...]
        func heading(_ line: Substring) -> (level: Int, title: String)? {
            let marks = line.prefix { $0 == "#" }.count
            guard marks > 0, line.dropFirst(marks).first == " " else { return nil }
            return (marks, line.dropFirst(marks + 1).filter { $0 != "`" })
        }
        while let line = lines.popFirst() {
            if line.isEmpty { continue }
            if let (level, title) = heading(line) {
                if !section.title.isEmpty || !section.blocks.isEmpty { sections.append(section) }
                // The first heading is the title of the page.
                let isTitle = level == 1 && self.title.isEmpty && sections.isEmpty
                section = ReportSection(isTitle ? "" : title, [])
                if isTitle { self.title = title }
            } else if line.hasPrefix("```") {
                let code = lines.prefix { !$0.hasPrefix("```") }
                lines = lines.dropFirst(code.count + 1)
                section.append(.code(code.joined(separator: "\n")))
            } else if line.hasPrefix("|") {
                let rows = ([line] + lines.prefix { $0.hasPrefix("|") }).map(Self.cells)
                lines = lines.dropFirst(rows.count - 1)
                section.append(.items(rows.dropFirst(2).map { Self.item($0, heads: rows[0]) }))
            } else {
                let more = lines.prefix {
                    !$0.isEmpty && !$0.hasPrefix("|") && !$0.hasPrefix("```") && heading($0) == nil
                }
                lines = lines.dropFirst(more.count)
                for paragraph in Self.paragraphs([line] + more) {
                    let isPoint = paragraph.hasPrefix("- ")
                    section.append(
                        isPoint
                            ? .items([ReportItem("-", .plain, String(paragraph.dropFirst(2)))])
                            : .paragraph(paragraph, indent: 2))
                }
            }
        }
        sections.append(section)
    }

    /// Joins lines that are wrapped in the file, except a line that begins an item of a list.
    private static func paragraphs(_ lines: [Substring]) -> [String] {
        lines.reduce(into: []) { paragraphs, line in
            if paragraphs.isEmpty || line.hasPrefix("- ") {
                paragraphs.append(String(line))
            } else {
                paragraphs[paragraphs.count - 1] += " " + line.drop { $0 == " " }
            }
        }
    }

    private static func item(_ cells: [String], heads: [String]) -> ReportItem {
        let label = cells.first?.filter { $0 != "`" } ?? ""
        let others = zip(heads, cells).dropFirst().filter { !$0.1.isEmpty }
        // On a page about code the form in a scenario is below the code, in unbroken lines.
        if heads.last == "in the scenario", let cell = cells.last {
            let pieces = cell.split(separator: "`").filter { $0 != " " }.map { "    " + String($0.drop { $0 == " " }) }
            let lines = pieces.map { ReportItem.Line(text: $0, isVerbatim: true) }
            return ReportItem(StyledText(), [ReportItem.Line(text: label, role: .code)] + lines)
        }
        let meaning = others.first { $0.0 == "meaning" }?.1
        let rest = others.filter { $0.0 != "meaning" }.map { cells.count == 2 ? $1 : $0 + ": " + $1 }
        let facts = rest.joined(separator: "; ")
        return ReportItem(
            label, .code,
            [meaning ?? "", cells.count == 2 ? facts : facts.prefix(1).uppercased() + facts.dropFirst()]
                .filter { !$0.isEmpty }.joined(separator: " ")
        )
    }

    private static func cells(_ row: Substring) -> [String] {
        row.replacing("\\|", with: "\u{1}").dropFirst().dropLast()
            .split(separator: "|", omittingEmptySubsequences: false)
            .map { String($0.withoutSpaces.replacing("\u{1}", with: "|")) }
    }
}

extension ReportSection {
    fileprivate mutating func append(_ block: ReportBlock) {
        if !blocks.isEmpty { blocks.append(.blank) }
        blocks.append(block)
    }
}

/// A page as a terminal shows it, the answer last.
package struct PageText: PageWriter {
    let width: Int
    let decorator: TextDecorator
    /// Longer lines of text are hard to read.
    private var textWidth: Int { min(width, 100) }

    package init(width: Int = 80, decorator: TextDecorator = .plain) {
        (self.width, self.decorator) = (max(40, width), decorator)
    }

    package func write(_ page: Page, isFirst: Bool = true, to stream: ByteStream) {
        if !isFirst, !page.isBegun { stream.write("\n") }
        let title = page.title.isEmpty ? [] : DisplayWidth.wrapped(page.title, to: width)
        let head = title.map { StyledText($0, .strong) } + page.facts.folded(to: width)
        if !page.isBegun {
            put(head, to: stream)
            if let log = page.log {
                stream.write("\n")
                log(stream)
            }
        }
        var isBelow = !head.isEmpty || page.log != nil || page.isBegun
        for section in page.sections + page.answer where !section.isEmpty {
            put((isBelow ? [StyledText()] : []) + titled(section), to: stream)
            isBelow = true
        }
    }

    /// The title shares the first line with lanes or a table if there is room.
    private func titled(_ section: ReportSection) -> [StyledText] {
        let lines = section.blocks.flatMap(lines)
        if section.title.isEmpty { return lines }
        var heading = section.mark
        if !heading.isEmpty { heading.append(" ") }
        heading.append(section.title, section.mark.isEmpty ? .heading : .strong)
        if section.blocks.first?.form.isAligned == true, let first = lines.first, section.note.isEmpty,
            let rest = first.dropping(blanks: heading.width + 2)
        {
            heading.append("  ")
            heading.append(rest)
            return [heading] + lines.dropFirst()
        }
        if heading.width + 3 + DisplayWidth.of(section.note) > width {
            return [heading] + self.lines(of: .legend(section.note)) + lines
        }
        if !section.note.isEmpty { heading.append("   " + section.note, .faint) }
        return [heading] + lines
    }

    private func put(_ lines: [StyledText], to stream: ByteStream) {
        for var line in lines {
            line.trimEnd()
            stream.write(line.rendered(decorator))
            stream.write("\n")
        }
    }

    func lines(of block: ReportBlock) -> [StyledText] {
        switch block {
        case .paragraph(let text, let role, let indent):
            return WrappedText.lines(of: text, to: textWidth - indent).map { indented($0, role, by: indent) }
        case .table(let table): return table.lines(width: width)
        case .blank: return [StyledText()]
        case .lanes(let lines): return lines(width)
        case .change(let code, let most): return FoldedCode.change(code, to: width, most: most)
        case .code(let text):
            // A step may continue in the next line.
            return text.split(separator: "\n", omittingEmptySubsequences: false).flatMap { line in
                line.hasPrefix("{") ? FoldedCode.lines(of: String(line), to: textWidth - 4) : [String(line)]
            }.map { indented($0, by: 4) }
        case .items(let items):
            let labels = items.filter { !$0.label.isEmpty }.map { 2 + $0.label.width }.max()
            // A sign is closer to the text than a name.
            let gap = items.allSatisfy { $0.label.width <= 1 } ? 1 : 2
            let start = labels.map { min($0, textWidth / 2) + gap } ?? 0
            return items.flatMap { item in
                lines(of: item, start: start, gap: gap)
                    + item.parts.flatMap { lines(of: ReportItem($0), start: start, gap: gap, indent: 4) }
            }
        case .sum(var text, let aside):
            if aside.isEmpty { return [text] }
            let end = width - DisplayWidth.of(aside)
            if text.width > end - 2 { text.append("  ") } else { text.pad(to: end) }
            text.append(aside, .strong)
            return [text]
        }
    }

    private func indented(_ text: String, _ role: TextRole = .plain, by indent: Int) -> StyledText {
        var line = StyledText()
        line.pad(to: indent)
        line.append(text, role)
        return line
    }

    /// - Parameter start: the column of a text with a label in front.
    private func lines(of item: ReportItem, start: Int, gap: Int, indent: Int = 2) -> [StyledText] {
        let margin = item.label.isEmpty ? indent : start
        let hang = item.label.isEmpty ? 2 : 0
        var line = StyledText()
        var lines: [StyledText] = []
        if !item.label.isEmpty {
            line.pad(to: indent)
            for piece in item.label.pieces {
                line.append(DisplayWidth.clipped(piece.text, to: textWidth - line.width), piece.role)
            }
            if line.width > margin - gap {
                lines.append(line)
                line = StyledText()
            }
        }
        for content in item.lines {
            let room = max(20, textWidth - margin - hang)
            let parts =
                content.isVerbatim
                ? [content.text]
                : content.role == .code
                    ? WrappedText.command(content.text, to: room) : WrappedText.lines(of: content.text, to: room)
            for (index, part) in parts.enumerated() {
                line.pad(to: margin + (index > 0 ? hang : 0))
                line.append(part, content.role)
                lines.append(line)
                line = StyledText()
            }
        }
        return lines
    }
}

/// Text in lines that keep a number and its percent sign together.
enum WrappedText {
    /// A space at which no line ends; printed as an ordinary one.
    private static let tie = "\u{A0}"

    static func lines(of text: String, to width: Int) -> [String] {
        DisplayWidth.wrapped(text.replacing(" %", with: tie + "%"), to: width).map { $0.replacing(tie, with: " ") }
    }

    /// A command on several lines that a shell reads as one.
    static func command(_ text: String, to width: Int) -> [String] {
        if DisplayWidth.of(text) <= width { return [text] }
        let lines = DisplayWidth.wrapped(text, to: width - 2)
        return lines.dropLast().map { $0 + " \\" } + lines.suffix(1)
    }
}

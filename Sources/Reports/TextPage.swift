/// Writes what a command has to say besides reports: headings, paragraphs and columns that fit the width.
public struct TextPage {
    private let stream: ByteStream
    private let decorator: TextDecorator
    private let width: Int

    public init(_ stream: ByteStream, width: Int, decorator: TextDecorator) {
        self.stream = stream
        self.decorator = decorator
        // Longer lines are hard to read.
        self.width = min(max(width, 40), 100)
    }

    /// A line of pieces, each with its role.
    public func line(_ pieces: (String, TextRole)...) {
        var line = StyledText()
        for (text, role) in pieces { line.append(text, role) }
        put(line)
    }

    /// An empty line and a heading.
    public func heading(_ text: String) {
        put(StyledText())
        put(StyledText(text, .heading))
    }

    /// A text wrapped into an indented paragraph.
    public func paragraph(_ text: String, _ role: TextRole = .plain, indent: Int = 2) {
        for line in DisplayWidth.wrapped(text, to: width - indent) {
            put(StyledText(String(repeating: " ", count: indent) + line, role))
        }
    }

    /// Lines as they are, indented.
    public func verbatim(_ text: String, _ role: TextRole = .plain, indent: Int = 4) {
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            put(StyledText(line.isEmpty ? "" : String(repeating: " ", count: indent) + line, role))
        }
    }

    /// Two columns; the second is wrapped.
    public func columns(_ rows: [(label: String, text: String)], _ role: TextRole = .strong) {
        let labels = min(rows.map { DisplayWidth.of($0.label) }.max() ?? 0, width / 2)
        for row in rows {
            let start = labels + 4
            var line = StyledText("  ")
            line.append(row.label, role)
            if line.width > start - 2 {
                put(line)
                line = StyledText()
            }
            for part in DisplayWidth.wrapped(row.text, to: max(20, width - start)) {
                line.pad(to: start)
                line.append(part)
                put(line)
                line = StyledText()
            }
        }
    }

    private func put(_ line: StyledText) {
        stream.write(line.rendered(decorator))
        stream.write("\n")
    }
}

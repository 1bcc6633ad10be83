/// A part of a report under a heading of its own, whatever the format; left out when it has neither blocks nor a note.
protocol ReportSection {
    var title: String { get }
    /// Stands behind the title: a legend, a count.
    var note: String { get }
    /// - Parameter width: columns of a terminal.
    func blocks(width: Int) -> [ReportBlock]
}

/// What a section consists of, for every format to lay out as it can.
enum ReportBlock {
    case table(TextTable)
    /// Lines that stay as they are: lanes, a plot.
    case lines([StyledText])
    case items([ReportItem])
    /// Explains what stands before it.
    case legend(String)
}

/// A line or a few, with a name or a code in front.
struct ReportItem {
    struct Line {
        var text: String
        var role = TextRole.plain
        /// Whether its spaces mean something, as in a lane.
        var isVerbatim = false
    }

    var label = StyledText()
    /// Whether it belongs to the item before it.
    var isPart = false
    var lines: [Line]

    init(_ label: StyledText = StyledText(), isPart: Bool = false, _ lines: [Line]) {
        self.label = label
        self.isPart = isPart
        self.lines = lines
    }

    init(_ text: String, _ role: TextRole = .plain) { lines = [Line(text: text, role: role)] }

    fileprivate var indent: Int { isPart ? 4 : 2 }
}

extension ReportBlock {
    var isEmpty: Bool {
        switch self {
        case .table(let table): table.rows.isEmpty
        case .lines(let lines): lines.isEmpty
        case .items(let items): items.isEmpty
        case .legend(let text): text.isEmpty
        }
    }

    /// Whether its lines stand in columns of their own.
    var isAligned: Bool {
        switch self {
        case .table, .lines: true
        case .items, .legend: false
        }
    }

    /// Longer lines of text are hard to read.
    private static let widestText = 100

    /// The block as a terminal shows it.
    func lines(width: Int) -> [StyledText] {
        let textWidth = min(width, ReportBlock.widestText)
        switch self {
        case .table(let table): return table.lines(width: width)
        case .lines(let lines): return lines
        case .legend(let text):
            return WrappedText.lines(of: text, to: textWidth - 2).map { StyledText("  " + $0, .faint) }
        case .items(let items):
            let labels = items.filter { !$0.label.isEmpty }.map { $0.indent + $0.label.width }.max()
            let start = labels.map { min($0, textWidth / 3) + 2 }
            return items.flatMap { ReportBlock.lines(of: $0, start: start, width: textWidth) }
        }
    }

    /// - Parameter start: where text begins that has a label in front.
    private static func lines(of item: ReportItem, start: Int?, width: Int) -> [StyledText] {
        var lines: [StyledText] = []
        let margin = item.label.isEmpty ? item.indent : start ?? item.indent
        let hang = item.label.isEmpty ? 2 : 0
        for line in item.lines {
            let room = max(20, width - margin - hang)
            let parts =
                line.isVerbatim
                ? [line.text]
                : line.role == .code
                    ? WrappedText.command(line.text, to: room) : WrappedText.lines(of: line.text, to: room)
            for (index, part) in parts.enumerated() {
                var text = StyledText()
                text.pad(to: item.indent)
                if lines.isEmpty {
                    for piece in item.label.pieces {
                        text.append(DisplayWidth.clipped(piece.text, to: margin - 2 - text.width), piece.role)
                    }
                }
                text.pad(to: margin + (index > 0 ? hang : 0))
                text.append(part, line.role)
                lines.append(text)
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

    /// A command that a shell takes as one although it stands in several lines.
    static func command(_ text: String, to width: Int) -> [String] {
        if DisplayWidth.of(text) <= width { return [text] }
        let lines = DisplayWidth.wrapped(text, to: width - 2)
        return lines.dropLast().map { $0 + " \\" } + lines.suffix(1)
    }
}

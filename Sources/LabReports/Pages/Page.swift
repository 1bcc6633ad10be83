/// The output of a command, built once for every writer.
package struct Page {
    /// The title above it; may be empty.
    package var title = ""
    /// The title of the page, for formats that need one.
    package var name = ""
    /// The circumstances: the file, the device, the seed.
    package var facts: [StyledText] = []
    /// Writes preformatted lines, any number of them; nil if there are none.
    package var log: ((ByteStream) -> Void)?
    /// True if its head and its log have been written.
    package var isBegun = false
    package var sections: [any ReportSection] = []
    /// The answer: last on a terminal, where a reader looks when a command ends; first in a document.
    package var answer: [any ReportSection] = []

    package init(title: String = "", name: String = "", sections: [any ReportSection] = []) {
        (self.title, self.name, self.sections) = (title, name, sections)
    }
}

/// A writer that lays out a page.
package protocol PageWriter {
    /// - Parameter isFirst: true if nothing has been written to the stream before.
    func write(_ page: Page, isFirst: Bool, to stream: ByteStream)
}

/// A part of a page under a heading of its own, in any format; left out if it has neither blocks nor a note.
package protocol ReportSection {
    var title: String { get }
    /// A sign for the result of its subject; empty for most.
    var mark: StyledText { get }
    /// The text after the title: a legend, a count.
    var note: String { get }
    /// - Parameter width: columns of a terminal.
    func blocks(width: Int) -> [ReportBlock]
}

extension ReportSection {
    package var mark: StyledText { StyledText() }
    package var note: String { "" }
}

/// A section whose blocks fit any width.
package struct PlainSection: ReportSection {
    package var title: String
    package var mark = StyledText()
    package var note = ""
    package var blocks: [ReportBlock]

    package init(_ title: String = "", note: String = "", _ blocks: [ReportBlock]) {
        (self.title, self.note, self.blocks) = (title, note, blocks.filter { !$0.isEmpty })
    }

    package func blocks(width: Int) -> [ReportBlock] { blocks }
}

/// The parts of a section, which every format lays out in its own way.
package enum ReportBlock {
    case paragraph(String, TextRole = .plain, indent: Int = 0)
    case table(TextTable)
    /// Rows of words whose columns need no names on a terminal.
    case grid(heads: [String], rows: [[StyledText]])
    /// Preformatted lines: lanes, a plot.
    case lines([StyledText])
    /// A scenario, a piece of code.
    case code(String)
    case items([ReportItem])
    /// Explains the block before it.
    case legend(String)
    /// The total in one line, and the text beside it at the edge of a terminal.
    case sum(StyledText, aside: String)

    var isSum: Bool { if case .sum = self { true } else { false } }

    var isEmpty: Bool {
        switch self {
        case .table(let table): table.rows.isEmpty
        case .grid(_, let rows): rows.isEmpty
        case .lines(let lines): lines.isEmpty
        case .items(let items): items.isEmpty
        case .paragraph(let text, _, _), .code(let text), .legend(let text): text.isEmpty
        case .sum: false
        }
    }
}

/// A line or a few, with a name or a code in front.
package struct ReportItem {
    struct Line {
        var text: String
        var role = TextRole.plain
        /// True if its spaces have a meaning, as in a lane.
        var isVerbatim = false
    }

    var label = StyledText()
    /// True if it belongs to the item before it.
    var isPart = false
    var lines: [Line]

    init(_ label: StyledText = StyledText(), isPart: Bool = false, _ lines: [Line]) {
        (self.label, self.isPart, self.lines) = (label, isPart, lines)
    }

    package init(_ text: String, _ role: TextRole = .plain) { lines = [Line(text: text, role: role)] }

    /// A line that belongs to the item before it.
    static func part(_ label: StyledText, _ text: String, _ role: TextRole = .plain) -> ReportItem {
        ReportItem(label, isPart: true, [.init(text: text, role: role)])
    }

    /// A line with a name in front.
    package init(_ label: String, _ role: TextRole, _ text: String, _ textRole: TextRole = .plain) {
        self.init(StyledText(label, role), [.init(text: text, role: textRole)])
    }
}

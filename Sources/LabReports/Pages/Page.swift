/// The output of a command, built once for every writer.
package struct Page {
    /// The title above it; may be empty.
    package var title = ""
    /// The title of the page, for formats that need one.
    var name = ""
    /// The circumstances: the file, the device, the seed.
    var facts: [StyledText] = []
    /// Writes preformatted lines, any number of them; nil: none.
    var log: ((ByteStream) -> Void)?
    /// True if its head and its log have been written.
    package var isBegun = false
    package var sections: [ReportSection] = []
    /// The answer: last on a terminal, where a reader looks when a command ends; first in a document.
    package var answer: [ReportSection] = []

    package init(
        title: String = "", name: String = "", facts: [StyledText] = [], sections: [ReportSection] = [],
        answer: [ReportSection] = []
    ) { (self.title, self.name, self.facts, self.sections, self.answer) = (title, name, facts, sections, answer) }
}

extension [ReportSection] {
    /// Those that have something to show, as in a document: totals first.
    var inDocument: [ReportSection] {
        filter { !$0.isEmpty }.map { section in
            var section = section
            func isSum(_ block: ReportBlock) -> Bool { if case .sum = block { true } else { false } }
            section.blocks = section.blocks.filter(isSum) + section.blocks.filter { !isSum($0) }
            return section
        }
    }
}

/// A writer that lays out a page.
package protocol PageWriter {
    /// - Parameter isFirst: true if nothing has been written to the stream before.
    func write(_ page: Page, isFirst: Bool, to stream: ByteStream)
}

/// A part of a page under a heading of its own, in any format; left out if it has neither blocks nor a note.
package struct ReportSection {
    var title: String
    /// A sign for the result of its subject; empty for most.
    var mark = StyledText()
    /// The text after the title: a legend, a count.
    var note: String
    var blocks: [ReportBlock]

    package init(_ title: String = "", note: String = "", _ blocks: [ReportBlock]) {
        (self.title, self.note, self.blocks) = (title, note, blocks.filter { !$0.form.isEmpty })
    }

    var isEmpty: Bool { blocks.isEmpty && note.isEmpty }
}

/// The parts of a section, which every format lays out in its own way.
package enum ReportBlock {
    case paragraph(String, TextRole = .plain, indent: Int = 0)
    case table(TextTable)
    /// An empty line on a terminal.
    case blank
    /// Lanes over time, for so many columns.
    case lanes((_ width: Int) -> [StyledText])
    case code(String)
    /// A change of code: added and removed lines, folded to fit, at most so many.
    case change(String, most: Int = .max)
    case items([ReportItem])
    /// The total in one line, and the text beside it at the edge of a terminal.
    case sum(StyledText, aside: String)

    /// Explains the block before it.
    static func legend(_ text: String) -> Self { .paragraph(text, .faint, indent: 2) }

    /// True if it has nothing to show; true if its lines have columns of their own.
    var form: (isEmpty: Bool, isAligned: Bool) {
        switch self {
        case .table(let table): (table.rows.isEmpty, true)
        case .lanes: (false, true)
        case .items(let items): (items.isEmpty, false)
        case .paragraph(let text, _, _), .code(let text), .change(let text, _): (text.isEmpty, false)
        case .blank, .sum: (false, false)
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

        /// Text in columns is not wrapped.
        static func detail(_ text: String) -> Line { Line(text: text, isVerbatim: text.contains("  ")) }
    }

    var label = StyledText()
    var lines: [Line]
    /// The remarks that belong to it, each below it.
    var parts: [String] = []

    init(_ label: StyledText = StyledText(), _ lines: [Line]) { (self.label, self.lines) = (label, lines) }

    package init(_ text: String, _ role: TextRole = .plain) { lines = [Line(text: text, role: role)] }

    /// A line with a name in front.
    package init(_ label: String, _ role: TextRole, _ text: String, _ textRole: TextRole = .plain) {
        self.init(StyledText(label, role), [.init(text: text, role: textRole)])
    }
}

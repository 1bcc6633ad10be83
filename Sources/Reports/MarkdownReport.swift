import ExactTime
import Recording

/// The report as GitHub-flavoured Markdown, for a pull request or a job summary: the answer first, where the eye is.
public struct MarkdownReport: ReportFormat {
    /// Leaves out the lanes.
    public var isQuiet: Bool
    public var log: LogExtent

    /// - Parameter log: nil for none of a quiet report, else all.
    public init(isQuiet: Bool = false, log: LogExtent? = nil) {
        self.isQuiet = isQuiet
        self.log = log ?? (isQuiet ? .omitted : .all)
    }

    /// Columns of a line that stays as it is.
    private static let width = 100

    public func write(_ report: RunReport, isFirst: Bool, to stream: ByteStream) {
        if !isFirst { stream.write("\n") }
        let header = report.trace.header
        var lines = ["# " + MarkdownReport.escaped(header.title.isEmpty ? report.file : header.title), ""]
        lines.append(
            MarkdownReport.code(report.file)
                + " · \(MarkdownReport.escaped(header.deviceProfile)) · seed \(header.seed) · "
                + "\(DurationText.format(header.duration)) \(header.clock.rawValue) · "
                + "fingerprint `\(Fingerprint.text(report.trace.fingerprint))`")
        let sections = report.sections(isQuiet: isQuiet, showsMessages: false)
        for section in sections.suffix(1) + sections.dropLast() {
            let blocks = section.blocks(width: MarkdownReport.width)
            if blocks.isEmpty, section.note.isEmpty { continue }
            lines += ["", "## " + section.title]
            if !section.note.isEmpty { lines += ["", MarkdownReport.escaped(section.note)] }
            for block in blocks { lines += [""] + MarkdownReport.lines(of: block) }
        }
        for line in lines { stream.write(line + "\n") }
        if report.shows(log) {
            stream.write("\n## Log\n\n~~~~text\n")
            FiringLogWriter.write(report.trace, log, to: stream)
            stream.write("~~~~\n")
        }
    }

    private static func lines(of block: ReportBlock) -> [String] {
        switch block {
        case .table(let table):
            let columns =
                [table.rowTitle]
                + table.groups.flatMap { group in
                    group.columns.map { group.title.isEmpty ? $0 : "\(group.title) \($0)" }
                }
            let align = "| --- |" + String(repeating: " ---: |", count: columns.count - 1)
            return [row(columns), align]
                + table.rows.map { row([$0.name.rendered(.plain)] + $0.cells.joined().map { $0.rendered(.plain) }) }
        case .lines(let lines): return lines.map { "    " + $0.rendered(.plain) }
        case .legend(let text): return [escaped(text)]
        case .items(let items): return items.flatMap(lines)
        }
    }

    private static func lines(of item: ReportItem) -> [String] {
        let label = item.label.isEmpty ? "" : "**\(escaped(item.label.rendered(.plain)))** "
        return item.lines.enumerated().map { index, line in
            (item.isPart || index > 0 ? "  - " : "- ") + (index == 0 ? label : "")
                + (line.role == .code || line.isVerbatim ? code(line.text) : escaped(line.text))
        }
    }

    private static func row(_ cells: [String]) -> String {
        "| " + cells.map(escaped).joined(separator: " | ") + " |"
    }

    /// The text with everything escaped that Markdown would take for markup, on one line.
    static func escaped(_ text: String) -> String {
        VisibleText.line(spaced(text)).reduce(into: "") { result, character in
            switch character {
            case "\\", "`", "*", "_", "|", "<", ">", "[", "]", "#", "~": result += "\\\(character)"
            default: result.append(character)
            }
        }
    }

    /// A code span that neither a backtick nor a table can end.
    static func code(_ text: String) -> String {
        let text = VisibleText.line(spaced(text)).replacing("|", with: "\\|")
        return text.contains("`") ? "`` \(text) ``" : "`\(text)`"
    }

    /// Markdown makes a space of a line end too.
    private static func spaced(_ text: String) -> String { String(text.map { $0.isNewline ? " " : $0 }) }
}

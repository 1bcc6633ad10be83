import Gate

/// A summary in GitHub-flavoured Markdown, for a job summary or a comment: what changed first, then what it does.
public struct MarkdownCheckReport: CheckFormat {
    /// Rows of a table, and files that are told: GitHub takes 1 MiB.
    private static let mostRows = 1_000
    private static let mostFiles = 200

    public init() {}

    public func write(_ report: CheckReport, to stream: ByteStream) {
        let summary = CheckSummary(report: report)
        let told = report.suites.filter { $0.outcome != .passed || !$0.pointsBesideMoves.isEmpty }
        let rows = max(1, MarkdownCheckReport.mostRows / max(1, told.count))
        var lines = ["# timerlab check", "", "**\(summary.headline).** \(summary.numbers).", ""]
        for suite in told.prefix(MarkdownCheckReport.mostFiles) { lines += section(suite, rows) }
        if told.count > MarkdownCheckReport.mostFiles {
            lines += ["… and \(told.count - MarkdownCheckReport.mostFiles) files more.", ""]
        }
        for note in report.notes { lines += [MarkdownReport.escaped(note), ""] }
        stream.write(lines.dropLast().joined(separator: "\n") + "\n")
    }

    private func section(_ suite: CheckSuite, _ most: Int) -> [String] {
        let verdict = suite.kind == .scenario ? ": " + suite.verdict.rawValue : ""
        var lines = ["## \(MarkdownReport.escaped(suite.file))\(verdict)", ""]
        if let table = suite.comparison.map(MoveTable.init), table.comparison.isUnmoved == false {
            let items = table.reasons.map { "- because " + MarkdownReport.escaped($0) }
            lines += items + (items.isEmpty ? [] : [""])
            lines += self.table(MoveTable.columns, table.rows.map { $0.cells.map(MarkdownReport.escaped) }, most)
            let notes = table.notes.map { "- " + MarkdownReport.escaped($0) }
            lines += notes + (notes.isEmpty ? [] : [""])
        }
        let rows = suite.pointsBesideMoves.map { point in
            [
                point.outcome.title, MarkdownReport.escaped(point.title), point.line.map(String.init) ?? "",
                ([point.message] + point.details).filter { !$0.isEmpty }.map(MarkdownReport.escaped)
                    .joined(separator: "<br>"), point.command.map(MarkdownReport.code) ?? "",
            ]
        }
        return lines + table(["", "what", "line", "how", "reproduce with"], rows, most)
    }

    private func table(_ columns: [String], _ rows: [[String]], _ most: Int) -> [String] {
        guard !rows.isEmpty else { return [] }
        let rest = rows.count - most
        return [line(columns), line(columns.map { _ in "---" })] + rows.prefix(most).map(line) + [""]
            + (rest > 0 ? ["… and \(rest) more.", ""] : [])
    }

    private func line(_ cells: [String]) -> String { "| " + cells.joined(separator: " | ") + " |" }
}

import Gate

/// A summary in GitHub-flavoured Markdown, for a job summary or a comment.
public struct MarkdownCheckReport: CheckFormat {
    /// Rows of each table: GitHub takes 1 MiB.
    private static let mostRows = 1_000

    public init() {}

    public func write(_ report: CheckReport, to stream: ByteStream) {
        let summary = CheckSummary(report: report)
        var lines = ["# timerlab check", "", "**\(summary.headline).** \(summary.numbers).", ""]
        lines += troubles(report) + numbers(report)
        for note in report.notes { lines += [MarkdownReport.escaped(note), ""] }
        stream.write(lines.dropLast().joined(separator: "\n") + "\n")
    }

    private func troubles(_ report: CheckReport) -> [String] {
        // The numbers that moved have a table of their own.
        let rows = report.troubles.filter { $0.point.rule != .numbers || $0.suite.comparison == nil }.map {
            suite, point in
            let facts = [point.message] + point.details
            return [
                point.outcome.title, MarkdownReport.escaped(place(suite, point)), MarkdownReport.escaped(point.title),
                facts.filter { !$0.isEmpty }.map(MarkdownReport.escaped).joined(separator: "<br>"),
                point.command.map(MarkdownReport.code) ?? "",
            ]
        }
        return table("Not as it should be", ["", "where", "what", "how", "reproduce with"], rows)
    }

    private func numbers(_ report: CheckReport) -> [String] {
        let rows = report.scenarios.flatMap { suite in
            (suite.comparison?.moves ?? []).filter { !$0.isFailure }.map { move in
                [
                    MarkdownReport.escaped(suite.file), MarkdownReport.escaped(move.name.text),
                    move.old.map(move.name.figure.exactText) ?? "–", move.new.map(move.name.figure.exactText) ?? "–",
                    MarkdownReport.escaped(move.limit.map { $0.text(of: move.name.figure) } ?? ""),
                ]
            }
        }
        return table("Numbers that moved", ["scenario", "figure", "old", "new", "limit"], rows)
    }

    private func table(_ title: String, _ columns: [String], _ rows: [[String]]) -> [String] {
        guard !rows.isEmpty else { return [] }
        let head = ["## " + title, "", line(columns), line(columns.map { _ in "---" })]
        let rest = rows.count - MarkdownCheckReport.mostRows
        return head + rows.prefix(MarkdownCheckReport.mostRows).map(line) + [""]
            + (rest > 0 ? ["… and \(rest) more.", ""] : [])
    }

    private func line(_ cells: [String]) -> String { "| " + cells.joined(separator: " | ") + " |" }

    private func place(_ suite: CheckSuite, _ point: CheckPoint) -> String {
        point.line.map { "\(suite.file):\($0)" } ?? suite.file
    }
}

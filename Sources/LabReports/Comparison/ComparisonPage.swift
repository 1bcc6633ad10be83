extension ComparisonReport {
    /// The behaviour of each mechanism under each workload, then the figures, then the choice.
    package var page: Page {
        let ofFiles = comparesMechanisms ? "" : "all: every timer of the file, and the wake-ups of its run"
        return Page(
            title: title, facts: facts.map { StyledText($0) },
            sections: [
                ReportSection("", [.items(subjects.map { ReportItem($0.name, .plain, $0.meaning, .faint) })]),
                ReportSection("", [.table(verdicts), .legend(Self.verdictNote)]),
                ReportSection("", [.table(figures), .legend(Self.figureNote), .legend(ofFiles)]),
            ], answer: sentences.map { ReportSection("", [.paragraph($0)]) })
    }

    private static let verdictNote =
        "✓ no point skipped; 99 of 100 calls within 1 % of the interval (a one-shot: 10 ms) or the wake-up's latency; drift below 0.01 % "
        + "(behind by 1 % of the interval after 100 intervals)"
    private static let figureNote =
        "p50, p99, max: how long due points wait for the next callback · behind: of a timer that is armed again "
        + "after each callback"

    private var verdicts: TextTable {
        let columns = subjects.enumerated().map { index, subject in
            Table<Row>.Column.text(subject.name) { row in
                if row.refusals[index] != nil { return StyledText(Row.refused, .warning) }
                return row.cells[index].map { cell in
                    let isBest = !row.isEven && row.best.contains(index)
                    let role: TextRole = isBest ? .strong : cell.keepsRhythm ? .good : row.isEven ? .plain : .warning
                    return StyledText(cell.verdict.text, role)
                }
            }
        }
        return Table(columns: [.words("", "workload") { $0.name }] + columns, rows: rows).text
    }

    private var figures: TextTable {
        table(of: lines + subjects.filter { $0.total != nil }.map { Line(workload: "all", subject: $0) }).text
    }
}

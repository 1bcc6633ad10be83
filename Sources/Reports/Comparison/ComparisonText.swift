import Analysis

/// Workloads in rows, mechanisms in column groups; as many groups side by side as the width allows.
public struct ComparisonText: ComparisonFormat {
    /// Columns of the terminal.
    public var width: Int
    public var decorator: TextDecorator

    public init(width: Int = 80, decorator: TextDecorator = .plain) {
        self.width = max(40, width)
        self.decorator = decorator
    }

    public func write(_ report: ComparisonReport, to stream: ByteStream) {
        var lines = [StyledText(report.title, .strong)]
        lines += DisplayWidth.wrapped(report.facts.joined(separator: " · "), to: width).map { StyledText($0, .faint) }
        let names = report.subjects.map { DisplayWidth.of($0.name) }.max() ?? 0
        for subject in report.subjects {
            let column = min(names, width / 2) + 4
            var line = StyledText("  " + subject.name)
            for part in DisplayWidth.wrapped(subject.meaning, to: width - column) {
                line.pad(to: column)
                line.append(part, .faint)
                lines.append(line)
                line = StyledText()
            }
        }
        lines.append(StyledText())
        lines += table(report).lines(width: width)
        lines.append(StyledText())
        for note in ComparisonText.notes {
            lines += DisplayWidth.wrapped(note, to: min(width, 100) - 2).map { StyledText("  " + $0, .faint) }
        }
        for sentence in ComparisonClosing(report: report).sentences {
            lines.append(StyledText())
            lines += DisplayWidth.wrapped(sentence, to: min(width, 100)).map { StyledText($0) }
        }
        for var line in lines {
            line.trimEnd()
            stream.write(line.rendered(decorator))
            stream.write("\n")
        }
    }

    private static let notes = [
        "p50, p99, max: how long due points wait for the next callback; none where a timer is armed anew after each",
        "skipped: due points without a callback of their own · drift: none where it cannot be told from zero",
        "best: due points wait least for a firing; differences below a tenth are none",
    ]

    private func table(_ report: ComparisonReport) -> TextTable {
        var table = TextTable(
            groups: report.subjects.map {
                .init(title: $0.name, columns: ["fired", "skipped", "p50", "p99", "max", "drift", ""])
            })
        table.rows = report.rows.map { row in
            let best = row.isEven ? [] : row.best
            return TextTable.Row(
                name: StyledText(row.name),
                cells: row.cells.enumerated().map { cells($1, isBest: best.contains($0)) })
        }
        return table
    }

    private func cells(_ cell: ComparisonReport.Cell?, isBest: Bool) -> [StyledText] {
        guard let measure = cell?.measure else {
            return Array(repeating: StyledText("–", .faint), count: 6) + [StyledText("    ")]
        }
        let waits = [measure.waiting?.p50, measure.waiting?.p99, measure.waiting?.max]
        let role: TextRole = isBest ? .good : .plain
        return [
            StyledText(String(measure.fired), measure.fired == 0 ? .bad : role),
            StyledText(String(measure.skipped), measure.skipped > 0 && !isBest ? .warning : role),
        ] + waits.map { StyledText(ComparisonNumber.duration($0), role) } + [
            StyledText(ComparisonNumber.drift(measure.drift), role),
            // As wide as the word, so that the groups stand still.
            StyledText(isBest ? "best" : "    ", .good),
        ]
    }
}

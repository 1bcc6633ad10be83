import Analysis

/// What each mechanism does under each workload, then the figures of that, then what to choose.
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
        if !report.facts.isEmpty {
            let facts = report.facts.joined(separator: " · ")
            lines += DisplayWidth.wrapped(facts, to: width).map { StyledText($0, .faint) }
        }
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
        for (table, notes) in [(verdicts(report), Self.verdictNotes), (figures(report), Self.figureNotes)] {
            lines.append(StyledText())
            lines += table.lines(width: width)
            for note in notes {
                lines += DisplayWidth.wrapped(note, to: width - 2).map { StyledText("  " + $0, .faint) }
            }
        }
        for sentence in ComparisonClosing(report: report).sentences {
            lines.append(StyledText())
            lines += DisplayWidth.wrapped(sentence, to: width).map { StyledText($0) }
        }
        for var line in lines {
            line.trimEnd()
            stream.write(line.rendered(decorator))
            stream.write("\n")
        }
    }

    private static let verdictNotes = [
        "✓ no point lost, 99 of 100 within 1 % of the interval or the wake-up's latency, drift below 0.01 %"
    ]
    private static let figureNotes = [
        "p50, p99, max: how long due points wait for the next callback · behind, drift: where a timer is armed anew "
            + "after each callback"
    ]

    // MARK: Tables

    private func verdicts(_ report: ComparisonReport) -> TextTable {
        var table = TextTable(groups: report.subjects.map { .init(title: "", columns: [$0.name]) })
        table.rows = report.rows.map { row in
            let best = row.isEven ? [] : row.best
            let cells = row.cells.enumerated().map { index, cell in
                guard let verdict = cell?.verdict else { return [TextTable.blank] }
                let role: TextRole = verdict == .holds || best.contains(index) ? .good : row.isEven ? .plain : .warning
                return [StyledText(verdict.text, role)]
            }
            return TextTable.Row(name: StyledText(row.name), cells: cells)
        }
        return table
    }

    private func figures(_ report: ComparisonReport) -> TextTable {
        let columns = report.subjects.indices.map { subject in
            let isChain = report.rows.allSatisfy { $0.cells[subject]?.timer.isChain ?? true }
            return isChain ? FigureColumn.ofChain : FigureColumn.ofGrid
        }
        var table = TextTable(
            groups: zip(report.subjects, columns).map { .init(title: $0.name, columns: $1.map(\.rawValue)) })
        table.rows = report.rows.map { row in
            let cells = zip(row.cells, columns).map { cell, columns in
                columns.map { column in
                    cell.map { StyledText(column.text($0), column.role($0)) } ?? TextTable.blank
                }
            }
            return TextTable.Row(name: StyledText(row.name), cells: cells)
        }
        return table
    }
}

/// A figure of the run with the scenario's own seed, by its heading.
enum FigureColumn: String {
    case fired, lost, fewer, p50, p99, max, behind, drift
    case wakeUps = "wakes"

    static let ofGrid: [FigureColumn] = [.fired, .lost, .p50, .p99, .max, .drift, .wakeUps]
    static let ofChain: [FigureColumn] = [.fired, .fewer, .behind, .drift, .wakeUps]

    func text(_ cell: ComparisonReport.Cell) -> String {
        let timer = cell.timer
        return switch self {
        case .fired: String(timer.fired)
        case .lost, .fewer: String(timer.skipped)
        case .p50: ComparisonNumber.duration(timer.waiting?.p50)
        case .p99: ComparisonNumber.duration(timer.waiting?.p99)
        case .max: (timer.openPoints > 0 ? "≥ " : "") + ComparisonNumber.duration(timer.waiting?.max)
        case .behind: ComparisonNumber.duration(timer.lag?.last)
        case .drift: ComparisonNumber.drift(timer.drift)
        case .wakeUps: timer.wakeUps.map { String($0.alone + $0.shared) } ?? "–"
        }
    }

    func role(_ cell: ComparisonReport.Cell) -> TextRole {
        switch self {
        case .fired: cell.timer.fired == 0 && cell.timer.due > 0 ? .bad : .plain
        case .lost, .fewer: cell.timer.skipped > 0 ? .warning : .plain
        case .p50, .p99, .max, .behind, .drift, .wakeUps: .plain
        }
    }
}

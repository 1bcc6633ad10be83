import LabAnalysis
import LabExactTime

extension ComparisonReport {
    /// The behaviour of each mechanism under each workload, then the figures, then the choice.
    package var page: Page {
        var page = Page(title: title)
        page.facts = facts.map { StyledText($0) }
        let ofFiles = comparesMechanisms ? [] : ["all: every timer of the file, and the wake-ups of its run"]
        page.sections = [
            PlainSection("", [.items(subjects.map { ReportItem($0.name, .plain, $0.meaning, .faint) })]),
            PlainSection("", [.table(verdicts)] + ComparisonReport.verdictNotes.map(ReportBlock.legend)),
            PlainSection("", [.table(figures)] + (ComparisonReport.figureNotes + ofFiles).map(ReportBlock.legend)),
        ]
        page.answer = sentences.map { PlainSection("", [.paragraph($0)]) }
        return page
    }

    private static let verdictNotes = [
        "✓ no point skipped; 99 of 100 calls within 1 % of the interval (a one-shot: 10 ms) or the wake-up's latency; drift below 0.01 % "
            + "(behind by 1 % of the interval after 100 intervals)"
    ]
    private static let figureNotes = [
        "p50, p99, max: how long due points wait for the next callback · behind, drift: of a timer that is armed again "
            + "after each callback"
    ]

    private var verdicts: TextTable {
        var table = TextTable(rowTitle: "workload", groups: subjects.map { .init(columns: [$0.name]) })
        table.rows = rows.map { row in
            let best = row.isEven ? [] : row.best
            let cells = row.cells.enumerated().map { index, cell in
                guard let verdict = cell?.verdict else { return [TextTable.blank] }
                let role: TextRole =
                    best.contains(index) ? .strong : verdict == .holds ? .good : row.isEven ? .plain : .warning
                return [StyledText(verdict.text, role)]
            }
            return TextTable.Row(name: StyledText(row.name), cells: cells)
        }
        return table
    }

    private var figures: TextTable {
        let columns = subjects.indices.map { subject in
            let isChain = rows.allSatisfy { $0.cells[subject]?.timer.isChain ?? true }
            return isChain ? FigureColumn.ofChain : FigureColumn.ofGrid
        }
        var table = TextTable(
            rowTitle: "workload", groupTitle: "subject",
            groups: zip(subjects, columns).map { .init(title: $0.name, columns: $1.map(\.rawValue)) })
        table.rows = rows.map { row in
            let cells = zip(row.cells, columns).map { cell, columns in
                columns.map { column in cell.map { StyledText(column.text($0), column.role($0)) } ?? TextTable.blank }
            }
            return TextTable.Row(name: StyledText(row.name), cells: cells)
        }
        if subjects.contains(where: { $0.total != nil }) {
            let cells = zip(subjects, columns).map { subject, columns in
                columns.map { column in column.text(subject.total).map { StyledText($0) } ?? TextTable.blank }
            }
            table.rows.append(TextTable.Row(name: StyledText("all", .faint), cells: cells))
        }
        return table
    }
}

/// A figure of the run with the scenario's own seed, by its heading.
enum FigureColumn: String {
    case fired, skipped, fewer, p50, p99, max, behind, drift
    case wakeUps = "wakes"

    static let ofGrid: [FigureColumn] = [.fired, .skipped, .p50, .p99, .max, .drift, .wakeUps]
    static let ofChain: [FigureColumn] = [.fired, .fewer, .behind, .drift, .wakeUps]

    func text(_ cell: ComparisonReport.Cell) -> String {
        let timer = cell.timer
        return switch self {
        case .fired: String(timer.fired)
        case .skipped, .fewer: String(timer.skipped)
        case .p50: ComparisonNumber.duration(timer.waiting?.p50)
        case .p99: ComparisonNumber.duration(timer.waiting?.p99)
        case .max: (timer.isLongestOpen ? "≥ " : "") + ComparisonNumber.duration(timer.waiting?.max)
        case .behind: ComparisonNumber.duration(timer.lag)
        case .drift: ComparisonNumber.drift(timer.drift)
        case .wakeUps: timer.wakeUps.map { String($0.alone + $0.shared) } ?? "–"
        }
    }

    /// The total of a whole run.
    func text(_ total: ComparisonReport.Total?) -> String? {
        switch self {
        case .fired: total.map { String($0.fired) }
        case .skipped, .fewer: total.map { String($0.skipped) }
        case .wakeUps: total?.wakeUps.map { String($0) }
        case .p50, .p99, .max, .behind, .drift: nil
        }
    }

    func role(_ cell: ComparisonReport.Cell) -> TextRole {
        switch self {
        case .fired: cell.timer.fired == 0 && cell.timer.due > 0 ? .bad : .plain
        case .skipped, .fewer: cell.timer.skipped > 0 ? .warning : .plain
        case .p50, .p99, .max, .behind, .drift, .wakeUps: .plain
        }
    }
}

/// The numbers of a comparison, with three significant digits.
enum ComparisonNumber {
    /// `162 µs`, `5.41 s`; `–` for nothing.
    static func duration(_ nanoseconds: Int64?) -> String {
        guard let nanoseconds else { return "–" }
        var scale: UInt64 = 1
        while scale < 1_000_000_000, nanoseconds.magnitude >= scale * 1000 { scale *= 1000 }
        let digits = nanoseconds.magnitude >= scale * 100 ? 0 : nanoseconds.magnitude >= scale * 10 ? 1 : 2
        return DurationText.format(nanoseconds, digits: digits)
    }

    /// `+12 ppm`, `none` if it may be zero, `unknown` if the run is too short; `–` for nothing.
    static func drift(_ drift: DriftEstimate?) -> String {
        guard let drift else { return "–" }
        switch drift.verdict {
        case .none: return drift.saysNothing ? "unknown" : "none"
        case .value: return self.drift(drift.partsPerBillion ?? 0)
        case .unknown: return "–"
        }
    }

    /// `+12 ppm`, or a percentage from 0.01 % on.
    static func drift(_ partsPerBillion: Int64) -> String {
        let magnitude = partsPerBillion.magnitude
        let text =
            magnitude < 100_000
            ? DurationText.decimal(magnitude, scale: 1000, digits: magnitude < 10_000 ? 1 : 0) + " ppm"
            : DurationText.decimal(
                magnitude, scale: 10_000_000, digits: magnitude < 100_000_000 ? 2 : magnitude < 1_000_000_000 ? 1 : 0)
                + " %"
        if text.hasPrefix("0 ") { return "0 ppm" }
        return (partsPerBillion < 0 ? "-" : "+") + text
    }

    /// `18 to 20 %`, `+8.5 to +8.8 %`; one number where both ends read the same.
    static func range(_ range: ClosedRange<Int64>, _ text: (Int64) -> String) -> String {
        let (low, high) = (text(range.lowerBound), text(range.upperBound))
        if low == high { return low }
        let unit = high.drop { $0 != " " }
        return (low.hasSuffix(unit) ? String(low.dropLast(unit.count)) : low) + " to " + high
    }

    static func percent(permille: Int64) -> String {
        DurationText.decimal(permille.magnitude, scale: 10, digits: permille < 100 ? 1 : 0) + " %"
    }
}

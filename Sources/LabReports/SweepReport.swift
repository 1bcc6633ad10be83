import LabAnalysis
import LabExactTime

/// Figures of a scenario over a range of one of its values.
package struct SweepReport {
    /// The results of a run with one value; times are ns.
    ///
    /// The figures are in the order of `columns`, nil for a missing one. Facts are about the run: `TL0101 of tick`,
    /// `tick skips points`, `controller is never deallocated`, `crash`.
    package typealias Point = (value: Int64, figures: [Int64?], facts: Set<String>)

    package typealias Column = (name: String, isTime: Bool)

    /// The border at which a fact begins or ceases to hold: the last value on one side, the first on the other.
    package typealias Border = (fact: String, last: Int64, first: Int64, begins: Bool)

    var title: String
    var file: String
    /// The path that varies, `timer.tick.interval`.
    var path: String
    /// The place if the path counts from 0, `event 2, line 16`; else empty.
    package var place = ""
    /// The timer of the figures if there are several; else empty.
    package var timer = ""
    /// True if the values are times in ns.
    var isTime: Bool
    var seeds: Int
    package var columns: [Column]
    package var points: [Point]
    package var borders: [Border] = []
    /// True if an interruption ended it early.
    package var isCut = false

    /// The fact of a run that used up its budget: its figures are those until then.
    package static let tooMuch = "too much happens to be run"

    /// The number of values with such a run.
    package var stopped: Int { points.count { $0.facts.contains(Self.tooMuch) } }

    package init(
        title: String, file: String, path: String, isTime: Bool, seeds: Int, columns: [Column], points: [Point]
    ) {
        (self.title, self.file, self.path, self.isTime) = (title, file, path, isTime)
        (self.seeds, self.columns, self.points) = (seeds, columns, points)
    }

    private func text(_ value: Int64) -> String { isTime ? DurationText.format(value, digits: 9) : "\(value)" }

    /// A figure for the page; drift is in parts per billion, 0 if there is none.
    private static func text(_ value: Int64, of column: Column) -> String {
        if column.isTime { return ShortNumber.duration(value) }
        return column.name == "drift" ? DriftEstimate.text(partsPerBillion: value) : "\(value)"
    }

    private func sentence(_ border: Border) -> String {
        border.begins
            ? "\(border.fact) from \(text(border.first)) on, not at \(text(border.last))"
            : "\(border.fact) up to \(text(border.last)), not from \(text(border.first)) on"
    }

    package var page: Page {
        var facts = [
            StyledText(file, .code), StyledText(place.isEmpty ? path : "\(path) (\(place))", .code),
            StyledText("\(points.count) values"),
        ]
        if seeds > 1 { facts.append(StyledText("the worst of \(seeds) seeds")) }
        if !timer.isEmpty { facts.append(StyledText("figures of \(timer), wake-ups of all")) }
        var items = borders.map { ReportItem($0.begins ? "begins" : "ends", .faint, sentence($0), .strong) }
        if items.isEmpty, !isCut, stopped == 0 { items = [ReportItem("no outcome changes in this range", .good)] }
        if stopped > 0 {
            items.append(
                ReportItem("stopped early: \(stopped) of \(points.count) values, as \(Self.tooMuch)", .warning))
        }
        if isCut { items.append(ReportItem("interrupted: only the values and borders found so far", .warning)) }
        return Page(
            title: title, name: file, facts: facts, sections: [ReportSection("Sweep", [.table(table.text)])],
            answer: [ReportSection("Borders", note: "between the values tried", [.items(items)])])
    }

    /// The columns, of which texts have those that vary, and bars of the first of them that is a time.
    private var table: Table<Point> {
        let moved = columns.indices.filter { column in Set(points.map { $0.figures[column] }).count > 1 }
        let shown = moved.isEmpty ? Array(columns.indices) : moved
        let plotted =
            shown.first { ["waiting", "behind"].contains(columns[$0].name) } ?? shown.first { columns[$0].isTime }
            ?? shown.first ?? 0
        let most = points.compactMap { $0.figures[plotted] }.max() ?? 0
        let value = Table<Point>.Column(
            json: "value", csv: path, head: path, isWords: true, value: { $0.value.json },
            text: { StyledText(isTime ? DurationText.format($0.value, digits: 6) : "\($0.value)") })
        let figures = columns.enumerated().map { index, column in
            Table<Point>.Column.number(
                column.name.key, shown.contains(index) ? column.name : "", { $0.figures[index] },
                text: { StyledText(Self.text($1, of: column)) })
        }
        return Table(
            columns: [value] + figures + [
                .text(" ", isWords: true) {
                    $0.facts.contains(Self.tooMuch)
                        ? StyledText("stopped early", .warning) : Self.bar($0.figures[plotted] ?? 0, of: most)
                },
                .data("outcome") { $0.facts.sorted() },
            ], rows: points)
    }

    /// A bar of up to 16 columns.
    private static func bar(_ value: Int64, of most: Int64) -> StyledText {
        let eighths = most > 0 ? Int(Int128(max(0, value)) * (16 * 8) / Int128(most)) : 0
        var text = String(repeating: "█", count: eighths / 8)
        if eighths % 8 > 0, let end = Unicode.Scalar(0x2590 - UInt32(eighths % 8)) { text.unicodeScalars.append(end) }
        return StyledText(text, .band)
    }

    /// A row for each value, times in ns.
    package func writeCSV(to stream: ByteStream) { table.writeCSV(to: stream) }

    /// A line for each value, and one for each border; times in ns.
    package func writeJSON(to stream: ByteStream) {
        table.writeJSON("point", to: stream)
        for border in borders {
            stream.writeJSON(
                "border",
                ["outcome": border.fact, "begins": border.begins, "last": border.last, "first": border.first])
        }
    }
}

import Analysis
import ExactTime

/// How lateness wanders over averaging times: a table over τ, and the Allan deviations drawn on logarithmic scales.
struct StabilitySection: ReportSection {
    let tables: [(name: String, table: StabilityTable)]

    let title = "Stability"
    var note: String {
        tables.isEmpty ? "" : "NIST SP 1065; slope of OADEV: −1 keeps a grid, −1/2 is scheduled anew"
    }

    func blocks(width: Int) -> [ReportBlock] {
        tables.flatMap { name, table -> [ReportBlock] in
            let summary = ReportBlock.items([ReportItem(summary(name, table), .strong)])
            if table.rows.isEmpty { return [summary] }
            return [
                summary, .table(self.table(table)), .lines([StyledText()] + StabilityPlot(table).lines(width: width)),
            ]
        }
    }

    private func summary(_ name: String, _ table: StabilityTable) -> String {
        var text = "\(name): \(table.used) of \(Plural.of(Int64(table.firings), "firing")) without a hole"
        if table.stride > 1 { text += ", each \(table.stride) intervals after the one before" }
        if let slope = table.slope(.oadev) { text += "; OADEV falls with slope \(StabilitySection.decimals(slope))" }
        if let slope = table.slope(.mdev) { text += ", MDEV with \(StabilitySection.decimals(slope))" }
        return text
    }

    private func table(_ stability: StabilityTable) -> TextTable {
        var table = TextTable(
            rowTitle: "τ",
            groups: [
                .init(title: "", columns: ["n"]),
                .init(title: "ratio", columns: ["ADEV", "OADEV", "MDEV", "HDEV"]),
                .init(title: "time", columns: ["TDEV", "MTIE", "TIE rms"]),
            ])
        table.rows = stability.rows.map { row in
            TextTable.Row(
                name: StyledText(DurationText.format(Int64(clamping: row.tau))),
                cells: [
                    [StyledText(String(row.count))],
                    [.adev, .oadev, .mdev, .hdev].map { ratio(row.values[$0]) },
                    [.tdev, .mtie, .tieRMS].map { time(row.values[$0]) },
                ])
        }
        return table
    }

    private func ratio(_ value: Double?) -> StyledText {
        value.map { StyledText(StabilitySection.scientific($0)) } ?? StyledText("–", .faint)
    }

    private func time(_ value: Double?) -> StyledText {
        value.map { StyledText(DurationText.format(Int64(clamping: $0))) } ?? StyledText("–", .faint)
    }

    /// `1.23e-05`
    static func scientific(_ value: Double) -> String {
        guard value.isFinite, value > 0 else { return "0" }
        var exponent = 0
        var mantissa = value
        while mantissa >= 9.995 {
            mantissa /= 10
            exponent += 1
        }
        while mantissa < 0.9995 {
            mantissa *= 10
            exponent -= 1
        }
        let digits = String(exponent.magnitude)
        let hundredths = Int((mantissa * 100).rounded())
        let rest = String(hundredths % 100)
        return "\(hundredths / 100).\(rest.count < 2 ? "0" : "")\(rest)e\(exponent < 0 ? "-" : "+")"
            + (digits.count < 2 ? "0" : "") + digits
    }

    /// Two decimals.
    static func decimals(_ value: Double) -> String { String((value * 100).rounded() / 100) }
}

extension Int64 {
    /// The nearest whole number within range.
    fileprivate init(clamping value: Double) {
        self = value.isNaN ? 0 : Int64(exactly: value.rounded()) ?? (value < 0 ? .min : .max)
    }
}

/// The Allan deviations over τ, both scales logarithmic: an octave a column, three rows a decade.
private struct StabilityPlot {
    private static let columnWidth = 6
    private static let mostRows = 18
    /// Where a decade of equal height ends, in logarithms to base 10 to the nearest third.
    private let levels: [(factor: Int, label: String, oadev: Int?, mdev: Int?)]

    init(_ table: StabilityTable) {
        levels = table.rows.map { row in
            (
                row.factor, DurationText.format(Int64(clamping: row.tau), digits: 1),
                row.values[.oadev].flatMap(StabilityPlot.level), row.values[.mdev].flatMap(StabilityPlot.level)
            )
        }
    }

    /// Thirds of a decade; nil for what has no logarithm.
    private static func level(_ value: Double) -> Int? {
        guard value > 0, value.isFinite else { return nil }
        var thirds = 0
        var rest = value
        let step = 2.154_434_690_031_884
        while rest >= 1.467_799_267_622_069 {
            rest /= step
            thirds += 1
        }
        while rest < 0.681_292_069_057_961 {
            rest *= step
            thirds -= 1
        }
        return thirds
    }

    func lines(width: Int) -> [StyledText] {
        let shown = levels.prefix(max(1, (width - 14) / StabilityPlot.columnWidth))
        let all = shown.flatMap { [$0.oadev, $0.mdev].compactMap { $0 } }
        guard let top = all.max(), let least = all.min() else { return [] }
        let bottom = max(least, top - StabilityPlot.mostRows)
        var lines = [StyledText("  ● OADEV  ○ MDEV  ◉ both, over τ", .faint)]
        for level in stride(from: top, through: bottom, by: -1) {
            var line = StyledText("  ")
            let isDecade = level % 3 == 0
            line.append(isDecade ? "1e\(level / 3)" : "", .faint)
            line.pad(to: 8)
            line.append(isDecade ? "┼" : "│", .faint)
            for point in shown {
                let isBoth = point.oadev == level && point.mdev == level
                let sign = isBoth ? "◉" : point.oadev == level ? "●" : point.mdev == level ? "○" : ""
                line.append(String(repeating: " ", count: StabilityPlot.columnWidth - 2))
                line.append(sign.isEmpty ? " " : sign, sign == "○" ? .faint : .strong)
                line.append(" ")
            }
            lines.append(line)
        }
        var axis = StyledText("        └", .faint)
        axis.append(String(repeating: "─", count: shown.count * StabilityPlot.columnWidth), .faint)
        var labels = StyledText("        ")
        for (index, point) in shown.enumerated() {
            let end = 9 + (index + 1) * StabilityPlot.columnWidth
            guard labels.width + 1 + DisplayWidth.of(point.label) <= end else { continue }
            labels.pad(to: end - DisplayWidth.of(point.label))
            labels.append(point.label, .faint)
        }
        return lines + [axis, labels]
    }
}

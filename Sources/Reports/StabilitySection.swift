import Analysis
import ExactTime

/// How lateness wanders over averaging times: a table over τ.
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
            return [summary, .table(self.table(table))]
        }
    }

    private func summary(_ name: String, _ table: StabilityTable) -> String {
        var text = "\(name): \(table.used) of \(Plural.of(table.firings, "firing")) without a hole"
        if table.stride > 1 { text += ", each \(table.stride) intervals after the one before" }
        if let slope = table.slope(.oadev) { text += "; OADEV falls with slope \(StabilitySection.decimals(slope))" }
        if let slope = table.slope(.mdev) { text += ", MDEV with \(StabilitySection.decimals(slope))" }
        return text
    }

    private func table(_ stability: StabilityTable) -> TextTable {
        var table = TextTable(
            rowTitle: "τ",
            groups: [
                .init(title: "", columns: ["n"]), .init(title: "ratio", columns: ["ADEV", "OADEV", "MDEV", "HDEV"]),
                .init(title: "time", columns: ["TDEV", "MTIE", "TIE rms"]),
            ])
        table.rows = stability.rows.map { row in
            TextTable.Row(
                name: StyledText(DurationText.format(Int64(nearest: row.tau))),
                cells: [
                    [StyledText(String(row.count))],
                    [.adev, .oadev, .mdev, .hdev].map { ratio(row.points[$0]?.value) },
                    [.tdev, .mtie, .tieRMS].map { time(row.points[$0]?.value) },
                ])
        }
        return table
    }

    private func ratio(_ value: Double?) -> StyledText {
        value.map { StyledText(StabilitySection.scientific($0)) } ?? TextTable.blank
    }

    private func time(_ value: Double?) -> StyledText {
        value.map { StyledText(DurationText.format(Int64(nearest: $0))) } ?? TextTable.blank
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

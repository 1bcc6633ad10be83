import LabAnalysis
import LabExactTime

extension RunReport {
    /// How lateness wanders over averaging times: a table over τ.
    var stabilitySection: PlainSection {
        PlainSection(
            "Stability",
            note: stability.isEmpty ? "" : "NIST SP 1065; slope of OADEV: −1 keeps a grid, −1/2 is scheduled anew",
            stability.flatMap { name, table in
                [.items([ReportItem("\(name): \(table.summary)", .strong)]), .table(table.text)]
            })
    }
}

extension StabilityTable {
    fileprivate var summary: String {
        var text = "\(used) of \(Plural.of(firings, "firing")) without a hole"
        if stride > 1 { text += ", each \(stride) intervals after the one before" }
        if let slope = slope(.oadev) { text += "; OADEV falls with slope \(slope.decimals)" }
        if let slope = slope(.mdev) { text += ", MDEV with \(slope.decimals)" }
        return text
    }

    fileprivate var text: TextTable {
        var table = TextTable(
            rowTitle: "τ",
            groups: [
                .init(columns: ["n"]), .init(title: "ratio", columns: ["ADEV", "OADEV", "MDEV", "HDEV"]),
                .init(title: "time", columns: ["TDEV", "MTIE", "TIE rms"]),
            ])
        func cells(_ row: Row, _ measures: [StabilityMeasure], _ text: (Double) -> String) -> [StyledText] {
            measures.map { row.points[$0].map { StyledText(text($0.value)) } ?? TextTable.blank }
        }
        let duration = { (value: Double) in DurationText.format(Int64(nearest: value)) }
        table.rows = rows.map { row in
            TextTable.Row(
                name: StyledText(duration(row.tau)),
                cells: [
                    [StyledText(String(row.count))], cells(row, [.adev, .oadev, .mdev, .hdev], \.scientific),
                    cells(row, [.tdev, .mtie, .tieRMS], duration),
                ])
        }
        return table
    }
}

extension Double {
    /// `1.23e-05`
    fileprivate var scientific: String {
        guard isFinite, self > 0 else { return "0" }
        var exponent = 0
        var mantissa = self
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
    fileprivate var decimals: String { String((self * 100).rounded() / 100) }
}

import Analysis
import ExactTime

/// The drift table: how often, how late, how even, one row a timer.
struct DriftSection: TextSection {
    let report: RunReport

    let title = "Drift"
    let note = ""

    func lines(width: Int) -> [StyledText] {
        let timers = report.shownTimers
        guard !timers.isEmpty else { return [] }
        // Where nothing was skipped there is nothing to correct.
        let isCorrected = timers.contains { $0.correctedLateness != $0.lateness }
        var table = TextTable(groups: [
            .init(title: "", columns: ["every", "asked", "fired", "served", "skipped", "coalesced"]),
            .init(title: "lateness", columns: ["p50", "p95", "p99", "max"]),
        ])
        if isCorrected {
            table.groups.append(.init(title: "corrected lateness", columns: ["p50", "p95", "p99", "max"]))
        }
        table.groups += [
            .init(title: "interval", columns: ["mean", "min", "max"]),
            .init(title: "period jitter", columns: ["rms", "peak to peak", "cycle"]),
            .init(title: "drift", columns: ["ppm", "residual"]),
        ]
        table.rows = timers.map { row($0, isCorrected) }
        return table.lines(width: width)
    }

    private func row(_ timer: TimerSummary, _ isCorrected: Bool) -> TextTable.Row {
        var name = StyledText(timer.name)
        if timer.copies > 1 { name.append(" ×\(timer.copies)", .faint) }
        let counts = [
            cell(timer.period.map { DurationText.format($0.mean) }, .strong),
            cell(report.interval(of: timer)?.scaled(1).map { DurationText.format($0) }),
            StyledText(String(timer.fired)),
            StyledText("\(timer.served) of \(timer.due)", timer.served < timer.due ? .warning : .plain),
            StyledText(String(timer.skipped), timer.skipped > 0 ? .warning : .plain),
            StyledText(String(timer.coalesced)),
        ]
        let drift = cell(timer.drift.map { DriftSection.partsPerMillion($0.partsPerBillion) })
        var cells = [counts, percentiles(timer.lateness)]
        if isCorrected { cells.append(percentiles(timer.correctedLateness)) }
        cells += [
            [timer.period?.mean, timer.period?.min, timer.period?.max].map(duration),
            [timer.jitter?.rms, timer.jitter?.peakToPeak, timer.jitter?.cycleToCycle].map(duration),
            [drift, duration(timer.drift?.residual)],
        ]
        return TextTable.Row(name: name, cells: cells)
    }

    private func percentiles(_ spread: Spread?) -> [StyledText] {
        [spread?.p50, spread?.p95, spread?.p99, spread?.max].map(duration)
    }

    private func duration(_ nanoseconds: Int64?) -> StyledText { cell(nanoseconds.map { DurationText.format($0) }) }

    private func cell(_ text: String?, _ role: TextRole = .plain) -> StyledText {
        text.map { StyledText($0, role) } ?? TextTable.blank
    }

    /// With its sign, at most three decimals.
    static func partsPerMillion(_ partsPerBillion: Int64) -> String {
        let sign = partsPerBillion < 0 ? "-" : partsPerBillion > 0 ? "+" : ""
        return sign + DurationText.decimal(partsPerBillion.magnitude, scale: 1000, digits: 3)
    }
}

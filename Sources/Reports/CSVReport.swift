import Analysis
import ExactTime

/// The timers as a table of comma-separated values (RFC 4180); times in ns, empty where there is no value.
public struct CSVReport: ReportFormat {
    public init() {}

    public func write(_ report: RunReport, isFirst: Bool, to stream: ByteStream) {
        if isFirst { stream.write(CSVReport.columns.joined(separator: ",") + "\n") }
        for timer in report.analysis.timers {
            CSVReport.write(row(timer, report.file), to: stream)
        }
    }

    private static let columns =
        [
            "file", "timer", "mechanism", "copies", "interval", "fired", "due", "served", "skipped", "coalesced",
            "first", "last", "fired_after_owner",
        ]
        + ["lateness", "corrected_lateness", "period"].flatMap { family in
            ["min", "mean", "p50", "p95", "p99", "p999", "max"].map { "\(family)_\($0)" }
        } + ["jitter_rms", "jitter_peak_to_peak", "jitter_cycle_to_cycle", "drift_ppb", "drift_residual", "busy"]

    private func row(_ timer: TimerSummary, _ file: String) -> [String] {
        let counts: [Int64?] = [
            Int64(timer.copies), timer.interval?.scaled(1), timer.fired, timer.due, timer.served, timer.skipped,
            timer.coalesced, timer.first, timer.last, timer.firedAfterOwner,
        ]
        let spreads = [timer.lateness, timer.correctedLateness, timer.period].flatMap { spread -> [Int64?] in
            [spread?.min, spread?.mean, spread?.p50, spread?.p95, spread?.p99, spread?.p999, spread?.max]
        }
        let rest: [Int64?] = [
            timer.jitter?.rms, timer.jitter?.peakToPeak, timer.jitter?.cycleToCycle, timer.drift?.partsPerBillion,
            timer.drift?.residual, timer.busy,
        ]
        return [file, timer.name, timer.mechanism] + (counts + spreads + rest).map { $0.map { String($0) } ?? "" }
    }

    /// Writes a row of fields.
    static func write(_ fields: [String], to stream: ByteStream) {
        let row = fields.map { quoted(stream.shown($0)) }.joined(separator: ",")
        stream.write(VisibleText.withoutCommand(row) + "\n")
    }

    private static func quoted(_ field: String) -> String {
        guard field.utf8.contains(where: { $0 == 0x2C || $0 == 0x22 || $0 == 0x0A || $0 == 0x0D }) else { return field }
        return "\"" + field.reduce(into: "") { $0 += $1 == "\"" ? "\"\"" : String($1) } + "\""
    }
}

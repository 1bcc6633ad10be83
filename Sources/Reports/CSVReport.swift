import Analysis
import ExactTime
import Expectations
import ScenarioModel

/// The timers as a table of comma-separated values (RFC 4180): every figure; times in ns, empty where there is no value.
/// The last column says how far percentiles may be off: 0 but for more than a million distinct values.
package struct CSVReport: ReportFormat {
    package init() {}

    package func write(_ report: RunReport, isFirst: Bool, to stream: ByteStream) {
        if isFirst { stream.write(CSVReport.columns.joined(separator: ",") + "\n") }
        for timer in report.analysis.timers {
            CSVReport.write(row(timer, report.file), to: stream)
        }
    }

    private static let columns =
        ["file", "timer", "mechanism", "copies"] + Figure.all.map { $0.text.replacing(".", with: "_") }
        + ["percentiles_within"]

    private func row(_ timer: TimerSummary, _ file: String) -> [String] {
        [file, timer.name, timer.mechanism, String(timer.copies)]
            + Figure.all.map { timer.value(of: $0).map { String($0) } ?? "" }
            + [String(Figure.all.compactMap { timer.spread(of: $0.family)?.tolerance }.max() ?? 0)]
    }

    /// Writes a row of fields.
    static func write(_ fields: [String], to stream: ByteStream) {
        stream.write(line(fields) + "\n")
    }

    /// The fields that a line begins with, which is no workflow command.
    static func line(_ begin: [String]) -> String { VisibleText.withoutCommand(fields(begin)) }

    static func fields(_ fields: [String]) -> String {
        fields.map { quoted(harmless($0)) }.joined(separator: ",")
    }

    /// On one line, and no formula: a spreadsheet takes what begins so, other than a number, for one.
    private static func harmless(_ field: String) -> String {
        let isFormula = field.utf8.first.map("=+-@".utf8.contains) ?? false
        return (isFormula && Double(field) == nil ? "'" : "") + VisibleText.line(field)
    }

    private static func quoted(_ field: String) -> String {
        guard field.utf8.contains(where: { $0 == 0x2C || $0 == 0x22 }) else { return field }
        return "\"" + field.reduce(into: "") { $0 += $1 == "\"" ? "\"\"" : String($1) } + "\""
    }
}

import LabCatalogue
import LabExpectations
import LabJSON
import LabScenarioModel

/// The timers as comma-separated values (RFC 4180), with the figures that fit a table. Times are in ns; a missing value
/// is empty.
package struct CSVReport: ReportFormat {
    package init() {}

    private static let figures: [Figure] =
        [.fired, .due, .skipped, .coalesced, .firedAfterOwner, .first, .last].map { Figure($0) }
        + [.p50, .p95, .p99, .max].map { Figure(.waiting, $0) }
        + [.p50, .max].map { Figure(.lateness, $0) }
        + [.min, .p50, .max].map { Figure(.interval, $0) }
        + [Figure(.logInterval, .p50), Figure(.logOffset, .max)]
        + [Figure(.jitter, .rms), Figure(.jitter, .peakToPeak), Figure(.lag, .last)]
        + [.drift, .steps, .episodes, .wakeUps, .busy, .longFrames].map { Figure($0) }

    package func write(_ report: RunReport, isFirst: Bool, to stream: ByteStream) {
        if isFirst {
            let names = Self.figures.map { $0.text.replacing(".", with: "_") }
            stream.writeRow(["file", "timer", "thread", "mechanism", "copies"] + names)
        }
        let threads = report.analysis.threadsOfNamesakes(in: report.trace)
        for timer in report.analysis.timers {
            let figures = Self.figures.map { timer.value(of: $0).json.field }
            let thread = threads[timer.entity] ?? ""
            stream.writeRow([report.file, timer.name, thread, timer.mechanism, "\(timer.copies)"] + figures)
        }
    }

    /// The first fields of a line, which never form a workflow command.
    static func line(_ begin: [String]) -> String { VisibleText.withoutCommand(fields(begin)) }

    static func fields(_ fields: [String]) -> String {
        fields.map { quoted(harmless($0)) }.joined(separator: ",")
    }

    /// The text on one line. A spreadsheet would read a text with such a start as a formula, so it gets a prefix.
    private static func harmless(_ field: String) -> String {
        let isFormula = field.utf8.first.map("=+-@".utf8.contains) ?? false
        return (isFormula && Double(field) == nil ? "'" : "") + VisibleText.line(field)
    }

    private static func quoted(_ field: String) -> String {
        guard field.utf8.contains(where: { $0 == 0x2C || $0 == 0x22 }) else { return field }
        return "\"" + field.replacing("\"", with: "\"\"") + "\""
    }
}

extension ByteStream {
    /// Writes a row of comma-separated fields.
    func writeRow(_ fields: [String]) { write(CSVReport.line(fields) + "\n") }
}

extension JSONValue {
    /// The value as a field of a table: empty if it is missing; several values follow each other.
    var field: String {
        switch self {
        case .null: ""
        case .boolean(let flag): flag ? "1" : "0"
        case .string(let text): text
        case .array(let values): values.map(\.field).joined(separator: "; ")
        case .integer, .number, .object: line
        }
    }
}

extension String {
    /// The name of a column as the key of a figure, in JSON and CSV alike: `wake_ups`.
    var key: String { replacing(" ", with: "_").replacing("-", with: "_") }
}

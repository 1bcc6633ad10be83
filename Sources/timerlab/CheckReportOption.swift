import Laboratory
import Reports

/// A value of `check --report`: a format, and the file that it goes to.
struct CheckReportOption {
    enum Format: String, CaseIterable {
        case text, jsonl, junit, tap, github, markdown, sarif

        static var names: String { allCases.map(\.rawValue).joined(separator: ", ") }

        /// Whether it makes sense with something else before or behind it.
        var canShareOutput: Bool {
            switch self {
            case .text, .github: true
            case .jsonl, .junit, .tap, .markdown, .sarif: false
            }
        }

        func write(_ report: CheckReport, to stream: ByteStream, as text: PageText = PageText()) {
            switch self {
            case .text: text.write(report.page, to: stream)
            case .jsonl: JSONCheckReport().write(report, to: stream)
            case .junit: JUnitReport().write(report, to: stream)
            case .tap: TAPReport().write(report, to: stream)
            case .github: GitHubReport().write(report, to: stream)
            case .markdown: PageMarkdown().write(report.page, to: stream)
            case .sarif: SARIFReport().write(report, to: stream)
            }
        }
    }

    var format: Format
    /// Nil for standard output.
    var path: String?

    init(_ format: Format) { self.format = format }

    init?(_ text: String) {
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard let format = Format(rawValue: parts[0]) else { return nil }
        self.format = format
        if parts.count == 2 {
            guard !parts[1].isEmpty else { return nil }
            path = parts[1] == "-" ? nil : parts[1]
        }
    }
}

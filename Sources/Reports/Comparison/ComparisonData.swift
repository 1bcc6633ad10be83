import Analysis
import JSON

/// JSON Lines: a `header`, a `comparison` for each subject under each workload, and a `summary`; times in ns.
public struct ComparisonJSON: ComparisonFormat {
    public init() {}

    public func write(_ report: ComparisonReport, to stream: ByteStream) {
        JSONReport.line(
            "header",
            [
                "title": .string(report.title), "facts": .array(report.facts.map(JSONValue.string)),
                "subjects": .array(report.subjects.map { .string($0.name) }),
                "workloads": .array(report.rows.map { .string($0.name) }),
            ], to: stream)
        for row in report.rows {
            let best = row.best
            for (index, cell) in row.cells.enumerated() {
                guard let cell else { continue }
                let isBest = best.contains(index)
                JSONReport.line(
                    "comparison", payload(cell, row.name, report.subjects[index].name, isBest), to: stream)
            }
        }
        let sentences = ComparisonClosing(report: report).sentences
        JSONReport.line("summary", ["sentences": .array(sentences.map(JSONValue.string))], to: stream)
    }

    private func payload(
        _ cell: ComparisonReport.Cell, _ workload: String, _ subject: String, _ isBest: Bool
    ) -> JSONValue {
        let measure = cell.measure
        var waiting = JSONValue.null
        if let waits = measure.waiting {
            waiting = ["p50": .integer(waits.p50), "p99": JSONValue(waits.p99), "max": .integer(waits.max)]
        }
        return [
            "workload": .string(workload), "subject": .string(subject), "due": .integer(measure.due),
            "fired": .integer(measure.fired), "skipped": .integer(measure.skipped), "waiting": waiting,
            "drift_ppb": JSONValue(measure.drift?.partsPerBillion), "mean_waiting": JSONValue(measure.meanWaiting),
            "cause": JSONValue(cell.cause?.title), "main_busy_permille": JSONValue(cell.mainBusyPermille),
            "best": .boolean(isBest),
        ]
    }
}

/// A line for each subject under each workload (RFC 4180); times in ns, empty where there is no value.
public struct ComparisonCSV: ComparisonFormat {
    public init() {}

    private static let columns = [
        "workload", "subject", "due", "fired", "skipped", "waiting_p50", "waiting_p99", "waiting_max", "drift_ppb",
        "mean_waiting", "main_busy_permille", "best",
    ]

    public func write(_ report: ComparisonReport, to stream: ByteStream) {
        stream.write(Self.columns.joined(separator: ",") + "\n")
        for row in report.rows {
            let best = row.best
            for (index, cell) in row.cells.enumerated() {
                guard let cell else { continue }
                let measure = cell.measure
                let numbers: [Int64?] = [
                    measure.due, measure.fired, measure.skipped, measure.waiting?.p50, measure.waiting?.p99,
                    measure.waiting?.max, measure.drift?.partsPerBillion, measure.meanWaiting, cell.mainBusyPermille,
                    best.contains(index) ? 1 : 0,
                ]
                let fields = [row.name, report.subjects[index].name] + numbers.map { $0.map { String($0) } ?? "" }
                CSVReport.write(fields, to: stream)
            }
        }
    }
}

/// A GitHub-flavoured table with a line for each workload, and the closing sentences.
public struct ComparisonMarkdown: ComparisonFormat {
    public init() {}

    public func write(_ report: ComparisonReport, to stream: ByteStream) {
        let figures = ["fired", "skipped", "waiting p50", "p99", "max", "drift"]
        let heads = report.subjects.flatMap { subject in figures.map { "\(subject.name) \($0)" } }
        var lines = ["# " + MarkdownReport.escaped(report.title), ""]
        if !report.facts.isEmpty { lines += [MarkdownReport.escaped(report.facts.joined(separator: " · ")), ""] }
        lines.append(line(["workload"] + heads.map(MarkdownReport.escaped)))
        lines.append("| --- |" + String(repeating: " ---: |", count: heads.count))
        for row in report.rows {
            let best = row.isEven ? [] : row.best
            let cells = row.cells.enumerated().flatMap { index, cell in
                texts(cell).map { best.contains(index) ? "**\($0)**" : $0 }
            }
            lines.append(line([MarkdownReport.escaped(row.name)] + cells))
        }
        lines.append("")
        lines.append(MarkdownReport.escaped(ComparisonClosing(report: report).sentences.joined(separator: " ")))
        for line in lines { stream.write(VisibleText.withoutCommand(line) + "\n") }
    }

    private func texts(_ cell: ComparisonReport.Cell?) -> [String] {
        guard let measure = cell?.measure else { return Array(repeating: "–", count: 6) }
        return [
            String(measure.fired), String(measure.skipped), ComparisonNumber.duration(measure.waiting?.p50),
            ComparisonNumber.duration(measure.waiting?.p99), ComparisonNumber.duration(measure.waiting?.max),
            ComparisonNumber.drift(measure.drift),
        ]
    }

    private func line(_ cells: [String]) -> String { "| " + cells.joined(separator: " | ") + " |" }
}

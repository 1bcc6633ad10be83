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
            for (index, cell) in row.cells.enumerated() {
                guard let cell else { continue }
                var members: [(String, JSONValue)] = [
                    ("workload", .string(row.name)), ("subject", .string(report.subjects[index].name)),
                    ("verdict", .string(cell.verdict.text)), ("cause", JSONValue(cell.cause?.title)),
                ]
                members += ComparisonCSV.numbers(cell).map { ($0, JSONValue($1)) }
                members.append(("best", .boolean(row.best.contains(index))))
                JSONReport.line("comparison", JSONValue(members: members), to: stream)
            }
        }
        let advice = ComparisonAdvice(report)
        func name(_ subject: Int) -> JSONValue { .string(report.subjects[subject].name) }
        JSONReport.line(
            "summary",
            [
                "choose": .array(advice.chosen.map(name)),
                "for_interface": advice.forInterface.map(name) ?? .null, "neither": .boolean(advice.fault != nil),
                "sentences": .array(ComparisonClosing(report: report).sentences.map(JSONValue.string)),
            ], to: stream)
    }
}

/// A line for each subject under each workload (RFC 4180); times in ns, empty where there is no value.
public struct ComparisonCSV: ComparisonFormat {
    public init() {}

    /// What JSON and CSV say of a cell under one name; ns, parts per billion, thousandths.
    static func numbers(_ cell: ComparisonReport.Cell) -> [(name: String, value: Int64?)] {
        let timer = cell.timer
        let waiting = timer.waiting
        return [
            ("due", timer.due), ("fired", timer.fired), ("skipped", timer.skipped),
            ("waiting_p50", waiting?.p50), ("waiting_p99", waiting?.p99), ("waiting_max", waiting?.max),
            ("open", timer.isChain ? nil : timer.openPoints), ("lag_last", timer.lag?.last),
            ("drift_ppb", timer.drift?.partsPerBillion), ("wake_ups", timer.wakeUps.map { $0.alone + $0.shared }),
            ("seeds", Int64(cell.samples.count)), ("lost_permille_low", cell.lostRange.lowerBound),
            ("lost_permille_high", cell.lostRange.upperBound), ("chain_drift_ppb_low", cell.driftRange?.lowerBound),
            ("chain_drift_ppb_high", cell.driftRange?.upperBound), ("main_busy_permille", cell.mainBusyPermille),
            ("longest_on_main", cell.longestOnMain),
        ]
    }

    public func write(_ report: ComparisonReport, to stream: ByteStream) {
        var isFirst = true
        for row in report.rows {
            for (index, cell) in row.cells.enumerated() {
                guard let cell else { continue }
                let numbers = Self.numbers(cell)
                if isFirst {
                    stream.write(
                        (["workload", "subject"] + numbers.map(\.name) + ["best"]).joined(separator: ",") + "\n")
                }
                isFirst = false
                let best = row.best.contains(index) ? "1" : "0"
                CSVReport.write(
                    [row.name, report.subjects[index].name] + numbers.map { $0.value.map { String($0) } ?? "" } + [
                        best
                    ],
                    to: stream)
            }
        }
    }
}

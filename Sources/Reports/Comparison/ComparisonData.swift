import Analysis
import JSON

extension ComparisonReport {
    /// JSON Lines: a `header`, a `comparison` for each subject under each workload, and a `summary`; times in ns.
    package func writeJSON(to stream: ByteStream) {
        JSONReport.line(
            "header",
            [
                "title": title, "facts": facts, "subjects": subjects.map(\.name), "workloads": rows.map(\.name),
            ], to: stream)
        for row in rows {
            for (index, cell) in row.cells.enumerated() {
                guard let cell else { continue }
                var members: [(String, JSONValue)] = [
                    ("workload", row.name.json), ("subject", subjects[index].name.json),
                    ("verdict", cell.verdict.text.json), ("cause", (cell.cause?.title).json),
                ]
                members += Self.numbers(cell).map { ($0, $1.json) } + [("best", row.best.contains(index).json)]
                JSONReport.line("comparison", JSONValue(members: members), to: stream)
            }
        }
        let advice = ComparisonAdvice(self)
        JSONReport.line(
            "summary",
            [
                "choose": advice.chosen.map { subjects[$0].name },
                "for_interface": advice.forInterface.map { subjects[$0].name },
                "neither": advice.fault != nil, "sentences": ComparisonClosing(report: self).sentences,
            ], to: stream)
    }

    /// What JSON and CSV say of a cell under one name; ns, parts per billion, thousandths.
    private static func numbers(_ cell: Cell) -> [(name: String, value: Int64?)] {
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

    /// A line for each subject under each workload (RFC 4180); times in ns, empty where there is no value.
    package func writeCSV(to stream: ByteStream) {
        var isFirst = true
        for row in rows {
            for (index, cell) in row.cells.enumerated() {
                guard let cell else { continue }
                let numbers = Self.numbers(cell)
                if isFirst {
                    stream.write(
                        (["workload", "subject"] + numbers.map(\.name) + ["best"]).joined(separator: ",") + "\n")
                }
                isFirst = false
                let best = row.best.contains(index) ? "1" : "0"
                let texts = numbers.map { $0.value.map { String($0) } ?? "" }
                CSVReport.write([row.name, subjects[index].name] + texts + [best], to: stream)
            }
        }
    }
}

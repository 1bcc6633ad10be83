import Analysis
import JSON

extension ComparisonReport {
    /// JSON Lines: a `header`, a `comparison` for each subject under each workload, and a `summary`; times in ns.
    package func writeJSON(to stream: ByteStream) {
        stream.writeJSON(
            "header",
            ["title": title, "facts": facts, "subjects": subjects.map(\.name), "workloads": rows.map(\.name)])
        for members in lines { stream.writeJSON("comparison", JSONValue(members: members)) }
        let advice = ComparisonAdvice(self)
        stream.writeJSON(
            "summary",
            [
                "choose": advice.chosen.map { subjects[$0].name },
                "for_interface": advice.forInterface.map { subjects[$0].name },
                "neither": advice.fault != nil, "sentences": advice.sentences,
            ])
    }

    /// The numbers of those lines as a table (RFC 4180); times in ns, empty where there is no value.
    package func writeCSV(to stream: ByteStream) {
        let rows = lines.map { $0.filter { !["verdict", "cause"].contains($0.0) } }
        if let first = rows.first { stream.writeRow(first.map(\.0)) }
        for row in rows { stream.writeRow(row.map(\.1.field)) }
    }

    /// What is told of each subject under each workload; ns, parts per billion, thousandths.
    private var lines: [[(String, JSONValue)]] {
        rows.flatMap { row in
            zip(subjects, row.cells).enumerated().compactMap { index, pair -> [(String, JSONValue)]? in
                guard let cell = pair.1 else { return nil }
                return [
                    ("workload", row.name.json), ("subject", pair.0.name.json), ("verdict", cell.verdict.text.json),
                    ("cause", (cell.cause?.title).json),
                ] + Self.numbers(cell).map { ($0, $1.json) } + [("best", row.best.contains(index).json)]
            }
        }
    }

    private static func numbers(_ cell: Cell) -> [(String, Int64?)] {
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
}

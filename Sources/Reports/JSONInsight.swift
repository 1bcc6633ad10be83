import Analysis
import ExactTime
import JSON

extension JSONReport {
    /// What is told of an imported log and of stability: kinds `note`, `mechanism`, `hold`, `undecided` and `stability`.
    func writeInsight(_ report: RunReport, to stream: ByteStream) {
        func put(_ kind: String, _ payload: JSONValue) { JSONReport.line(kind, payload, to: stream) }
        for note in report.log?.notes ?? [] {
            put("note", ["note": note.kind, "line": note.line, "message": note.message, "count": note.count])
        }
        let timers = report.log?.timers ?? []
        for timer in timers { put("mechanism", mechanism(timer)) }
        for timer in timers {
            for hold in timer.holds.listed {
                put(
                    "hold",
                    [
                        "timer": timer.name, "from": hold.from, "length": hold.length, "lost": hold.lost,
                        "end": hold.end.rawValue,
                    ])
            }
        }
        for verdict in report.log?.undecided ?? [] {
            put("undecided", ["subject": verdict.subject, "expected": verdict.expected])
        }
        for (name, table) in report.stability { put("stability", stability(name, table)) }
    }

    private func mechanism(_ timer: LogInsight.Timer) -> JSONValue {
        let verdict = timer.verdict
        let doubt: MechanismDoubt? =
            verdict.map(\.doubt) ?? (timer.interval == nil ? .noRhythm : .tooShort)
        return [
            "timer": timer.name, "interval": timer.interval?.scaled(1), "interval_given": timer.isIntervalGiven,
            "kind": verdict?.kind?.rawValue, "percent": verdict?.kind.map { _ in MechanismVerdict.certainty },
            "doubt": doubt?.title, "intervals": verdict?.intervals, "oadev_slope": verdict?.allanSlope,
            "mdev_slope": verdict?.modifiedSlope, "gaps": verdict?.gaps, "gaps_on_grid": verdict?.gapsOnGrid,
            "usual_multiple": verdict?.usualMultiple, "reasons": verdict?.reasons ?? [],
        ]
    }

    private func stability(_ name: String, _ table: StabilityTable) -> JSONValue {
        let rows = table.rows.map { row in
            JSONValue(
                members: [("tau", row.tau.json)]
                    + StabilityTable.measures.map { ($0.rawValue.lowercased(), (row.points[$0]?.value).json) })
        }
        return [
            "timer": name, "firings": table.firings, "used": table.used, "stride": table.stride,
            "oadev_slope": table.slope(.oadev), "rows": rows,
        ]
    }
}

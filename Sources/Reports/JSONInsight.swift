import Analysis
import ExactTime
import JSON

/// What JSON Lines say about an imported log and about stability: kinds `note`, `mechanism`, `hold`, `undecided` and `stability`.
enum JSONInsight {
    static func lines(_ report: RunReport) -> [(kind: String, payload: JSONValue)] {
        let notes = (report.log?.notes ?? []).map { note -> (String, JSONValue) in
            (
                "note",
                [
                    "note": .string(note.kind), "line": JSONValue(note.line.map(Int64.init)),
                    "message": .string(note.message), "count": .integer(Int64(note.count)),
                ]
            )
        }
        let mechanisms = (report.log?.timers ?? []).map { ("mechanism", mechanism($0)) }
        let stability = report.stability.map { ("stability", table($0.name, $0.table)) }
        let holds = (report.log?.timers ?? []).flatMap { timer in
            timer.holds.listed.map { hold -> (String, JSONValue) in
                (
                    "hold",
                    [
                        "timer": .string(timer.name), "from": .integer(hold.from), "length": .integer(hold.length),
                        "lost": .integer(hold.lost), "end": .string(hold.end.rawValue),
                    ]
                )
            }
        }
        let undecided = (report.log?.undecided ?? []).map { verdict -> (String, JSONValue) in
            ("undecided", ["subject": .string(verdict.subject), "promised": .string(verdict.promised)])
        }
        return notes + mechanisms + holds + undecided + stability
    }

    private static func mechanism(_ timer: LogInsight.Timer) -> JSONValue {
        let verdict = timer.verdict
        return [
            "timer": .string(timer.name), "interval": JSONValue(timer.interval?.scaled(1)),
            "interval_given": .boolean(timer.isIntervalGiven), "kind": JSONValue(verdict?.kind?.rawValue),
            "percent": JSONValue(verdict?.kind.map { _ in Int64(MechanismVerdict.certainty) }),
            "doubt": JSONValue(
                verdict.map { $0.doubt?.title }
                    ?? (timer.interval == nil ? MechanismDoubt.noRhythm : MechanismDoubt.tooShort).title),
            "intervals": JSONValue(verdict.map { Int64($0.intervals) }), "oadev_slope": JSONValue(verdict?.allanSlope),
            "mdev_slope": JSONValue(verdict?.modifiedSlope), "gaps": JSONValue(verdict.map { Int64($0.gaps) }),
            "gaps_on_grid": JSONValue(verdict.map { Int64($0.gapsOnGrid) }),
            "usual_multiple": JSONValue(verdict?.usualMultiple),
            "reasons": .array((verdict?.reasons ?? []).map(JSONValue.string)),
        ]
    }

    private static func table(_ name: String, _ table: StabilityTable) -> JSONValue {
        let rows = table.rows.map { row -> JSONValue in
            let values = StabilityTable.measures.map { measure in
                JSONValue.Member(measure.rawValue.lowercased(), JSONValue(row.values[measure]))
            }
            return .object([JSONValue.Member("tau", JSONValue(row.tau))] + values)
        }
        return [
            "timer": .string(name), "firings": .integer(Int64(table.firings)), "used": .integer(Int64(table.used)),
            "stride": .integer(table.stride), "oadev_slope": JSONValue(table.slope(.oadev)), "rows": .array(rows),
        ]
    }
}

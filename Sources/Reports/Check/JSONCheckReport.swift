import Gate
import JSON

/// JSON Lines as `JSONReport` has them; what is missing is null, times are integer ns, drift is in parts per billion.
///
/// | kind | payload |
/// | --- | --- |
/// | `suite` | `file`, `suite` (`scenario`, `baseline`), `title`, `outcome`, `comparison` (`exact`, `pairs`), `seeds`, `compared`, `renamed` |
/// | `point` | `file`, `rule`, `outcome` (`passed`, `better`, `moved`, `failed`, `error`), `name`, `message`, `details`, `line`, `command` |
/// | `change` | a value of the scenario that is not the baseline's: `file`, `path`, `old`, `new`, `line` |
/// | `figure` | a figure that moved, the most important first: `file`, `figure`, `judgement` (`worse`, `changed`, `better`), `failed`, `old`, `new`, `at_least`, `at_most`, `allowance`, `seeds` (`differing`, `beyond`, `all`) |
/// | `fact` | a finding, the end of an object or a crash that moved: `file`, `fact`, `judgement`, `failed`, `message` |
/// | `summary` | `scenarios`, `passed`, `better`, `moved`, `failed`, `errors`, `numbers` (`compared`, `worse`, `changed`, `better`), `notes`, `status` |
///
/// Each `suite` is followed by its points, changes, figures and facts; the `summary` comes last.
public struct JSONCheckReport: CheckFormat {
    public init() {}

    public func write(_ report: CheckReport, to stream: ByteStream) {
        for suite in report.suites {
            JSONReport.line("suite", self.suite(suite), to: stream)
            for point in suite.points { JSONReport.line("point", self.point(point, suite), to: stream) }
            guard let comparison = suite.comparison else { continue }
            for change in comparison.changes ?? [] where !comparison.isUnmoved {
                JSONReport.line("change", self.change(change, suite), to: stream)
            }
            for move in comparison.moves { JSONReport.line("figure", figure(move, suite), to: stream) }
            for move in comparison.facts { JSONReport.line("fact", fact(move, suite), to: stream) }
        }
        JSONReport.line("summary", summary(report), to: stream)
    }

    private func suite(_ suite: CheckSuite) -> JSONValue {
        var (kind, seeds) = (JSONValue.null, JSONValue.null)
        switch suite.comparison?.kind {
        case nil: break
        case .exact: kind = "exact"
        case .pairs(let pairs): (kind, seeds) = ("pairs", .integer(Int64(pairs.count)))
        }
        return [
            "file": .string(suite.file), "suite": .string(suite.kind.rawValue), "title": .string(suite.title),
            "outcome": .string(suite.outcome.title), "comparison": kind, "seeds": seeds,
            "compared": JSONValue(suite.comparison.map { Int64($0.compared) }),
            "renamed": .array(
                (suite.comparison?.renames ?? []).map { ["old": .string($0.old), "new": .string($0.new)] }),
        ]
    }

    private func point(_ point: CheckPoint, _ suite: CheckSuite) -> JSONValue {
        [
            "file": .string(suite.file), "rule": .string(point.rule.rawValue), "outcome": .string(point.outcome.title),
            "name": .string(point.name), "message": .string(point.message),
            "details": .array(point.details.map(JSONValue.string)), "line": JSONValue(point.line.map(Int64.init)),
            "command": JSONValue(point.command),
        ]
    }

    private func figure(_ move: FigureMove, _ suite: CheckSuite) -> JSONValue {
        [
            "file": .string(suite.file), "figure": .string(move.name.text),
            "judgement": .string(move.judgement.rawValue), "failed": .boolean(move.isFailure),
            "old": JSONValue(move.old), "new": JSONValue(move.new), "at_least": JSONValue(move.limit?.atLeast),
            "at_most": JSONValue(move.limit?.atMost), "allowance": JSONValue(move.guard?.allowanceText),
            "seeds": move.seeds.map {
                [
                    "differing": .integer(Int64($0.differing)), "beyond": .integer(Int64($0.beyond)),
                    "all": .integer(Int64($0.all)),
                ]
            } ?? .null,
        ]
    }

    private func fact(_ move: FactMove, _ suite: CheckSuite) -> JSONValue {
        [
            "file": .string(suite.file), "fact": .string(move.name), "judgement": .string(move.judgement.rawValue),
            "failed": .boolean(move.isFailure), "message": .string(move.message),
        ]
    }

    private func change(_ change: ScenarioChange, _ suite: CheckSuite) -> JSONValue {
        [
            "file": .string(suite.file), "path": .string(change.path), "old": JSONValue(change.old),
            "new": JSONValue(change.new), "line": JSONValue(change.line.map(Int64.init)),
        ]
    }

    private func summary(_ report: CheckReport) -> JSONValue {
        let summary = CheckSummary(report: report)
        let count = { (outcome: CheckPoint.Outcome) in JSONValue.integer(Int64(summary.scenarios(outcome))) }
        return [
            "scenarios": .integer(Int64(report.scenarios.count)), "passed": count(.passed), "better": count(.better),
            "moved": count(.moved), "failed": count(.failed), "errors": count(.faulty),
            "numbers": [
                "compared": .integer(Int64(summary.compared)), "worse": .integer(Int64(summary.moves(.worse))),
                "changed": .integer(Int64(summary.moves(.changed))),
                "better": .integer(Int64(summary.moves(.better))),
            ],
            "notes": .array(report.notes.map(JSONValue.string)), "status": JSONValue(report.status.map(Int64.init)),
        ]
    }
}

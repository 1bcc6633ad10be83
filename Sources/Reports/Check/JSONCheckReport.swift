import Gate
import JSON

/// JSON Lines as `JSONReport` has them; what is missing is null, times are integer ns, drift is in parts per billion.
///
/// | kind | payload |
/// | --- | --- |
/// | `suite` | `file`, `suite` (`scenario`, `baseline`), `title`, `outcome`, `comparison` (`exact`, `medians`), `seeds`, `compared`, `within_chance` |
/// | `point` | `file`, `rule`, `outcome` (`passed`, `moved`, `failed`, `error`), `name`, `message`, `details`, `line`, `command` |
/// | `figure` | a number that moved: `file`, `figure`, `judgement` (`moved`, `worse`, `appeared`, `gone`, `missing`), `old`, `new`, `at_least`, `at_most`, `allowance`, `p` |
/// | `summary` | `scenarios`, `passed`, `moved`, `failed`, `errors`, `numbers` (`compared`, `moved`, `worse`, `within_chance`), `notes` |
///
/// Each `suite` is followed by its points and figures; the `summary` comes last.
public struct JSONCheckReport: CheckFormat {
    public init() {}

    public func write(_ report: CheckReport, to stream: ByteStream) {
        for suite in report.suites {
            JSONReport.line("suite", self.suite(suite), to: stream)
            for point in suite.points { JSONReport.line("point", self.point(point, suite), to: stream) }
            for move in suite.comparison?.moves ?? [] { JSONReport.line("figure", figure(move, suite), to: stream) }
        }
        JSONReport.line("summary", summary(report), to: stream)
    }

    private func suite(_ suite: CheckSuite) -> JSONValue {
        var (kind, seeds) = (JSONValue.null, JSONValue.null)
        switch suite.comparison?.kind {
        case nil: break
        case .exact: kind = "exact"
        case .medians(let count): (kind, seeds) = ("medians", .integer(Int64(count)))
        }
        return [
            "file": .string(suite.file), "suite": .string(suite.kind.rawValue), "title": .string(suite.title),
            "outcome": .string(suite.outcome.title), "comparison": kind, "seeds": seeds,
            "compared": JSONValue(suite.comparison.map { Int64($0.compared) }),
            "within_chance": JSONValue(suite.comparison.map { Int64($0.withinChance) }),
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
            "judgement": .string(move.judgement.rawValue), "old": JSONValue(move.old), "new": JSONValue(move.new),
            "at_least": JSONValue(move.limit?.atLeast), "at_most": JSONValue(move.limit?.atMost),
            "allowance": JSONValue(move.guard?.allowanceText), "p": JSONValue(move.p),
        ]
    }

    private func summary(_ report: CheckReport) -> JSONValue {
        let summary = CheckSummary(report: report)
        let count = { (outcome: CheckPoint.Outcome) in JSONValue.integer(Int64(summary.scenarios(outcome))) }
        return [
            "scenarios": .integer(Int64(report.scenarios.count)), "passed": count(.passed), "moved": count(.moved),
            "failed": count(.failed), "errors": count(.faulty),
            "numbers": [
                "compared": .integer(Int64(summary.compared)), "moved": .integer(Int64(summary.moved)),
                "worse": .integer(Int64(summary.worse)), "within_chance": .integer(Int64(summary.withinChance)),
            ],
            "notes": .array(report.notes.map(JSONValue.string)),
        ]
    }
}

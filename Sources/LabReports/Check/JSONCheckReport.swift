import LabGate
import LabJSON

/// JSON Lines like those of `JSONReport`: missing values are null, times are integer ns, drift is in parts per billion.
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
struct JSONCheckReport {
    func write(_ report: CheckReport, to stream: ByteStream) {
        for suite in report.suites {
            stream.writeJSON("suite", self.suite(suite))
            for point in suite.eachPoint {
                stream.writeJSON(
                    "point",
                    [
                        "file": suite.file, "rule": point.rule.rawValue, "outcome": point.outcome.rawValue,
                        "name": point.name, "message": point.message, "details": point.details, "line": point.line,
                        "command": point.command,
                    ])
            }
            guard let comparison = suite.comparison else { continue }
            for change in comparison.changes ?? [] where !comparison.isUnmoved {
                stream.writeJSON(
                    "change",
                    [
                        "file": suite.file, "path": change.path, "old": change.old, "new": change.new,
                        "line": change.line,
                    ])
            }
            for move in comparison.moves { stream.writeJSON("figure", figure(move, suite)) }
            for move in comparison.facts {
                stream.writeJSON(
                    "fact",
                    [
                        "file": suite.file, "fact": move.name, "judgement": move.judgement.rawValue,
                        "failed": move.isFailure, "message": move.message,
                    ])
            }
        }
        stream.writeJSON("summary", summary(report))
    }

    private func suite(_ suite: CheckSuite) -> JSONValue {
        let seeds: Int? = if case .pairs(let pairs) = suite.comparison?.kind { pairs.count } else { nil }
        return [
            "file": suite.file, "suite": suite.kind.rawValue, "title": suite.title, "outcome": suite.outcome.rawValue,
            "comparison": suite.comparison.map { $0.kind == .exact ? "exact" : "pairs" }, "seeds": seeds,
            "compared": suite.comparison?.compared,
            "renamed": (suite.comparison?.renames ?? []).map { ["old": $0.old, "new": $0.new] as JSONValue },
        ]
    }

    private func figure(_ move: FigureMove, _ suite: CheckSuite) -> JSONValue {
        [
            "file": suite.file, "figure": move.name.text, "judgement": move.judgement.rawValue,
            "failed": move.isFailure, "old": move.old, "new": move.new, "at_least": move.limit?.atLeast,
            "at_most": move.limit?.atMost, "allowance": move.guard?.allowanceText,
            "seeds": move.seeds.map {
                ["differing": $0.differing, "beyond": $0.beyond, "all": $0.all] as JSONValue
            },
        ]
    }

    private func summary(_ report: CheckReport) -> JSONValue {
        func scenarios(_ outcome: CheckPoint.Outcome) -> Int { report.scenarios.count { $0.outcome == outcome } }
        let all = report.scenarios.compactMap(\.comparison).flatMap(\.moves)
        func moves(_ judgement: MoveJudgement) -> Int { all.count { $0.judgement == judgement } }
        let numbers: JSONValue = [
            "compared": report.compared, "worse": moves(.worse), "changed": moves(.changed), "better": moves(.better),
        ]
        return [
            "scenarios": report.scenarios.count, "passed": scenarios(.passed), "better": scenarios(.better),
            "moved": scenarios(.moved), "failed": scenarios(.failed), "errors": scenarios(.faulty),
            "numbers": numbers, "notes": report.notes, "status": report.status,
        ]
    }
}

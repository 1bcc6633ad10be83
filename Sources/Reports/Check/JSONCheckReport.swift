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
struct JSONCheckReport {
    func write(_ report: CheckReport, to stream: ByteStream) {
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
        let seeds: Int? = if case .pairs(let pairs) = suite.comparison?.kind { pairs.count } else { nil }
        return [
            "file": suite.file, "suite": suite.kind.rawValue, "title": suite.title, "outcome": suite.outcome.rawValue,
            "comparison": suite.comparison.map { $0.kind == .exact ? "exact" : "pairs" }, "seeds": seeds,
            "compared": suite.comparison?.compared,
            "renamed": (suite.comparison?.renames ?? []).map { ["old": $0.old, "new": $0.new] as JSONValue },
        ]
    }

    private func point(_ point: CheckPoint, _ suite: CheckSuite) -> JSONValue {
        [
            "file": suite.file, "rule": point.rule.rawValue, "outcome": point.outcome.rawValue, "name": point.name,
            "message": point.message, "details": point.details, "line": point.line, "command": point.command,
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

    private func fact(_ move: FactMove, _ suite: CheckSuite) -> JSONValue {
        [
            "file": suite.file, "fact": move.name, "judgement": move.judgement.rawValue, "failed": move.isFailure,
            "message": move.message,
        ]
    }

    private func change(_ change: ScenarioChange, _ suite: CheckSuite) -> JSONValue {
        ["file": suite.file, "path": change.path, "old": change.old, "new": change.new, "line": change.line]
    }

    private func summary(_ report: CheckReport) -> JSONValue {
        let summary = CheckSummary(report: report)
        let numbers: JSONValue = [
            "compared": summary.compared, "worse": summary.moves(.worse), "changed": summary.moves(.changed),
            "better": summary.moves(.better),
        ]
        return [
            "scenarios": report.scenarios.count, "passed": summary.scenarios(.passed),
            "better": summary.scenarios(.better), "moved": summary.scenarios(.moved),
            "failed": summary.scenarios(.failed), "errors": summary.scenarios(.faulty), "numbers": numbers,
            "notes": report.notes, "status": report.status,
        ]
    }
}

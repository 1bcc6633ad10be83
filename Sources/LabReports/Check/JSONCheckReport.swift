import LabGate
import LabJSON

/// JSON Lines like those of a run: missing values are null, times are integer ns, drift is in parts per billion.
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
            suites.writeJSON("suite", [suite], to: stream)
            points(suite).writeJSON("point", suite.eachPoint, to: stream)
            guard let comparison = suite.comparison else { continue }
            if !comparison.isUnmoved { changes(suite).writeJSON("change", comparison.changes ?? [], to: stream) }
            figures(suite).writeJSON("figure", comparison.moves, to: stream)
            facts(suite).writeJSON("fact", comparison.facts, to: stream)
        }
        summary.writeJSON("summary", [report], to: stream)
    }

    private let suites = Table<CheckSuite>(columns: [
        .data("file") { $0.file }, .data("suite") { $0.kind.rawValue }, .data("title") { $0.title },
        .data("outcome") { $0.outcome.rawValue },
        .data("comparison") { $0.comparison.map { $0.pairs == nil ? "exact" : "pairs" } },
        .data("seeds") { $0.comparison?.pairs?.count }, .data("compared") { $0.comparison?.compared },
        .data("renamed") { ($0.comparison?.renames ?? []).map { ["old": $0.old, "new": $0.new] as JSONValue } },
    ])

    private func points(_ suite: CheckSuite) -> Table<CheckPoint> {
        Table(columns: [
            .data("file") { _ in suite.file }, .data("rule") { $0.rule.rawValue },
            .data("outcome") { $0.outcome.rawValue }, .data("name") { $0.name }, .data("message") { $0.message },
            .data("details") { $0.details + $0.moves }, .data("line") { $0.line }, .data("command") { $0.command },
        ])
    }

    private func changes(_ suite: CheckSuite) -> Table<ScenarioChange> {
        Table(columns: [
            .data("file") { _ in suite.file }, .data("path") { $0.path }, .data("old") { $0.old },
            .data("new") { $0.new }, .data("line") { $0.line },
        ])
    }

    private func figures(_ suite: CheckSuite) -> Table<FigureMove> {
        Table(columns: [
            .data("file") { _ in suite.file }, .data("figure") { $0.name.text },
            .data("judgement") { $0.judgement.rawValue }, .data("failed") { $0.isFailure },
            .data("old") { $0.old }, .data("new") { $0.new }, .data("at_least") { $0.limit?.atLeast },
            .data("at_most") { $0.limit?.atMost }, .data("allowance") { $0.guard?.allowanceText },
            .data("seeds.differing") { $0.seeds?.differing }, .data("seeds.beyond") { $0.seeds?.beyond },
            .data("seeds.all") { $0.seeds?.all },
        ])
    }

    private func facts(_ suite: CheckSuite) -> Table<FactMove> {
        Table(columns: [
            .data("file") { _ in suite.file }, .data("fact") { $0.name }, .data("judgement") { $0.judgement.rawValue },
            .data("failed") { $0.isFailure }, .data("message") { $0.message },
        ])
    }

    private var summary: Table<CheckReport> {
        func scenarios(_ key: String, _ outcome: CheckPoint.Outcome) -> Table<CheckReport>.Column {
            .data(key) { $0.scenarios.count { $0.outcome == outcome } }
        }
        func moves(_ judgement: MoveJudgement) -> Table<CheckReport>.Column {
            .data("numbers." + judgement.rawValue) {
                $0.scenarios.compactMap(\.comparison).flatMap(\.moves).count { $0.judgement == judgement }
            }
        }
        return Table(columns: [
            .data("scenarios") { $0.scenarios.count }, scenarios("passed", .passed), scenarios("better", .better),
            scenarios("moved", .moved), scenarios("failed", .failed), scenarios("errors", .faulty),
            .data("numbers.compared") { $0.compared }, moves(.worse), moves(.changed), moves(.better),
            .data("notes") { $0.notes }, .data("status") { $0.status },
        ])
    }
}

import LabGate
import LabJSON

/// JSON Lines like those of a run: missing values are null, times are integer ns, drift is in parts per billion.
///
/// Each `suite` is followed by its points, its changes (values of the scenario that are not the baseline's), and its figures
/// and facts that moved, the most important first. The `summary` comes last.
extension CheckReport {
    func writeJSON(to stream: ByteStream) {
        for suite in suites {
            stream.writeJSON("suite", suite.json)
            for point in suite.eachPoint { stream.writeJSON("point", suite.json(of: point)) }
            guard let comparison = suite.comparison else { continue }
            for change in comparison.isUnmoved ? [] : comparison.changes ?? [] {
                stream.writeJSON("change", suite.json(of: change))
            }
            for move in comparison.moves { stream.writeJSON("figure", suite.json(of: move)) }
            for fact in comparison.facts { stream.writeJSON("fact", suite.json(of: fact)) }
        }
        stream.writeJSON("summary", summary)
    }

    private var summary: JSONValue {
        let judgements = scenarios.compactMap(\.comparison).flatMap(\.moves).map(\.judgement)
        func count(_ outcome: CheckPoint.Outcome) -> Int { scenarios.count { $0.outcome == outcome } }
        func moves(_ judgement: MoveJudgement) -> Int { judgements.count { $0 == judgement } }
        let numbers: JSONValue = [
            "compared": compared, "worse": moves(.worse), "changed": moves(.changed), "better": moves(.better),
        ]
        return [
            "scenarios": scenarios.count, "passed": count(.passed), "better": count(.better), "moved": count(.moved),
            "failed": count(.failed), "errors": count(.faulty), "numbers": numbers, "notes": notes, "status": status,
        ]
    }
}

extension CheckSuite {
    fileprivate var json: JSONValue {
        [
            "file": file, "suite": kind.rawValue, "title": title, "outcome": outcome.rawValue,
            "comparison": comparison.map { $0.pairs == nil ? "exact" : "pairs" }, "seeds": comparison?.pairs?.count,
            "compared": comparison?.compared,
            "renamed": (comparison?.renames ?? []).map { ["old": $0.old, "new": $0.new] as JSONValue },
        ]
    }

    fileprivate func json(of point: CheckPoint) -> JSONValue {
        [
            "file": file, "rule": point.rule.rawValue, "outcome": point.outcome.rawValue, "name": point.name,
            "message": point.message, "details": point.details + point.moves, "line": point.line,
            "command": point.command,
        ]
    }

    fileprivate func json(of change: ScenarioChange) -> JSONValue {
        ["file": file, "path": change.path, "old": change.old, "new": change.new, "line": change.line]
    }

    fileprivate func json(of move: FigureMove) -> JSONValue {
        let seeds = move.seeds.map { ["differing": $0.differing, "beyond": $0.beyond, "all": $0.all] as JSONValue }
        return [
            "file": file, "figure": move.name.text, "judgement": move.judgement.rawValue, "failed": move.isFailure,
            "old": move.old, "new": move.new,
            "at_least": move.limit.flatMap { $0.lowerBound == .min ? nil : $0.lowerBound },
            "at_most": move.limit.flatMap { $0.upperBound == .max ? nil : $0.upperBound },
            "allowance": move.guard?.allowanceText, "seeds": seeds,
        ]
    }

    fileprivate func json(of fact: FactMove) -> JSONValue {
        [
            "file": file, "fact": fact.name, "judgement": fact.judgement.rawValue, "failed": fact.isFailure,
            "message": fact.message,
        ]
    }
}

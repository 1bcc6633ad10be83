import LabCatalogue
import LabGate
import LabReports
import LabScenarioModel
import LabTextLayout

/// Compares the results of a scenario with its baseline.
struct BaselineJudgement {
    let request: CheckRequest

    func suite(_ result: ScenarioMeasurement, _ file: BaselineFile) -> CheckSuite {
        var suite = CheckSuite(.scenario, file: result.file, title: result.title, points: result.points)
        guard let new = result.numbers else { return suite }
        suite.points += result.codeMarks.map { $0.point(file.baseline?.scenarios[result.target.name], of: result.file) }
        guard let old = file.baseline?.scenarios[result.target.name]?.filled else {
            let comparison = DriftComparison(old: DriftNumbers(), new: new, guards: result.guards)
            // Without any baseline that one failure is enough, except for a guard that will never have a value.
            suite.points += result.guards.filter { file.baseline != nil || new.exact[$0.name] == nil }
                .map { point($0, comparison, result) }
            if file.baseline != nil, !new.isEmpty {
                suite.points.append(
                    CheckPoint(.numbers, .moved, name: "figures", message: "the baseline does not have this scenario"))
            }
            return suite
        }
        let isPaired = result.isRandom && old.seeds >= PairedSeeds.fewest
        var comparison = DriftComparison(old: old, new: new, guards: result.guards, isPaired: isPaired)
        comparison.changes = old.facts[DriftNumbers.outline].map(result.outline.changes)
        suite.comparison = comparison
        suite.points += result.guards.map { point($0, comparison, result) }
        suite.points += comparison.facts.filter(\.isFailure).map { point($0, comparison, result) }
        suite.points.append(numbers(comparison, result))
        if result.isRandom, !isPaired {
            let has = old.seeds == 0 ? "no samples" : "only \(old.seeds) seeds"
            suite.points.append(
                CheckPoint(
                    .baseline, .moved, name: "seeds", message: "the baseline has \(has) of this random scenario",
                    details: ["compared exactly, with its own seed"]))
        }
        return suite
    }

    private func point(
        _ guarding: GuardPlan, _ comparison: DriftComparison, _ result: ScenarioMeasurement
    ) -> CheckPoint {
        let move = comparison.failures.first { $0.name == guarding.name }
        guard let move else {
            return CheckPoint(.guard, .passed, name: guarding.name.text, line: result.guardLines[guarding.name])
        }
        return CheckPoint(
            .guard, .failed, name: guarding.name.text, message: move.message, details: [move.facts],
            line: result.guardLines[guarding.name] ?? result.line(of: guarding.name),
            command: command(result, comparison), subject: guarding.name.timer)
    }

    /// A new finding in its own words, at its place.
    private func point(_ move: FactMove, _ comparison: DriftComparison, _ result: ScenarioMeasurement) -> CheckPoint {
        let finding = result.findings[move.name]
        return CheckPoint(
            .finding, .failed, name: move.name, message: move.message, details: finding.map { [$0.message] } ?? [],
            line: finding?.line, command: command(result, comparison), subject: subject(of: move, result))
    }

    /// The timer that keeps the object of a finding, or else the subject of the finding.
    private func subject(of move: FactMove, _ result: ScenarioMeasurement) -> String {
        let path = result.numbers?.facts[FactMove.keptBy + move.subject]?.split(separator: " → ") ?? []
        return path.first { $0.hasPrefix("timer ") }.map { String($0.dropFirst(6)) } ?? move.subject
    }

    private func numbers(_ comparison: DriftComparison, _ result: ScenarioMeasurement) -> CheckPoint {
        let name = "figures and facts"
        guard !comparison.isUnmoved else {
            return CheckPoint(.numbers, .passed, name: name, message: "\(comparison.compared) as before")
        }
        let judgement = comparison.judgement ?? .changed
        return CheckPoint(
            .numbers, judgement == .better ? .better : .moved, name: name, message: judgement.rawValue,
            details: comparison.lines(),
            line: comparison.changes?.first?.line ?? comparison.moves.first.flatMap { result.line(of: $0.name) },
            command: command(result, comparison))
    }

    private func command(_ result: ScenarioMeasurement, _ comparison: DriftComparison) -> String {
        let file = ShellText.quoted(result.file)
        guard let pairs = comparison.pairs else { return "timerlab run -q " + file }
        let baseline = request.baseline.map { " --baseline " + ShellText.quoted($0) } ?? ""
        return "timerlab check --seeds \(pairs.count)\(baseline) " + file
    }
}

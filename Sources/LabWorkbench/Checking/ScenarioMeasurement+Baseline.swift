import LabGate
import LabReports
import LabScenarioModel
import LabTextLayout

extension ScenarioMeasurement {
    func suite(_ file: BaselineFile, _ request: CheckRequest) -> CheckSuite {
        var suite = CheckSuite(.scenario, file: self.file, title: plan.title, points: points)
        guard let new = numbers else { return suite }
        let kept = file.baseline?.scenarios[target.name]
        suite.points += codeMarks.filter { $0.fact != nil }.map { $0.point(kept, of: self.file) }
        guard let old = kept?.filled else {
            let comparison = DriftComparison(old: DriftNumbers(), new: new, guards: plan.guards)
            let command = command(comparison, request)
            // Without any baseline that one failure is enough, except for a guard that will never have a value.
            suite.points += plan.guards.filter { file.baseline != nil || new.exact[$0.name] == nil }
                .map { point($0, comparison, command) }
            if file.baseline != nil, !new.isEmpty {
                suite.points.append(
                    CheckPoint(.numbers, .moved, name: "figures", message: "the baseline does not have this scenario"))
            }
            return suite
        }
        let isOtherSeed = !old.hasSeed(of: new)
        let isPaired = isRandom && old.seeds >= PairedSeeds.fewest && !isOtherSeed
        var comparison = DriftComparison(old: old, new: new, guards: plan.guards, isPaired: isPaired)
        comparison.changes = old.facts[DriftNumbers.outline].map { outline in
            outline == new.facts[DriftNumbers.outline] ? [] : self.outline.changes(since: outline)
        }
        suite.comparison = comparison
        let command = command(comparison, request)
        suite.points += plan.guards.map { point($0, comparison, command) }
        suite.points += comparison.facts.filter(\.isFailure).map { point($0, command) }
        suite.points.append(point(comparison, command))
        if isRandom, !isPaired {
            let has = old.seeds == 0 ? "no samples" : isOtherSeed ? "other seeds" : "only \(old.seeds) seeds"
            suite.points.append(
                CheckPoint(
                    .baseline, .moved, name: "seeds", message: "the baseline has \(has) of this random scenario",
                    details: ["compared exactly, with its own seed"]))
        }
        return suite
    }

    private func point(_ guarding: GuardPlan, _ comparison: DriftComparison, _ command: String) -> CheckPoint {
        let line = source.line(of: guarding.place)
        guard let move = comparison.failures.first(where: { $0.name == guarding.name }) else {
            return CheckPoint(.guard, .passed, name: guarding.name.text, line: line)
        }
        return CheckPoint(
            .guard, .failed, name: guarding.name.text, message: move.message, details: [move.facts],
            line: line ?? self.line(of: guarding.name), command: command, subject: guarding.name.timer)
    }

    /// A new finding in its own words, at its place.
    private func point(_ move: FactMove, _ command: String) -> CheckPoint {
        let finding = findings[move.name]
        return CheckPoint(
            .finding, .failed, name: move.name, message: move.message, details: finding.map { [$0.message] } ?? [],
            line: finding?.line, command: command, subject: subject(of: move))
    }

    /// The timer that keeps the object of a finding, else the finding's subject.
    private func subject(of move: FactMove) -> String {
        let path = numbers?.facts[FactMove.keptBy + move.subject]?.split(separator: " → ") ?? []
        return path.first { $0.hasPrefix("timer ") }.map { String($0.dropFirst(6)) } ?? move.subject
    }

    private func point(_ comparison: DriftComparison, _ command: String) -> CheckPoint {
        let name = "figures and facts"
        guard !comparison.isUnmoved else {
            return CheckPoint(.numbers, .passed, name: name, message: "\(comparison.compared) as before")
        }
        let judgement = comparison.judgement ?? .changed
        return CheckPoint(
            .numbers, judgement == .better ? .better : .moved, name: name, message: judgement.rawValue,
            details: comparison.lines(),
            line: comparison.changes?.first?.line ?? comparison.moves.first.flatMap { line(of: $0.name) },
            command: command)
    }

    private func command(_ comparison: DriftComparison, _ request: CheckRequest) -> String {
        let file = ShellText.file(file)
        guard let pairs = comparison.pairs else { return "timerlab run -q " + file }
        let baseline = request.baseline.map { " --baseline " + ShellText.quoted($0) } ?? ""
        return "timerlab check --seeds \(pairs.count)\(baseline) " + file
    }
}

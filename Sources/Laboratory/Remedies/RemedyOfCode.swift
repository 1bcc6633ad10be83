import LabCatalogue

/// The general remedy for a kind of finding: code in both languages, and the tried remedies.
package struct RemedyOfCode {
    private let code: FindingCode

    init(_ code: FindingCode) { self.code = code }

    /// Nil for a mistake in a scenario.
    package init?(_ code: String) {
        guard let code = FindingCode(rawValue: code) else { return nil }
        self.code = code
    }

    /// The remedy in code: the one tried in its example, else the catalogue's.
    var change: CodeChange {
        let rule = FindingRule.of(code)
        return Workbench(finder: ScenarioFinder(roots: [])).change(for: rule)
            ?? CodeChange { $0 == .swift ? rule.swift : rule.objectiveC }
    }

    /// The same by language.
    package var listings: [(language: String, code: String)] {
        let change = change
        return [("Swift", change.swift), ("Objective-C", change.objectiveC)].filter { !$0.1.isEmpty }
    }

    /// The remedies that `remedy` tries, and the cost of each.
    package var tried: [(name: String, cost: String)] { Remedy.tried(against: code).map { ($0.name, $0.cost) } }
}

extension Workbench {
    /// The change of code in the finding's example; nil if no remedy is tried against it.
    fileprivate func change(for rule: FindingRule) -> CodeChange? {
        guard let file = try? read(Array(rule.example.utf8), typed: "", path: ""),
            let plan = try? plan(file, changes: ScenarioChanges()),
            let run = try? simulate(plan, of: file, keeping: [])
        else { return nil }
        let faults = RemedySite.Fault.all(run.analysis.findings.filter { $0.code == rule.code }, run.trace)
        let candidates = candidates(faults, plan, run.trace, file, budget: plan.budget.occurrences)
        // The most usual remedy.
        let ranks = candidates.map { $0.parts[0].remedy.codes.firstIndex(of: rule.code) ?? .max }
        return zip(ranks, candidates).min { $0.0 < $1.0 }?.1.code
    }
}

import LabCatalogue

/// The general remedy for a kind of finding: code in both languages, and the rules that are tried.
package struct RemedyOfCode {
    private let code: FindingCode

    /// Nil for a mistake in a scenario.
    package init?(_ code: String) {
        guard let code = FindingCode(rawValue: code) else { return nil }
        self.code = code
    }

    /// The remedy in code, by language.
    package var listings: [(language: String, code: String)] {
        let rule = FindingRule.of(code)
        let change = Workbench(finder: ScenarioFinder(roots: [])).change(for: rule)
        let code = [("Swift", change?.swift ?? rule.swift), ("Objective-C", change?.objectiveC ?? rule.objectiveC)]
        return code.filter { !$0.1.isEmpty }
    }

    /// The remedies that `remedy` tries, and the cost of each.
    package var tried: [(name: String, cost: String)] { Remedy.all(for: code).map { ($0.name, $0.cost) } }
}

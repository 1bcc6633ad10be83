import Analysis
import Gate

/// The check in one line, and in numbers.
struct CheckSummary {
    let report: CheckReport

    /// Scenarios by how they turned out; baselines are not counted.
    func scenarios(_ outcome: CheckPoint.Outcome) -> Int { report.scenarios.count { $0.outcome == outcome } }

    var compared: Int { report.scenarios.reduce(0) { $0 + ($1.comparison?.compared ?? 0) } }

    var moved: Int { report.scenarios.reduce(0) { $0 + ($1.comparison?.moves.count ?? 0) } }

    var worse: Int { report.scenarios.reduce(0) { $0 + ($1.comparison?.failures.count ?? 0) } }

    var withinChance: Int { report.scenarios.reduce(0) { $0 + ($1.comparison?.withinChance ?? 0) } }

    /// `42 scenarios: 1 failed, 2 moved, 39 passed`.
    var headline: String {
        let words: [(CheckPoint.Outcome, String)] = [
            (.faulty, "with errors"), (.failed, "failed"), (.moved, "moved"), (.passed, "passed"),
        ]
        let parts = words.compactMap { outcome, word -> String? in
            let count = scenarios(outcome)
            return count > 0 ? "\(count) \(word)" : nil
        }
        let count = Plural.of(Int64(report.scenarios.count), "scenario")
        return parts.isEmpty ? count : "\(count): \(parts.joined(separator: ", "))"
    }

    /// `5021 numbers compared (exact): 2 worse, 5 moved`.
    var numbers: String {
        guard compared > 0 || moved > 0 else { return "no numbers compared" }
        var parts: [String] = []
        if worse > 0 { parts.append("\(worse) worse") }
        if moved > worse { parts.append("\(moved - worse) moved") }
        if withinChance > 0 { parts.append("\(withinChance) differ within chance") }
        if parts.isEmpty { parts.append("none moved") }
        return "\(Plural.of(Int64(compared), "number")) compared (\(kinds)): \(parts.joined(separator: ", "))"
    }

    /// How they were compared; where both was done, with how many scenarios each.
    var kinds: String {
        var counts: [(kind: ComparisonKind, count: Int)] = []
        for kind in report.scenarios.compactMap(\.comparison?.kind) {
            if let index = counts.firstIndex(where: { $0.kind == kind }) {
                counts[index].count += 1
            } else {
                counts.append((kind, 1))
            }
        }
        guard counts.count > 1 else { return counts.first?.kind.title ?? "" }
        return counts.map { "\($0.kind.title): \(Plural.of(Int64($0.count), "scenario"))" }.joined(separator: "; ")
    }
}

extension FigureMove {
    /// What happened to it, for a line that begins with its name.
    public var message: String {
        switch judgement {
        case .moved: "moved"
        case .worse: "got worse"
        case .appeared: "is not in the baseline"
        case .gone: "has no value any more"
        case .missing: "is guarded but has no value"
        }
    }

    /// `old 5 s · new 5.4 s · limit at most 5.25 s (+5 %)`, and the rank test's p.
    public var facts: String {
        var facts = [
            "old " + (old.map(name.figure.exactText) ?? "none"), "new " + (new.map(name.figure.exactText) ?? "none"),
        ]
        if let limit, let guarding = self.guard {
            facts.append("limit \(limit.text(of: name.figure)) (\(guarding.allowanceText))")
        }
        if let p {
            let rounded = Int64((p * 1_000_000).rounded())
            facts.append(rounded == 0 ? "p < 0.000001" : "p = 0." + String(String(1_000_000 + rounded).dropFirst()))
        }
        return facts.joined(separator: " · ")
    }
}

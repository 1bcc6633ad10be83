import LabAnalysis
import LabExactTime
import LabExpectations
import LabRecording
import LabScenarioModel

/// What the baseline holds of one scenario: figures of its own seed, samples over several seeds, and facts.
package struct DriftNumbers: Hashable, Sendable {
    /// What is no number, by key: the fingerprint, each finding with its subject, how objects ended, a crash.
    package var facts: [String: String] = [:]
    /// Counts, ns, or parts per billion.
    package var exact: [FigureName: Int64] = [:]
    /// The values that a figure had with one seed after the other, nil where it had none; empty when only one was run.
    package var samples: [FigureName: [Int64?]] = [:]

    package init(
        exact: [FigureName: Int64] = [:], samples: [FigureName: [Int64?]] = [:], facts: [String: String] = [:]
    ) {
        (self.exact, self.samples, self.facts) = (exact, samples, facts)
    }

    /// What a run has yielded: of every timer (of a group instead of its copies) the figures that the table puts into
    /// the baseline, what is guarded, and the facts.
    package init(
        of trace: Trace, _ analysis: RunAnalysis, guards: [FigureGuard], outline: ScenarioOutline = ScenarioOutline()
    ) {
        for timer in analysis.timers where (trace.entity(timer.entity)?.group ?? EntityID.none) == EntityID.none {
            for family in Figure.Family.allCases {
                let row = family.row
                for statistic in timer.isChain ? row.inBaselineOfChains : row.inBaseline {
                    let figure = Figure(family, statistic)
                    guard let value = timer.value(of: figure) else { continue }
                    exact[FigureName(timer: timer.name, figure: figure)] = value
                }
            }
        }
        facts = DriftNumbers.facts(of: trace, analysis)
        facts[DriftNumbers.outline] = outline.text
        for name in guards.map(\.name) where exact[name] == nil {
            let copy = trace.entities.firstIndex { $0.kind == .timer && $0.name == name.timer }
            guard let copy, let value = analysis.summary(of: EntityID(copy))?.value(of: name.figure) else { continue }
            exact[name] = value
        }
    }

    /// Puts the runs with several seeds together, the scenario's own seed first.
    package init(seeds runs: [DriftNumbers]) {
        exact = runs.first?.exact ?? [:]
        facts = runs.first?.facts ?? [:]
        for name in runs.reduce(into: Set<FigureName>(), { $0.formUnion($1.exact.keys) }) {
            samples[name] = runs.map { $0.exact[name] }
        }
    }

    /// The fact that holds the scenario's own values, which is no fact of the run.
    package static let outline = "scenario"

    package var isEmpty: Bool { exact.isEmpty && samples.isEmpty && facts.isEmpty }

    /// With how many seeds the samples were taken; 0 without samples.
    package var seeds: Int { samples.values.map(\.count).max() ?? 0 }

    /// The middle of a sample, a half rounded; nil when there are no values.
    package static func median(_ values: [Int64]) -> Int64? {
        guard !values.isEmpty else { return nil }
        let sorted = values.map(Double.init).sorted()
        let (lower, upper) = (sorted[(sorted.count - 1) / 2], sorted[sorted.count / 2])
        return Int64(exactly: (lower / 2 + upper / 2).rounded())
    }
}

extension DriftNumbers {
    fileprivate static func facts(of trace: Trace, _ analysis: RunAnalysis) -> [String: String] {
        var facts = ["fingerprint": Fingerprint.text(trace.fingerprint)]
        for finding in analysis.findings {
            // `finding.TL0301.controller`
            let key = "\(FactMove.finding)\(finding.code.rawValue).\(trace.name(finding.subject))"
            facts[key] = finding.severity.rawValue
        }
        for life in analysis.lifetimes where trace.entity(life.entity)?.kind == .object {
            let name = trace.name(life.entity)
            if let end = life.deallocBegan {
                facts["deallocated.\(name)"] = DurationText.format(end, digits: 9)
            } else if life.isKept {
                facts["kept_by.\(name)"] = life.keeper?.text ?? "something"
            } else {
                facts["deallocated.\(name)"] = "never"
            }
        }
        if let crash = analysis.crash { facts["crash"] = crash.reason }
        return facts.mapValues { $0.split(whereSeparator: \.isNewline).joined(separator: " ") }
    }
}

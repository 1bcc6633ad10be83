import LabAnalysis
import LabCatalogue
import LabExactTime
import LabExpectations
import LabRecording
import LabScenarioModel

/// The baseline's figures of one scenario: those of its own seed, samples over several seeds, and facts.
package struct DriftNumbers: Hashable {
    /// The facts without numbers, by key: each finding with its subject, the ends of objects, a crash.
    package var facts: [String: String] = [:]
    /// Counts, ns, or parts per billion.
    package var exact: [FigureName: Int64] = [:]
    /// A figure's values by seed, nil if it had none; empty for a single seed.
    var samples: [FigureName: [Int64?]] = [:]
    /// How far a figure may differ with another seed and still be the same; only of runs.
    var grain: [FigureName: Int64] = [:]

    package init(
        exact: [FigureName: Int64] = [:], samples: [FigureName: [Int64?]] = [:], facts: [String: String] = [:]
    ) {
        (self.exact, self.samples, self.facts) = (exact, samples, facts)
    }

    /// The numbers of a run: the figures that the baseline keeps of every timer, the guarded ones, and the facts. A
    /// group represents its copies.
    package init(of trace: Trace, _ analysis: RunAnalysis, guards: [GuardPlan], outline: String? = nil) {
        let threads = analysis.threadsOfNamesakes(in: trace)
        exact.reserveCapacity(8 * analysis.timers.count)
        for timer in analysis.timers where trace.group(of: timer.entity) == timer.entity {
            for family in Figure.Family.allCases {
                let row = family.row
                for statistic in timer.isChain ? row.inBaselineOfChains : row.inBaseline {
                    let figure = Figure(family, statistic)
                    guard let value = timer.keptValue(of: figure) else { continue }
                    let name = FigureName(
                        timer: RunAnalysis.name(timer.name, on: threads[timer.entity]), figure: figure)
                    exact[name] = value
                    if let own = timer.grain(of: figure) { grain[name] = own }
                    break
                }
            }
        }
        facts = Self.facts(of: trace, analysis)
        facts[Self.outline] = outline
        for guarding in guards {
            let name = guarding.name
            facts[FactMove.guarded + name.text] = guarding.allowanceText
            let copy = trace.entity(.timer, named: name.timer)
            let kept = copy.flatMap { analysis.summary(of: $0)?.keptValue(of: name.figure) }
            exact[name] = exact[name] ?? kept
        }
    }

    /// Combines the runs with several seeds, the scenario's own seed first.
    package init(seeds runs: [DriftNumbers]) {
        self = runs.first ?? DriftNumbers()
        for name in runs.reduce(into: Set<FigureName>(), { $0.formUnion($1.exact.keys) }) {
            samples[name] = runs.map { $0.exact[name] }
        }
    }

    /// The fact with the scenario's own values, which is not about the run.
    package static let outline = "scenario"
    /// The start of facts about the code that a scenario or, after a dot, a timer models.
    package static let code = "code"

    /// The numbers as a baseline keeps them; `filled` restores the lines that are left out.
    package var kept: DriftNumbers {
        DriftNumbers(exact: exact.filter { $1 != implied($0) }, samples: samples, facts: facts)
    }

    /// The same with the figures that a baseline leaves out.
    package var filled: DriftNumbers {
        var numbers = self
        for name in exact.keys where name.figure == Figure(.fired) {
            for family in [Figure.Family.skipped, .wakeUps] {
                let other = FigureName(timer: name.timer, figure: Figure(family))
                numbers.exact[other] = exact[other] ?? implied(other)
            }
        }
        return numbers
    }

    /// The value of a figure that has no line: nothing is skipped, and each call wakes its thread.
    private func implied(_ name: FigureName) -> Int64? {
        if name.figure == Figure(.skipped) { return 0 }
        return name.figure == Figure(.wakeUps) ? exact[FigureName(timer: name.timer, figure: Figure(.fired))] : nil
    }

    /// True if the scenario's own values have the same seed, or both none.
    package func hasSeed(of other: DriftNumbers) -> Bool {
        let outlines = [self, other].map { $0.facts[Self.outline] }
        if outlines[0] == outlines[1] { return true }
        let seeds = outlines.map { $0?.split(separator: " ").first { $0.hasPrefix("seed=") } }
        return seeds[0] == seeds[1]
    }

    package var isGuarded: Bool { facts.keys.contains { $0.hasPrefix(FactMove.guarded) } }

    /// The faults that a baseline holds, as `TL0301 controller`.
    package var faults: [String] {
        let all = facts.lazy.filter { $0.value == Severity.fault.rawValue && $0.key.hasPrefix(FactMove.finding) }
        return all.map { FactMove.name(ofFinding: $0.key) }.sorted()
    }

    package var isEmpty: Bool { exact.isEmpty && samples.isEmpty && facts.isEmpty }

    /// The number of seeds of the samples; 0 without samples.
    package var seeds: Int { samples.values.map(\.count).max() ?? 0 }

    private static func facts(of trace: Trace, _ analysis: RunAnalysis) -> [String: String] {
        func line(_ text: String) -> String { text.split(whereSeparator: \.isNewline).joined(separator: " ") }
        var facts: [String: String] = [:]
        for finding in analysis.findings {
            // `finding.TL0301.controller`
            let key = "\(FactMove.finding)\(finding.code.rawValue).\(trace.name(finding.subject))"
            facts[key] = finding.severity.rawValue
        }
        for life in analysis.lifetimes where trace.entity(life.entity)?.kind == .object {
            let name = trace.name(life.entity)
            if life.isKept {
                facts[FactMove.keptBy + name] = line(life.keeper?.text ?? "something")
            } else {
                let end = life.deallocBegan.map { DurationText.format($0, digits: 9) }
                facts[FactMove.deallocated + name] = end ?? "never"
            }
        }
        if let crash = analysis.crash { facts["crash"] = line(crash.reason) }
        return facts
    }
}

extension TimerSummary {
    /// The value of a figure as the baseline keeps it: a drift that cannot be told from zero is 0.
    fileprivate func keptValue(of figure: Figure) -> Int64? {
        if figure == Figure(.drift), case .some(.none(_)) = drift?.verdict { return 0 }
        return value(of: figure)
    }

    /// The grain of a figure in its own unit; nil for none. Of a spread from p95 to the greatest value (choice), of
    /// drift and lag the drift's own 95 % interval.
    fileprivate func grain(of figure: Figure) -> Int64? {
        switch figure.family {
        case .waiting, .lateness, .interval: return spread(of: figure.family).map { $0.max - ($0.p95 ?? $0.min) }
        case .drift: return drift?.halfWidth.map { 3 * $0 }
        case .lag:
            guard let half = drift?.halfWidth, let interval = requested?.scaled(due) else { return nil }
            return Int64(clamping: 3 * Int128(half) * Int128(interval) / 1_000_000_000)
        case .fired, .due, .served, .skipped, .coalesced, .firedAfterOwner, .frames, .first, .last, .requested,
            .logInterval, .logOffset, .jitter, .steps, .episodes, .wakeUps, .busy, .longFrames,
            .ticksPerFrame, .phase:
            return nil
        }
    }
}

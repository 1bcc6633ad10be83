import LabAnalysis
import LabRecording
import LabScenarioModel

/// The result of an expectation of a scenario.
package struct Verdict: Equatable {
    package var passed: Bool
    /// The id of its timer, object or thread; empty for the run.
    package var subject: String
    /// The claim; nil if it was not read from a scenario.
    package var outcome: ExpectedOutcome?
    /// The expectation in the words of the scenario: `fired = 7`.
    package var expected: String
    /// The observation: `fired = 6`.
    package var actual: String
    /// Byte range of the expectation in the scenario.
    package var place = 0..<0
    /// Lines that help to understand a failure, for instance both lanes of a timeline with carets below them.
    package var details: [String] = []

    package init(passed: Bool, subject: String = "", expected: String = "", actual: String, details: [String] = []) {
        (self.passed, self.subject, self.expected, self.actual) = (passed, subject, expected, actual)
        self.details = details
    }

    /// The expectation with its subject: `tick: fired = 7`.
    package var claim: String { (subject.isEmpty ? "" : subject + ": ") + expected }
}

/// Compares the expectations of a scenario with its recording.
package struct ExpectationChecker {
    let plan: ScenarioPlan
    let source: [UInt8]
    let trace: Trace
    let analysis: RunAnalysis

    /// - Parameter source: the scenario's text, from which expectations are quoted.
    package init(plan: ScenarioPlan, source: [UInt8] = [], trace: Trace, analysis: RunAnalysis) {
        (self.plan, self.source, self.trace, self.analysis) = (plan, source, trace, analysis)
    }

    /// The verdicts on all expectations, in the order of the scenario.
    package func verdicts() -> [Verdict] {
        plan.expectations.flatMap { expectation in
            expectation.checks.map { verdict(on: $0, about: expectation.subject) }
        }
    }

    func verdict(on check: ExpectationPlan.Check, about subject: ExpectationPlan.Subject) -> Verdict {
        let part = part(of: subject)
        // The run itself has no name.
        let entity = part.map { trace.entity($0.kind, named: $0.name) } ?? EntityID.none
        let name = part?.name ?? ""
        var verdict =
            entity.map { self.verdict(on: check.expectation, about: $0) }
            ?? Verdict(passed: false, actual: "the recording knows no \(name)")
        (verdict.subject, verdict.outcome) = (name, check.expectation)
        (verdict.expected, verdict.place) = (words(of: check), check.place)
        return verdict
    }

    /// The words of the scenario itself, on one line.
    private func words(of check: ExpectationPlan.Check) -> String {
        let words = source[check.place.clamped(to: source.indices)].split { $0 <= 0x20 }
        let line = words.map { String(decoding: $0, as: UTF8.self) }.joined(separator: " ")
        // A statistic is in a table of its figure, and its own place does not include the figure's name.
        guard case .figure(let figure, _) = check.expectation, !line.hasPrefix(figure.family.rawValue) else {
            return line
        }
        return figure.statistic == .value ? "\(figure.text) = \(line)" : "\(figure.family.rawValue).\(line)"
    }

    /// The verdict without the words of the scenario and their place.
    private func verdict(on expectation: ExpectedOutcome, about entity: EntityID) -> Verdict {
        switch expectation {
        case .figure(let figure, let comparison): return self.figure(figure, comparison, entity)
        case .firings(let times, let isComplete): return firings(times, isComplete: isComplete, entity)
        case .timeline(let step, let lane): return timeline(step, lane, entity)
        case .findings(let codes): return findings(codes, entity)
        case .noFindings(let codes): return noFindings(codes, entity)
        case .deallocated(let flag): return deallocated(entity, explains: flag) { ($0 != nil) == flag }
        case .deallocatedAt(let comparison): return deallocated(entity) { $0.map(comparison.holds) ?? false }
        case .keptBy(let path): return kept(path, entity)
        case .crash(let reason): return crash(reason)
        case .noCrash: return Verdict(passed: analysis.crash == nil, actual: crashText)
        case .log(let lines, let isComplete): return log(lines, isComplete: isComplete, entity)
        case .noLog(let lines): return noLog(lines, entity)
        case .returns(let results): return returns(results, entity)
        case .stages(let expected): return stages(expected, entity)
        case .fingerprint(let digits):
            let actual = Fingerprint.text(trace.fingerprint)
            return Verdict(passed: actual.hasPrefix(digits), actual: "fingerprint = \(actual)")
        case .sameFirings(let other): return sameFirings(entity, other)
        }
    }

    // MARK: Subjects

    /// nil for the run.
    func part(of subject: ExpectationPlan.Subject) -> (kind: Entity.Kind, name: String)? {
        switch subject {
        case .run: nil
        case .timer(let index): (.timer, plan.timers[index].id)
        case .copy(let timer, let index): (.timer, "\(plan.timers[timer].id)[\(index)]")
        case .object(let index): (.object, plan.objects[index].id)
        case .thread(let index): (.thread, plan.threads[index].id)
        }
    }

    static func list(_ items: [String]) -> String { "[" + items.joined(separator: ", ") + "]" }

    /// True if a record about `other` is also about the subject: itself, a copy of it, or anything if it is the run.
    func concerns(_ other: EntityID, _ subject: EntityID) -> Bool {
        !subject.exists || other == subject || trace.entity(other)?.group == subject
    }
}

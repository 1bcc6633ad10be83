import LabAnalysis
import LabCatalogue
import LabRecording
import LabScenarioModel

extension ExpectationChecker {
    /// The findings, where a note is a warning if an expectation about its subject fails for it.
    package func judgedFindings() -> [Finding] {
        let notes = analysis.findings.filter { $0.harm == .asked }
        guard !notes.isEmpty else { return analysis.findings }
        let unmet = plan.expectations.flatMap { expectation in
            expectation.checks.map { check in (check, codes: codes(against: check.expectation)) }
                .filter { check, codes in
                    notes.contains { codes.contains($0.code) } && !verdict(on: check, about: expectation.subject).passed
                }
                .map { (subject: expectation.subject, codes: $1) }
        }
        let judged = analysis.findings.map { finding in
            var finding = finding
            let isUnmet = unmet.contains { $0.codes.contains(finding.code) && isAbout($0.subject, finding.subject) }
            if finding.harm == .asked, isUnmet { finding.harm = .impaired }
            return finding
        }
        return judged.sorted { $0.harm < $1.harm }
    }

    /// The findings that an expectation rules out.
    private func codes(against expectation: ExpectedOutcome) -> [FindingCode] {
        switch expectation {
        case .noFindings(let codes): codes.compactMap { FindingCode(rawValue: $0) }
        case .figure(let figure, _) where figure.family == .wakeUps: [.wakesOften]
        case .figure(let figure, _) where figure.family == .busy: [.mainBusy]
        case .deallocated, .deallocatedAt: [.keptByRunLoop]
        case .figure, .firings, .timeline, .findings, .keptBy, .crash, .noCrash, .log, .noLog, .returns, .stages,
            .fingerprint, .sameFirings:
            []
        }
    }

    /// True if a finding's subject is that of an expectation, or on its thread.
    private func isAbout(_ subject: ExpectationPlan.Subject, _ entity: EntityID) -> Bool {
        guard let part = part(of: subject) else { return true }
        let wanted = self.entity(part.kind, named: part.name)
        return wanted.map { concerns(entity, $0) || trace.entity(entity)?.home == $0 } ?? false
    }
}

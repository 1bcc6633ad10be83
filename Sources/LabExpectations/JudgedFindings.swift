import LabAnalysis
import LabCatalogue
import LabRecording
import LabScenarioModel

extension ExpectationChecker {
    /// The findings, where a note is a warning if an expectation about its subject fails for it.
    package func judgedFindings() -> [Finding] {
        var judged = analysis.findings
        for index in judged.indices where judged[index].harm == .asked {
            let note = judged[index]
            let isUnmet = plan.expectations.contains { expectation in
                isAbout(expectation.subject, note.subject)
                    && expectation.checks.contains {
                        codes(against: $0.expectation).contains(note.code)
                            && !verdict(on: $0, about: expectation.subject).passed
                    }
            }
            if isUnmet { judged[index].harm = .impaired }
        }
        return judged.sorted { $0.harm < $1.harm }
    }

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

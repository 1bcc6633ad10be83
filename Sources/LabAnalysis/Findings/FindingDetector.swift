import LabCatalogue
import LabRecording

/// Detects a kind of finding in a recording; its texts are in the catalogue.
struct FindingDetector: Sendable {
    let code: FindingCode
    let detect: Detector

    init(_ code: FindingCode, detect: @escaping Detector) { (self.code, self.detect) = (code, detect) }

    /// All sightings in a run.
    func findings(_ evidence: Evidence) -> [Finding] {
        detect(evidence).map { Finding(code, $0, at: $0.place ?? evidence.trace.place($0.subject)) }
    }
}

extension Finding {
    /// The remedy, by the mechanism of its subject.
    func remedy(in trace: Trace) -> String {
        let parts = [self.subject, self.related].compactMap { trace.entity($0) }
        var situation = self.situation
        if situation == nil, let timer = parts.first(where: { $0.kind == .timer }) {
            situation = timer.mechanism.map(Situation.mechanism)
        } else if situation == nil {
            let kinds = Set(parts.map(\.kind))
            situation = kinds.contains(.block) ? .mechanism(.after) : kinds.contains(.thread) ? .thread : nil
        }
        return code.remedy.text(for: situation)
    }
}

extension Trace {
    /// The place of a timer's target, or else of the timer.
    func targetPlace(of timer: EntityID) -> Range<Int> {
        let target = entity(timer)?.timer?.targetPlace ?? 0..<0
        return target.isEmpty ? place(timer) : target
    }

    /// The place of an entity; empty if it has none.
    func place(_ entity: EntityID) -> Range<Int> { self.entity(entity)?.place ?? 0..<0 }
}

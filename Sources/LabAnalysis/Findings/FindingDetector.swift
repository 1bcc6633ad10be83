import LabCatalogue
import LabRecording

/// Detects a kind of finding in a recording; its texts are in the catalogue.
struct FindingDetector: Sendable {
    let code: FindingCode
    /// The value of `--set` that tries the remedy on a finding.
    let setting: @Sendable (Finding, Trace) -> String?
    private let detect: Detector

    init(
        _ code: FindingCode, setting: @escaping @Sendable (Finding, Trace) -> String? = { _, _ in nil },
        detect: @escaping Detector
    ) {
        (self.code, self.setting, self.detect) = (code, setting, detect)
    }

    /// All sightings in a run.
    func findings(_ evidence: Evidence) -> [Finding] {
        detect(evidence).map { Finding(code, $0, at: $0.place ?? evidence.trace.place($0.subject)) }
    }

    /// The remedy for one finding, by the mechanism of its subject.
    func remedy(for finding: Finding, in trace: Trace) -> Remedy? {
        let parts = [finding.subject, finding.related].compactMap { trace.entity($0) }
        var situation = finding.situation
        if situation == nil, let timer = parts.first(where: { $0.kind == .timer }) {
            situation = timer.mechanism.map(Situation.mechanism)
        } else if situation == nil {
            let kinds = Set(parts.map(\.kind))
            situation = kinds.contains(.block) ? .mechanism(.after) : kinds.contains(.thread) ? .thread : nil
        }
        // A part that a step makes has no table whose keys could be set.
        let place = trace.entity(finding.subject)?.place ?? 0..<0
        let isTable = !place.isEmpty && !trace.steps.contains(place)
        return Remedy(
            sentence: code.remedy.text(for: situation),
            setting: isTable ? setting(finding, trace) : nil)
    }
}

extension Trace {
    /// `timer.plain.modes=common`; nil for a subject without an id. All copies of a timer are set together.
    func setting(_ entity: EntityID, _ key: String, _ value: String) -> String? {
        guard let row = self.entity(entity), row.kind == .timer, !row.place.isEmpty else { return nil }
        return "timer.\(row.group == EntityID.none ? row.name : name(row.group)).\(key)=\(value)"
    }

    /// The place of a timer's target, or else of the timer.
    func targetPlace(of timer: EntityID) -> Range<Int> {
        let target = entity(timer)?.timer?.targetPlace ?? 0..<0
        return target.isEmpty ? place(timer) : target
    }

    /// The place of an entity; empty if it has none.
    func place(_ entity: EntityID) -> Range<Int> { self.entity(entity)?.place ?? 0..<0 }
}

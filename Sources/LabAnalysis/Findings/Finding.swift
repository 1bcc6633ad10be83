import LabCatalogue
import LabRecording

/// The identity of a finding, equal in every run of a scenario, so that findings before and after a change can be
/// matched.
package struct FindingName: Hashable, Comparable, CustomStringConvertible {
    package var code: FindingCode
    /// The name of the timer or object.
    package var subject: String

    package init(_ finding: borrowing Finding, in trace: borrowing Trace) {
        (code, subject) = (finding.code, trace.name(finding.subject))
    }

    /// `TL0101 of tick`
    package var description: String { "\(code.rawValue) of \(subject)" }

    package static func < (left: FindingName, right: FindingName) -> Bool {
        (left.code, left.subject) < (right.code, right.subject)
    }
}

/// The observations of a detector for its kind of finding.
package struct Sighting: Hashable {
    /// The timer or object concerned.
    package var subject: EntityID
    /// nil for that of the step, or else of the subject.
    var place: Range<Int>?
    /// The step that led to it; -1: none.
    var step: Int64 = -1
    /// The number of times that it happened.
    package var count: Int64 = 1
    /// The due points that were skipped for it.
    var lost: Int64 = 0
    /// The waiting time that it explains, ns; 0 if it is not known.
    package var cost: Int64 = 0
    /// The cause of a delay; nil for other findings.
    package var cause: Cause?
    /// Another entity concerned; `EntityID.none` for none.
    package var related = EntityID.none
    /// nil for that of its kind of finding.
    var harm: Harm?
    /// The situation of its remedy; nil for that of the mechanism or the thread.
    package var situation: Situation?
    /// The message, a sentence with its numbers.
    package var message: Statement
}

/// A problem, computed from records alone: what a detector observed of a kind of finding.
@dynamicMemberLookup
package struct Finding: Hashable {
    package let code: FindingCode
    /// Its harm in this run: a delayed timer may skip points or only be late.
    package var harm: Harm
    /// The byte range of the line that causes it; empty if no line does.
    package let place: Range<Int>
    private var sighting: Sighting
    /// The number of copies with the finding, of which the message names the worst.
    package internal(set) var copies = 1

    /// A finding of a log, which has no place in a scenario.
    package init(_ code: FindingCode, subject: EntityID, message: Statement, count: Int64) {
        self.init(code, Sighting(subject: subject, count: count, message: message), at: 0..<0)
    }

    init(_ code: FindingCode, _ sighting: Sighting, at place: Range<Int>) {
        (self.code, self.sighting, self.place) = (code, sighting, place)
        harm = sighting.harm ?? code.harm
    }

    package subscript<Value>(dynamicMember path: WritableKeyPath<Sighting, Value>) -> Value {
        get { sighting[keyPath: path] }
        set { sighting[keyPath: path] = newValue }
    }

    package var severity: Severity { harm.severity }

    /// The remedy, a sentence without its full stop: `add it to the common modes`.
    package var remedy: String { code.remedy.text(for: sighting.situation) }

    /// Chooses the remedy, by the mechanism of its subject.
    mutating func settle(in trace: Trace) {
        if sighting.situation != nil { return }
        let parts = [self.subject, self.related].compactMap { trace.entity($0) }
        if let timer = parts.first(where: { $0.kind == .timer }) {
            sighting.situation = timer.mechanism.map(Situation.mechanism)
        } else {
            let kinds = Set(parts.map(\.kind))
            sighting.situation = kinds.contains(.block) ? .mechanism(.after) : kinds.contains(.thread) ? .thread : nil
        }
    }
}

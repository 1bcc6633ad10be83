import LabRecording

/// The code of a kind of finding, such as `TL0101`; `FindingRule` says what it means.
package struct FindingCode: Hashable, Sendable, Comparable, CaseIterable, ExpressibleByStringLiteral {
    package let rawValue: String

    package init(stringLiteral code: String) { rawValue = code }

    /// A code of the registry; nil for any other text.
    package init?(rawValue: String) {
        guard FindingRule.all.contains(where: { $0.code.rawValue == rawValue }) else { return nil }
        self.rawValue = rawValue
    }

    /// In the order of codes.
    package static let allCases = FindingRule.all.map(\.code).sorted()

    package static func < (left: FindingCode, right: FindingCode) -> Bool { left.rawValue < right.rawValue }

    /// The meaning in one line, as in the table of findings.
    package var title: String { FindingRule.of(self).title }
}

/// What a finding does to the program, the worst first.
package enum Harm: Int, Hashable, Sendable, Comparable {
    case crash
    /// Something is never deallocated, or goes on for nothing.
    case leak
    case neverRuns
    case pointsLost
    /// It is late, drifts, wakes the processor often, or depends on what the system chooses.
    case impaired
    /// What the scenario asked for.
    case asked
    /// What a device may do, and has not done here.
    case possible

    package static func < (left: Harm, right: Harm) -> Bool { left.rawValue < right.rawValue }

    package var severity: Severity {
        switch self {
        case .crash, .leak, .neverRuns, .pointsLost: .fault
        case .impaired, .possible: .warning
        case .asked: .note
        }
    }
}

package enum Severity: String, Hashable, Sendable {
    case fault, warning, note
}

/// What a finding is about, the same in every run of a scenario: what is there before a change and gone after it.
package struct FindingName: Hashable, Sendable, Comparable, CustomStringConvertible {
    package var code: FindingCode
    /// The name of the timer or object.
    package var subject: String

    package init(_ finding: Finding, in trace: Trace) { (code, subject) = (finding.code, trace.name(finding.subject)) }

    /// `TL0101 of tick`
    package var description: String { "\(code.rawValue) of \(subject)" }

    package static func < (left: FindingName, right: FindingName) -> Bool {
        (left.code, left.subject) < (right.code, right.subject)
    }
}

/// What to do about a finding.
package struct Remedy: Hashable, Sendable {
    /// A sentence without its full stop: `add it to the common modes`.
    package var sentence: String
    /// What `--set` takes to try it, such as `timer.plain.modes=common`; nil where no single key does it.
    package var setting: String?

    /// `--set timer.plain.modes=common`, quoted for a shell where needed.
    package var option: String? {
        setting.map { $0.contains(where: { " '\"$`\\*?[](){}&;|<>!#".contains($0) }) ? "--set '\($0)'" : "--set \($0)" }
    }
}

/// One thing that went wrong, computed from records alone.
package struct Finding: Hashable, Sendable {
    package var code: FindingCode
    /// What it does to the program here: a timer that is delayed may lose points or only be late.
    package var harm: Harm
    /// The timer or object that it is about.
    package var subject: EntityID
    /// Byte range of the scenario's line that causes it; empty when nothing in a scenario does.
    package var place: Range<Int>
    /// One sentence with its numbers.
    package var message: String
    /// How often it happened.
    package var count: Int64
    /// The waiting time that it explains, ns; 0 where that is not known.
    package var cost: Int64
    /// What else has a part in it; `EntityID.none` for nothing.
    package var related: EntityID
    /// What its remedy is for, where that is no mechanism.
    private(set) var situation: String?
    /// What to do; nil for a note.
    package internal(set) var remedy: Remedy?

    /// What a log shows, which stands in no scenario.
    package init(_ rule: FindingRule, subject: EntityID, message: String, count: Int64) {
        self.init(rule, Sighting(subject: subject, count: count, message: message), at: 0..<0)
        remedy = Remedy(sentence: rule.remedy.text(for: ""))
    }

    init(_ rule: FindingRule, _ sighting: Sighting, at place: Range<Int>) {
        code = rule.code
        harm = sighting.harm ?? rule.harm
        subject = sighting.subject
        self.place = place
        message = sighting.message
        count = sighting.count
        cost = sighting.cost
        related = sighting.related
        situation = sighting.situation
    }

    package var severity: Severity { harm.severity }
}

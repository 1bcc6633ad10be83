import LabAnalysis
import LabCatalogue
import LabRecording
import LabScenarioModel
import LabTOML

/// A remedy with a finding, the parts of the scenario that it changes, and the changes.
struct RemedySite: Sendable {
    /// The fault to fix: a finding, or a timer with a failed expectation.
    struct Fault: Sendable {
        var code: FindingCode?
        var subject: EntityID
        var related = EntityID.none
        var place = 0..<0
        /// The places of the same finding about copies of the same timer.
        var alike: [Place] = []

        static func all(_ findings: [Finding], _ trace: Trace) -> [Fault] {
            findings.prefix(RemedySearch.mostFaults).map { finding in
                let place = trace.entity(finding.subject)?.place
                let alike = findings.filter { $0.code == finding.code && trace.entity($0.subject)?.place == place }
                return Fault(
                    code: finding.code, subject: finding.subject, related: finding.related, place: finding.place,
                    alike: alike.map(\.place))
            }
        }
    }

    var remedy: Remedy
    let plan: ScenarioPlan
    let finding: Fault
    let trace: Trace
    /// The timers of the finding, as indices of the plan.
    var timers: [Int]
    /// The object that those timers keep, or that owns them; for a proxy its real target.
    private(set) var owner: Int?
    var document: TOMLEditor
    /// The timer that gives its work to a queue, and the object that exists until the work is done, so that other
    /// firings do nothing.
    var job: (timer: String, object: String)?
    /// The part whose code changes, if it is not the timer.
    var changed: String?
    /// The additional cost of the change in this scenario.
    var cost: String?
    /// The change of code by the remedy's own template.
    var code: CodeChange?
    /// The templates for the holes of the remedy's own template.
    var words: [String: String] = [:]

    init(_ remedy: Remedy, _ finding: Fault, plan: ScenarioPlan, trace: Trace, document: TOMLEditor) {
        (self.remedy, self.plan, self.finding, self.trace, self.document) = (remedy, plan, finding, trace, document)
        let subjects = [finding.subject, finding.related].compactMap { trace.entity($0) }
        let object = subjects.lazy.compactMap { subject in plan.objects.firstIndex { $0.place == subject.place } }.first
        let kept = plan.timers.map(\.callback).map { callback in
            [callback.target?.object].compactMap(\.self) + callback.captures.compactMap(\.part.object)
                + callback.userInfo
        }
        timers = plan.timers.indices.filter { plan.timers[$0].place == subjects.first?.place }
        if timers.isEmpty { timers = kept.indices.filter { object.map(kept[$0].contains) ?? false } }
        let holder = timers.lazy.compactMap { timer in
            kept[timer].first
                ?? plan.objects.firstIndex { ($0.strong + $0.weak).contains { $0.part == .timer(timer) } }
        }.first
        owner = (object ?? holder ?? culpritPerform?.part?.object).map { plan.objects[$0].forwardsTo ?? $0 }
    }

    var timer: TimerPlan? { timers.first.map { plan.timers[$0] } }
    var ownerID: String? { owner.map { id(of: .object($0)) } }

    /// The id of a part, as TOML.
    func id(of part: PartReference) -> String { TOMLText.quoted(plan.id(of: part)) }

    // MARK: Edits

    /// Changes the part or step at a place, or the value at one of its keys.
    mutating func edit(_ change: TOMLEdit.Change, at place: Place, _ key: String? = nil) {
        document.edit(change, at: place, key.map { [$0] } ?? [])
    }

    /// Changes all of these steps, or the value at one of their keys.
    mutating func edit(_ change: TOMLEdit.Change, _ steps: [Step], _ key: String? = nil) {
        for step in steps { edit(change, at: step.place, key) }
    }

    /// Inserts a step before each of these, under the same condition.
    mutating func insert(_ step: String, before steps: [Step]) {
        for next in steps {
            let when = document.value(of: "when", at: next.place).map { ", when = \($0)" } ?? ""
            edit(.insert("{ \(step)\(when) }"), at: next.place)
        }
    }

    /// Puts each of these steps into a step of its own: `async = "main"`.
    mutating func wrap(_ steps: [Step], in outer: String) {
        for step in steps { edit(.set("{ \(outer), do = [\(document.text(at: step.place))] }"), at: step.place) }
    }

    /// Sets a key of all timers that may have it.
    mutating func set(_ key: String, _ value: (TimerPlan) -> String?) {
        for timer in timers.map({ plan.timers[$0] }) where timer.kind.row.keys.contains(key) {
            if let value = value(timer) { edit(.set(value), at: timer.place, key) }
        }
    }

    /// Adds an object that exists during something; its id, as TOML.
    mutating func newFlag(_ name: String, _ meaning: String) -> String {
        document.add("# It is there \(meaning).\n[[object]]", name, "held_by = \"static\"")
    }

    // MARK: Code

    /// - Parameters: - plan: the changed scenario. - timers: those whose code changes, with those of other sites.
    func change(to plan: ScenarioPlan, of timers: [Int]? = nil) -> CodeChange {
        let (old, new) = (self.plan.withPerforms, plan.withPerforms)
        let before = (timers ?? coded).map { TimerCode($0, of: old, from: old, owner: owner) }
        let after = (timers ?? coded).map { TimerCode($0, of: new, from: old, owner: owner) }
        return CodeChange { language in
            // Not each mechanism exists in Objective-C.
            if (before + after).contains(where: { $0.holes(language)["made"].isEmpty }) { return "" }
            guard let template = remedy.code else { return CodeChange.difference(before, after, in: language) }
            let unknown = ["timer": trace.name(finding.subject).identifier + "Timer", "method": "timerFired"]
            var holes = after.first?.holes(language) ?? CodeHoles(language: language, values: unknown)
            let inside = after.map { (kind: $0.kind, holes: $0.holes(language, isInside: true)) }
            holes.values["endBefore"] = before.first?.holes(language)["endBefore"]
            holes.values["madeInside"] = inside.first?.holes["made"]
            // In Swift 6 a thread's body reaches a timer that it made, but no property of the main actor's.
            holes.values["ends"] = inside.filter { $0.kind != .perform }.map { $0.holes["end"] }.joined(separator: "\n")
            holes.words.merge(words) { $1 }
            holes.values["class"] = owner.map { self.plan.objects[$0].className }
            return holes.filled(template)
        }
    }

    var changedNames: [String] {
        if let changed { return [changed] }
        return timers.isEmpty ? [trace.name(finding.subject)] : timers.map { plan.timers[$0].id }
    }

    /// The timers whose code changes, as indices of the plan; the delayed performs come after its timers.
    var coded: [Int] {
        if let index = plan.timers.firstIndex(where: { $0.id == changed }) { return [index] }
        let place = culpritPerform?.place
        let perform = plan.steps(where: \.isDelayedPerform).firstIndex { $0.place == place }
        return perform.map { [plan.timers.count + $0] } ?? timers
    }
}

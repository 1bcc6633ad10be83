import LabAnalysis
import LabCatalogue
import LabRecording
import LabScenarioModel
import LabTOML

/// A remedy with a finding, the changed parts of the scenario, and the changes.
struct RemedySite: Sendable {
    /// A fault to fix: a finding about a timer or object, or the timer of a failed expectation.
    typealias Fault = (finding: Finding?, subject: EntityID)

    var remedy: Remedy
    let trial: RemedyTrial
    let finding: Finding?
    let subject: EntityID
    /// The timers of the finding, as indices of the plan.
    var timers: [Int] = []
    /// The object that those timers keep, or that owns them; for a proxy its real target.
    var owner: Int?
    var document: TOMLEditor
    /// The timer that gives its work to a queue, and the object until whose end other firings do nothing.
    var job: (timer: String, object: String)?
    /// The part whose code changes, if it is not the timer.
    var changed: String?
    /// The additional cost of the change in this scenario.
    var cost: String?
    /// The change of code by the remedy's own template.
    var code: CodeChange?
    /// The templates for the holes of the remedy's own template.
    var words: [String: String] = [:]

    init(_ remedy: Remedy, _ fault: Fault, of trial: RemedyTrial, _ document: TOMLEditor) {
        (self.remedy, self.trial, self.document) = (remedy, trial, document)
        (finding, subject) = fault
        let (plan, subjects) = (plan, subjects)
        let object = subjects.lazy.compactMap { subject in plan.objects.firstIndex { $0.place == subject.place } }.first
        let kept = plan.timers.map {
            let callback = $0.callback
            let target = callback.target.map { [$0.object] } ?? []
            return target + $0.captures.compactMap(\.part.object) + callback.userInfo
        }
        timers = plan.timers.indices.filter { plan.timers[$0].place == subjects.first?.place }
        if timers.isEmpty { timers = kept.indices.filter { object.map(kept[$0].contains) ?? false } }
        let holder = timers.lazy.compactMap { index in
            // What lives as long as the app is not what the timer ends with.
            let (first, holder) = (kept[index].first, plan.holders(ofTimer: index).first)
            let kept = first.map { plan.objects[$0] }
            let livesOn = kept?.heldBy == [.staticVariable] || kept?.forwarding == .classObject
            return livesOn ? holder ?? first : first ?? holder
        }.first
        owner = (object ?? holder ?? culpritPerform?.part?.object).map { found in
            // A target may stand for what has the timer, and hold that weakly.
            let holders = timers.flatMap(plan.holders)
            let relayed = plan.objects[found].weak.lazy.compactMap(\.part.object).first(where: holders.contains)
            return plan.objects[found].forwardsTo ?? relayed ?? found
        }
        // What ends before its object's dealloc, which is not reached, is right.
        let last = owner.map { plan.objects[$0].dealloc } ?? []
        let endless = timers.filter { plan.ends(ofTimer: $0, owner: owner).allSatisfy(last.contains) }
        if object != nil, !endless.isEmpty { timers = endless }
    }

    var plan: ScenarioPlan { trial.candidate.plan }
    var trace: Trace { trial.trace }
    /// The timer or object of the finding, and another one concerned.
    var subjects: [Entity] { [subject, finding?.related].compactMap(\.self).compactMap { trace.entity($0) } }
    var place: Place? { trace.entity(subject)?.place }
    var timer: TimerPlan? { timers.first.map { plan.timers[$0] } }
    var ownerID: String? { owner.map { id(of: .object($0)) } }
    /// True if another object has the timer, such as a singleton whose block refers to a screen.
    var isElsewhere: Bool {
        guard let owner, let index = timers.first, case let callback = plan.timers[index].callback,
            callback.target?.object == owner && plan.objects[owner].forwarding == .none
                || callback.userInfo.contains(owner) || callback.captures.contains(where: { $0.part == .object(owner) })
        else { return false }
        let holders = plan.holders(ofTimer: index)
        return !holders.isEmpty && !holders.contains(owner)
    }

    /// True if the code of both is in one class.
    func isOfClass(of other: RemedySite) -> Bool {
        guard let owner, let other = other.owner else { return owner == other.owner && timers == other.timers }
        return owner == other || plan.objects[owner].className == plan.objects[other].className
    }

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

    /// Puts these steps into one of their own, such as `async = "main"`, where the last one is.
    mutating func wrap(_ steps: [Step], in outer: String) {
        guard let last = steps.last else { return }
        let texts = steps.map { document.text(at: $0.place) }.joined(separator: ", ")
        edit(.set("{ \(outer), do = [\(texts)] }"), at: last.place)
        edit(.remove, steps.dropLast())
    }

    /// Sets those of the keys that its timers have.
    mutating func set(_ keys: String..., value: (TimerPlan) -> String?) {
        for timer in timers.map({ plan.timers[$0] }) {
            guard let value = value(timer) else { continue }
            for key in keys where timer.kind.row.keys.contains(key) { edit(.set(value), at: timer.place, key) }
        }
    }

    /// Adds an object that exists during something; its id, as TOML.
    mutating func newFlag(_ name: String, _ meaning: String) -> String {
        document.append("# It is there \(meaning).\n[[object]]", name, "held_by = \"static\"")
    }

    // MARK: Code

    /// - Parameters: - plan: the changed scenario. - timers: those whose code changes, with those of other sites.
    func change(to plan: ScenarioPlan, of timers: [Int]? = nil) -> CodeChange {
        let (old, new) = (self.plan.withPerforms, plan.withPerforms)
        let before = (timers ?? coded).map { TimerCode(index: $0, plan: old, old: old, ownerIndex: owner) }
        let after = (timers ?? coded).map { TimerCode(index: $0, plan: new, old: old, ownerIndex: owner) }
        return CodeChange { language in
            let was = before.map { (code: $0, holes: $0.holes(language)) }
            let becomes = after.map { (code: $0, holes: $0.holes(language)) }
            // Not each mechanism exists in Objective-C.
            if (was + becomes).contains(where: { $0.holes["made"].isEmpty }) { return "" }
            guard let template = remedy.code else {
                let code = CodeChange.difference(was, becomes, in: language)
                // In another object's class the owner has a name.
                guard isElsewhere, let name = owner.map({ self.plan.objects[$0].id.identifier }) else { return code }
                if language == .swift { return code.replacing(#/\bself\b/#.wordBoundaryKind(.simple), with: name) }
                let weak = "weak\(name.prefix(1).uppercased())\(name.dropFirst())"
                return (code.contains("[weakSelf ") ? "+ __weak typeof(\(name)) \(weak) = \(name);\n" : "")
                    + code.replacing("[self ", with: "[\(name) ").replacing("[weakSelf ", with: "[\(weak) ")
            }
            let unknown = ["timer": trace.name(subject).identifier + "Timer", "method": "timerFired"]
            var holes = becomes.first?.holes ?? CodeHoles(language: language, values: unknown)
            let inside = after.map { (kind: $0.kind, holes: $0.holes(language, isInside: true)) }
            holes.values["endBefore"] = was.first?.holes["endBefore"]
            holes.values["madeBefore"] = was.first?.holes["made"]
            // In Swift 6 a thread's body reaches its own timer, but no property of the main actor's.
            holes.values["ends"] = inside.filter { $0.kind != .perform }.map { $0.holes["end"] }.joined(separator: "\n")
            holes.words.merge(words) { $1 }
            holes.values["class"] = owner.map { self.plan.objects[$0].className }
            return holes.filled(template)
        }.declaringWeakSelf()
    }

    var changedNames: [String] {
        if let changed { return [changed] }
        return timers.isEmpty ? [trace.name(subject)] : timers.map { plan.timers[$0].id }
    }

    /// The timers whose code changes, as indices of the plan; the delayed performs come after its timers.
    var coded: [Int] {
        if let index = plan.timers.firstIndex(where: { $0.id == changed }) { return [index] }
        let own = culpritPerforms.compactMap(plan.steps(where: \.isDelayedPerform).firstIndex)
        return own.isEmpty ? timers : own.map { plan.timers.count + $0 }
    }

    // MARK: Changes of timers that several remedies make

    /// Makes all timers by another mechanism, at a given place; false if a step has a verb of theirs alone.
    @discardableResult mutating func become(_ kind: TimerKind, at place: Mechanism.Place? = nil) -> Bool {
        let before = self
        let timers = timers.filter { plan.timers[$0].kind != kind && plan.timers[$0].copies == nil }
        for index in timers {
            let timer = plan.timers[index]
            do { try document.replace(timer: index, of: plan, by: kind) } catch {
                self = before
                return false
            }
            if timer.kind == .displayLink { cost = "it is no longer in step with the display" }
            if kind == .gcd { hold(source: index) }
            if let place { Mechanism(kind: kind, place: place, mode: .common).settle(timer, in: &document) }
        }
        return !timers.isEmpty
    }

    /// Makes a source a property of its owner, which ends it and which it does not keep.
    mutating func hold(source index: Int) {
        let timer = plan.timers[index]
        let target = timer.callback.target.map { CapturePlan(part: .object($0.object), isWeak: false) }
        weaken(target.map { [$0] } ?? timer.callback.captures, at: timer.place) { _ in true }
        if let ownerID, !plan.isOwned(timer: index) { edit(.set(ownerID), at: timer.place, "held_by") }
        let ends = plan.ends(ofTimer: index, owner: owner)
        end("cancel = \(id(of: .timer(index)))", in: "dealloc", unless: ends.contains)
    }

    /// Makes a timer before these steps, and at the start if no step makes it.
    mutating func makeAgain(_ index: Int, before steps: [Step], _ end: String = "") {
        let (make, first) = ("{ create = \(id(of: .timer(index))) }", self.steps(.add).first)
        if !plan.madeBySteps.contains(.timer(index)) {
            if let first, !steps.contains(first), plan.timers[index].creation != .scheduled {
                edit(.insert(make), at: first.place)
            } else {
                document.append("[[event]]\nat = \"0s\"\ndo = [\(make)]")
            }
        }
        for step in steps { edit(.insert(end + make), at: step.place) }
    }

    /// Makes some captures of the block of a timer or step weak.
    mutating func weaken(_ captures: [CapturePlan], at place: Place, _ isMeant: (PartReference) -> Bool) {
        guard captures.contains(where: { !$0.isWeak && isMeant($0.part) }) else { return }
        func ids(_ captures: [CapturePlan]) -> String {
            "[\(captures.map { id(of: $0.part) }.joined(separator: ", "))]"
        }
        let strong = captures.filter { !$0.isWeak && !isMeant($0.part) }
        edit(strong.isEmpty ? .remove : .set(ids(strong)), at: place, "strong")
        edit(.set(ids(captures.filter { $0.isWeak || isMeant($0.part) })), at: place, "weak")
    }

    mutating func move(_ property: PropertyPlan, of object: ObjectPlan, isWeak: Bool) {
        let (old, new) = isWeak ? ("strong", "weak") : ("weak", "strong")
        let isLast = (isWeak ? object.strong : object.weak).count == 1
        document.edit(.remove, at: object.place, isLast ? [old] : [old, property.name])
        document.edit(.set(id(of: property.part)), at: object.place, [new, property.name])
    }

    /// The step that ends a timer. A work item is in a property for that, where it keeps its block, called or not.
    mutating func ending(_ timer: TimerPlan) -> String {
        if timer.kind == .after { weaken(timer.callback.captures, at: timer.place) { [owner] in $0.object == owner } }
        if timer.kind == .perform, let ownerID { return "cancel_perform = \(ownerID)" }
        return "\(timer.kind.row.verbs.contains("invalidate") ? "invalidate" : "cancel") = \(TOMLText.quoted(timer.id))"
    }

    /// Puts the timers' end first in one of their owner's last methods, unless it is there.
    mutating func end(in key: String) {
        if let owner, let ownerID, culpritPerform?.part == .object(owner) {
            return end("cancel_perform = \(ownerID)", in: key) { $0.does(.cancelPerform, .object(owner)) }
        }
        // A variable that is nil by then ends nothing; what another object has is not ended here.
        if key == "dealloc" && !drops.isEmpty || isElsewhere { return }
        // A timer in no variable ends itself in its block.
        if finding?.code == "TL0312", timer?.kind == .nstimer, !timers.contains(where: plan.isOwned) { return }
        // One step takes back all requests of an object.
        var ended: Set<String> = []
        for index in timers where !isHeardElsewhere(index) && ended.insert(ending(plan.timers[index])).inserted {
            end(ending(plan.timers[index]), in: key, unless: plan.ends(ofTimer: index, owner: owner).contains)
        }
    }

    /// True if a timer's callback is also that of another object, such as a second screen, unless its owner alone has it.
    func isHeardElsewhere(_ timer: Int) -> Bool {
        if let owner, plan.holders(ofTimer: timer) == [owner] { return false }
        let objects = plan.timers[timer].callback.captures.compactMap(\.part.object)
        return objects.contains { $0 != owner && !plan.objects[$0].heldBy.isEmpty }
    }

    private mutating func end(_ step: String, in key: String, unless isThere: (Step) -> Bool) {
        guard let object = owner.map({ plan.objects[$0] }) else { return }
        if (key == "dealloc" ? object.dealloc : object.viewWillDisappear).contains(where: isThere) { return }
        edit(.insert("{ \(step) }"), at: object.place, key)
    }
}

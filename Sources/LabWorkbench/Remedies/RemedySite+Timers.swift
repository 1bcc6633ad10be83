import LabCatalogue
import LabScenarioModel
import LabTOML

// Changes of timers that several remedies make.

extension RemedySite {
    /// Makes all timers by another mechanism, at another place if that is given; false if a step uses a verb that only theirs
    /// has.
    @discardableResult
    mutating func become(_ kind: TimerKind, at place: Mechanism.Place? = nil) -> Bool {
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
            if let place { Mechanism(kind: kind, place: place, mode: .default).settle(timer, in: &document) }
        }
        return !timers.isEmpty
    }

    /// Makes a source a property of its owner, which ends it, and which it does not keep.
    mutating func hold(source index: Int) {
        let timer = plan.timers[index]
        weaken(timer.callback.captures, at: timer.place) { _ in true }
        if let ownerID, !plan.isOwned(timer: index) { edit(.set(ownerID), at: timer.place, "held_by") }
        let ends = plan.ends(ofTimer: index, owner: owner)
        end("cancel = \(id(of: .timer(index)))", in: "dealloc", unless: ends.contains)
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

    /// Makes a property of an object weak, or strong.
    mutating func move(_ property: PropertyPlan, of object: ObjectPlan, isWeak: Bool) {
        let (old, new) = isWeak ? ("strong", "weak") : ("weak", "strong")
        let isLast = (isWeak ? object.strong : object.weak).count == 1
        document.edit(.remove, at: object.place, isLast ? [old] : [old, property.name])
        document.edit(.set(id(of: property.part)), at: object.place, [new, property.name])
    }

    /// A step that ends a timer.
    func ending(_ timer: TimerPlan) -> String {
        if timer.kind == .perform, let ownerID { return "cancel_perform = \(ownerID)" }
        return "\(timer.kind.row.verbs.contains("invalidate") ? "invalidate" : "cancel") = \(TOMLText.quoted(timer.id))"
    }

    /// Puts the end of the timers first in one of their owner's last methods, unless it is there.
    mutating func end(in key: String) {
        if let owner, let ownerID, culpritPerform?.part == .object(owner) {
            return end("cancel_perform = \(ownerID)", in: key) { $0.does(.cancelPerform, .object(owner)) }
        }
        // One step takes back all requests of an object.
        var ended: Set<String> = []
        for index in timers where !isHeardElsewhere(index) && ended.insert(ending(plan.timers[index])).inserted {
            end(ending(plan.timers[index]), in: key, unless: plan.ends(ofTimer: index, owner: owner).contains)
        }
    }

    /// True if a timer's callback is also that of another object, such as a second screen.
    func isHeardElsewhere(_ timer: Int) -> Bool {
        let objects = plan.timers[timer].callback.captures.compactMap(\.part.object)
        return objects.contains { $0 != owner && !plan.objects[$0].heldBy.isEmpty }
    }

    private mutating func end(_ step: String, in key: String, unless isThere: (Step) -> Bool) {
        guard let object = owner.map({ plan.objects[$0] }) else { return }
        if (key == "dealloc" ? object.dealloc : object.viewWillDisappear).contains(where: isThere) { return }
        edit(.insert("{ \(step) }"), at: object.place, key)
    }
}

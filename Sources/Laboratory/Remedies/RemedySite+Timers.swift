import LabCatalogue
import LabExactTime
import LabScenarioLanguage
import LabScenarioModel

// Changes of timers that several remedies make.

extension RemedySite {
    /// Makes all timers by another mechanism; false if a step uses a verb that only theirs has.
    mutating func become(_ kind: TimerKind) -> Bool {
        let timers = timers.filter { plan.timers[$0].kind != kind && plan.timers[$0].copies == nil }
        for index in timers {
            let timer = plan.timers[index]
            guard (try? document.replace(timer: index, of: plan, by: kind)) != nil else { return false }
            if timer.kind == .displayLink { cost = "it is no longer in step with the display" }
            guard kind == .gcd else { continue }
            captureWeakly(timer)
            guard let owner, let ownerID else { continue }
            if !plan.isOwned(timer: index) { edit(.set(ownerID), at: timer.place, "held_by") }
            if plan.ends(ofTimer: index, owner: owner).inDealloc == 0 {
                let cancel = "{ cancel = \(TOMLText.quoted(timer.id)) }"
                edit(.insert(cancel), at: plan.objects[owner].place, "dealloc")
            }
        }
        return !timers.isEmpty
    }

    /// Makes all captures of a timer's block weak, or its target if it has no block.
    mutating func captureWeakly(_ timer: TimerPlan) {
        if !timer.callback.userInfo.isEmpty { loseUserInfo() }
        if !timer.reached.isEmpty { setWeak(Set(timer.reached).sorted().map { plan.objects[$0].id }, of: timer) }
    }

    mutating func loseUserInfo() { cost = "its userInfo goes: the block reads it from self" }

    mutating func setWeak(_ ids: [String], of timer: TimerPlan) {
        edit(.remove, at: timer.place, "strong")
        edit(.set("[\(ids.map(TOMLText.quoted).joined(separator: ", "))]"), at: timer.place, "weak")
    }

    /// A step that ends a timer.
    func ending(_ timer: TimerPlan) -> String {
        if timer.kind == .perform, let ownerID { return "cancel_perform = \(ownerID)" }
        return "\(timer.kind.row.verbs.contains("invalidate") ? "invalidate" : "cancel") = \(TOMLText.quoted(timer.id))"
    }

    /// Puts the end of the timers first in one of their owner's last methods.
    mutating func end(in key: String) -> Bool {
        guard let owner, let ownerID else { return false }
        let place = plan.objects[owner].place
        if culpritPerform?.part == .object(owner) {
            edit(.insert("{ cancel_perform = \(ownerID) }"), at: place, key)
            return true
        }
        for index in timers {
            let ends = plan.ends(ofTimer: index, owner: owner)
            if (key == "dealloc" ? ends.inDealloc : ends.withScreen) > 0 { continue }
            edit(.insert("{ \(ending(plan.timers[index])) }"), at: place, key)
        }
        return !timers.isEmpty
    }
}

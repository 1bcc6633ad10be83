import LabCatalogue
import LabExactTime
import LabScenarioLanguage
import LabScenarioModel

// Changes of timers that several remedies make.

extension RemedySite {
    /// Makes all timers by another mechanism; false when something is done to one that only its own understands.
    mutating func become(_ kind: TimerKind) -> Bool {
        let timers = timers.filter { plan.timers[$0].kind != kind && plan.timers[$0].copies == nil }
        for index in timers {
            let timer = plan.timers[index]
            guard let interval = plan.interval(ofTimer: index) ?? timer.firstWait,
                timer.repeats || kind.row.keys.contains("repeats")
            else { return false }
            for step in steps(where: { $0.parts.contains(.timer(index)) }) {
                switch step.verb {
                case .invalidate, .cancel:
                    let end = kind.row.verbs.contains("cancel") ? "cancel" : "invalidate"
                    rename("invalidate", to: end, at: step.place)
                    rename("cancel", to: end, at: step.place)
                case .add: remove([step])
                case .create, .assign, .release: break
                case .fire, .setFireDate, .pause, .reschedule, .suspend, .resume, .activate:
                    guard let verb = document.keys(at: step.place).first, kind.row.verbs.contains(verb) else {
                        return false
                    }
                default: break
                }
            }
            if timer.kind == .displayLink { cost = "it is no longer in step with the display" }
            let known = kind.row.keys.union(["id", "kind", "do"])
            for key in document.keys(at: timer.place) where !known.contains(key) || key == "held_by" {
                set(key, to: nil, at: timer.place)
            }
            var keys = [("kind", TOMLText.quoted(kind.rawValue))]
            if case .fireDate(let date) = timer.creation { keys.append(("delay", TOMLText.duration(date))) }
            if kind.row.keys.contains("interval"), timer.interval == nil { keys.append(("interval", quoted(interval))) }
            if kind.row.keys.contains("repeats"), timer.repeats { keys.append(("repeats", "true")) }
            if kind == .displayLink, let rate = interval.reciprocal?.scaled(1_000_000_000), rate > 0 {
                keys.append(("fps", "\(min(rate, plan.device.fastestRefresh))"))
            }
            if kind == .gcd, timer.tolerance > 0 { keys.append(("leeway", TOMLText.duration(timer.tolerance))) }
            for (key, value) in keys { set(key, to: value, at: timer.place) }
            if kind == .gcd {
                captureWeakly(timer)
                if let owner, let ownerID {
                    if !plan.isOwned(timer: index) { set("held_by", to: ownerID, at: timer.place) }
                    if plan.ends(ofTimer: index, owner: owner).inDealloc == 0 {
                        add("{ cancel = \(TOMLText.quoted(timer.id)) }", to: "dealloc", at: plan.objects[owner].place)
                    }
                }
            } else if let target = timer.callback.target?.object, !kind.row.styles.contains(.target) {
                set("strong", to: "[\(TOMLText.quoted(plan.objects[target].id))]", at: timer.place)
            }
        }
        return !timers.isEmpty
    }

    /// A time as scenarios have it; a part of a second that is no whole number of ns as that part.
    private func quoted(_ time: Rational) -> String {
        let rate = time.isWhole ? 0 : time.reciprocal?.scaled(1_000_000_000) ?? 0
        let isPart = rate > 0 && Rational(1_000_000_000, over: Int128(rate)) == time
        return isPart ? "\"1/\(rate)s\"" : TOMLText.interval(time)
    }

    /// Has a timer's block capture weakly what it captures, or what was called instead of a block.
    mutating func captureWeakly(_ timer: TimerPlan) {
        if !timer.callback.userInfo.isEmpty { loseUserInfo() }
        if !timer.reached.isEmpty { setWeak(Set(timer.reached).sorted().map { plan.objects[$0].id }, of: timer) }
    }

    mutating func loseUserInfo() { cost = "its userInfo goes: the block reads it from self" }

    mutating func setWeak(_ ids: [String], of timer: TimerPlan) {
        set("strong", to: nil, at: timer.place)
        set("weak", to: "[\(ids.map(TOMLText.quoted).joined(separator: ", "))]", at: timer.place)
    }

    /// A step that ends a timer.
    func ending(_ timer: TimerPlan) -> String {
        if timer.kind == .perform, let ownerID { return "cancel_perform = \(ownerID)" }
        return "\(timer.kind.row.verbs.contains("invalidate") ? "invalidate" : "cancel") = \(TOMLText.quoted(timer.id))"
    }

    /// Has what the timers' owner does at one of its ends begin with the end of those timers.
    mutating func end(in key: String) -> Bool {
        guard let owner, let ownerID else { return false }
        let place = plan.objects[owner].place
        if culpritPerform?.part == .object(owner) {
            add("{ cancel_perform = \(ownerID) }", to: key, at: place)
            return true
        }
        for index in timers {
            let ends = plan.ends(ofTimer: index, owner: owner)
            if (key == "dealloc" ? ends.inDealloc : ends.withScreen) > 0 { continue }
            add("{ \(ending(plan.timers[index])) }", to: key, at: place)
        }
        return !timers.isEmpty
    }
}

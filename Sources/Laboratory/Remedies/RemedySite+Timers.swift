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
                    for verb in ["invalidate", "cancel"] { edit(.rename(end), at: step.place, verb) }
                case .add: edit(.remove, at: step.place)
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
                edit(.remove, at: timer.place, key)
            }
            var keys = [("kind", TOMLText.quoted(kind.rawValue))]
            if case .fireDate(let date) = timer.creation { keys.append(("delay", TOMLText.duration(date))) }
            if kind.row.keys.contains("interval"), timer.interval == nil { keys.append(("interval", quoted(interval))) }
            if kind.row.keys.contains("repeats"), timer.repeats { keys.append(("repeats", "true")) }
            if kind == .displayLink, let rate = interval.reciprocal?.scaled(1_000_000_000), rate > 0 {
                keys.append(("fps", "\(min(rate, plan.device.fastestRefresh))"))
            }
            if kind == .gcd, timer.tolerance > 0 { keys.append(("leeway", TOMLText.duration(timer.tolerance))) }
            for (key, value) in keys { edit(.set(value), at: timer.place, key) }
            if kind == .gcd {
                captureWeakly(timer)
                if let owner, let ownerID {
                    if !plan.isOwned(timer: index) { edit(.set(ownerID), at: timer.place, "held_by") }
                    if plan.ends(ofTimer: index, owner: owner).inDealloc == 0 {
                        let cancel = "{ cancel = \(TOMLText.quoted(timer.id)) }"
                        edit(.insert(cancel), at: plan.objects[owner].place, "dealloc")
                    }
                }
            } else if let target = timer.callback.target?.object, !kind.row.styles.contains(.target) {
                edit(.set("[\(TOMLText.quoted(plan.objects[target].id))]"), at: timer.place, "strong")
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
        edit(.remove, at: timer.place, "strong")
        edit(.set("[\(ids.map(TOMLText.quoted).joined(separator: ", "))]"), at: timer.place, "weak")
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

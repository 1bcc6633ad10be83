import LabCatalogue
import LabScenarioModel

extension Remedy {
    /// The remedies for a kept object, or for a callback that outlives its object.
    private static let keptCodes: [FindingCode?] = ["TL0301", "TL0302", "TL0303", "TL0304", "TL0312", "TL0307"]

    static let weakCapture = Remedy(name: "weak capture", codes: keptCodes) { site in
        let found = site.timers.map { ($0, site.plan.timers[$0]) }.filter { _, timer in
            timer.kind.row.styles.contains(.block) && timer.callback.target?.isUnretained != true
                && (timer.callback.target.map { site.plan.objects[$0.object].forwardsTo ?? $0.object == site.owner }
                    ?? timer.captures.contains { !$0.isWeak && (site.owner == nil || $0.part.object == site.owner) })
        }
        for (index, timer) in found {
            // Without an owner a handler keeps its own timer.
            let kept = site.owner.map(PartReference.object) ?? .timer(index)
            if !timer.callback.userInfo.isEmpty { site.cost = "its userInfo goes: the block reads it from self" }
            for key in ["target", "selector", "style", "user_info"] { site.edit(.remove, at: timer.place, key) }
            let target = timer.callback.target.map { _ in [CapturePlan(part: kept, isWeak: false)] }
            site.weaken(target ?? timer.captures, at: timer.place) { $0 == kept }
            site.endWithoutOwner(timer)
            if !timer.cancelCaptures.isEmpty {
                site.cost = "its cancel handler does nothing then: let it keep what it closes"
            }
            let longest = site.trial.timers.first { $0.name == timer.id }?.callback?.max ?? 0
            if longest >= 1_000_000_000 { site.cost = "a call that has begun keeps self until it returns" }
        }
        // An AnyCancellable cancels when its owner is released; a worker's timer must not end on another thread.
        let endsAlone = site.timers.allSatisfy { index in
            let timer = site.plan.timers[index]
            return timer.kind == .combine && (site.plan.isOwned(timer: index) || site.plan.isInSet(timer: index))
                || timer.kind == .nstimer && timer.thread > 0
        }
        if !found.isEmpty, !endsAlone { site.end(in: "dealloc") }
    }

    /// A single call that is wanted, of what nothing else keeps until then.
    static let strongCapture = Remedy(name: "strong capture", codes: [nil], cost: "self lives until the call") { site in
        let calls = site.trial.timers.first { $0.entity == site.subject }
        guard let timer = site.timer, !timer.repeats, calls?.firedAfterOwner ?? 0 > 0 else { return }
        site.edit(.rename("strong"), at: timer.place, "weak")
    }

    static let endedByBlock = Remedy(
        name: "ended by its block", codes: keptCodes, cost: "none: its next firing without an owner ends it"
    ) { site in
        let captures = site.timer?.callback.captures ?? []
        if let timer = site.timer, !captures.isEmpty, captures.allSatisfy(\.isWeak) { site.endWithoutOwner(timer) }
    }

    static let weakInBlock = Remedy(
        name: "weak capture in the block", codes: keptCodes, cost: "once self is gone, the block does nothing",
        code: "- $strongBlock\n+ $weakBlock"
    ) { site in
        // The finding is about the block or its captures.
        guard let owner = site.owner.map(PartReference.object), let place = site.finding?.place else { return }
        let blocks = site.plan.steps { step in
            step.place.overlaps(place) && step.captures.contains { $0.part == owner && !$0.isWeak }
        }
        // The block itself, and not one that it makes.
        guard let step = blocks.last(where: { place.clamped(to: $0.place) == place }) ?? blocks.last else { return }
        site.weaken(step.captures.filter { $0.part.object != nil }, at: step.place) { $0 == owner }
        site.say(step)
        // Work before its message would keep self, if self did it.
        guard let message = step.steps.firstIndex(where: { $0.does(.message, owner) }) else { return }
        site.words["method"] = step.steps[message].word?.method
        site.words.set(["works": step.queue != 0 && step.steps[..<message].contains(where: \.isLong)])
    }

    static let nothingInUserInfo = Remedy(
        name: "not in userInfo", codes: ["TL0301", "TL0302"], cost: "the callback gets it from a weak property"
    ) { site in
        let (plan, owner) = (site.plan, site.owner)
        for index in site.timers where plan.timers[index].callback.userInfo.contains(where: { $0 == owner }) {
            site.edit(.remove, at: plan.timers[index].place, "user_info")
            // The code is that of the class with the timer, or of its target.
            site.owner = plan.holders(ofTimer: index).first ?? plan.timers[index].callback.target?.object ?? owner
        }
    }

    static let endedInDealloc = Remedy(
        name: "ended in dealloc", codes: keptCodes + ["TL0313"],
        cost: "none; reached only if the timer does not hold its owner"
    ) { $0.end(in: "dealloc") }

    static let endedWithScreen = Remedy(
        name: "ended with the screen", codes: keptCodes,
        cost: "it has to begin in viewWillAppear: the screen may come back"
    ) { site in
        guard let screen = site.owner.map({ site.plan.objects[$0] }), screen.heldBy.contains(.navigation)
        else { return }
        if screen.isView {
            site.remedy.cost = "it has to begin there when the window is another one: the view may come back"
        }
        if !site.timers.contains(where: { site.plan.timers[$0].repeats }) { site.remedy.cost = "none" }
        site.end(in: "view_will_disappear")
        site.beginAsScreenComes()
    }

    static let weakProxy = Remedy(
        name: "weak proxy", codes: keptCodes,
        cost: "a class more, of timerlab reference from-code; not ended in dealloc, its next firing crashes "
            + "(NSObject) or does nothing (NSProxy that answers)"
    ) { site in
        if site.timer?.kind != .perform, site.stand(in: "nsproxy") { site.end(in: "dealloc") }
    }

    static let ownTarget = Remedy(
        name: "target of its own", codes: keptCodes, cost: "a class more, of timerlab reference from-code"
    ) { $0.stand(in: "self-invalidating") }

    static let weakSelfAsTarget = Remedy(
        name: "weakSelf as target", codes: ["TL0301", "TL0302"],
        cost: "none, and nothing is won: a timer retains the object, not the variable"
    ) { site in
        guard let id = site.ownerID, let owner = site.owner else { return }
        site.set("target") { timer in
            timer.callback.target.flatMap { $0.object == owner && !$0.passedWeakly ? "{ weak = \(id) }" : nil }
        }
    }
}

extension RemedySite {
    /// Makes repeating timers whenever their screen is shown, and not only at first.
    mutating func beginAsScreenComes() {
        // It comes back when one that was pushed, or made on top of it, is popped.
        let pushed = plan.steps { [.push, .create].contains($0.verb) && $0.part != owner.map(PartReference.object) }
            .map(\.part)
        // The scenario may make them as it comes back.
        let returns = plan.steps { $0.verb == .pop && pushed.contains($0.part) }
            .filter { pop in plan.list(with: pop)?.contains(where: steps(.create).contains) != true }
        let begins = timers.filter { plan.timers[$0].repeats }.map { "create = \(id(of: .timer($0)))" }
        if returns.isEmpty || begins.isEmpty { return }
        for begin in begins { insert(begin, before: returns) }
        if !steps(.create).isEmpty { return }
        let all = begins.map { "{ \($0) }" }.joined(separator: ", ")
        _ = document.append("[[event]]", "viewWillAppear", "at = \"0s\"\ndo = [\(all)]")
    }

    /// Lets a timer's block end the timer if the owner is gone. Only an NSTimer is passed to its block.
    fileprivate mutating func endWithoutOwner(_ timer: TimerPlan) {
        guard timer.kind == .nstimer, let ownerID, !isElsewhere else { return }
        edit(.insert("{ \(ending(timer)), when = { gone = \(ownerID) } }"), at: timer.place, "do")
    }

    /// Puts another object between the timers and their target.
    @discardableResult fileprivate mutating func stand(in forwarding: String) -> Bool {
        // A proxy of what is being deallocated cannot refer to it.
        guard let owner, let ownerID, !steps(.create).contains(where: deallocates) else { return false }
        let targeted = timers.map { plan.timers[$0] }.filter { timer in
            guard let target = timer.callback.target, !target.isUnretained else { return false }
            // A proxy needs no other proxy; an object that ends the timer itself replaces it.
            let isOfProxy = forwarding == "self-invalidating" && plan.objects[target.object].forwardsTo == owner
            return target.object == owner || isOfProxy
        }
        for timer in targeted {
            if timer.callback.userInfo.contains(owner) { cost = "userInfo keeps it still: pass something else" }
            let (proxy, real) = ("proxy = \"\(forwarding)\"", "forwards_to = \(ownerID)")
            let id = document.append("[[object]]", "\(timer.id).\(forwarding)", proxy, real)
            edit(.set(id), at: timer.place, "target")
        }
        return !targeted.isEmpty
    }
}

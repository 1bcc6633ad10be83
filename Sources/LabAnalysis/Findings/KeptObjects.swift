import LabCatalogue
import LabRecording

/// Objects that outlive their owners, and timers that fire after them.
extension Evidence {
    var keptByRunLoop: [Sighting] {
        lifetimes.lifetimes.compactMap { life in
            if let passing = keptForAWhile(life) { return passing }
            // Kept by a run loop, a thread or a queue, and not merely by an object that is itself kept.
            guard isObject(life.entity), life.isKept, let since = life.lastOwnerLeft,
                let chain = life.chains.first(where: { !isObject($0.edges.last?.holder ?? .none) }),
                // A cycle outlasts a block that has yet to run (TL0302).
                life.keeper != life.cycle || life.chains.isEmpty, case let holder = chain.edges.last?.holder ?? .none,
                // A proxy is there for its timer, and so is a target that holds the timer's owner weakly.
                !trace.messages.contains(where: { $0.receiver == life.entity && $0.outcome != .method }),
                !lifetimes.replay.isRelay(life.entity, of: holder)
            else { return nil }
            return Sighting(
                subject: life.entity, place: trace.targetPlace(of: holder), related: holder, situation: chain.situation,
                message: "\(life.entity) is kept since \(at: since) by \(chain.text)")
        }
    }

    /// An object that a delayed block, a request or a timer that fires once kept for more than a second. A timer that
    /// fired by then has a finding of its own (TL0304).
    private func keptForAWhile(_ life: Lifetime) -> Sighting? {
        guard isObject(life.entity), let path = life.passing, let holder = path.edges.last?.holder,
            let since = life.lastOwnerLeft, let end = life.deallocBegan, !isOnItsWay(from: since, to: end),
            lifetimes.orphans[holder]?.firings ?? 0 == 0, !lifetimes.keepers.contains(holder)
        else { return nil }
        return Sighting(
            subject: life.entity, place: trace.targetPlace(of: holder), related: holder, harm: .asked,
            message: "\(life.entity) is kept from \(at: since) to \(at: end) by \(path.text)")
    }

    var referenceCycle: [Sighting] {
        let lives = lifetimes.lifetimes
        // A cycle through an object is reported once, for the object.
        let ofTimers = lives.filter { life in
            trace.entity(life.entity)?.kind == .timer && life.cycle?.edges.contains { isObject($0.held) } == false
        }
        return (lives.filter { isObject($0.entity) } + ofTimers).compactMap { life in
            guard let cycle = life.cycle, let since = life.lastOwnerLeft,
                !cycle.edges.contains(where: { lifetimes.keepers.contains($0.holder) })
            else { return nil }
            let until: Statement = life.deallocBegan.map { ", until \(at: $0)" } ?? ""
            let holder = cycle.edges.last?.holder ?? .none
            // A cancelled thread releases its references when it checks for the cancellation.
            let thread = events.events.first { event in
                event.kind == .threadCancelled && event.first < life.deallocBegan ?? .min
                    && cycle.edges.contains { $0.holder == event.entity }
            }
            let isOfObjects = cycle.edges.allSatisfy { isObject($0.holder) && isObject($0.held) }
            let outlives: Statement = "outlives its last owner, which left at \(at: since)\(until)"
            return Sighting(
                subject: life.entity, place: trace.place(holder), related: holder,
                harm: thread == nil ? nil : .impaired, situation: isOfObjects ? .objects : cycle.situation,
                message: thread.map { thread in
                    "\(life.entity) \(outlives): cancelled at \(at: thread.first), "
                        + "\(kind: thread.entity) keeps it until it looks"
                } ?? "\(cycle.text) is a cycle: it \(outlives)")
        }
    }

    var firesAfterOwner: [Sighting] {
        orphans(isUnheard: false) { timer, orphan, since in
            if isMadeInDealloc(timer) || events.contains(.remade, about: timer) { return nil }
            if orphan.isDropped { return "after its last variable was set to nil at \(at: since)" }
            let isRequest = mechanism(of: timer) == .perform
            return "after its last owner had left at \(at: since)" + (isRequest ? ": a request retains its target" : "")
        } + callsFreedTarget
    }

    /// A timer that called a target which it does not retain, and which is gone; a release too many has TL0305.
    private var callsFreedTarget: [Sighting] {
        eachEvent(.crashed) { event in
            guard trace.entity(event.caller)?.kind == .timer, lifetimes.replay.overReleased.isEmpty,
                !isMadeInDealloc(event.caller),
                trace.text(at: event.value).contains("which has been deallocated")
            else { return nil }
            return Sighting(
                subject: event.caller, harm: .crash,
                message: "\(event.caller) called its target, which it does not retain and which is gone: a crash")
        }
    }

    /// True if its target made it as it went, which has a finding of its own (TL0315).
    private func isMadeInDealloc(_ timer: EntityID) -> Bool {
        let made = history(of: timer).grids.first?.since
        return events.events.contains { $0.isRemark(.retainedInDealloc) && $0.first == made }
    }

    var firesForNothing: [Sighting] {
        unseen
            + orphans(isUnheard: true) { timer, _, since in
                // A proxy that cannot answer ends the process (TL0307).
                guard events.crash == nil, traits(of: timer)?.repeats == true else { return nil }
                let end: Statement = mechanism(of: timer) == .after ? "; if that arms it, it ends by itself" : ""
                return "for nothing: all that it refers to is gone since \(at: since)" + end
            }
    }

    /// Timers of a screen that is covered, or that something keeps after its pop.
    private var unseen: [Sighting] {
        ofHiddenScreens { timer, screen, times in
            guard let since = times.first?.lowerBound else { return nil }
            let history = history(of: timer)
            let count = times.sum { history.firings(after: $0.lowerBound) - history.firings(after: $0.upperBound) }
            guard count > 1 else { return nil }
            return Sighting(
                subject: timer, count: count, related: screen, harm: .asked, situation: .hidden,
                message: "\(timer) fired \(count, "time") while \(screen) was not shown, from \(at: since) on")
        }
    }

    /// Calls `find` with each repeating timer of a screen that was hidden, and the times in which it was.
    func ofHiddenScreens(
        _ find: (_ timer: EntityID, _ screen: EntityID, _ times: [Range<Int64>]) -> Sighting?
    ) -> [Sighting] {
        let hidden = lifetimes.replay.hidden
        return (hidden.isEmpty ? [] : timers).compactMap { timer in
            // One that was made again may be another screen's.
            let screens = lifetimes.replay.owners(of: timer).filter { hidden[$0] != nil }
            guard traits(of: timer)?.repeats == true, screens.count == 1, let screen = screens.first,
                let times = hidden[screen]
            else { return nil }
            return find(timer, screen, times)
        }
    }

    /// Timers that kept firing after their last owner had left, or without a listener.
    private func orphans(
        isUnheard: Bool, _ message: (EntityID, LifetimeAnalysis.Orphan, _ since: Int64) -> Statement?
    ) -> [Sighting] {
        lifetimes.orphans.sorted { $0.key < $1.key }.compactMap { timer, orphan in
            guard let since = orphan.since, orphan.firings > 0, orphan.isUnheard == isUnheard,
                !endedItself(timer, orphan), let message = message(timer, orphan, since)
            else { return nil }
            let isOnce = traits(of: timer)?.repeats == false
            let fired = isOnce ? history(of: timer).runs.last?.last : nil
            let end = fired ?? stories.turn(of: timer)?.end ?? .max
            // What is let go as it is requested lives for that call.
            let isMadeForIt = isOnce && history(of: timer).grids.first?.since == since
            let isHarmless =
                isUnheard && mechanism(of: timer) == .after || isOnItsWay(from: since, to: end) || isMadeForIt
            return Sighting(
                subject: timer, count: orphan.firings, harm: isHarmless ? .asked : nil,
                message: "\(timer) fired \(orphan.firings, "time") \(message)")
        }
    }

    /// True if what lost its last owner ended within a second (choice): that is no leak.
    private func isOnItsWay(from since: Int64, to end: Int64) -> Bool { end - since <= 1_000_000_000 }

    /// True if a repeating timer ended in its first callback without an owner.
    private func endedItself(_ timer: EntityID, _ orphan: LifetimeAnalysis.Orphan) -> Bool {
        guard orphan.firings == 1, traits(of: timer)?.repeats == true, let end = stories.turn(of: timer)?.end,
            let last = history(of: timer).runs.last?.last
        else { return false }
        return end == last
            || circumstances.callbacks[Int(timer.index)].contains { $0.from == last && $0.from <= end && end <= $0.to }
    }
}

extension KeptPath {
    fileprivate var situation: Situation? { edges.contains { $0.label == "userInfo" } ? .userInfo : nil }
}

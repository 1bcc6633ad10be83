import LabRecording

/// Timers that are ready together with something else, in no certain order.
extension Evidence {
    var freeOrder: [Sighting] {
        // The most spans of threads that are examined.
        var patience = 100_000
        return timers.compactMap { stoppedWhenDue($0) ?? delayedWhenDue($0, &patience) }
    }

    private func stoppedWhenDue(_ timer: EntityID) -> Sighting? {
        guard let turn = stories.turn(of: timer) else { return nil }
        let ended = turn.endedByStep.map { (at: $0.at, by: $0.by, verb: "ended") }
        // A link draws one frame more or less.
        let suspended =
            mechanism(of: timer) == .displayLink
            ? nil : turn.suspended.map { (at: $0.at, by: $0.by, verb: "suspended") }
        let stop = [ended, suspended].compactMap { $0 }.first {
            // Where its last owner went, nobody is left for one call more or less.
            lifetimes.orphans[timer]?.since != $0.at && isFree($0.by, before: timer)
                && isDue(timer, at: $0.at, isArmedBefore: true) && couldBeCalled(timer, before: $0.at)
        }
        guard let stop else { return nil }
        let history = history(of: timer)
        let fired = history.runs.contains { $0.fires(at: stop.at) } || history.runs.last?.last == stop.at
        let isResumed = stop.verb == "suspended" && (history.runs.last?.last ?? .min > stop.at)
        let other = isResumed ? "only after it was resumed" : "no more"
        // Of many calls, one more or less does no harm.
        return Sighting(
            subject: timer, related: stop.by, harm: traits(of: timer)?.repeats == true ? .asked : nil,
            message: "\(timer) was due at \(at: stop.at), when "
                + "\(kind: stop.by) \(stop.verb) it: it was called \(fired ? "before" : other), and might as well "
                + "have been called \(fired ? other : "before")")
    }

    private func delayedWhenDue(_ timer: EntityID, _ patience: inout Int) -> Sighting? {
        guard traits(of: timer)?.isChain == false else { return nil }
        for share in causes.own[timer, default: []]
        where share.cause == .otherWork && isFree(share.culprit, before: timer) {
            // The scenario chooses the instant of an event, so a coincidence is intended.
            guard trace.entity(share.culprit)?.kind == .timer,
                let instant = firstTie(of: share.culprit, with: timer, &patience)
            else { continue }
            let delay = delays(by: .otherWork).first { $0.timer == timer }
            return Sighting(
                subject: timer, related: share.culprit, harm: delay.map(isTiny) == true ? .asked : nil,
                message:
                    "\(timer) was due at \(at: instant), when \(kind: share.culprit) began: it had to wait for "
                    + "that, and might as well have been called before")
        }
        return nil
    }

    /// The instants at which an activity began, a timer was due, and the timer was not called.
    private func firstTie(of other: EntityID, with timer: EntityID, _ patience: inout Int) -> Int64? {
        let history = history(of: timer)
        for thread in circumstances.threads {
            var last: ThreadSpan?
            for span in thread.spans {
                patience -= 1
                guard patience > 0 else { return nil }
                let goesOn = last.map { $0.owner == span.owner && $0.to == span.from } ?? false
                last = span
                guard circumstances.told(span.owner) == other, !goesOn else { continue }
                patience -= history.grids.count + history.runs.count
                if isDue(timer, at: span.from), !history.runs.contains(where: { $0.fires(at: span.from) }),
                    couldBeCalled(timer, before: span.from)
                {
                    return span.from
                }
            }
        }
        return nil
    }

    /// - Parameter isArmedBefore: true to leave out points that were armed at that very instant, as by a swallowed
    ///   cancellation.
    private func isDue(_ timer: EntityID, at instant: Int64, isArmedBefore: Bool = false) -> Bool {
        let history = history(of: timer)
        let goesOn = traits(of: timer)?.countsInSleep == true || traits(of: timer)?.followsDisplay == true
        return history.grids.contains { span in
            let grid = history.grid(span)
            // On a clock that stopped in system sleep the points are later by that time.
            let late = goesOn ? 0 : circumstances.sleeps.asleep(from: span.since, to: instant)
            let point = instant.subtracting(saturating: late)
            return (span.since < instant || !isArmedBefore && span.since == instant) && instant <= span.end
                && grid.anchor <= point && grid.points(before: point.adding(saturating: 1)) > grid.points(before: point)
        }
    }

    /// True if nothing delayed it until an instant at the earliest.
    private func couldBeCalled(_ timer: EntityID, before instant: Int64) -> Bool {
        guard let finder = statistics.finder(of: timer, circumstances) else { return false }
        let before = finder.cause(at: instant.adding(saturating: -1), toleratedUntil: .min, endingAt: instant)
        return ![.suspended, .background, .systemSlept, .modeNotRun, .loopNotRunning, .notAdded, .disposed].contains(
            before.reason.cause)
    }

    /// True if no rule orders an activity and a timer that are ready at one instant.
    private func isFree(_ other: EntityID, before timer: EntityID) -> Bool {
        guard other != timer, let entity = trace.entity(other) else { return false }
        switch entity.kind {
        case .event, .source, .block, .queue: return true
        case .timer:
            // Timers of one run loop, and performs, fire in the order of their fire dates, then of adding.
            return mechanism(of: timer) == .gcd || entity.home.exists && entity.home != trace.entity(timer)?.home
        case .thread, .process, .mode, .observer, .object: return false
        }
    }
}

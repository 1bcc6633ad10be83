import LabExactTime
import LabRecording

extension FindingDetector {
    static let freeOrder = FindingDetector(
        .freeOrder,
        detect: { evidence in
            var patience = Evidence.mostSpans
            return evidence.timers.compactMap { evidence.stoppedWhenDue($0) ?? evidence.delayedWhenDue($0, &patience) }
        })
}

extension Evidence {
    /// How many spans of threads are looked at in all.
    fileprivate static let mostSpans = 100_000

    /// A timer that was ended or suspended when it was due.
    fileprivate func stoppedWhenDue(_ timer: EntityID) -> Sighting? {
        guard let turn = stories.turn(of: timer), turn.endedByStep != nil || turn.suspended != nil else { return nil }
        let ended = turn.endedByStep.map { (at: $0, by: turn.endedBy, verb: "ended") }
        let suspended = turn.suspended.map { (at: $0.at, by: $0.by, verb: "suspended") }
        let stops = [ended, suspended].compactMap { $0 }
        let stop = stops.first {
            isFree($0.by, before: timer) && isDue(timer, at: $0.at, isArmedBefore: true)
                && couldBeCalled(timer, before: $0.at)
        }
        guard let stop else { return nil }
        let history = history(of: timer)
        let fired = history.runs.contains { $0.fires(at: stop.at) } || history.lastRun?.last == stop.at
        let isPaused = stop.verb == "suspended" && mechanism(of: timer) == .displayLink
        let isResumed = stop.verb == "suspended" && (history.lastRun?.last ?? .min > stop.at)
        // A dispatch source makes up for what it missed, a display link has lost the frame.
        let later = traits(of: timer)?.followsDisplay == true ? "only for later frames" : "only after it was resumed"
        let other = isResumed ? later : "no more"
        return Sighting(
            subject: timer, related: stop.by,
            message: "\(trace.name(timer)) was due at \(instant(stop.at)), when "
                + "\(who(stop.by)) \(isPaused ? "paused" : stop.verb) it: it was called \(fired ? "before" : other), and might as well "
                + "have been called \(fired ? other : "before")")
    }

    /// A timer that waited for what began when it was due.
    fileprivate func delayedWhenDue(_ timer: EntityID, _ patience: inout Int) -> Sighting? {
        guard traits(of: timer)?.isChain == false else { return nil }
        for share in causes.shares(of: timer) where share.cause == .otherWork && isFree(share.culprit, before: timer) {
            // An event comes when the scenario says so; that it does so just then is no accident.
            guard trace.entity(share.culprit)?.kind == .timer else { continue }
            guard let instant = firstTie(of: share.culprit, with: timer, &patience) else { continue }
            let time = self.instant(instant)
            return Sighting(
                subject: timer, related: share.culprit,
                message:
                    "\(trace.name(timer)) was due at \(time), when \(who(share.culprit)) began: it had to wait for "
                    + "that, and might as well have been called before")
        }
        return nil
    }

    /// When something began at an instant at which a timer was due and was not called.
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

    /// - Parameter isArmedBefore: whether what was armed at that very instant, as a swallowed cancellation does, is none.
    private func isDue(_ timer: EntityID, at instant: Int64, isArmedBefore: Bool = false) -> Bool {
        let history = history(of: timer)
        let goesOn = traits(of: timer)?.countsInSleep == true || traits(of: timer)?.followsDisplay == true
        return history.grids.contains { span in
            let grid = history.grid(span)
            // A clock that stood still in system sleep has its points later by that.
            let late = goesOn ? 0 : circumstances.sleeps.asleep(from: span.since, to: instant)
            let point = instant.subtracting(saturating: late)
            return (span.since < instant || !isArmedBefore && span.since == instant) && instant <= span.end
                && grid.anchor <= point
                && grid.points(before: point.adding(saturating: 1)) > grid.points(before: point)
        }
    }

    /// True if nothing held it back until an instant at the earliest.
    private func couldBeCalled(_ timer: EntityID, before instant: Int64) -> Bool {
        let finder = CauseFinder(
            circumstances, timer: timer, runsOn: causes.firingThreads.threads(of: Int(timer.index)))
        let cause = finder.cause(
            at: instant.adding(saturating: -1), toleratedUntil: .min, endingAt: instant
        ).reason.cause
        return ![.suspended, .background, .systemSlept, .modeNotRun, .loopNotRunning, .notAdded, .disposed].contains(
            cause)
    }

    /// True if no rule orders something and a timer that are ready at one instant.
    private func isFree(_ other: EntityID, before timer: EntityID) -> Bool {
        guard other != timer, let entity = trace.entity(other) else { return false }
        switch entity.kind {
        case .event, .source, .block, .queue: return true
        case .timer:
            // Timers of one run loop, and performs, go by their fire dates, and those of equal ones by the order of adding.
            return mechanism(of: timer) == .gcd
                || entity.home != EntityID.none && entity.home != trace.entity(timer)?.home
        case .thread, .process, .mode, .observer, .object: return false
        }
    }
}

extension FiringRun {
    fileprivate func fires(at instant: Int64) -> Bool {
        guard !isByHand, instant >= start, count > 1 else { return !isByHand && instant == start }
        return instant <= last && step > 0 && (instant - start) % step == 0
    }
}

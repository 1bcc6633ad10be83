import LabCatalogue
import LabRecording

/// The words for the causes of a timer's lateness; no other file has any.
package struct CauseWords {
    private let trace: Trace
    private let timer: EntityID
    private let threads: [ThreadActivity]
    /// The longest callback, ns; nil if unknown.
    private let longest: Int64?
    /// True if its callbacks spend most of their time in awaits.
    private let awaits: Bool

    package init(_ timer: TimerSummary, _ trace: Trace, _ analysis: RunAnalysis) {
        let lag = analysis.shares(of: timer.entity).ownLag
        self.init(
            timer.entity, trace, analysis.threads, longest: timer.callback?.max,
            awaits: timer.isChain && timer.busy != nil
                ? lag / 2 > timer.busy ?? 0
                : timer.kind == .asyncTimer && timer.callback?.max ?? 0 < timer.requested?.scaled(1) ?? 0)
    }

    init(_ timer: EntityID, _ trace: Trace, _ threads: [ThreadActivity], longest: Int64?, awaits: Bool) {
        (self.timer, self.trace, self.threads, self.longest, self.awaits) = (timer, trace, threads, longest, awaits)
    }

    /// `event 1 runs the tracking mode, which it is not in`; "it" is the timer.
    ///
    /// - Parameter during: the wait, ns, whose mode is meant.
    package func text(_ reason: Reason, _ during: Range<Int64>) -> Statement {
        let culprit = reason.culprit
        let isKnown = culprit != timer && trace.entity(culprit) != nil
        switch reason.cause {
        case .ownCallback where awaits: return "its own callback awaits too long"
        case .ownCallback: return "its own callback\(length)"
        case .otherWork: return isKnown ? "\(kind: culprit) keeps it waiting" : "other work keeps it waiting"
        case .modeNotRun:
            guard isKnown, let mode = mode(runBy: culprit, during) else { return "its mode is not run" }
            let home = trace.home(of: timer)
            let isOnQueue = trace.entity(home)?.kind == .queue
            if isOnQueue, trace.home(of: culprit) == home {
                return "\(kind: culprit) runs the \(mode) mode, and no other block of the main queue until it returns"
            }
            let lack = isOnQueue ? "where the main queue is not served" : "which it is not in"
            return "\(kind: culprit) runs the \(mode) mode, \(lack)"
        case .tolerance:
            let isAsked = trace.entity(timer)?.timer?.tolerance ?? 0 > 0
            return isAsked ? "its tolerance is used" : "its default leeway is used"
        case .systemSlept: return "the system sleeps"
        case .background: return "the app is in the background"
        case .suspended:
            if isKnown { return "\(kind: culprit) is suspended" }
            return trace.entity(timer)?.timer?.followsDisplay == true ? "it is paused" : "it is suspended"
        case .loopNotRunning: return "its run loop does not run"
        case .notAdded:
            return during.upperBound < trace.duration
                ? "it is in no run loop until then" : "it is in no run loop"
        case .disposed: return "it is disposed of, since nothing holds it"
        case .wakeUp: return "the wake-up takes so long"
        case .rampUp: return "the processor gets up to speed"
        case .awaiting:
            guard let wait = trace.wait(of: timer, for: culprit, inMode: mode(of: reason, during)) else {
                let other = trace.entity(culprit)?.wait.flatMap { $0.block.exists ? $0.on : nil }
                let awaited: Statement = other.map { "\(kind: $0)" } ?? "a signal"
                return (isKnown ? "\(kind: culprit)" : "its thread") + " waits for " + awaited
            }
            return wait.waiter != timer
                ? "\(kind: wait.waiter, or: "its thread") waits for \(wait.awaited)"
                : "its own callback\(length), waiting for \(wait.awaited)"
        }
    }

    /// The same with the line of the reason.
    package func placed(_ reason: Reason, _ during: Range<Int64>) -> Statement {
        "\(text(reason, during))\(place: trace.place(of: reason))"
    }

    /// A change that would have spared the timer a wait: `less work, or on another thread or queue`.
    package func wish(_ reason: Reason, _ during: Range<Int64>) -> Statement {
        let place: Statement = "\(place: trace.place(of: reason))"
        switch reason.cause {
        case .ownCallback where reason.step < 0:
            let isQueued = trace.entity(timer)?.timer?.passedPoints == .queued
            return isQueued ? "a shorter await in its own callback" : "a shorter callback of its own"
        case .otherWork where reason.step < 0:
            let isTimer = trace.entity(reason.culprit)?.kind == .timer
            return "a shorter \(isTimer ? "callback of " : "")\(kind: reason.culprit, or: "callback")\(place)"
        case .ownCallback, .otherWork:
            let isSleep = trace.records.contains { $0.kind == .sleepBegan && $0.value == reason.step }
            return "\(isSleep ? "no sleep on this thread" : "less work, or on another thread or queue")\(place)"
        case .modeNotRun:
            let mode = mode(runBy: reason.culprit, during)
            return mode.map { "the \($0) mode among its modes" } ?? "the other mode among its modes"
        case .tolerance: return "no tolerance"
        case .systemSlept: return "a clock that runs while the system sleeps"
        case .background: return "an app that is not suspended"
        case .suspended: return "no suspension\(place)"
        case .loopNotRunning: return "a run loop that runs"
        case .notAdded: return "a run loop that it is in before it is due"
        case .disposed: return "an owner that holds it"
        case .wakeUp: return "an earlier wake-up by the device"
        case .rampUp: return "a processor that is up to speed"
        case .awaiting:
            guard let wait = trace.wait(of: timer, for: reason.culprit, inMode: mode(of: reason, during)),
                trace.entity(reason.culprit) != nil
            else { return "no wait for a signal\(place)" }
            return "no wait\(place: trace.place(ofStep: wait.step, orOf: .none)) for \(wait.awaited)\(place)"
        }
    }

    private var length: Statement { longest.map { " takes up to \(ns: $0)" } ?? " runs on" }

    /// The mode in which the culprit of a wait runs its run loop with the reason's step; nil for work.
    private func mode(of reason: Reason, _ during: Range<Int64>) -> EntityID? {
        let isCall = threads.contains { activity in
            activity.spans.activities.contains {
                $0.call == reason.step && $0.caller == reason.culprit && !$0.owner.exists
            }
        }
        return isCall ? mode(runBy: reason.culprit, during) : nil
    }

    /// The mode in which a callout, or a thread, runs its run loop.
    func mode(runBy culprit: EntityID, _ during: Range<Int64>) -> EntityID? {
        for activity in threads {
            let span = activity.spans.first {
                ($0.caller == culprit || activity.thread == culprit && $0.mode.exists)
                    && $0.from < during.upperBound && $0.to > during.lowerBound
            }
            if let span { return span.mode.exists ? span.mode : nil }
        }
        return nil
    }
}

extension Evidence {
    /// The effect of a cause on a timer, at the step that caused it.
    ///
    /// - Parameter message: replaces the usual words, such as `tick was never resumed`.
    func sighting(
        of delay: Delay, _ message: Statement? = nil, harm: Harm? = nil, situation: Situation? = nil
    ) -> Sighting {
        let (share, place) = (delay.share, trace.place(of: delay.share.reason))
        return Sighting(
            subject: delay.timer, place: place.isEmpty ? nil : place,
            count: delay.effect.lateFirings.adding(saturating: delay.effect.skipped),
            lost: delay.effect.skipped, cost: delay.cost, cause: share.cause,
            related: share.culprit == delay.timer ? .none : share.culprit,
            harm: harm ?? (delay.effect.skipped > 0 ? .pointsLost : .impaired), situation: situation,
            message: message ?? "\(delay.timer) \(consequence(of: delay)): "
                + words(delay.timer).text(share.reason, 0..<trace.duration))
    }

    func words(_ timer: EntityID) -> CauseWords {
        let times = circumstances.callbackTimes(of: timer)
        let interval = interval(of: timer) ?? 0
        return CauseWords(
            timer, trace, circumstances.threads, longest: times.longest > 0 ? times.longest : nil,
            awaits: mechanism(of: timer) == .asyncTimer && times.longest < interval)
    }

    /// The mechanism decides about due points without a firing. A run loop timer drops them, a dispatch source merges
    /// them into its next call, and a sequence still delivers them.
    private func consequence(of delay: Delay) -> Statement {
        var parts: [Statement] = []
        var end: Statement = ""
        if delay.effect.skipped > 0 {
            let alone = shownSummary(of: delay.timer).flatMap { $0.copies == 1 ? $0.due : nil }
            let due = alone ?? statistics.due(of: Int(delay.timer.index))
            let points: Statement = "\(delay.effect.skipped) of \(due, "due point")"
            if !hasFired(delay.timer) { parts.append("never fires") }
            switch traits(of: delay.timer)?.passedPoints {
            case .merged where statistics.coalesced[Int(delay.timer.index)] > 0:
                parts.append("skips \(points), merged into later calls")
                end = ","
            case .queued: parts.append("has \(points) still to come")
            case .merged, .dropped, nil: parts.append("skips \(points)")
            }
        }
        let count = delay.effect.lateFirings
        if count > 0 {
            let longest: Statement = "\(ns: delay.effect.longest)"
            let late: Statement = count == 1 ? "is \(longest) late" : "is late \(count) times, by up to \(longest)"
            // The points are between commas.
            if let last = parts.indices.last { parts[last] += end }
            parts.append(late)
        }
        return Statement(parts, separator: " and ")
    }
}

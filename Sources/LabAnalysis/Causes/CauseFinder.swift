import LabExactTime
import LabRecording

/// Shares out the time that one timer's points waited: every nanosecond has one cause and one culprit.
///
/// At every instant of a wait the first of these holds that applies: the system slept, the timer's own callback ran, it
/// had been disposed of, it was suspended, it stood in no run loop, something else ran on its queue, something else ran
/// on a thread that serves its queue, its run loop did not run or ran in another mode, something else ran on its thread,
/// the app was in the background, its tolerance allowed it; what is left is the wake-up.
struct CauseFinder {
    let circumstances: Circumstances
    let timer: EntityID
    private let modes: Set<EntityID>
    let tolerance: Int64
    /// The thread whose run loop calls it; `EntityID.none` for what has none.
    private let thread: EntityID
    private let activity: ThreadSpans
    private let callbacks: ArraySlice<EntitySpan>
    private let suspensions: [ArraySlice<EntitySpan>]
    /// When the app was suspended after it had gone on in the background for a time.
    private let appSuspensions: ArraySlice<EntitySpan>
    private let queueWork: ArraySlice<QueueSpan>
    /// When it was first put into a run loop.
    private let added: Int64
    private let usesRunLoop: Bool
    /// When nothing held it any more, if it is not a run loop that calls it, and the step that let go of it.
    private let disposal: (at: Int64, step: Int64)
    /// What the threads of a pool did that its queue has used.
    private let poolActivities: [ThreadSpans]

    init(_ circumstances: Circumstances, timer: EntityID, runsOn seen: [EntityID]) {
        self.circumstances = circumstances
        self.timer = timer
        let index = Int(timer.index)
        let entity = circumstances.entities[index]
        let additions = circumstances.additions[index]
        modes = Set(
            additions.isEmpty ? entity.timer?.modes ?? [] : additions.map { EntityID(Int(clamping: $0.value)) })
        tolerance = max(entity.timer?.tolerance ?? 0, entity.timer?.defaultLeeway ?? 0)
        let place = Int(entity.home.index)
        let isOnQueue = circumstances.entities.indices.contains(place) && circumstances.entities[place].kind == .queue
        usesRunLoop = !isOnQueue && !modes.isEmpty
        let isOnMainQueue = isOnQueue && circumstances.entities[place].isMainQueue
        let home = isOnMainQueue ? circumstances.entities.mainThread : isOnQueue ? .none : entity.home
        thread = additions.first.map { EntityID(Int($0.thread)) } ?? home
        let pool = isOnQueue && !isOnMainQueue ? seen.prefix(CauseFinder.mostPoolThreads) : []
        poolActivities = pool.compactMap { circumstances.activity(of: $0)?.spans }
        disposal = usesRunLoop ? (.max, -1) : circumstances.disposals[timer] ?? (.max, -1)
        activity = circumstances.activity(of: thread)?.spans ?? ThreadSpans()
        callbacks = circumstances.callbacks[index]
        suspensions = [circumstances.suspensions[index], isOnQueue ? circumstances.suspensions[place] : []]
        appSuspensions =
            circumstances.entities.firstIndex { $0.kind == .process }.map { circumstances.suspensions[$0] } ?? []
        queueWork = isOnQueue ? circumstances.queueWork[place] : []
        // A recording that says nothing of additions, as a log does, takes them for granted.
        added = additions.first?.time ?? (seen.isEmpty && usesRunLoop ? .max : .min)
    }

    /// A serial queue goes from thread to thread of the pool; more than these are not looked at.
    private static let mostPoolThreads = 8

    /// What explains a wait, piece by piece; the parts sum to the wait.
    ///
    /// - Parameters:
    ///   - isRearming: whether it is armed only then, so that no tolerance applies yet.
    ///   - patience: how many pieces may still be looked at; what is left of a wait after that is put down to whatever
    ///     comes first in it.
    func causes(of wait: ServedPoints, isRearming: Bool = false, patience: inout Int) -> [Tally.Key: Int128] {
        var parts: [Tally.Key: Int128] = [:]
        var start = wait.from
        let still = standstill(of: wait)
        // A tolerance counts from the deadline, which comes later by the time for which the clock stood still.
        let late =
            still > 0 ? still.adding(saturating: circumstances.sleeps.asleep(from: wait.from, to: wait.until)) : 0
        let allowed =
            wait.count == 1 && !isRearming && tolerance > 0
            ? start.adding(saturating: tolerance.adding(saturating: late)) : start
        while start < wait.until {
            let (key, until) = cause(at: start, toleratedUntil: allowed, endingAt: isRearming ? nil : wait.until)
            patience -= 1
            let (delay, reach) = key.cause == .systemSlept ? (0, .max) : self.delay(by: still, at: start)
            let end = patience > 0 ? min(until, reach, wait.until) : wait.until
            if key.cause == .tolerance, wait.lost == 0 {
                // The wake-up has not come yet: what the thread did before, in the same window, kept nothing waiting.
                for (earlier, part) in parts where earlier.cause.isOfThread || earlier.cause == .wakeUp {
                    parts[earlier] = nil
                    parts[key, default: 0] += part
                }
            }
            // Until the instant that a point was armed for nothing but its clock kept it waiting.
            let waited = wait.time(from: start, to: end)
            let due =
                delay > 0
                ? wait.time(from: start.subtracting(saturating: delay), to: end.subtracting(saturating: delay)) : waited
            if due > 0 || delay == 0 { parts[key, default: 0] += due }
            if due < waited {
                parts[Tally.Key(cause: .systemSlept, culprit: .none, step: -1), default: 0] += waited - due
            }
            start = end
        }
        if isRearming, let idle = parts.removeValue(forKey: Tally.Key.wakeUp) {
            // What the thread did in its callback beside work is the callback's, too.
            parts[Tally.Key(cause: .ownCallback, culprit: timer, step: -1), default: 0] += idle
            return parts
        }
        guard let latency = parts.removeValue(forKey: Tally.Key.wakeUp) else { return parts }
        // A point that waits on although the thread is free again was lost before, to what kept it waiting then.
        if wait.lost > 0, let loser = parts.max(by: { ($0.value, $1.key) < ($1.value, $0.key) })?.key {
            parts[loser, default: 0] += latency
        } else {
            parts[Tally.Key.wakeUp] = latency
        }
        return parts
    }

    /// How long before an instant the points were due that are armed for it, ns, if the clock that stands still in system
    /// sleep had so much to run after each; and how far this holds.
    private func delay(by still: Int64, at instant: Int64) -> (delay: Int64, until: Int64) {
        guard still > 0 else { return (0, .max) }
        let sleeps = circumstances.sleeps
        var (rest, time) = (still, instant)
        for sleep in sleeps[..<sleeps.boundary { $0.to > instant }].reversed() {
            guard time - sleep.to < rest else { break }
            rest -= time - sleep.to
            time = sleep.from
        }
        let until = time < instant ? instant.adding(saturating: rest) : .max
        return (instant.subtracting(saturating: time.subtracting(saturating: rest)), until)
    }

    /// For how long its clock had still to run when it was due, ns: it had stood still in system sleep before.
    func standstill(of wait: ServedPoints) -> Int64 {
        circumstances.entities[Int(timer.index)].timer?.countsInSleep == true ? 0 : wait.asleep
    }

    /// From the instant that a chain was armed for to its callback.
    func wait(of firings: WalkedFirings) -> ServedPoints {
        let due = firings.start.subtracting(saturating: firings.lateness)
        var wait = ServedPoints(due: due, until: firings.start)
        wait.asleep = max(0, firings.slept - circumstances.sleeps.asleep(from: due, to: firings.start))
        return wait
    }

    /// What explains a wait by itself, as what makes most firings late does; nil of what has several causes, or lost points.
    func onlyCause(of wait: ServedPoints) -> (key: Tally.Key, time: Int128)? {
        let start = wait.from
        guard wait.lost == 0, wait.asleep == 0, start < wait.until else { return nil }
        let allowed = wait.count == 1 ? start.adding(saturating: tolerance) : start
        let (key, until) = cause(at: start, toleratedUntil: allowed, endingAt: wait.until)
        return until >= wait.until ? (key, wait.time(from: start, to: wait.until)) : nil
    }

    /// - Parameter end: when the wait is over, for what is called then; nil for what is not to be called yet.
    func cause(
        at instant: Int64, toleratedUntil allowed: Int64, endingAt end: Int64?
    ) -> (key: Tally.Key, until: Int64) {
        var until = Int64.max
        func found(_ cause: Cause, _ culprit: EntityID, _ step: Int64, _ end: Int64) -> (Tally.Key, Int64) {
            (Tally.Key(cause: cause, culprit: culprit, step: step), min(until, end))
        }
        let asleep = circumstances.sleeps.span(at: instant)
        if let span = asleep.span { return found(.systemSlept, .none, span.step, asleep.until) }
        until = min(until, asleep.until)
        // Whatever goes on then stands still.
        let halt = appSuspensions.span(at: instant)
        if let span = halt.span { return found(.background, .none, Int64(span.step), halt.until) }
        until = min(until, halt.until)

        let thread = activity.span(at: instant)
        if thread.span?.isRampUp ?? false { return found(.rampUp, .none, -1, thread.until) }
        let own = callbacks.span(at: instant)
        if own.span != nil {
            func step(_ span: ThreadSpan?) -> Int64? {
                span.flatMap { $0.owner == timer ? $0.step : $0.caller == timer ? $0.call : nil }
            }
            let inside = ([thread] + poolActivities.map { $0.span(at: instant) }).first { step($0.span) != nil }
            let until = min(until, own.until, (inside ?? thread).until)
            let key = Tally.Key(cause: .ownCallback, culprit: timer, step: step(inside?.span) ?? -1)
            return key.step < 0 ? awaited(by: timer, at: instant, until) ?? (key, until) : (key, until)
        }
        until = min(until, own.until)

        if instant >= disposal.at { return found(.disposed, timer, disposal.step, .max) }
        until = min(until, disposal.at)
        for suspensions in suspensions {
            let suspended = suspensions.span(at: instant)
            if let span = suspended.span {
                return found(.suspended, EntityID(Int(span.entity)), Int64(span.step), suspended.until)
            }
            until = min(until, suspended.until)
        }
        if instant < added { return found(.notAdded, timer, -1, added) }

        let queue = queueWork.span(at: instant)
        if let span = queue.span, span.owner != timer {
            // The thread knows better which step it was.
            let pool = circumstances.entities[span.owner]?.kind == .block ? poolActivities : []
            let work = ([thread] + pool.map { $0.span(at: instant) }).first { $0.span?.owner == span.owner }
            return found(
                .otherWork, span.owner, work?.span?.step ?? span.step,
                min(queue.until, thread.until, work?.until ?? .max))
        }
        until = min(until, queue.until, thread.until)

        for activity in poolActivities {
            let other = activity.span(at: instant)
            if let span = other.span, span.owner != EntityID.none, span.owner != timer {
                return found(.otherWork, span.owner, span.step, other.until)
            }
            until = min(until, other.until)
        }
        if let (cause, culprit, step) = cause(of: thread.span, endingAt: end) {
            // Before it runs its loop the thread's body neither works nor sleeps: it waits.
            if cause == .loopNotRunning, thread.until < .max, let wait = circumstances.entities[culprit]?.wait {
                return awaited(by: culprit, at: instant, until) ?? found(.awaiting, culprit, wait.step, until)
            }
            return found(cause, culprit, step, until)
        }
        let background = circumstances.backgrounds.span(at: instant)
        // What comes within a millisecond nobody has held back.
        if let span = background.span, min(end ?? .max, background.until).subtracting(saturating: instant) >= 1_000_000
        {
            return found(.background, .none, span.step, background.until)
        }
        until = min(until, background.until)
        if instant < allowed, min(end ?? .max, until) >= min(allowed, instant.adding(saturating: 1_000_000)) {
            return found(.tolerance, timer, -1, allowed)
        }
        return found(.wakeUp, .none, -1, until)
    }

    /// What keeps busy the queue or thread that something waits for; nil where nothing is known to.
    private func awaited(by waiter: EntityID, at instant: Int64, _ end: Int64) -> (key: Tally.Key, until: Int64)? {
        let entities = circumstances.entities
        guard let wait = entities[waiter]?.wait, let awaited = entities[wait.on] else { return nil }
        // Any thread may serve a queue but the main one.
        let thread = awaited.isMainQueue ? entities.mainThread : awaited.kind == .thread ? wait.on : nil
        for activity in circumstances.threads where thread == nil || activity.thread == thread {
            let work = activity.spans.span(at: instant)
            guard let span = work.span, let owner = entities[span.owner], thread != nil || owner.home == wait.on,
                span.owner != waiter, span.owner != timer
            else { continue }
            let until = min(end, work.until)
            if span.owner == wait.block { return self.awaited(by: span.owner, at: instant, until) }
            return (Tally.Key(cause: .awaiting, culprit: span.owner, step: span.step), until)
        }
        return nil
    }

    /// What the timer's thread did instead of calling it; nil when it was free to.
    private func cause(of span: ThreadSpan?, endingAt end: Int64?) -> (Cause, EntityID, Int64)? {
        guard let span else { return usesRunLoop ? (.loopNotRunning, thread, -1) : nil }
        let isBusy = span.owner != EntityID.none && span.owner != timer
        if usesRunLoop {
            if span.mode == EntityID.none {
                return isBusy ? (.otherWork, span.owner, span.step) : (.loopNotRunning, thread, -1)
            }
            if !modes.contains(span.mode) {
                return (.modeNotRun, span.caller == EntityID.none ? thread : span.caller, span.call)
            }
        }
        if isBusy { return (.otherWork, span.owner, span.step) }
        guard let end, !usesRunLoop, span.mode != EntityID.none, span.caller != EntityID.none else { return nil }
        // The main queue is served by the run loop, and not in every mode of a loop that runs inside a callout: in this
        // one, if that is where the wait ends.
        let last = activity.span(at: end).span
        let isServed = last?.mode == span.mode && last?.caller == span.caller && last?.call == span.call
        return isServed ? nil : (.modeNotRun, span.caller, span.call)
    }
}

import LabCatalogue
import LabRecording

/// Divides the time that one timer's points waited among its causes: every nanosecond has one cause and one culprit.
///
/// At every instant of a wait the first of these causes that applies counts. The system slept, the timer's own callback
/// ran, it had been disposed of, it was suspended, or it was in no run loop. Something else ran on its queue. Its
/// run loop did not run or ran in another mode. Something else ran on its thread. The app was in the background, or its
/// tolerance allowed it. The rest is the wake-up.
final class CauseFinder {
    let circumstances: Circumstances
    let timer: EntityID
    private let modes: [EntityID]
    let tolerance: Int64
    /// True if its clock stops while the system sleeps.
    let clockStops: Bool
    /// The thread whose run loop calls it, if any.
    private let thread: EntityID
    private let activity: ThreadSpans
    let callbacks: ArraySlice<CallbackSpan>
    /// The stops of the whole app, and those of this timer alone, in the order in which they count.
    let halts: [Stop]
    let stops: [Stop]
    private let queueWork: ArraySlice<QueueSpan>
    private let pool: [ThreadActivity]
    private let usesRunLoop: Bool
    /// The sums of its thread, or of a queue that a pool's threads serve; nil if it has none.
    let sums: ThreadSums?
    /// True if its thread shows all of its callbacks, so that sums include them.
    let areCallbacksInSums: Bool

    /// Times in which it is not called, whatever its thread does.
    typealias Stop = (cause: Cause, spans: ArraySlice<Span>)

    /// - Parameter hasFired: true if it was ever called: a recording without additions, such as a log, assumes them.
    init(_ circumstances: borrowing Circumstances, timer: EntityID, hasFired: Bool) {
        self.circumstances = copy circumstances
        self.timer = timer
        let index = Int(timer.index)
        let entity = circumstances.entities[index]
        let additions = circumstances.additions[index]
        modes =
            additions.isEmpty
            ? entity.timer?.modes ?? [] : Array(Set(additions.map { EntityID($0.value) }))
        tolerance = max(entity.timer?.tolerance ?? 0, entity.timer?.defaultLeeway ?? 0)
        clockStops = entity.timer?.countsInSleep != true
        let place = Int(entity.home.index)
        let isOnQueue = circumstances.entities[entity.home]?.kind == .queue
        usesRunLoop = !isOnQueue && !modes.isEmpty
        let isOnMainQueue = circumstances.entities[entity.home]?.isMainQueue == true
        let home = isOnMainQueue ? circumstances.entities.mainThread : isOnQueue ? .none : entity.home
        thread = additions.first.map { EntityID($0.thread) } ?? home
        activity = circumstances.activity(of: thread)
        callbacks = Self.joined(circumstances.callbacks[index])
        let app = circumstances.entities.firstIndex { $0.kind == .process }
        halts = [
            (.systemSlept, circumstances.sleeps[...]),
            (.background, app.map { circumstances.suspensions[$0] } ?? []),
        ].filter { !$0.spans.isEmpty }
        let disposal = usesRunLoop ? nil : circumstances.disposals[timer]
        // The instant at which it was first added to a run loop.
        let added = additions.first?.time ?? (!hasFired && usesRunLoop ? .max : .min)
        stops = [
            (.disposed, disposal.map { [$0] } ?? []),
            (.suspended, circumstances.suspensions[index]),
            (.suspended, isOnQueue ? circumstances.suspensions[place] : []),
            (.notAdded, added > .min ? [Span(from: .min, to: added, entity: timer)] : []),
        ].filter { !$0.spans.isEmpty }
        queueWork = isOnQueue ? circumstances.queueWork[place] : []
        pool = circumstances.pool(serving: circumstances.entities[entity.home])
        let sums = circumstances.sums[isOnQueue && !isOnMainQueue ? entity.home : thread]
        let inCallbacks = sums == nil ? 0 : callbacks.reduce(0) { $0 &+ $1.length }
        let inSums = sums?.parts(from: 0, to: callbacks.last?.to ?? 0).sum { $0.owner == timer ? $0.time : 0 }
        areCallbacksInSums = inSums == inCallbacks
        self.sums = sums
    }

    /// Callbacks one right after the other as one, and those inside another as that one. There may be very many.
    private static func joined(_ callbacks: ArraySlice<CallbackSpan>) -> ArraySlice<CallbackSpan> {
        func belongs(_ later: CallbackSpan, to span: CallbackSpan) -> Bool {
            later.from <= span.from || later.from == span.to && later.thread == span.thread
        }
        guard zip(callbacks.dropFirst(), callbacks).contains(where: belongs) else { return callbacks }
        var joined: [CallbackSpan] = []
        for var callback in callbacks {
            while let last = joined.last, belongs(callback, to: last) {
                callback.from = min(callback.from, last.from)
                joined.removeLast()
            }
            joined.append(callback)
        }
        return joined[...]
    }

    /// The first of several stops that applies at an instant; `until` is lowered to the end of that answer.
    func stop(_ stops: [Stop], at instant: Int64, _ until: inout Int64) -> Reason? {
        for stop in stops {
            let found = stop.spans.span(at: instant)
            until = min(until, found.until)
            if let span = found.span {
                // The app itself is nobody's culprit.
                let culprit = stop.cause == .background ? .none : circumstances.told(span.entity)
                return Reason(stop.cause, culprit, step: span.step)
            }
        }
        return nil
    }

    /// - Parameter end: the end of the wait, if the timer is called then; else nil.
    func cause(
        at instant: Int64, toleratedUntil allowed: Int64, endingAt end: Int64?
    ) -> (reason: Reason, until: Int64) {
        var until = Int64.max
        func found(_ cause: Cause, _ culprit: EntityID, _ step: Int64, _ end: Int64) -> (Reason, Int64) {
            // Work that itself waits for a queue or thread has the name of the activity that keeps that busy.
            if cause == .otherWork, step < 0, let wait = circumstances.wait(of: culprit) {
                return awaited(by: culprit, at: instant, min(until, end))
                    ?? (Reason(.awaiting, circumstances.told(culprit), step: wait.step), min(until, end))
            }
            return (Reason(cause, circumstances.told(culprit), step: step), min(until, end))
        }
        if let reason = stop(halts, at: instant, &until) { return (reason, until) }
        let thread = activity.span(at: instant)
        if thread.span?.isRampUp ?? false { return found(.rampUp, .none, -1, thread.until) }
        let own = callbacks.span(at: instant)
        if let span = own.span {
            let inside = circumstances.activity(of: EntityID(span.thread)).span(at: instant)
            let step = inside.span.flatMap { $0.owner == timer ? $0.step : $0.caller == timer ? $0.call : nil }
            let until = min(until, own.until, inside.until)
            let own = Reason(.ownCallback, timer, step: step ?? -1)
            return own.step < 0 ? awaited(by: timer, at: instant, until) ?? (own, until) : (own, until)
        }
        until = min(until, own.until)

        if let reason = stop(stops, at: instant, &until) { return (reason, until) }

        let queue = queueWork.span(at: instant)
        if let span = queue.span, span.owner != timer {
            // The thread knows the step better.
            let place = EntityID(span.thread)
            let isKnown = place == self.thread || circumstances.entities[span.owner]?.kind == .block
            let work = isKnown ? circumstances.activity(of: place).span(at: instant) : thread
            let step = work.span.flatMap { $0.owner == span.owner ? $0.step : nil } ?? span.step
            return found(.otherWork, span.owner, step, min(queue.until, work.until))
        }
        until = min(until, queue.until, thread.until)

        if let (cause, culprit, step) = cause(of: thread.span, endingAt: end) {
            // Before it runs its loop the thread's body neither works nor sleeps: it waits.
            if cause == .loopNotRunning, thread.until < .max, let wait = circumstances.wait(of: culprit) {
                return awaited(by: culprit, at: instant, until) ?? found(.awaiting, culprit, wait.step, until)
            }
            return found(cause, culprit, step, until)
        }
        let served = pool.map { $0.spans.span(at: instant) }
        until = min(until, served.lazy.map(\.until).min() ?? until)
        if let work = served.first?.span, served.allSatisfy({ $0.span?.owner.exists ?? false }) {
            return found(.otherWork, work.owner, work.step, until)
        }
        let background = circumstances.backgrounds.span(at: instant)
        // A call within a millisecond was not held back.
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

    /// The reason why a callback or thread still waits; nil if it does not. It is the activity of the awaited queue or
    /// thread, or of one that signals, the mode of its run loop, its suspension, or else the wait itself.
    private func awaited(by waiter: EntityID, at instant: Int64, _ end: Int64) -> (reason: Reason, until: Int64)? {
        guard let wait = circumstances.wait(of: waiter) else { return nil }
        let entities = circumstances.entities
        let awaited = entities[wait.on]
        // Any thread may serve a queue but the main one.
        let thread = awaited?.isMainQueue == true ? entities.mainThread : awaited?.kind == .thread ? wait.on : nil
        var end = end
        for activity in circumstances.threads where thread == nil || activity.thread == thread {
            let work = activity.spans.span(at: instant)
            end = min(end, work.until)
            guard let span = work.span, span.owner != waiter, span.owner != timer else { continue }
            guard let owner = entities[span.owner] else {
                // A free thread whose loop runs in another mode.
                guard thread != nil, span.caller.exists, wait.block.exists else { continue }
                return (Reason(.awaiting, circumstances.told(span.caller), step: span.call), end)
            }
            let isMeant =
                awaited == nil ? wait.signallers.contains(span.owner) : thread != nil || owner.home == wait.on
            guard isMeant else { continue }
            if span.owner == wait.block { return self.awaited(by: span.owner, at: instant, end) }
            return (Reason(.awaiting, circumstances.told(span.owner), step: span.step), end)
        }
        let place = Int(wait.on.index)
        if awaited != nil, let span = circumstances.suspensions[place].span(at: instant).span {
            return (Reason(.awaiting, wait.on, step: span.step), min(end, span.to))
        }
        return (Reason(.awaiting, circumstances.told(waiter), step: wait.step), end)
    }

    /// The activity of the timer's thread that prevented the call; nil if the thread was free.
    private func cause(of span: ThreadSpan?, endingAt end: Int64?) -> (Cause, EntityID, Int64)? {
        guard let span else { return usesRunLoop ? (.loopNotRunning, thread, -1) : nil }
        let isBusy = span.owner.exists && span.owner != timer
        if usesRunLoop {
            if !span.mode.exists {
                return isBusy ? (.otherWork, span.owner, span.step) : (.loopNotRunning, thread, -1)
            }
            if !modes.contains(span.mode) {
                return (.modeNotRun, span.caller.exists ? span.caller : thread, span.call)
            }
        }
        if isBusy { return (.otherWork, span.owner, span.step) }
        guard let end, !usesRunLoop, span.mode.exists, span.caller.exists else { return nil }
        // The run loop serves the main queue, but not in every mode of a loop inside a callout. It does in this mode if
        // the wait ends in it.
        let last = activity.span(at: end).span
        let isServed = last?.mode == span.mode && last?.caller == span.caller && last?.call == span.call
        return isServed ? nil : (.modeNotRun, span.caller, span.call)
    }
}

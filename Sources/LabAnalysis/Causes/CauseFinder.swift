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
    private let clockStops: Bool
    /// The thread whose run loop calls it; `EntityID.none` if there is none.
    private let thread: EntityID
    private let activity: ThreadSpans
    private let callbacks: ArraySlice<CallbackSpan>
    /// The stops of the whole app, and those of this timer alone, in the order in which they count.
    private let halts: [Stop]
    private let stops: [Stop]
    private let queueWork: ArraySlice<QueueSpan>
    private let usesRunLoop: Bool
    /// The sums of its thread, or of a queue that a pool's threads serve; nil if it has none.
    private let sums: ThreadSums?
    /// True if its thread shows all of its callbacks, so that sums include them.
    private let areCallbacksInSums: Bool

    /// Times in which it is not called, whatever its thread does.
    private struct Stop {
        var cause: Cause
        var spans: ArraySlice<Span>
    }

    /// - Parameter hasFired: true if it was ever called: a recording without additions, such as a log, assumes them.
    init(_ circumstances: Circumstances, timer: EntityID, hasFired: Bool) {
        self.circumstances = circumstances
        self.timer = timer
        let index = Int(timer.index)
        let entity = circumstances.entities[index]
        let additions = circumstances.additions[index]
        modes =
            additions.isEmpty
            ? entity.timer?.modes ?? [] : Array(Set(additions.map { EntityID(Int(clamping: $0.value)) }))
        tolerance = max(entity.timer?.tolerance ?? 0, entity.timer?.defaultLeeway ?? 0)
        clockStops = entity.timer?.countsInSleep != true
        let place = Int(entity.home.index)
        let isOnQueue = circumstances.entities.indices.contains(place) && circumstances.entities[place].kind == .queue
        usesRunLoop = !isOnQueue && !modes.isEmpty
        let isOnMainQueue = isOnQueue && circumstances.entities[place].isMainQueue
        let home = isOnMainQueue ? circumstances.entities.mainThread : isOnQueue ? .none : entity.home
        thread = additions.first.map { EntityID(Int($0.thread)) } ?? home
        activity = circumstances.activity(of: thread)
        callbacks = CauseFinder.joined(circumstances.callbacks[index])
        let app = circumstances.entities.firstIndex { $0.kind == .process }
        halts = [
            Stop(cause: .systemSlept, spans: circumstances.sleeps[...]),
            Stop(cause: .background, spans: app.map { circumstances.suspensions[$0] } ?? []),
        ].filter { !$0.spans.isEmpty }
        let disposal = usesRunLoop ? nil : circumstances.disposals[timer]
        // The instant at which it was first added to a run loop.
        let added = additions.first?.time ?? (!hasFired && usesRunLoop ? .max : .min)
        stops = [
            Stop(cause: .disposed, spans: disposal.map { [$0] } ?? []),
            Stop(cause: .suspended, spans: circumstances.suspensions[index]),
            Stop(cause: .suspended, spans: isOnQueue ? circumstances.suspensions[place] : []),
            Stop(cause: .notAdded, spans: added > .min ? [Span(from: .min, to: added, entity: timer)] : []),
        ].filter { !$0.spans.isEmpty }
        queueWork = isOnQueue ? circumstances.queueWork[place] : []
        let sums = circumstances.sums[isOnQueue && !isOnMainQueue ? entity.home : thread]
        let inCallbacks = sums == nil ? 0 : callbacks.reduce(0) { $0 &+ $1.length }
        let inSums = sums?.parts(from: 0, to: callbacks.last?.to ?? 0).reduce(0) {
            $1.owner == timer ? $0 + $1.time : $0
        }
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

    /// Replaces pieces by those of the wait for one instant, without gaps and in the same memory.
    ///
    /// - Parameters: - asleep: the time for which the timer's clock may have been stopped, ns. - isRearming: true if it
    ///   is armed only at the end, so that no tolerance applies yet.
    func find(
        _ pieces: inout [Piece], from due: Int64, to end: Int64, sleeping asleep: Int64 = 0, isRearming: Bool = false
    ) {
        pieces.removeAll(keepingCapacity: true)
        split(from: due, to: end, clockStops ? asleep : 0, isRearming: isRearming) { reason, from, to, delay in
            if reason.cause == .tolerance {
                // The wake-up has not come yet: earlier activities of the thread in the same window delayed nothing.
                pieces = pieces.relabelled { $0.cause.isOfThread || $0.cause == .wakeUp ? reason : $0 }
            }
            // Until the instant for which it was armed only its clock kept it waiting.
            let armed = delay > 0 ? min(to, max(from, due.adding(saturating: delay))) : from
            if from < armed { pieces.append(from: from, to: armed, slept(before: from)) }
            pieces.append(from: armed, to: to, reason)
        }
        // Time of its thread in its callback without work also counts as the callback's.
        if isRearming { pieces = pieces.relabelled { $0 == .wakeUp ? Reason(.ownCallback, timer) : $0 } }
    }

    func pieces(from due: Int64, to end: Int64, sleeping asleep: Int64 = 0, isRearming: Bool = false) -> [Piece] {
        var pieces: [Piece] = []
        find(&pieces, from: due, to: end, sleeping: asleep, isRearming: isRearming)
        return pieces
    }

    /// The reasons for which skipped points wait until the next call, the longest first.
    func times(of points: LostPoints, sleeping asleep: Int64) -> [ReasonTime] {
        var sums = ReasonTimes()
        split(from: points.from, to: points.until, clockStops ? asleep : 0, points) { reason, from, to, delay in
            let waited = points.time(from: from, to: to)
            let due =
                delay > 0
                ? points.time(from: from.subtracting(saturating: delay), to: to.subtracting(saturating: delay)) : waited
            if due > 0 || delay == 0 { sums.add(reason, due) }
            if due < waited { sums.add(slept(before: from), waited - due) }
        }
        var times = sums.rows
        if times.allSatisfy({ $0.time == 0 || $0.reason == .wakeUp }) {
            // The point was given up at its due instant; the cause is the activity that ended then.
            let before = cause(
                at: points.from.adding(saturating: -1), toleratedUntil: .min, endingAt: points.until
            ).reason
            times = [ReasonTime(reason: before, time: times.reduce(0) { $0 + $1.time })]
        } else if let place = times.firstIndex(where: { $0.reason == .wakeUp }) {
            // A point that still waits when the thread is free was skipped before, for the cause of its wait then.
            let latency = times.remove(at: place).time
            let loser = times.longest?.reason
            for place in times.indices where times[place].reason == loser { times[place].time += latency }
        }
        return times.sorted { ($1.time, $0.reason) < ($0.time, $1.reason) }
    }

    /// Beyond so many pieces the rest of a wait has its first reason.
    private static let mostPieces = 4096
    /// Beyond so many pieces of one point's wait the rest is a sum for each reason, if there are sums.
    private static let mostPlaced = 64

    /// Calls `body` for each piece of a wait with its reason, and with the delay of points that are armed for it.
    ///
    /// - Parameter points: the waiting points; nil for one point.
    private func split(
        from due: Int64, to end: Int64, _ still: Int64, _ points: LostPoints? = nil, isRearming: Bool = false,
        _ body: (Reason, _ from: Int64, _ to: Int64, _ delay: Int64) -> Void
    ) {
        // A tolerance counts from the deadline, which is later by the time for which the clock was stopped.
        let late = still > 0 ? still.adding(saturating: circumstances.sleeps.asleep(from: due, to: end)) : 0
        let isOnePoint = points.map { $0.indices.count == 1 } ?? true
        let isTolerant = isOnePoint && !isRearming && tolerance > 0
        let allowed = isTolerant ? due.adding(saturating: tolerance.adding(saturating: late)) : due
        var (start, left, summed) = (due, CauseFinder.mostPieces, allowed)
        let placed = points == nil ? CauseFinder.mostPieces - CauseFinder.mostPlaced : .max
        while start < end {
            if left <= placed, still == 0, start >= summed {
                // Between two due points the number of waiting points is constant.
                let next = points.flatMap { $0.grid.point($0.grid.firstIndex(after: start)) } ?? .max
                let found = sums(from: start, to: min(next, end), isRearming ? nil : end)
                for part in found.parts {
                    body(part.reason, start, start + part.time, 0)
                    (start, left) = (start + part.time, left - 1)
                }
                summed = found.until
                if start == end { return }
            }
            let (reason, until) = cause(at: start, toleratedUntil: allowed, endingAt: isRearming ? nil : end)
            let (delay, reach) = reason.cause == .systemSlept ? (0, .max) : self.delay(by: still, at: start)
            left -= 1
            let stop = left > 0 ? min(until, reach, end) : end
            body(reason, start, stop, delay)
            start = stop
        }
    }

    /// The reasons for as long as nothing but its thread matters, and the end of that; none if that is not worth it.
    private func sums(
        from start: Int64, to limit: Int64, _ end: Int64?
    ) -> (parts: [(reason: Reason, time: Int64)], until: Int64) {
        guard let sums, sums.areWorthIt(from: start, to: limit) else { return ([], limit) }
        var until = limit
        let isStopped = stop(halts, at: start, &until) != nil || stop(stops, at: start, &until) != nil
        let background = circumstances.backgrounds.span(at: start)
        let own = areCallbacksInSums ? (nil, .max) : callbacks.span(at: start)
        guard !isStopped, background.span == nil, own.span == nil else { return ([], start) }
        until = min(until, background.until, own.until)
        guard sums.areWorthIt(from: start, to: until) else { return ([], until) }
        let parts = sums.parts(from: start, to: until).map { part in
            let reason = cause(at: part.instant, toleratedUntil: start, endingAt: end).reason
            let isNamed = part.owner != ThreadSums.several || reason.cause != .otherWork
            return (isNamed ? reason : Reason(.otherWork), part.time)
        }
        return (parts, until)
    }

    /// The first of several stops that applies at an instant; `until` is lowered to the end of that answer.
    private func stop(_ stops: [Stop], at instant: Int64, _ until: inout Int64) -> Reason? {
        if stops.isEmpty { return nil }
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

    private func slept(before instant: Int64) -> Reason {
        let sleeps = circumstances.sleeps
        return Reason(.systemSlept, step: sleeps[..<sleeps.boundary { $0.to > instant }].last?.step ?? -1)
    }

    /// The delay, ns, of points armed for an instant, if the clock that stops in system sleep had so much left after
    /// each; and the instant until which this holds.
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
            let inside = circumstances.activity(of: EntityID(Int(span.thread))).span(at: instant)
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
            let place = EntityID(Int(span.thread))
            let isKnown = place == self.thread || circumstances.isBlock(span.owner)
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
                guard thread != nil, span.caller != EntityID.none, wait.block != EntityID.none else { continue }
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
        // The run loop serves the main queue, but not in every mode of a loop inside a callout. It does in this mode if
        // the wait ends in it.
        let last = activity.span(at: end).span
        let isServed = last?.mode == span.mode && last?.caller == span.caller && last?.call == span.call
        return isServed ? nil : (.modeNotRun, span.caller, span.call)
    }
}

import LabCatalogue
import LabExactTime
import LabRecording

/// Run calls that return, spin, or never end, and threads that wait forever.
extension Evidence {
    var runReturned: [Sighting] {
        timers.compactMap { timer in
            guard let (thread, missed) = stopped(timer) else { return nil }
            // A thread that is cancelled, is stopped or asks for a flag takes its timers with it.
            let isCancelled = stories.cancelled.contains(thread)
            let returns = stories.returns.filter { $0.thread == thread }
            let isStopped = returns.last.map { last in
                last.value == RunResult.stopped.rawValue
                    || last.value == 1 && returns.count { $0.step == last.step } > 1
            }
            let isAsked = isCancelled || stories.ends[thread] != nil && isStopped ?? false
            let hasExited = stories.exits.contains(thread)
            let end: Statement =
                isCancelled
                ? "thread \(thread) was cancelled"
                : hasExited
                    ? "thread \(thread) exited in its run call" : "the run call of thread \(thread) returned"
            return Sighting(
                subject: timer, count: missed, related: thread, harm: isAsked ? .asked : nil,
                situation: hasExited ? .exited : nil,
                message: end + ", and \(timer) is in a run loop that is not run any more: "
                    + "\(missed, "due point") skipped")
        }
    }

    /// The thread that has stopped running the loop of a timer, and the number of points due after that.
    func stopped(_ timer: EntityID) -> (thread: EntityID, missed: Int64)? {
        guard let added = stories.stories[Int(timer.index)].added, stories.turn(of: timer)?.endedByStep == nil,
            let end = stories.lastReturn(of: added.thread),
            stories.modes(ofThread: added.thread, after: added.order).contains(where: added.modes.contains)
        else { return nil }
        // What was followed by a run call before is in a loop with it.
        let spans = circumstances.activity(of: added.thread)
        if let now = spans.span(at: trace.duration - 1).span, now.step >= 0, stories.ends[added.thread] == nil,
            spans.contains(where: { $0.step == now.step && $0.to <= end })
        {
            return nil
        }
        let history = history(of: timer)
        guard let grid = history.lastGrid, history.runs.last.map({ $0.last <= end }) ?? true else { return nil }
        let missed = grid.points(before: trace.duration) - grid.points(before: end.adding(saturating: 1))
        return missed > 0 ? (added.thread, missed) : nil
    }

    var neverServed: [Sighting] {
        func found(_ work: PendingWork, isUnwoken: Bool = false) -> Sighting {
            Sighting(
                subject: work.entity, step: work.step, related: work.thread, situation: isUnwoken ? .waiting : nil,
                message: !work.thread.exists
                    ? "\(work.entity) came for a thread that had ended"
                    : "\(work.entity) waits in the run loop of thread \(work.thread), which "
                        + (isUnwoken
                            ? "sleeps: it does not wake the loop"
                            : stories.modes(ofThread: work.thread, after: -1).isEmpty
                                ? "is never run" : "is not run in its mode any more"))
        }
        let loops = endlessLoops
        let pending = trace.pending.filter { $0.thread.exists && loops[$0.thread] == nil }
        return pending.map { found($0) } + lateWork(.loopNotRunning) + trace.unwoken.map { found($0, isUnwoken: true) }
            + eachEvent(.remarked) { event in
                if event.isRemark(.neverServed) {
                    return found(PendingWork(entity: event.entity, thread: event.thread, step: event.step))
                }
                guard event.isRemark(.performedOnEndedThread), event.step >= 0 else { return nil }
                return Sighting(
                    subject: event.entity,
                    message: "something was to be performed on thread \(event.entity), which had ended")
            }
    }

    /// Work that waited long for its run loop: for another mode, for other work, or because nothing woke the loop.
    func lateWork(_ cause: Cause) -> [Sighting] {
        trace.late.values.sorted { $0.entity < $1.entity }.compactMap { work in
            let (spans, wait) = (circumstances.activity(of: work.thread), work.wait)
            let isQueued = trace.entity(work.entity).flatMap { trace.entity($0.home) }?.isMainQueue == true
            guard let before = spans.span(at: wait.upperBound - 1).span else { return nil }
            let mode = spans.span(at: wait.upperBound).span?.mode ?? before.mode
            let ends = [before, spans.span(at: wait.lowerBound).span]
            let isUnwoken = ends.contains { $0?.mode == mode && $0?.owner == EntityID.none }
            let isOtherMode =
                isQueued ? nestedRun(before: wait.upperBound, on: work.thread) != nil : before.mode != mode
            // A main thread that is busy has findings of its own.
            if isQueued, !isOtherMode { return nil }
            let culprit = isOtherMode ? before.caller : before.owner
            guard cause == (isOtherMode ? .modeNotRun : isUnwoken ? .loopNotRunning : .otherWork),
                cause == .loopNotRunning || culprit.exists
            else { return nil }
            // Some are meant to be idle in a drag.
            let isObserver = trace.entity(work.entity)?.kind == .observer
            let reason = Reason(cause, culprit, step: isOtherMode ? before.call : before.step)
            let why: Statement =
                cause == .loopNotRunning
                ? "it does not wake the run loop of thread \(work.thread), which sleeps"
                : words(work.entity).text(reason, wait)
            return Sighting(
                subject: work.entity, step: work.step, harm: cause == .otherWork || isObserver ? .asked : .impaired,
                situation: cause == .loopNotRunning ? .waiting : isQueued ? nil : .mechanism(.perform),
                message: isObserver
                    ? "\(work.entity) is not called from \(at: wait.lowerBound) to \(at: wait.upperBound): \(why)"
                    : "\(work.entity) came at \(at: wait.lowerBound) and began \(ns: Int64(wait.count)) later: \(why)")
        }
    }

    var loopSpins: [Sighting] {
        remarks(.ranEmptyMode) { event in
            guard spins(event) else { return nil }
            let time = event.last.subtracting(saturating: event.first)
            let busy = circumstances.activity(of: event.entity).sum { span in
                span.owner.exists ? max(0, min(span.to, event.last) - max(span.from, event.first)) : 0
            }
            let share = DurationText.percent(time > 0 ? busy : 1, of: max(1, time))
            let pace =
                time > 0
                ? "\(Int128(event.count) * 1_000_000_000 / Int128(time)) times a second" : "without any time passing"
            return "a run call of thread \(event.entity) returns at once, \(pace), with nothing in its "
                + "mode: \(share) of a processor"
        }
    }

    /// True for run calls that return at once, one after the other; slower calls just poll.
    private func spins(_ event: RecordedEvents.Event) -> Bool {
        event.count >= 1000 && event.last.subtracting(saturating: event.first) <= event.count * 1_000_000
    }

    var returnedAtOnce: [Sighting] {
        let inCommonModes = remarks(.ranCommonModes) { event in
            silences.contains { $0.thread == event.entity }
                ? nil
                : "the run call of thread \(event.entity) returns at once, at \(at: event.first): the common modes are a "
                    + "set, and none in which a loop runs"
        }
        return inCommonModes
            + remarks(.ranEmptyMode) { event in
                let thread = event.entity
                // A timer without a running loop, or a thread whose loop has run, has another finding.
                guard stories.modes(ofThread: thread, after: -1).isEmpty, !spins(event),
                    !silences.contains(where: { $0.thread == thread || $0.reason == .neverAdded }),
                    // Nor has a thread whose timer is in another loop (TL0314).
                    !events.events.contains(where: { $0.isRemark(.addedToSecondLoop) && $0.thread == thread })
                else { return nil }
                return "the run call of thread \(thread) returns at once, at \(at: event.first): "
                    + "its mode has no timer, port or source"
            }
    }

    var stoppedInVain: [Sighting] {
        let idle = remarks(.stoppedIdleLoop) { event in
            "the stop at \(at: event.first) has no effect: the run loop of thread \(event.entity) does not run"
        }
        return idle + cancelledInCall
            + eachEvent(.remarked) { event in
                // A cancelled thread has its own finding.
                guard event.isRemark(.stoppedInVain), !events.contains(.cancelledInRunCall, about: event.entity)
                else { return nil }
                // A body that was to go on behind the call runs main's loop itself.
                let isApp =
                    event.entity == trace.entities.mainThread && !events.contains(.keptByRunCall, about: event.entity)
                return Sighting(
                    subject: event.entity, situation: isApp ? .mainThread : nil,
                    message: "the stop at \(at: event.first) has no effect: thread \(event.entity) runs its loop again")
            }
    }

    /// Timers that other code cancelled during a call, which then took another quarter of a second and more (choice).
    private var cancelledInCall: [Sighting] {
        timers.compactMap { timer in
            guard let (at, owner) = stories.turn(of: timer)?.endedByStep, owner != timer,
                mechanism(of: timer)?.row.verbs.contains("cancel") == true,
                let call = circumstances.callbacks[Int(timer.index)].first(where: { $0.from < at && at < $0.to }),
                call.to - at >= 250_000_000
            else { return nil }
            return Sighting(
                subject: timer, harm: .asked,
                message: "\(timer) was cancelled at \(at: at) during its call, which took \(ns: call.to - at) more")
        }
    }

    var runCallKept: [Sighting] {
        remarks(.keptByRunCall) { event in
            // A stop that should have ended it has its own finding.
            guard !events.contains(.stoppedInVain, about: event.entity) else { return nil }
            return "the run call of thread \(event.entity) did not return: the steps after it never ran"
        }
    }

    var cancelledInRunCall: [Sighting] {
        remarks(.cancelledInRunCall) { event in
            let cancelled = events.events.first { $0.kind == .threadCancelled && $0.entity == event.entity }
            let stop = events.events.last { $0.isRemark(.stoppedInVain) && $0.entity == event.entity }
            let reason: Statement =
                stop.map { "stop_loop at \(at: $0.last) is useless, since run() runs its loop again" }
                ?? "its run loop waits"
            return "thread \(event.entity) was cancelled at \(at: cancelled?.first ?? 0) and never returned: \(reason)"
        }
    }

    var deadlock: [Sighting] {
        let endless = events.events.filter { $0.isRemark(.waitsForever) }
        func other(of event: RecordedEvents.Event) -> RecordedEvents.Event? {
            endless.first { waiter(of: $0) == trace.server(event.entity) && $0 != event }
        }
        // Two that wait for each other are told once.
        let told = endless.enumerated().filter { place, event in
            !endless[..<place].contains { other(of: $0) == event && other(of: event) == $0 }
        }
        let waits = told.map { _, event in
            let second = other(of: event)
            let isSaid = [event, second ?? event].contains {
                $0.entity == $0.thread || trace.entity($0.entity)?.kind == .process
            }
            let (waiter, awaited) = (waiter(of: event), trace.entity(event.entity)?.kind)
            let rest: Statement =
                trace.entity(waiter)?.kind == .block
                ? ", and its thread with it" : ", and with it all that it has to call"
            let end: Statement =
                second.map { other(of: $0) == event } ?? false
                ? ": neither continues"
                : (isSaid ? "" : ": it waits for what cannot come") + rest
            return Sighting(
                subject: waiter, step: event.step,
                situation: awaited == .block ? .waiting : awaited == .process ? .unsignalled : nil,
                message: wait(event) + (second.map { ", and " + wait($0) } ?? "") + end)
        }
        let held = remarks(.heldByRunCall, situation: .nestedLoop) { event in
            "\(event.entity) waits until a run call in another block of the main queue is over: that queue runs "
                + "one block at a time"
        }
        return waits + held
            + crash("dispatch_sync called on queue", harm: .crash, situation: .queue) { name, _ in
                "`sync` waits for queue \(name), which the thread itself is serving: libdispatch ended the process"
            }
    }

    /// `thread main waits for queue db, which is suspended`
    private func wait(_ event: RecordedEvents.Event) -> Statement {
        let (waiter, awaited) = (waiter(of: event), event.entity)
        let home = trace.home(of: awaited)
        let start: Statement = "\(kind: waiter) waits for "
        if awaited == event.thread { return start + "a signal that cannot come" }
        if trace.entity(awaited)?.kind == .process { return start + "a signal that nothing gives" }
        if trace.entity(awaited)?.kind == .block {
            let place: Statement =
                isSuspendedAtEnd(home)
                ? "which waits in \(kind: home), which is suspended"
                : trace.server(home) == waiter ? "which only it could run" : "which waits in \(kind: home)"
            return start + "a signal by \(kind: awaited), " + place
        }
        return start + "\(kind: awaited)" + (isSuspendedAtEnd(awaited) ? ", which is suspended" : "")
    }

    /// The thread of a remark, the serial queue that a pool's thread serves, or the block of any other.
    func waiter(of event: RecordedEvents.Event) -> EntityID {
        let home = trace.home(of: event.caller)
        guard trace.entities.isPool(event.thread), trace.entity(home)?.kind == .queue else { return event.thread }
        return trace.entity(home)?.detail == "serial" ? home : event.caller
    }
}

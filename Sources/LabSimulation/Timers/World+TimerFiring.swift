import LabScenarioModel
import LabScenarioProgram

extension World {
    /// Fires all timers that are due in the mode now (CFRunLoop.c: __CFRunLoopDoTimers).
    mutating func fireTimers(in mode: ModeID, loop: LoopID, on thread: ThreadID) {
        loops[loop].firePlain(in: mode, thread: threads[thread].entity, program, &timers, &kernel)
        defer { loops[loop].timers.endBatch() }
        guard kernel.budget.ending == nil, loops[loop].timers.earliestDue(in: mode) <= kernel.now else { return }
        let fired = loops[loop].timers.firedInBatch
        if fired.isEmpty, let lone = loops[loop].timers.loneEntry(in: mode, by: kernel.now) {
            return fire(lone.timer, keepsTimer: true, on: thread)
        }
        // A timer that becomes due during the batch, or is added by it, waits for a later pass.
        let batch = loops[loop].timers.entries(in: mode, by: kernel.now)
        // The batch retains its timers until the last one has fired.
        threads[thread].push(.holds(mark: threads[thread].holds.count))
        for timer in fired + batch.map(\.timer) { objects.hold(objects.contexts[timer].node, on: &threads[thread]) }
        threads[thread].pushBatch(
            batch.map { .timer($0.timer, node: objects.contexts[$0.timer].node, sequence: $0.sequence) })
    }

    /// A timer of a batch fires if it is still the same timer, valid, due, in this run loop, and not firing.
    mutating func fireFromBatch(_ timer: TimerID, node: NodeID, sequence: UInt32, on thread: ThreadID) {
        guard timers[timer].isValid, timers[timer].due <= kernel.now, !timers[timer].isFiring,
            timers[timer].loop == threads[thread].loop, objects.contexts[timer].node == node
        else { return }
        // A request that was made again is another one, which waits for a later pass.
        guard timers.details[timer].kind != .perform || timers[timer].sequence == sequence else { return }
        fire(timer, on: thread)
    }

    /// A callout (CFRunLoop.c: __CFRunLoopDoTimer).
    mutating func fire(_ timer: TimerID, keepsTimer: Bool = false, on thread: ThreadID) {
        guard kernel.budget.countFiring() else { return }
        let served = timers.servedPoints(of: timer, now: kernel.now)
        record(
            .fired, entity: timers[timer].entity, on: thread, value: timers[timer].due + timers[timer].armedOffset,
            extra: served)
        let loop = threads[thread].loop
        let mode = loops[loop].currentMode
        if let mode { loops[loop].leaveOtherModes(ofGroup: timers[timer].group, firingIn: mode, now: kernel.now) }
        loops[loop].timers.disarm(timer, &timers)
        if let mode { loops[loop].armNext(in: mode, &kernel) }
        timers[timer].isFiring = true
        timers[timer].wasReset = false
        timers.details[timer].firingFor = timers[timer].due
        timers.details[timer].lastFired = kernel.time
        timers[timer].fired += 1
        pushCallout(.timer, timer: timer, keepsTimer: keepsTimer, on: thread)
    }

    /// `fire`: an extra call on this thread that leaves the schedule alone (Timer.swift: fire).
    mutating func fireManually(_ timer: TimerID, on thread: ThreadID, step: Int32) {
        let entity = timers[timer].entity
        guard timers[timer].isValid || !objects.hasBeen(timer) else {
            return remark(.startedInvalidTimer, about: entity, on: thread, step: step)
        }
        guard timers[timer].isValid, kernel.budget.countFiring() else { return }
        record(.firedManually, entity: entity, on: thread)
        record(.fired, entity: entity, on: thread, value: kernel.time, extra: 0)
        timers[timer].fired += 1
        timers.details[timer].lastFired = kernel.time
        pushCallout(.manualTimer, timer: timer, on: thread)
    }

    mutating func pushCallout(_ kind: CalloutKind, timer: TimerID, keepsTimer: Bool = false, on thread: ThreadID) {
        let holdMark = threads[thread].holds.count
        // Its context lives until it has returned (CFRunLoop.c: __CFRunLoopDoTimer); the timer itself is released last.
        if objects.contexts[timer].keepsContext {
            for edge in objects.graph.edges(from: objects.contexts[timer].node) {
                objects.hold(objects.graph.edges[edge].to, on: &threads[thread])
            }
        }
        if keepsTimer { objects.hold(objects.contexts[timer].node, on: &threads[thread]) }
        threads[thread].push(
            .callout(
                Callout(
                    kind: kind, entity: timers[timer].entity, timer: timer, began: kernel.now,
                    poolMark: threads[thread].pool.count, holdMark: holdMark)))
        beginCallback(of: timer, on: thread)
    }

    /// Records `.returned`, unless the callback took no simulated time.
    mutating func recordReturn(_ callout: Callout, on thread: ThreadID) {
        if kernel.now != callout.began { record(.returned, entity: callout.entity, on: thread) }
    }

    /// The callback has returned: re-arm on the old grid, strictly after now.
    mutating func endFiring(_ callout: Callout, on thread: ThreadID) {
        let timer = callout.timer
        recordReturn(callout, on: thread)
        guard timers[timer].isFiring else {
            // It was ended and made again, so that the callback of the earlier timer arms nothing.
            return objects.dropHolds(downTo: callout.holdMark, on: &threads[thread])
        }
        timers[timer].isFiring = false
        guard timers[timer].isValid, timers[timer].interval != 0 || performAgain(timer) else {
            // Released last, after the references that an invalidation releases.
            objects.dropHolds(downTo: callout.holdMark, on: &threads[thread])
            return invalidate(timer, on: thread)
        }
        objects.releaseHolds(downTo: callout.holdMark, on: &threads[thread])
        guard timers[timer].interval != 0 else { return }
        arm(timer, due: timers[timer].wasReset ? timers[timer].due : timers.nextGridPoint(of: timer, now: kernel.now))
    }

    mutating func endManualFiring(_ callout: Callout, on thread: ThreadID) {
        let timer = callout.timer
        recordReturn(callout, on: thread)
        objects.dropHolds(downTo: callout.holdMark, on: &threads[thread])
        if timers[timer].isValid, timers[timer].interval == 0 { invalidate(timer, on: thread) }
    }

    // MARK: Changing a schedule

    /// `setFireDate:` (CFRunLoop.c: CFRunLoopTimerSetNextFireDate).
    mutating func setFireDate(_ timer: TimerID, to date: FireDate, on thread: ThreadID, step: Int32) {
        guard timers[timer].isValid else {
            return remark(.movedInvalidTimer, about: timers[timer].entity, on: thread, step: step)
        }
        let due = max(kernel.now, kernel.clock.reading(of: date, on: .uptime))
        switch date {
        case .next, .shown: remark(.datedByWallClock, about: timers[timer].entity, on: thread, step: step)
        case .at, .after, .distantFuture, .distantPast: break
        }
        if timers[timer].isFiring {
            // Inside its own callback only a later date counts; now is later than the scheduled date in reality.
            let scheduled = timers.details[timer].firingFor
            timers[timer].wasReset = due > scheduled || plan.device.choices.fireDateNow == .honoured
            guard due != timers[timer].due || timers[timer].wasReset else { return }
            timers[timer].due = due
            return timers.setGrid(of: timer, due: due, &kernel)
        }
        timers.setGrid(of: timer, due: due, &kernel)
        arm(timer, due: due)
        // From another thread it wakes the loop (CFRunLoop.c: CFRunLoopTimerSetNextFireDate).
        let loop = timers[timer].loop
        if loop.exists, loops[loop].thread != thread { wakeLoop(of: loops[loop].thread) }
    }

    /// `invalidate` (CFRunLoop.c: CFRunLoopTimerInvalidate): out of all modes, context released at once, idempotent.
    mutating func invalidate(_ timer: TimerID, on thread: ThreadID, step: Int32 = -1) {
        guard timers[timer].isValid else { return }
        let entity = timers[timer].entity
        let loop = timers[timer].loop
        if loop.exists, loops[loop].thread != thread {
            remark(.invalidatedOnOtherThread, about: entity, on: thread, step: step)
        }
        timers[timer].isValid = false
        disarm(timer)
        timers[timer].due = .max
        record(.invalidated, entity: entity, on: thread, extra: Int64(step))
        record(.gridEnded, entity: entity, on: thread)
        leaveLoop(timer, on: thread)
        objects.releaseContext(of: timer, on: &threads[thread])
    }
}

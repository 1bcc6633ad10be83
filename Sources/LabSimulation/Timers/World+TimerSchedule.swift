import LabScenarioProgram

/// The due points of run loop timers, and their modes and run loops.
extension World {
    // MARK: Modes

    /// Adds a timer to modes of a run loop (CFRunLoop.c: CFRunLoopAddTimer).
    mutating func add(_ timer: TimerID, modes: ModeSet, loop: LoopID, on thread: ThreadID, step: Int32 = -1) {
        let entity = timers[timer].entity
        guard timers[timer].isValid else { return remark(.addedInvalidTimer, about: entity, on: thread, step: step) }
        let current = timers[timer].loop
        guard !current.exists || current == loop else {
            return remark(.addedToSecondLoop, about: entity, on: thread, step: step)
        }
        let before = current.exists ? loops[loop].resolved(timers.details[timer].modes) : ModeSet.none
        if !current.exists {
            timers.details[timer].modes = modes
            if !isSubscription(timer) { keep(timer, by: loops[loop].node, .timer, on: thread) }
        } else {
            timers.details[timer].modes.formUnion(modes)
        }
        let after = loops[loop].resolved(timers.details[timer].modes)
        record(.added, entity: entity, in: after.subtracting(before), on: loops[loop].thread)
        if before != after || !current.exists { move(timer, to: after, loop: loop) }
    }

    /// Moves a timer to the group of exactly these modes; in its earlier modes it keeps its place among equals.
    mutating func move(_ timer: TimerID, to modes: ModeSet, loop: LoopID) {
        let isNew = !timers[timer].loop.exists
        guard isNew || loops[loop].timers.groups[timers[timer].group].modes != modes else { return }
        let isQueued = timers[timer].sequence != 0
        var added = modes
        if !isNew {
            added = modes.subtracting(loops[loop].timers.groups[timers[timer].group].modes)
            loops[loop].timers.leave(timer, &timers)
        }
        loops[loop].keepPlaces(in: added, now: kernel.now)
        loops[loop].timers.join(timer, modes: modes, &timers)
        timers[timer].loop = loop
        if isNew {
            if hasDate(timer) { timers[timer].rank = kernel.nextArming() }
            if !timers[timer].isFiring { arm(timer, due: timers[timer].due) }
        } else if isQueued {
            if hasDate(timer) {
                for mode in added { loops[loop].timers.comeLate(timer, to: mode, rank: kernel.nextArming()) }
            }
            queueUp(timer, in: added, loop: loop)
        }
    }

    /// True if it was made for a date, which several timers can share, and not for a time from now.
    @inline(__always) private func hasDate(_ timer: TimerID) -> Bool {
        let index = timers.details[timer].plan
        return index >= 0 && plan.timers[index].fireDate != nil
    }

    mutating func leaveLoop(_ timer: TimerID, on thread: ThreadID) {
        let loop = timers[timer].loop
        guard loop.exists else { return }
        let modes = loops[loop].resolved(timers.details[timer].modes)
        record(.removed, entity: timers[timer].entity, in: modes, on: thread)
        // The kernel timers are armed for the next timer (CFRunLoop.c: CFRunLoopRemoveTimer).
        let group = loops[loop].timers.groups[timers[timer].group].modes
        loops[loop].keepPlaces(in: group, now: kernel.now)
        loops[loop].ports.rearm(group)
        loops[loop].timers.forgetPlaces(of: timer)
        loops[loop].timers.leave(timer, &timers)
        timers[timer].loop = .none
        rearmSleeper(loop: loop)
    }

    /// Sets only a field: kernel timers stay as they are until a timer of their mode is armed, as in the published
    /// source (CFRunLoop.c: CFRunLoopTimerSetTolerance).
    mutating func set(tolerance: Int64, of timer: TimerID) {
        let tolerance = CreationRules.tolerance(tolerance, interval: timers.details[timer].interval)
        let loop = timers[timer].loop
        guard loop.exists else {
            timers.details[timer].tolerance = tolerance
            return
        }
        for mode in loops[loop].timers.groups[timers[timer].group].modes {
            loops[loop].ports.pin(mode, at: loops[loop].armedInstant(in: mode))
        }
        loops[loop].timers.set(tolerance: tolerance, of: timer, &timers)
    }

    // MARK: Arming

    mutating func arm(_ timer: TimerID, due: Int64) {
        disarm(timer)
        timers[timer].due = due
        if timers[timer].armedOffset != kernel.sleepOffset { timers.moveGrid(of: timer, due: due, &kernel) }
        let loop = timers[timer].loop
        guard loop.exists, timers[timer].isValid else { return }
        loops[loop].timers.forgetPlaces(of: timer)
        queueUp(timer, in: loops[loop].timers.groups[timers[timer].group].modes, loop: loop)
    }

    /// Queues a timer and rearms the kernel timers of some of its modes.
    @inline(__always) private mutating func queueUp(_ timer: TimerID, in modes: ModeSet, loop: LoopID) {
        loops[loop].ports.rearm(modes)
        guard timers[timer].due < .max else { return }
        if timers[timer].due <= kernel.now { expireLate(modes, loop: loop) }
        loops[loop].timers.arm(timer, &timers)
        rearmSleeper(loop: loop)
    }

    /// A timer is added that is already due: kernel timers that have not gone off do so now.
    private mutating func expireLate(_ modes: ModeSet, loop: LoopID) {
        let arrival = kernel.nextArrival()
        for mode in modes where loops[loop].expiry(in: mode, now: kernel.now) == nil {
            loops[loop].ports.goOff(mode, arrival)
        }
    }

    mutating func disarm(_ timer: TimerID) {
        let loop = timers[timer].loop
        guard loop.exists else {
            timers[timer].sequence = 0
            return
        }
        loops[loop].keepPlaces(in: loops[loop].timers.groups[timers[timer].group].modes, now: kernel.now)
        loops[loop].timers.disarm(timer, &timers)
    }

    @inline(__always) func timerWakeUp(in mode: ModeID, loop: LoopID) -> Int64 {
        let instant = loops[loop].armedInstant(in: mode)
        guard kernel.dice.hasWakeUpLatency, instant < .max,
            let first = loops[loop].timers.firstEntry(in: mode)
        else { return instant }
        return kernel.dice.delayed(instant, entity: timers[first.timer].entity, index: timers[first.timer].fired)
    }

    /// Lets a sleeping loop wait for its new earliest timer.
    mutating func rearmSleeper(loop: LoopID) {
        let thread = loops[loop].thread
        guard loops[loop].ports.isWaiting, threads[thread].status == .waiting,
            let top = threads[thread].frames.last, case .activation(let activation) = top
        else { return }
        let wakeTime = min(timerWakeUp(in: activation.mode, loop: loop), loops[loop].nextLimit)
        if wakeTime != threads[thread].wakeTime, threads[thread].wakeTime > kernel.now {
            block(thread: thread, until: wakeTime, as: .waiting)
        }
    }
}

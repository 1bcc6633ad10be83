import ExactTime
import Recording
import ScenarioModel
import ScenarioProgram

/// When run loop timers are due, and in which modes of which run loop they are.
extension World {
    // MARK: Modes

    /// Adds a timer to modes of a run loop (CFRunLoop.c: CFRunLoopAddTimer).
    mutating func add(_ timer: TimerID, modes: ModeSet, loop: LoopID, on thread: ThreadID, step: Int32 = -1) {
        let entity = timers[timer].entity
        guard timers[timer].isValid else {
            remark(.addedInvalidTimer, about: entity, on: thread, step: step)
            return
        }
        let current = timers[timer].loop
        guard !current.exists || current == loop else {
            remark(.addedToSecondLoop, about: entity, on: thread, step: step)
            return
        }
        let common = loops[loop].commonModes
        let before = !current.exists ? ModeSet.none : timers.details[timer].modes.resolved(common: common)
        if !current.exists {
            timers.details[timer].modes = modes
            timers.details[timer].loopEdge = retain(
                timers.details[timer].node, from: loops[loop].node, label: objects.labels.timer, on: thread)
        } else {
            timers.details[timer].modes.formUnion(modes)
        }
        let after = timers.details[timer].modes.resolved(common: common)
        for mode in after.modes where !before.contains(mode) {
            record(
                .added, entity: entity, on: loops[loop].thread, value: Int64(program.entities.modes[mode].index))
        }
        if before != after || !current.exists { move(timer, to: after, loop: loop) }
    }

    /// Puts a timer into the group of exactly these modes; in those where it was it keeps its place among equals.
    mutating func move(_ timer: TimerID, to modes: ModeSet, loop: LoopID) {
        let isNew = !timers[timer].loop.exists
        guard isNew || loops[loop].timers.groups[timers[timer].group].modes != modes else { return }
        let sequence = timers[timer].sequence
        if !isNew { loops[loop].timers.leave(timer, &timers) }
        loops[loop].timers.join(timer, modes: modes, &timers)
        timers[timer].loop = loop
        if isNew {
            if !timers[timer].isFiring { arm(timer, due: timers[timer].due) }
        } else if sequence != 0 {
            loops[loop].timers.rearm(timer, sequence: sequence, &timers)
            rearmSleeper(loop: loop)
        }
    }

    /// Takes a timer out of its run loop.
    mutating func leaveLoop(_ timer: TimerID, on thread: ThreadID) {
        let loop = timers[timer].loop
        guard loop.exists else { return }
        for mode in timers.details[timer].modes.resolved(common: loops[loop].commonModes).modes {
            record(.removed, entity: timers[timer].entity, on: thread, value: Int64(program.entities.modes[mode].index))
        }
        loops[loop].timers.leave(timer, &timers)
        timers[timer].loop = .none
        rearmSleeper(loop: loop)
    }

    // MARK: Arming

    /// Sets a timer's fire date and queues it up.
    mutating func arm(_ timer: TimerID, due: Int64) {
        disarm(timer)
        timers[timer].due = due
        if timers[timer].armedOffset != kernel.sleepOffset { moveGrid(timer, due: due) }
        let loop = timers[timer].loop
        guard due < .max, loop.exists, timers[timer].isValid else { return }
        loops[loop].timers.arm(timer, &timers, &kernel)
        rearmSleeper(loop: loop)
    }

    /// Takes a timer out of the running without taking it out of its modes.
    mutating func disarm(_ timer: TimerID) {
        let loop = timers[timer].loop
        if loop.exists { loops[loop].timers.disarm(timer, &timers) } else { timers[timer].sequence = 0 }
    }

    /// When the kernel wakes the loop for its timers in this mode.
    func timerWakeUp(in mode: ModeID, loop: LoopID) -> Int64 {
        loops[loop].timers.wakeUp(in: mode, plan.device.choices.wakeInWindow, timers, kernel)
    }

    /// A sleeping loop whose timers have changed waits for the new earliest one.
    mutating func rearmSleeper(loop: LoopID) {
        let thread = loops[loop].thread
        guard loops[loop].isWaiting, threads[thread].status == .waiting,
            let top = threads[thread].frames.last, case .activation(let activation) = top
        else { return }
        let wakeTime = min(
            timerWakeUp(in: activation.mode, loop: loop), activation.deadline, loops[loop].nextOuterLimit)
        if wakeTime != threads[thread].wakeTime, threads[thread].wakeTime > kernel.now {
            block(thread, until: wakeTime, as: .waiting)
        }
    }

    // MARK: The grid

    /// Starts a grid at a fire date and records it.
    mutating func setGrid(_ timer: TimerID, due: Int64) {
        timers.details[timer].gridAnchor = due
        timers.details[timer].gridIndex = 0
        timers[timer].armedOffset = kernel.sleepOffset
        guard due < .max else {
            record(.gridEnded, entity: timers[timer].entity, on: .none)
            return
        }
        let interval = timers[timer].interval == 0 ? nil : timers.details[timer].interval
        let number = kernel.recorder.interval(interval)
        record(
            .gridSet, entity: timers[timer].entity, on: .none, value: due.adding(saturating: kernel.sleepOffset),
            extra: number)
    }

    /// The system has slept since the timer was armed: its grid stands later by that now.
    private mutating func moveGrid(_ timer: TimerID, due: Int64) {
        timers[timer].armedOffset = kernel.sleepOffset
        guard due < .max, timers[timer].interval != 0 else { return }
        let number = kernel.recorder.interval(timers.details[timer].interval)
        record(
            .gridSet, entity: timers[timer].entity, on: .none, value: due.adding(saturating: kernel.sleepOffset),
            extra: number)
    }
}

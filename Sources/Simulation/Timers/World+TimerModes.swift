import Recording
import ScenarioProgram

/// In which modes of which run loop timers are.
extension World {
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
        guard isNew || loops[loop].groups[timers[timer].group].modes != modes else { return }
        let sequence = timers[timer].sequence
        leaveGroup(timer)
        let group: Int
        if let known = loops[loop].groups.firstIndex(where: { $0.modes == modes }) {
            group = known
        } else {
            group = loops[loop].groups.count
            loops[loop].groups.append(RunLoop.TimerGroup(modes: modes))
        }
        loops[loop].groups[group].count += 1
        timers[timer].loop = loop
        timers[timer].group = group
        if timers.details[timer].tolerance > 0 { loops[loop].hasTolerance = true }
        if isNew {
            if !timers[timer].isFiring { arm(timer, due: timers[timer].due) }
        } else if sequence != 0 {
            timers[timer].sequence = sequence
            loops[loop].groups[group].queue.push(
                TimerQueue.Entry(due: timers[timer].due, sequence: sequence, timer: timer))
            rearmSleeper(loop: loop)
        }
    }

    private mutating func leaveGroup(_ timer: TimerID) {
        guard timers[timer].loop.exists else { return }
        disarm(timer)
        loops[timers[timer].loop].groups[timers[timer].group].count -= 1
        timers[timer].group = -1
    }

    /// Takes a timer out of its run loop.
    mutating func leaveLoop(_ timer: TimerID, on thread: ThreadID) {
        let loop = timers[timer].loop
        guard loop.exists else { return }
        for mode in timers.details[timer].modes.resolved(common: loops[loop].commonModes).modes {
            record(.removed, entity: timers[timer].entity, on: thread, value: Int64(program.entities.modes[mode].index))
        }
        leaveGroup(timer)
        timers[timer].loop = .none
        rearmSleeper(loop: loop)
    }
}

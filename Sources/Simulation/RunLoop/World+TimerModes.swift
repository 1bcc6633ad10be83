import Recording

/// In which modes of which run loop timers are.
extension World {
    /// Adds a timer to modes of a run loop (CFRunLoop.c: CFRunLoopAddTimer).
    mutating func add(_ timer: Int, modes: ModeSet, loop: Int, on thread: Int, step: Int32 = -1) {
        let entity = timers[timer].entity
        guard timers[timer].isValid else {
            remark(.addedInvalidTimer, about: entity, on: thread, step: step)
            return
        }
        let current = Int(timers[timer].loop)
        guard current < 0 || current == loop else {
            remark(.addedToSecondLoop, about: entity, on: thread, step: step)
            return
        }
        let common = loops[loop].commonModes
        let before = current < 0 ? ModeSet.none : details[timer].modes.resolved(common: common)
        if current < 0 {
            details[timer].modes = modes
            details[timer].loopEdge = retain(
                details[timer].node, from: loops[loop].node, label: labels.timer, on: thread)
        } else {
            details[timer].modes.formUnion(modes)
        }
        let after = details[timer].modes.resolved(common: common)
        for mode in after.modes where !before.contains(mode) {
            recorder.append(
                Record(
                    .added, at: time, entity: entity,
                    thread: Int16(truncatingIfNeeded: threads[Int(loops[loop].thread)].entity.index),
                    value: Int64(modeEntities[Int(mode)].index)))
        }
        if before != after || current < 0 { move(timer, to: after, loop: loop) }
    }

    /// Puts a timer into the group of exactly these modes; in those where it was it keeps its place among equals.
    mutating func move(_ timer: Int, to modes: ModeSet, loop: Int) {
        let isNew = timers[timer].loop < 0
        guard isNew || loops[loop].groups[Int(timers[timer].group)].modes != modes else { return }
        let sequence = timers[timer].sequence
        leaveGroup(timer)
        let group: Int
        if let known = loops[loop].groups.firstIndex(where: { $0.modes == modes }) {
            group = known
        } else {
            group = loops[loop].groups.count
            loops[loop].groups.append(LoopState.TimerGroup(modes: modes))
        }
        loops[loop].groups[group].count += 1
        timers[timer].loop = Int32(loop)
        timers[timer].group = Int32(group)
        if details[timer].tolerance > 0 { loops[loop].hasTolerance = true }
        if isNew {
            if !timers[timer].isFiring { arm(timer, due: timers[timer].due) }
        } else if sequence != 0 {
            timers[timer].sequence = sequence
            loops[loop].groups[group].queue.push(
                TimerQueue.Entry(due: timers[timer].due, sequence: sequence, timer: UInt32(timer)))
            rearmSleeper(loop: loop)
        }
    }

    private mutating func leaveGroup(_ timer: Int) {
        guard timers[timer].loop >= 0 else { return }
        disarm(timer)
        loops[Int(timers[timer].loop)].groups[Int(timers[timer].group)].count -= 1
        timers[timer].group = -1
    }

    /// Takes a timer out of its run loop.
    mutating func leaveLoop(_ timer: Int, on thread: Int) {
        let loop = Int(timers[timer].loop)
        guard loop >= 0 else { return }
        for mode in details[timer].modes.resolved(common: loops[loop].commonModes).modes {
            recorder.append(
                record(
                    .removed, entity: timers[timer].entity, on: thread, value: Int64(modeEntities[Int(mode)].index)))
        }
        leaveGroup(timer)
        timers[timer].loop = -1
        rearmSleeper(loop: loop)
    }
}

import Recording
import ScenarioModel

/// The hot path: a run loop that has nothing to look at but timers whose callbacks take no time.
///
/// Gives record for record what the pass would give, without going through its phases; whatever is not plain (a callback
/// with work, a second group of modes, an instant that somebody else waits for) ends the coasting and goes the long way.
extension World {
    /// Fires from one instant to the next as long as nothing else can happen in between.
    mutating func coast(_ activation: inout Activation, loop: Int, on thread: Int) {
        guard loops[loop].isQuiet, !loops[loop].isWakePending, !stopFlag(of: loop), !loops[loop].hasTolerance,
            !hasWakeUpLatency, queues[0].isEmpty, ending == nil,
            let group = onlyGroup(in: activation.mode, loop: loop), loops[loop].groups[group].staleEntries == 0
        else { return }
        let limit = min(queue.nextTime, end, activation.deadline, loops[loop].nextOuterLimit)
        var states: [TimerState] = []
        var waiting = TimerQueue()
        let firingsBefore = firingCount
        /// Whether several have fired at this instant.
        var isCrowd = false
        swap(&states, &timers)
        swap(&waiting, &loops[loop].groups[group].queue)
        let home = Int16(truncatingIfNeeded: threads[thread].entity.index)
        while var entry = waiting.first, entry.due < limit {
            let state = states[Int(entry.timer)]
            guard state.isTrivial, state.interval > 0, state.armedOffset == sleepOffset else { break }
            if entry.due > now {
                guard endCrowd(&isCrowd), hasAllowance else { break }
            } else {
                // Together with the one before it, if that was here.
                guard firingCount != firingsBefore, hasAllowance, spend() else { break }
                isCrowd = true
            }
            let firings = firingCount
            // Alone, it goes on without queueing up.
            let turn = waiting.count == 1 ? limit : 0
            repeat {
                if entry.due > now {
                    // The firing, and the pass that comes after it.
                    occurrences &+= 2
                    now = entry.due
                }
                firingCount &+= 1
                recorder.append(
                    Record(
                        .fired, at: time, entity: state.entity, thread: home, value: entry.due &+ sleepOffset, extra: 1)
                )
                if state.list >= 0 { logPlainly(state, on: thread) }
                let (next, overflow) = entry.due.addingReportingOverflow(state.interval)
                entry.due = overflow ? .max : next
            } while entry.due < turn && hasAllowance
            let count = firingCount &- firings
            timerSequence &+= UInt32(truncatingIfNeeded: count)
            entry.sequence = timerSequence
            states[Int(entry.timer)].fired &+= count
            states[Int(entry.timer)].due = entry.due
            states[Int(entry.timer)].sequence = timerSequence
            waiting.replaceFirst(entry)
        }
        if let next = waiting.first?.due, next > now { _ = endCrowd(&isCrowd) }
        swap(&states, &timers)
        swap(&waiting, &loops[loop].groups[group].queue)
        // Then this is a later pass than the first.
        if firingCount != firingsBefore { activation.prefersTimers = false }
    }

    /// Counts the pass that comes after those who fired at one instant; false when the budget is used up.
    @inline(__always)
    private mutating func endCrowd(_ isCrowd: inout Bool) -> Bool {
        guard isCrowd else { return true }
        isCrowd = false
        return spend()
    }

    /// Whether the budget, and `until_fired`, leave room for another firing.
    @inline(__always)
    private var hasAllowance: Bool {
        occurrences &+ 2 <= plan.budget.occurrences && firingCount < firingLimit
    }

    /// The group of timers in the mode, when there is no other.
    private func onlyGroup(in mode: Int8, loop: Int) -> Int? {
        var found: Int?
        for index in loops[loop].groups.indices where loops[loop].groups[index].modes.contains(mode) {
            if loops[loop].groups[index].queue.count == 0 { continue }
            guard found == nil else { return nil }
            found = index
        }
        return found
    }

    /// The lines of a callback that does nothing else.
    mutating func logPlainly(_ timer: TimerState, on thread: Int) {
        for template in program.plainLogs[Int(timer.list)] {
            recorder.append(record(.logged, entity: timer.entity, on: thread, value: Int64(template), extra: -1))
        }
    }
}

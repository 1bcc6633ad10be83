import Recording
import ScenarioModel
import ScenarioProgram

/// The hot path: a run loop that has nothing to look at but timers whose callbacks take no time.
///
/// Gives record for record what the pass would give, without going through its phases; whatever is not plain (a callback
/// with work, a second group of modes, an instant that somebody else waits for) ends the coasting and goes the long way.
extension World {
    /// Fires from one instant to the next as long as nothing else can happen in between.
    mutating func coast(_ activation: inout Activation, loop: LoopID, on thread: ThreadID) {
        guard loops[loop].isQuiet, !loops[loop].isWakePending, !stopFlag(of: loop), !loops[loop].hasTolerance,
            !kernel.dice.hasWakeUpLatency, dispatch.queues[.main].isEmpty, kernel.budget.ending == nil,
            let group = onlyGroup(in: activation.mode, loop: loop), loops[loop].groups[group].staleEntries == 0
        else { return }
        let limit = min(kernel.agenda.nextTime, kernel.clock.end, activation.deadline, loops[loop].nextOuterLimit)
        var states = Table<TimerTag, TimerState>()
        var waiting = TimerQueue()
        let firingsBefore = kernel.budget.firings
        /// Whether several have fired at this instant.
        var isCrowd = false
        timers.swapRows(with: &states)
        swap(&waiting, &loops[loop].groups[group].queue)
        let home = Int16(truncatingIfNeeded: threads[thread].entity.index)
        while var entry = waiting.first, entry.due < limit {
            let state = states[entry.timer]
            guard state.isTrivial, state.interval > 0, state.armedOffset == kernel.sleepOffset else { break }
            if entry.due > kernel.now {
                guard endCrowd(&isCrowd), kernel.budget.hasAllowance else { break }
            } else {
                // Together with the one before it, if that was here.
                guard kernel.budget.firings != firingsBefore, kernel.budget.hasAllowance, kernel.chargeBudget() else {
                    break
                }
                isCrowd = true
            }
            let firings = kernel.budget.firings
            // Alone, it goes on without queueing up.
            let turn = waiting.count == 1 ? limit : 0
            repeat {
                // The firing, and the pass that comes after it.
                kernel.budget.countPlainFiring(withPass: entry.due > kernel.now)
                if entry.due > kernel.now { kernel.clock.advance(to: entry.due) }
                kernel.recorder.append(
                    Record(
                        .fired, at: kernel.time, entity: state.entity, thread: home,
                        value: entry.due &+ kernel.sleepOffset, extra: 1))
                if state.list.exists { logPlainly(state, on: thread) }
                let (next, overflow) = entry.due.addingReportingOverflow(state.interval)
                entry.due = overflow ? .max : next
            } while entry.due < turn && kernel.budget.hasAllowance
            let count = kernel.budget.firings &- firings
            entry.sequence = kernel.nextArming(count)
            states[entry.timer].fired &+= count
            states[entry.timer].due = entry.due
            states[entry.timer].sequence = entry.sequence
            waiting.replaceFirst(entry)
        }
        if let next = waiting.first?.due, next > kernel.now { _ = endCrowd(&isCrowd) }
        timers.swapRows(with: &states)
        swap(&waiting, &loops[loop].groups[group].queue)
        // Then this is a later pass than the first.
        if kernel.budget.firings != firingsBefore { activation.prefersTimers = false }
    }

    /// Counts the pass that comes after those who fired at one instant; false when the budget is used up.
    @inline(__always)
    private mutating func endCrowd(_ isCrowd: inout Bool) -> Bool {
        guard isCrowd else { return true }
        isCrowd = false
        return kernel.chargeBudget()
    }

    /// The group of timers in the mode, when there is no other.
    private func onlyGroup(in mode: ModeID, loop: LoopID) -> Int? {
        var found: Int?
        for index in loops[loop].groups.indices where loops[loop].groups[index].modes.contains(mode) {
            if loops[loop].groups[index].queue.count == 0 { continue }
            guard found == nil else { return nil }
            found = index
        }
        return found
    }

    /// The lines of a callback that does nothing else.
    mutating func logPlainly(_ timer: TimerState, on thread: ThreadID) {
        for template in program.plainLogs[timer.list] {
            record(.logged, entity: timer.entity, on: thread, value: Int64(template.raw), extra: -1)
        }
    }
}

import Recording
import ScenarioModel

/// The hot path: a run loop that has nothing to look at but timers whose callbacks take no time.
///
/// Gives record for record what the pass would give, without going through its phases; whatever is not plain (a callback
/// with work, a second group of modes, an instant that somebody else waits for) ends the coasting and goes the long way.
extension World {
    /// Fires from one instant to the next as long as nothing else can happen in between.
    mutating func coast(_ activation: inout Activation, loop: Int, on thread: Int) {
        guard loops[loop].isQuiet, !loops[loop].hasTolerance, !hasWakeUpLatency, queues[0].isEmpty, ending == nil,
            let group = onlyGroup(in: activation.mode, loop: loop), loops[loop].groups[group].staleEntries == 0
        else { return }
        let limit = min(queue.nextTime, end, activation.deadline)
        var states: [TimerState] = []
        var heap = TimerHeap()
        let firingsBefore = firingCount
        swap(&states, &timers)
        swap(&heap, &loops[loop].groups[group].heap)
        let home = Int16(truncatingIfNeeded: threads[thread].entity.index)
        while let first = heap.first, first.due > now, first.due < limit, hasAllowance {
            let timer = Int(first.timer)
            guard states[timer].isTrivial, states[timer].interval > 0, states[timer].armedOffset == sleepOffset else {
                break
            }
            now = first.due
            occurrences &+= 2
            firingCount &+= 1
            recorder.append(
                Record(
                    .fired, at: time, entity: states[timer].entity, thread: home, value: first.due &+ sleepOffset,
                    extra: 1))
            if states[timer].list >= 0 { logPlainly(states[timer], on: thread) }
            let (next, overflow) = first.due.addingReportingOverflow(states[timer].interval)
            states[timer].fired &+= 1
            states[timer].due = overflow ? .max : next
            timerSequence &+= 1
            states[timer].sequence = timerSequence
            heap.replaceFirst(
                TimerHeap.Entry(due: states[timer].due, sequence: timerSequence, timer: first.timer))
        }
        swap(&states, &timers)
        swap(&heap, &loops[loop].groups[group].heap)
        // Then this is a later pass than the first.
        if firingCount != firingsBefore { activation.prefersTimers = false }
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
            if loops[loop].groups[index].heap.count == 0 { continue }
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

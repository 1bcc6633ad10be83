import LabRecording
import LabScenarioProgram

/// The hot path: timers whose callbacks take no time.
///
/// Gives record for record what the pass would give, without going through its phases; whatever is not plain (a callback
/// with work, a second group of modes, an instant that something else waits for) ends it and goes the long way.
extension TimerGroups {
    /// Fires from one instant to the next as long as nothing else can happen in between; false when nothing has fired.
    ///
    /// - Parameters:
    ///   - limit: the first instant, on the uptime axis, at which something else can happen.
    ///   - thread: the run loop's.
    mutating func fastForward(
        in mode: ModeID, until limit: Int64, thread: EntityID, _ program: Program, _ timers: inout TimerTable,
        _ kernel: inout Kernel
    ) -> Bool {
        guard !hasTolerance, isInOrder, let group = onlyGroup(in: mode) else { return false }
        var states = Table<TimerTag, TimerState>()
        var waiting = TimerQueue()
        let firingsBefore = kernel.budget.firings
        /// Whether several have fired at this instant.
        var isCrowd = false
        timers.swapRows(with: &states)
        swapQueue(of: group, with: &waiting)
        let isAlone = waiting.count == 1
        states.rows.withUnsafeMutableBufferPointer { states in
            waiting.advance { entry in
                let timer = entry.timer.index
                guard entry.due < limit else { return nil }
                let state = states[timer]
                guard state.isTrivial, state.interval > 0, state.armedOffset == kernel.sleepOffset else { return nil }
                if entry.due > kernel.now {
                    guard TimerGroups.endCrowd(&isCrowd, &kernel), kernel.budget.hasAllowance else { return nil }
                    kernel.budget.countAllowedPass()
                    kernel.clock.advance(to: entry.due)
                } else {
                    // Together with the one before it, if that was here.
                    guard kernel.budget.firings != firingsBefore, kernel.budget.hasAllowance, kernel.chargeBudget()
                    else { return nil }
                    isCrowd = true
                }
                kernel.budget.countAllowedFiring()
                kernel.record(
                    .fired, entity: state.entity, thread: thread, value: entry.due &+ kernel.sleepOffset, extra: 1)
                if state.list.exists { TimerGroups.logPlainly(state, thread, program, &kernel) }
                let (next, overflow) = entry.due.addingReportingOverflow(state.interval)
                states[timer].fired &+= 1
                states[timer].due = overflow ? .max : next
                if isAlone { TimerGroups.passFirings(of: &states[timer], until: limit, thread: thread, &kernel) }
                return states[timer].due
            }
        }
        if let next = waiting.first?.due, next > kernel.now { _ = TimerGroups.endCrowd(&isCrowd, &kernel) }
        timers.swapRows(with: &states)
        swapQueue(of: group, with: &waiting)
        return kernel.budget.firings != firingsBefore
    }

    /// So many firings are worth handing on together; after so many a sink may say that it is full.
    private static let handedOn: ClosedRange<Int64> = 64...4_096

    /// Fires a timer that need not queue up many times.
    @inline(__always) private static func passFirings(
        of state: inout TimerState, until limit: Int64, thread: EntityID, _ kernel: inout Kernel
    ) {
        guard !state.list.exists, state.due < limit else { return }
        let count = min(
            kernel.budget.allowance, (limit &- state.due &- 1) / state.interval, handedOn.upperBound)
        guard count >= handedOn.lowerBound else { return }
        kernel.passFirings(of: state.entity, thread: thread, due: state.due, every: state.interval, count: count)
        state.due &+= state.interval &* count
        state.fired &+= count
    }

    /// Counts the pass that comes after those that fired at one instant; false when the budget is used up.
    @inline(__always) private static func endCrowd(_ isCrowd: inout Bool, _ kernel: inout Kernel) -> Bool {
        guard isCrowd else { return true }
        isCrowd = false
        return kernel.chargeBudget()
    }

    /// Fires repeating timers whose callback does nothing, as long as they are the first in line and due now.
    @inline(__always) mutating func firePlain(
        in mode: ModeID, thread: EntityID, _ program: Program, _ timers: inout TimerTable, _ kernel: inout Kernel
    ) {
        while isInOrder, let group = firstGroup(in: mode) {
            guard let first = groups[group].queue.first else { return }
            let timer = first.timer
            guard first.due <= kernel.now, timers[timer].isTrivial, timers[timer].interval != 0,
                timers[timer].armedOffset == kernel.sleepOffset, kernel.chargeBudget(), kernel.budget.countFiring()
            else { return }
            kernel.record(
                .fired, entity: timers[timer].entity, thread: thread, value: first.due &+ kernel.sleepOffset,
                extra: timers.servedPoints(of: timer, now: kernel.now))
            if timers[timer].list.exists { TimerGroups.logPlainly(timers[timer], thread, program, &kernel) }
            timers[timer].fired &+= 1
            timers[timer].due = timers.nextGridPoint(of: timer, now: kernel.now)
            replaceFirst(of: group, with: timer, &timers)
        }
    }

    /// The lines of a callback that does nothing else.
    private static func logPlainly(
        _ timer: TimerState, _ thread: EntityID, _ program: Program, _ kernel: inout Kernel
    ) {
        // By index: to go through the list itself would hold on to it.
        for index in program.plainLogs[timer.list].indices {
            let template = program.plainLogs[timer.list][index]
            kernel.record(.logged, entity: timer.entity, thread: thread, value: Int64(template.raw), extra: -1)
        }
    }
}

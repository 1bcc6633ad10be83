import LabRecording
import LabScenarioModel
import LabScenarioProgram

/// A shortcut for timers whose callbacks only log and work. Records, kernel timers and their places are the same as in
/// a pass; a law compares both (`timerlab-laws`).
///
/// All else needs the pass: a second group of modes, work beside other timers, another event at the same instant.
extension RunLoop {
    /// Fires from one instant to the next as long as nothing else can happen in between; false when nothing has fired.
    ///
    /// It may end inside a batch. Then `firedInBatch` has the timers so far, and the pass fires the rest.
    ///
    /// - Parameters: - limit: the first instant, on the uptime axis, at which something else can happen. - thread: the
    ///   thread of the run loop.
    mutating func fastForward(
        in mode: ModeID, until limit: Int64, thread: EntityID, _ program: Program, _ table: inout TimerTable,
        _ kernel: inout Kernel
    ) -> Bool {
        guard !timers.hasTolerance, timers.isInOrder, let group = timers.onlyGroup(in: mode),
            let entry = timers.groups[group].queue.first, table[entry.timer].mostWork >= 0
        else { return false }
        let first = entry.due
        guard timers.fastForward(group: group, until: limit, thread: thread, program, &table, &kernel) else {
            return false
        }
        // The kernel timers of the other modes went off for the first firing, unless they had already.
        let modes = timers.groups[group].modes
        for other in modes.subtracting(ModeSet(mode: mode)) {
            ports.goOff(other, Arrival(time: min(first, timers.earliestDue(in: other)), order: 0))
        }
        ports.rearm(modes)
        if !timers.firedInBatch.isEmpty { ports.goOff(mode, kernel.nextArrival()) }
        return true
    }

    /// Fires repeating timers with empty callbacks, as long as they are first in their queue and due now.
    mutating func firePlain(
        in mode: ModeID, thread: EntityID, _ program: Program, _ table: inout TimerTable, _ kernel: inout Kernel
    ) {
        while timers.isInOrder, let group = timers.firstGroup(in: mode) {
            guard let first = timers.groups[group].queue.first else { return }
            let timer = first.timer
            guard first.due <= kernel.now, table[timer].mostWork == 0, table[timer].interval != 0,
                table[timer].armedOffset == kernel.sleepOffset, kernel.chargeBudget(), kernel.budget.countFiring()
            else { return }
            leaveOtherModes(ofGroup: group, firingIn: mode, now: kernel.now)
            timers.firePlain(timer, firstOf: group, thread: thread, program, &table, &kernel)
            armNext(in: mode, &kernel)
            ports.rearm(timers.groups[group].modes)
        }
    }
}

extension TimerGroups {
    fileprivate mutating func fastForward(
        group: Int, until limit: Int64, thread: EntityID, _ program: Program, _ timers: inout TimerTable,
        _ kernel: inout Kernel
    ) -> Bool {
        let isLate = kernel.dice.hasWakeUpLatency
        let isAlone = groups[group].queue.count == 1
        let firingsBefore = kernel.budget.firings
        /// True if several have fired at this instant.
        var isCrowd = false
        while let entry = groups[group].queue.first {
            let timer = entry.timer
            let state = timers[timer]
            guard state.mostWork == 0 || isAlone && state.mostWork > 0, state.interval > 0,
                state.armedOffset == kernel.sleepOffset
            else { break }
            if entry.due > kernel.now {
                let wakeTime =
                    isLate ? kernel.dice.delayed(entry.due, entity: state.entity, index: state.fired) : entry.due
                guard wakeTime.adding(saturating: state.mostWork) < limit, Self.endCrowd(&isCrowd, &kernel),
                    kernel.budget.hasAllowance
                else { break }
                kernel.budget.countAllowedPass()
                kernel.clock.advance(to: wakeTime)
                endBatch()
            } else {
                // In the same batch as the one before, if that fired here.
                guard kernel.budget.firings != firingsBefore, kernel.budget.hasAllowance, kernel.chargeBudget() else {
                    break
                }
                isCrowd = true
            }
            kernel.budget.countAllowedFiring()
            firePlain(timer, firstOf: group, thread: thread, program, &timers, &kernel)
            if isAlone, !isLate, !state.list.exists {
                Self.passFirings(of: &timers[timer], until: limit, thread: thread, &kernel)
                replaceFirst(of: group, with: timer, &timers)
            }
        }
        if firedInBatch.isEmpty || groups[group].queue.first.map({ $0.due > kernel.now }) ?? true {
            _ = Self.endCrowd(&isCrowd, &kernel)
            endBatch()
        }
        return kernel.budget.firings != firingsBefore
    }

    /// Fires the first timer of its group without a frame, and queues it for its next point.
    @inline(__always) fileprivate mutating func firePlain(
        _ timer: TimerID, firstOf group: Int, thread: EntityID, _ program: Program, _ timers: inout TimerTable,
        _ kernel: inout Kernel
    ) {
        firedInBatch.append(timer)
        kernel.record(
            .fired, entity: timers[timer].entity, thread: thread, value: timers[timer].due &+ kernel.sleepOffset,
            extra: timers.servedPoints(of: timer, now: kernel.now))
        if timers[timer].list.exists { kernel.runPlainly(timers[timer], on: thread, program) }
        timers[timer].fired &+= 1
        timers[timer].due = timers.nextGridPoint(of: timer, now: kernel.now)
        replaceFirst(of: group, with: timer, &timers)
    }

    /// The fewest firings that are passed on as a run, and the most before a sink can report that it is full.
    private static let handedOn: ClosedRange<Int64> = 64...4_096

    /// Fires a timer without steps many times without queueing it in between.
    @inline(__always) private static func passFirings(
        of state: inout TimerState, until limit: Int64, thread: EntityID, _ kernel: inout Kernel
    ) {
        guard state.due < limit else { return }
        let count = min(kernel.budget.allowance, (limit &- state.due &- 1) / state.interval, handedOn.upperBound)
        guard count >= handedOn.lowerBound else { return }
        kernel.passFirings(of: state.entity, thread: thread, due: state.due, every: state.interval, count: count)
        state.due &+= state.interval &* count
        state.fired &+= count
    }

    /// Counts the pass after the firings of one instant; false if the budget is used up.
    @inline(__always) private static func endCrowd(_ isCrowd: inout Bool, _ kernel: inout Kernel) -> Bool {
        guard isCrowd else { return true }
        isCrowd = false
        return kernel.chargeBudget()
    }
}

extension Kernel {
    /// Runs a callback without a frame: it begins now, only logs fixed lines and works, and is not interrupted.
    fileprivate mutating func runPlainly(_ timer: TimerState, on thread: EntityID, _ program: Program) {
        let began = now
        // By index: a loop over the list itself would retain it.
        for index in program.lists[timer.list].indices {
            // The first step is counted with the firing.
            guard index == 0 || chargeBudget() else { return }
            let instruction = program.lists[timer.list][index]
            if instruction.template.exists {
                record(.logged, entity: timer.entity, thread: thread, value: Int64(instruction.template.raw), extra: -1)
            } else if let amount = instruction.time {
                let amount = dice.time(amount, in: program, for: timer.entity)
                let work = work(amount, by: timer.entity)
                guard work.time > 0 else { continue }
                let step = Int64(instruction.step)
                record(.workBegan, entity: timer.entity, thread: thread, value: step, extra: work.rampUp)
                clock.advance(to: now.adding(saturating: work.time))
                record(.workEnded, entity: timer.entity, thread: thread, value: step)
            }
        }
        if now != began { record(.returned, entity: timer.entity, thread: thread) }
    }
}

extension DevicePlan {
    /// The longest time of a callback that only logs fixed lines and works, ns; -1 for any other callback.
    func mostWork(ofPlain list: ListID, _ program: Program) -> Int64 {
        guard list.exists else { return 0 }
        var most: Int64 = 0
        for instruction in program.lists[list] {
            guard !instruction.condition.exists else { return -1 }
            if instruction.verb == .log, program.fields[instruction.template].isEmpty, logCost == 0 { continue }
            let isWork = instruction.verb == .work || instruction.verb == .loop
            guard isWork, let amount = instruction.time else { return -1 }
            let longest =
                switch amount {
                case .fixed(let time): time
                case .drawn(let table): program.quantiles[table].points.last?.value ?? .max
                }
            most = most.adding(saturating: mostWork(of: longest))
        }
        return most
    }
}

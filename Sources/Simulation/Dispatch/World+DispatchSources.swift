import ExactTime
import Recording
import ScenarioModel
import ScenarioProgram

/// Dispatch timer sources: making, expiring, calling the handler.
extension World {
    // MARK: Making

    mutating func makeDispatchSource(_ timer: TimerID, index: Int, on thread: ThreadID) {
        let planned = plan.timers[index]
        let entity = timers[timer].entity
        let number = dispatch.sources.nextID
        timers.details[timer].slot = .source(number)
        timers.details[timer].node = objects.graph.add(.timer, index: timer.raw, entity: entity)
        timers[timer].isValid = true
        record(.created, entity: entity, on: thread)
        makeContext(of: timer, callback: planned.callback, on: thread)
        let interval = planned.repeats ? timers.details[timer].interval : nil
        let delay = (planned.delay ?? timers.details[timer].interval ?? .zero).scaled(1) ?? .max
        let deadline = dispatch.deadlines.make(
            for: .source(number), entity: entity, clock: planned.clock, isStrict: planned.isStrict)
        dispatch.sources.append(
            DispatchSource(
                timer: timer, deadline: deadline, queue: QueueID(planned.queue ?? 0),
                grid: Grid(anchor: 0, interval: nil)))
        configure(
            source: number, start: kernel.clock.reading(of: planned.clock).adding(saturating: delay),
            interval: interval,
            leeway: planned.tolerance, on: thread)
        if planned.startsActive {
            activate(source: number, on: thread)
        } else {
            record(.suspended, entity: entity, on: thread)
        }
        let locals = functionLocals(planned.heldBy, on: thread)
        attachOwners(.timer(index), node: timers.details[timer].node, holders: locals.holders, on: thread)
        if locals.endWithCallout { endWithCallout(timers.details[timer].node, on: thread) }
    }

    /// `dispatch_source_set_timer` (source.c: _dispatch_timer_config_create): a new grid; fires not delivered are gone.
    private mutating func configure(
        source: DispatchSourceID, start: Int64, interval wanted: Rational?, leeway: Int64, on thread: ThreadID
    ) {
        let entity = timers[dispatch.sources[source].timer].entity
        var interval = wanted
        if let wanted, wanted == .zero {
            interval = Rational(whole: 1)
            remark(.intervalRaised, about: entity, on: thread)
        } else if let wanted, wanted < .zero {
            // As an unsigned number it is longer than any run.
            interval = nil
        }
        let half = interval.map { ($0.scaled(1) ?? .max) / 2 } ?? .max
        if leeway > half { remark(.toleranceCut, about: entity, on: thread) }
        dispatch.sources[source].leeway = max(0, min(leeway, half))
        dispatch.sources[source].grid = Grid(anchor: start, interval: interval)
        dispatch.sources[source].next = 0
        dispatch.sources[source].pending = 0
        dispatch.sources[source].isMarked = false
        recordGrid(of: source)
    }

    mutating func reschedule(
        source: DispatchSourceID, start: FireDate, interval: Rational?, leeway: Int64, on thread: ThreadID
    ) {
        guard !dispatch.sources[source].isCancelled, !dispatch.sources[source].isDisposed else { return }
        let date = kernel.clock.reading(of: start, on: clock(of: source))
        configure(source: source, start: date, interval: interval, leeway: leeway, on: thread)
        if dispatch.sources[source].isActive { arm(source: source) }
    }

    func clock(of source: DispatchSourceID) -> TimerClock {
        dispatch.deadlines.clock(of: dispatch.sources[source].deadline)
    }

    private func target(of source: DispatchSourceID) -> Int64 {
        dispatch.sources[source].grid.point(dispatch.sources[source].next) ?? .max
    }

    /// Records from when on the source is due.
    private mutating func recordGrid(of source: DispatchSourceID) {
        let state = dispatch.sources[source]
        let entity = timers[state.timer].entity
        let target = target(of: source)
        dispatch.sources[source].recordedOffset = kernel.clock.recordingTime(of: 0, on: clock(of: source))
        guard target < .max else {
            record(.gridEnded, entity: entity, on: .none)
            return
        }
        let number = kernel.recorder.interval(state.grid.interval)
        let due = kernel.clock.recordingTime(of: target, on: clock(of: source))
        // What a jump of the wall clock has made overdue was not due before it.
        let isOverdue = clock(of: source) == .wall && kernel.clock.wallSetAt > 0 && due < kernel.clock.wallSetAt
        dispatch.sources[source].isGridOff = isOverdue
        record(.gridSet, entity: entity, on: .none, value: isOverdue ? kernel.time : due, extra: number)
    }

    /// The wall clock has been set: its sources are due at other instants.
    mutating func moveWallGrids() {
        for source in dispatch.sources.ids
        where !dispatch.sources[source].isDisposed && clock(of: source) == .wall
            && dispatch.deadlines.isArmed(dispatch.sources[source].deadline)
        {
            recordGrid(of: source)
        }
    }

    /// Watches for the next point; one that lies elsewhere in the recording's time by now starts a grid there.
    mutating func arm(source: DispatchSourceID) {
        let target = target(of: source)
        let state = dispatch.sources[source]
        let isElsewhere =
            state.isGridOff || state.recordedOffset != kernel.clock.recordingTime(of: 0, on: clock(of: source))
        if target < .max, isElsewhere {
            recordGrid(of: source)
        }
        timers[state.timer].due = kernel.clock.uptime(of: target, on: clock(of: source))
        dispatch.deadlines.arm(state.deadline, target: target, leeway: state.leeway, &kernel)
    }

    // MARK: Expiring

    /// Takes up all points that have passed (event_internal.h: _dispatch_timer_unote_compute_missed).
    private mutating func takeMissed(_ source: DispatchSourceID) -> Int64 {
        let state = dispatch.sources[source]
        let index = max(state.next, state.grid.firstIndex(after: kernel.clock.reading(of: clock(of: source))))
        dispatch.sources[source].next = index
        return index - state.next
    }

    /// The target has come (event.c: _dispatch_timers_run).
    mutating func elapse(source: DispatchSourceID) {
        let state = dispatch.sources[source]
        if state.pending != 0 {
            dispatch.sources[source].isMarked = true
        } else {
            let due = target(of: source).adding(saturating: state.recordedOffset)
            dispatch.sources[source].firstPending = state.isGridOff ? max(due, kernel.clock.wallSetAt) : due
            dispatch.sources[source].pending = takeMissed(source)
            if state.suspensions > 0 {
                dispatch.sources[source].isMarked = true
            } else {
                arm(source: source)
            }
        }
        enqueue(source: source)
    }

    /// Puts the source into its target queue, once.
    mutating func enqueue(source: DispatchSourceID) {
        let state = dispatch.sources[source]
        guard state.pending > 0, state.mayRun, !state.isQueued, !state.isRunning, !state.isCancelled else { return }
        dispatch.sources[source].isQueued = true
        enqueue(.source(source), on: state.queue)
    }

    // MARK: The handler

    /// `dispatch_source_get_data`.
    func data(of timer: TimerID) -> Int64 { dispatch.sources[timers.details[timer].source].data }

    /// The queue has come to the source (source.c: _dispatch_source_latch_and_call).
    mutating func beginHandler(of source: DispatchSourceID, on thread: ThreadID) {
        dispatch.sources[source].isQueued = false
        let state = dispatch.sources[source]
        guard state.mayRun, !state.isCancelled, state.pending > 0 else {
            endWaiting(source: source)
            return
        }
        guard kernel.budget.countFiring() else { return }
        var data = state.pending
        dispatch.sources[source].pending = 0
        if state.isMarked {
            data = data.adding(saturating: takeMissed(source))
            dispatch.sources[source].isMarked = false
        }
        dispatch.sources[source].latched = dispatch.sources[source].next
        dispatch.sources[source].data = data
        dispatch.sources[source].isRunning = true
        let timer = state.timer
        record(.fired, entity: timers[timer].entity, on: thread, value: state.firstPending, extra: data)
        if state.isMarked { arm(source: source) }
        timers[timer].fired += 1
        pushCallout(.dispatchSource(source), timer: timer, drainsPool: false, on: thread)
    }

    mutating func endHandler(of source: DispatchSourceID, _ callout: Callout, on thread: ThreadID) {
        recordReturn(callout, on: thread)
        endRunning(source: source, on: thread)
        releaseHolds(of: thread, downTo: callout.holdMark)
    }
}

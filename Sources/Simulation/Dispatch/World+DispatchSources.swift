import ExactTime
import Recording
import ScenarioModel

/// Dispatch timer sources: making, expiring, calling the handler.
extension World {
    // MARK: Making

    mutating func makeDispatchSource(_ timer: Int, index: Int, on thread: Int) {
        let planned = plan.timers[index]
        let entity = timers[timer].entity
        let number = Int32(dispatchSources.count)
        details[timer].slot = number
        details[timer].node = graph.add(.timer, index: Int32(timer), entity: entity.index)
        timers[timer].isValid = true
        recorder.append(record(.created, entity: entity, on: thread))
        makeContext(of: timer, callback: planned.callback, on: thread)
        let interval = planned.repeats ? details[timer].interval : nil
        let delay = (planned.delay ?? details[timer].interval ?? .zero).scaled(1) ?? .max
        let deadline = makeDeadline(
            for: .source(number), entity: entity, clock: planned.clock, isStrict: planned.isStrict)
        dispatchSources.append(
            DispatchSource(
                timer: Int32(timer), deadline: deadline, queue: Int32(planned.queue ?? 0),
                grid: Grid(anchor: 0, interval: nil)))
        configure(
            source: Int(number), start: sum(reading(of: planned.clock), delay), interval: interval,
            leeway: planned.tolerance, on: thread)
        if planned.startsActive {
            activate(source: Int(number), on: thread)
        } else {
            recorder.append(record(.suspended, entity: entity, on: thread))
        }
        let locals = functionLocals(planned.heldBy, on: thread)
        settle(.timer(index), node: details[timer].node, holders: locals.holders, on: thread)
        if locals.endWithCallout { endWithCallout(details[timer].node, on: thread) }
    }

    /// `dispatch_source_set_timer` (source.c: _dispatch_timer_config_create): a new grid; fires not delivered are gone.
    private mutating func configure(
        source: Int, start: Int64, interval wanted: Rational?, leeway: Int64, on thread: Int
    ) {
        let entity = timers[Int(dispatchSources[source].timer)].entity
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
        dispatchSources[source].leeway = max(0, min(leeway, half))
        dispatchSources[source].grid = Grid(anchor: start, interval: interval)
        dispatchSources[source].next = 0
        dispatchSources[source].pending = 0
        dispatchSources[source].isMarked = false
        recordGrid(of: source)
    }

    mutating func reschedule(
        source: Int, start: FireDate, interval: Rational?, leeway: Int64, on thread: Int
    ) {
        guard !dispatchSources[source].isCancelled, !dispatchSources[source].isDisposed else { return }
        let date = reading(of: start, on: clock(of: source))
        configure(source: source, start: date, interval: interval, leeway: leeway, on: thread)
        if dispatchSources[source].isActive { arm(source: source) }
    }

    func clock(of source: Int) -> TimerClock { lines[deadlines[Int(dispatchSources[source].deadline)].line].clock }

    private func target(of source: Int) -> Int64 {
        dispatchSources[source].grid.point(dispatchSources[source].next) ?? .max
    }

    /// Says in the recording from when on the source is due.
    private mutating func recordGrid(of source: Int) {
        let state = dispatchSources[source]
        let entity = timers[Int(state.timer)].entity
        let target = target(of: source)
        dispatchSources[source].recordedOffset = recordingTime(of: 0, on: clock(of: source))
        guard target < .max else {
            recorder.append(record(.gridEnded, entity: entity, on: -1))
            return
        }
        let number = recorder.interval(state.grid.interval)
        let due = recordingTime(of: target, on: clock(of: source))
        // What a jump of the wall clock has made overdue was not due before it.
        let isOverdue = clock(of: source) == .wall && wallSetAt > 0 && due < wallSetAt
        dispatchSources[source].isGridOff = isOverdue
        recorder.append(
            record(.gridSet, entity: entity, on: -1, value: isOverdue ? time : due, extra: number))
    }

    /// The wall clock has been set: its sources are due at other instants.
    mutating func moveWallGrids() {
        for source in dispatchSources.indices
        where !dispatchSources[source].isDisposed && clock(of: source) == .wall
            && deadlines[Int(dispatchSources[source].deadline)].sequence != 0
        {
            recordGrid(of: source)
        }
    }

    /// Watches for the next point; one that lies elsewhere in the recording's time by now starts a grid there.
    mutating func arm(source: Int) {
        let target = target(of: source)
        let state = dispatchSources[source]
        let isElsewhere = state.isGridOff || state.recordedOffset != recordingTime(of: 0, on: clock(of: source))
        if target < .max, isElsewhere {
            recordGrid(of: source)
        }
        timers[Int(state.timer)].due = uptime(of: target, on: clock(of: source))
        arm(deadline: state.deadline, target: target, leeway: state.leeway)
    }

    // MARK: Expiring

    /// Takes up all points that have passed (event_internal.h: _dispatch_timer_unote_compute_missed).
    private mutating func takeMissed(_ source: Int) -> Int64 {
        let state = dispatchSources[source]
        let index = max(state.next, state.grid.firstIndex(after: reading(of: clock(of: source))))
        dispatchSources[source].next = index
        return index - state.next
    }

    /// The target has come (event.c: _dispatch_timers_run).
    mutating func elapse(source: Int) {
        let state = dispatchSources[source]
        if state.pending != 0 {
            dispatchSources[source].isMarked = true
        } else {
            let due = sum(target(of: source), state.recordedOffset)
            dispatchSources[source].firstPending = state.isGridOff ? max(due, wallSetAt) : due
            dispatchSources[source].pending = takeMissed(source)
            if state.suspensions > 0 {
                dispatchSources[source].isMarked = true
            } else {
                arm(source: source)
            }
        }
        enqueue(source: source)
    }

    /// Puts the source into its target queue, once.
    mutating func enqueue(source: Int) {
        let state = dispatchSources[source]
        guard state.pending > 0, state.mayRun, !state.isQueued, !state.isRunning, !state.isCancelled else { return }
        dispatchSources[source].isQueued = true
        enqueue(.source(Int32(source)), on: Int(state.queue))
    }

    // MARK: The handler

    /// `dispatch_source_get_data`.
    func data(of timer: Int) -> Int64 { dispatchSources[Int(details[timer].slot)].data }

    /// The queue has come to the source (source.c: _dispatch_source_latch_and_call).
    mutating func beginHandler(of source: Int, on thread: Int) {
        dispatchSources[source].isQueued = false
        let state = dispatchSources[source]
        guard state.mayRun, !state.isCancelled, state.pending > 0 else {
            endWaiting(source: source)
            return
        }
        guard countFiring() else { return }
        var data = state.pending
        dispatchSources[source].pending = 0
        if state.isMarked {
            data = sum(data, takeMissed(source))
            dispatchSources[source].isMarked = false
        }
        dispatchSources[source].latched = dispatchSources[source].next
        dispatchSources[source].data = data
        dispatchSources[source].isRunning = true
        let timer = Int(state.timer)
        recorder.append(
            record(.fired, entity: timers[timer].entity, on: thread, value: state.firstPending, extra: data))
        if state.isMarked { arm(source: source) }
        timers[timer].fired += 1
        pushCallout(.dispatchSource(Int32(source)), timer: timer, drainsPool: false, on: thread)
    }

    mutating func endHandler(of source: Int, _ callout: Callout, on thread: Int) {
        recordReturn(callout, on: thread)
        endRunning(source: source, on: thread)
        releaseHolds(of: thread, downTo: callout.holdMark)
    }
}

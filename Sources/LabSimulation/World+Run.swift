import LabRecording
import LabScenarioProgram

extension World {
    mutating func run() {
        var counted: Int64 = 0
        while step() {
            // Only an occurrence can add waiting work.
            guard kernel.budget.occurrences &- counted > 1 << 16 else { continue }
            counted = kernel.budget.occurrences
            if waitingCount > Ceiling.waiting { kernel.budget.end(.full) }
        }
        if kernel.budget.ending == nil { remarkEndlessWaits() }
        kernel.recorder.flush()
    }

    /// The number of blocks and requests that wait in all queues and run loops.
    private var waitingCount: Int {
        dispatch.queues.rows.reduce(0) { $0 + $1.items.count } + loops.rows.reduce(0) { $0 + $1.waitingCount }
    }

    @inline(__always) mutating func step() -> Bool {
        if dispatch.isShort, kernel.agenda.nextTime > kernel.now { serveWaitingQueues(isOver: true) }
        guard kernel.budget.ending == nil, kernel.agenda.nextTime < kernel.clock.end, let entry = kernel.agenda.pop()
        else { return false }
        if entry.time > kernel.now { kernel.clock.advance(to: entry.time) }
        guard kernel.chargeBudget() else { return false }
        if kernel.app.isFrozen, !occursWhileFrozen(entry.occurrence) {
            kernel.app.hold(back: entry.occurrence)
        } else {
            occur(entry.occurrence)
        }
        return true
    }

    /// True for the system's own events, for those that bring the app back, and for the steps that sent it to the
    /// background. The app is suspended only when `applicationDidEnterBackground` has returned (UIKit documentation), and
    /// a thread still works or sleeps for it.
    private func occursWhileFrozen(_ occurrence: Occurrence) -> Bool {
        switch occurrence {
        case .event(let event, _): program.isSystem(event) || isReturning(event)
        case .resume(let thread, _): thread == kernel.app.leaver && threads[thread].status == .busy
        case .threadStart, .sourceInput, .frame, .deadlines, .suspension: false
        }
    }

    /// True if the steps of an event bring the app back onto the screen. The system does that before any of its code
    /// runs (UIKit documentation: applicationWillEnterForeground).
    func isReturning(_ event: EventID) -> Bool {
        guard kernel.app.isInBackground, program.events[event].exists else { return false }
        let frame = StepsFrame(list: program.events[event], owner: EntityID(0))
        return program.lists[frame.list].contains {
            $0.verb == .foreground && isMet($0.condition, in: frame, on: .main)
        }
    }

    mutating func occur(_ occurrence: Occurrence) {
        switch occurrence {
        case .resume(let thread, let ticket):
            guard threads[thread].ticket == ticket else { return }
            execute(thread)
        case .threadStart(let thread): startThread(thread)
        case .event(let event, let turn): deliver(event: event, turn: turn)
        case .sourceInput(let source): receiveInput(source: source)
        case .frame(let link, let ticket): signalFrame(link: link, ticket: ticket)
        case .deadlines(let line, let ticket): elapse(line: line, ticket: ticket)
        case .suspension(let visit): endBackgroundTime(visit: visit)
        }
    }

    // MARK: Recording

    @inline(__always) mutating func record(
        _ kind: Record.Kind, entity: EntityID, on thread: ThreadID, value: Int64 = 0, extra: Int64 = 0
    ) {
        kernel.record(
            kind, entity: entity, thread: thread.exists ? threads[thread].entity : .none, value: value, extra: extra)
    }

    mutating func record(_ kind: Record.Kind, entity: EntityID, in modes: ModeSet, on thread: ThreadID) {
        for mode in modes { record(kind, entity: entity, on: thread, value: Int64(program.entities.modes[mode].index)) }
    }

    mutating func remark(_ remark: Remark, about entity: EntityID, on thread: ThreadID, step: Int32 = -1) {
        record(.remarked, entity: entity, on: thread, value: remark.rawValue, extra: Int64(step))
    }

    mutating func crash(_ reason: String, about entity: EntityID = EntityID(0), step: Int32, on thread: ThreadID) {
        kernel.crash(reason, about: entity, step: step, thread: thread.exists ? threads[thread].entity : .none)
    }

    func result() -> SimulationResult {
        let (ending, occurrences) = (kernel.budget.ending, kernel.budget.occurrences)
        var result = SimulationResult(trace: kernel.recorder.trace, end: ending ?? .duration, occurrences: occurrences)
        result.trace.fingerprint = kernel.recorder.fingerprint.value
        result.trace.header = TraceHeader(plan)
        // Half-open: the instant at which a run ends early still belongs to it.
        result.trace.header.duration = ending == nil ? plan.duration : min(plan.duration - 1, kernel.time) + 1
        result.trace.steps = program.steps.map(\.place)
        result.trace.tolerances = program.entities.tolerances
        result.trace.templates = Array(program.templates.rows)
        if ending == nil {
            result.trace.pending = loops.ids.flatMap {
                loops[$0].unserved(in: threads[loops[$0].thread].entity, program)
            }
            result.trace.unwoken = loops.ids.flatMap { id in
                loops[id].unwoken(in: threads[loops[id].thread].entity, program, members, id: id)
            }
        }
        if ending == nil || ending == .exited {
            result.trace.pending += dispatch.queues.rows.flatMap { $0.backlog(program, timers) }
            for delayed in mechanisms.delayed.rows where dispatch.deadlines.isArmed(delayed.deadline) {
                guard case .block(let block, _, _) = delayed.item else { continue }
                let work = program.pending(block.plan, in: .none)
                let due = dispatch.deadlines.due(delayed.deadline, kernel.clock)
                result.trace.dues[work.entity] = max(due, result.trace.dues[work.entity] ?? due)
                if ending == .exited { result.trace.pending.append(work) }
            }
        }
        if case .budget = result.end { result.pending = timers.plansDueNext }
        return result
    }

    // MARK: The system's effects on the whole app

    var process: EntityID { EntityID(0) }

    /// The uptime clock stops, the continuous and the wall clock run (xnu: clock.c).
    mutating func sleepSystem(_ duration: Int64, step: Int32) {
        record(
            .systemSlept, entity: process, on: .none, value: kernel.time.adding(saturating: duration),
            extra: Int64(step))
        kernel.clock.sleep(duration)
        kernel.agenda.skipContinuous(duration, now: kernel.now)
        dispatch.deadlines.askAnew(&kernel)
    }

    /// Wall-clock deadlines are evaluated again (event_kevent.c: calendar change); nothing else notices.
    mutating func setWallClock(by jump: Int64, step: Int32) {
        kernel.clock.setWall(by: jump)
        record(.wallClockSet, entity: process, on: .none, value: jump, extra: Int64(step))
        for source in dispatch.sources.ids where dispatch.deadlines.isArmed(dispatch.sources[source].deadline) {
            notify(source, .wallClockSet, on: .none)
        }
        for timer in timers.ids where timers.details[timer].delayed.exists { moveDate(of: timer) }
        dispatch.deadlines.askAnew(&kernel)
    }

    /// A delayed block that waits for a date of the wall clock is due at another instant then.
    private mutating func moveDate(of timer: TimerID) {
        let deadline = mechanisms.delayed[timers.details[timer].delayed].deadline
        guard dispatch.deadlines.isArmed(deadline), dispatch.deadlines.clock(of: deadline) == .wall else { return }
        let due = max(kernel.time, dispatch.deadlines.due(deadline, kernel.clock))
        timers[timer].due = due &- kernel.sleepOffset
        timers.details[timer].awaited = due
        kernel.recordGrid(of: timers[timer].entity, due: due, interval: nil)
    }

    /// A suspended app executes nothing; the uptime clock runs (UIKit documentation: Managing your app's life cycle).
    mutating func enterBackground(step: Int32, on thread: ThreadID) {
        let isKeptAlive = plan.device.backgroundTime > 0 || kernel.app.hasTasks
        let isSuspended = !isKeptAlive && !kernel.app.isInBackground
        record(.enteredBackground, entity: process, on: .none, value: isSuspended ? 1 : 0, extra: Int64(step))
        guard !kernel.app.isInBackground else { return }
        kernel.app.enterBackground(now: kernel.now, step: step, on: thread)
        kernel.dice.isThrottled = isKeptAlive
        if plan.device.backgroundTime == 0 { endBackgroundTime(visit: kernel.app.visits) } else { awaitSuspension() }
    }

    private mutating func awaitSuspension(after time: Int64 = 0) {
        let end = max(kernel.app.enteredAt.adding(saturating: max(time, plan.device.backgroundTime)), kernel.now)
        if end < .max { kernel.agenda.push(.suspension(visit: kernel.app.visits), at: end) }
    }

    /// The app's time in the background is over. Background tasks have a time of their own; then their expiration
    /// handlers are called. An app that does not end them soon after is terminated.
    private mutating func endBackgroundTime(visit: Int64) {
        guard visit == kernel.app.visits, kernel.app.isInBackground, !kernel.app.isFrozen else { return }
        let age = kernel.now - kernel.app.enteredAt
        if !kernel.app.hasTasks {
            // An app that is suspended at once needs no further record.
            if age > 0 { record(.suspended, entity: process, on: .none, extra: Int64(kernel.app.lastStep)) }
            kernel.app.suspend(now: kernel.now)
        } else if age < AppState.taskTime {
            awaitSuspension(after: AppState.taskTime)
        } else if !kernel.app.hasExpired {
            kernel.app.expire()
            for task in kernel.app.tasks { enqueue(.block(task.expiration, node: .none, isDelayed: false), on: .main) }
            awaitSuspension(after: age + AppState.graceTime)
        } else {
            crash(
                "0x8badf00d: a background task was not ended when its time was over",
                about: kernel.app.tasks.first.map { program.blocks[$0.expiration.plan].entity } ?? process,
                step: kernel.app.tasks.first?.step ?? -1, on: .none)
        }
    }

    mutating func beginBackgroundTask(_ counter: Int, expiration: BlockRef, step: Int32) {
        kernel.counters[counter] += 1
        kernel.app.begin(task: counter, expiration: expiration, step: step)
        guard kernel.app.isFrozen else { return }
        // Begun by the very steps that have brought the app into the background.
        record(.resumed, entity: process, on: .none)
        thaw()
        kernel.dice.isThrottled = true
        awaitSuspension(after: AppState.taskTime)
    }

    mutating func endBackgroundTask(_ counter: Int, step: Int32) {
        guard kernel.app.end(task: counter, step: step) else { return }
        kernel.counters[counter] -= 1
        if kernel.app.isInBackground, !kernel.app.hasTasks { awaitSuspension() }
    }

    mutating func enterForeground() {
        guard kernel.app.isInBackground else { return }
        record(.enteredForeground, entity: process, on: .none)
        thaw()
        kernel.app.enterForeground()
        kernel.dice.isThrottled = false
    }

    /// Everything that waited while the app was suspended continues.
    private mutating func thaw() {
        guard kernel.app.isFrozen else { return }
        let (deferred, frozenAt) = (kernel.app.thaw(), kernel.app.frozenAt)
        for thread in threads.ids where threads[thread].status == .busy && thread != kernel.app.leaver {
            guard threads[thread].wakeTime > frozenAt, case .busy(isWork: true, _, _) = threads[thread].frames.last
            else { continue }
            // The rest of the work is still to do.
            block(thread: thread, until: threads[thread].wakeTime.adding(saturating: kernel.now - frozenAt), as: .busy)
        }
        for occurrence in deferred {
            let isThread = if case .resume = occurrence { true } else { false }
            kernel.agenda.push(occurrence, at: kernel.now, priority: isThread ? .thread : .signal)
        }
    }
}

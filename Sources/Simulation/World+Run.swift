import Recording
import ScenarioModel
import ScenarioProgram

extension World {
    /// Takes one occurrence after the other until the run is over.
    mutating func run() {
        var counted: Int64 = 0
        while step() {
            // Nothing waits without an occurrence that has put it there.
            guard kernel.budget.occurrences &- counted > 1 << 16 else { continue }
            counted = kernel.budget.occurrences
            if waitingCount > Ceiling.waiting { kernel.budget.end(.full) }
        }
        kernel.recorder.flush()
    }

    /// How many blocks and requests wait in all queues and run loops.
    private var waitingCount: Int {
        dispatch.queues.rows.reduce(0) { $0 + $1.count } + loops.rows.reduce(0) { $0 + $1.waitingCount }
    }

    /// Takes the next occurrence; false when the run is over.
    @inline(__always)
    mutating func step() -> Bool {
        guard kernel.budget.ending == nil, kernel.agenda.nextTime < kernel.clock.end, let entry = kernel.agenda.pop()
        else { return false }
        if entry.time > kernel.now { kernel.clock.advance(to: entry.time) }
        guard kernel.chargeBudget() else { return false }
        if kernel.app.isFrozen, !isSystemOccurrence(entry.occurrence) {
            kernel.app.hold(back: entry.occurrence)
        } else {
            perform(entry.occurrence)
        }
        return true
    }

    mutating func perform(_ occurrence: Occurrence) {
        switch occurrence {
        case .resume(let thread, let ticket):
            guard threads[thread].ticket == ticket else { return }
            execute(thread)
        case .startThread(let thread):
            startThread(thread)
        case .event(let event, let turn):
            deliver(event: event, turn: turn)
        case .sourceInput(let source):
            receiveInput(source: source)
        case .frame(let link, let ticket):
            signalFrame(link: link, ticket: ticket)
        case .deadlines(let line, let ticket):
            elapse(line: line, ticket: ticket)
        }
    }

    private func isSystemOccurrence(_ occurrence: Occurrence) -> Bool {
        guard case .event(let event, _) = occurrence else { return false }
        return isSystemEvent(event)
    }

    /// Whether an event comes to the main thread as those of a user interface do.
    func isUserEvent(_ event: EventID) -> Bool { plan.events[event.index].thread == 0 && !isSystemEvent(event) }

    func isSystemEvent(_ event: EventID) -> Bool {
        let list = program.events[event]
        return list.exists && program.lists[list].allSatisfy(\.op.isSystem)
    }

    // MARK: Recording

    /// Records what happens at this instant.
    @inline(__always)
    mutating func record(
        _ kind: Record.Kind, entity: EntityID, on thread: ThreadID, value: Int64 = 0, extra: Int64 = 0
    ) {
        kernel.record(
            kind, entity: entity, thread: thread.exists ? threads[thread].entity : .none, value: value, extra: extra)
    }

    mutating func remark(_ remark: Remark, about entity: EntityID, on thread: ThreadID, step: Int32 = -1) {
        record(.remarked, entity: entity, on: thread, value: remark.rawValue, extra: Int64(step))
    }

    // MARK: The end

    /// Terminates the simulated process: records the reason and the entity concerned; nothing happens after the first crash.
    mutating func crash(_ reason: String, about entity: EntityID = EntityID(0), step: Int32, on thread: ThreadID) {
        guard kernel.budget.ending == nil else { return }
        let text = kernel.recorder.text(reason)
        record(.crashed, entity: entity, on: thread, value: text, extra: Int64(step))
        kernel.budget.end(.crashed)
    }

    /// The step that a thread is at, in its innermost list of steps; -1: none.
    func currentStep(of thread: ThreadID) -> Int32 {
        for frame in threads[thread].frames.reversed() {
            guard case .steps(let steps) = frame, steps.next > 0 else { continue }
            return program.lists[steps.list][Int(steps.next) - 1].step
        }
        return -1
    }

    /// What waits in a run loop that does not run in its mode.
    func unserved(in loop: RunLoop) -> [PendingWork] {
        let thread = threads[loop.thread].entity
        return loop.unservedBlocks.map { pending($0, in: thread) }
            + loop.unservedEvents.map {
                PendingWork(entity: program.entities.events[$0], thread: thread, step: -1)
            }
    }

    /// What waits in a queue, by step.
    private func backlog(of queue: QueueState) -> [PendingWork] {
        Dictionary(grouping: queue.waitingBlocks, by: \.plan).sorted { $0.key.index < $1.key.index }.compactMap {
            guard var work = $0.value.first.map({ pending($0, in: .none) }) else { return nil }
            work.count = Int64($0.value.count)
            return work
        }
    }

    private func pending(_ block: BlockRef, in thread: EntityID) -> PendingWork {
        let plan = program.blocks[block.plan]
        return PendingWork(entity: plan.entity, thread: thread, step: Int64(plan.step))
    }

    // MARK: Result

    func result() -> SimulationResult {
        var trace = Trace()
        trace.header = TraceHeader(plan)
        // Half-open: the instant at which a run ends early is the last one that belongs to it.
        trace.header.duration = kernel.budget.ending == nil ? plan.duration : min(plan.duration - 1, kernel.time) + 1
        trace.entities = kernel.recorder.entities
        trace.steps = program.steps
        trace.intervals = kernel.recorder.intervals
        trace.texts = kernel.recorder.texts
        trace.templates = program.templates.rows
        trace.arguments = kernel.recorder.arguments
        trace.dumps = kernel.recorder.dumps
        trace.messages = kernel.recorder.messages
        trace.fingerprint = kernel.recorder.fingerprint.value
        if kernel.budget.ending == nil {
            trace.pending = loops.rows.flatMap { unserved(in: $0) } + dispatch.queues.rows.flatMap { backlog(of: $0) }
        }
        let end: SimulationResult.End =
            switch kernel.budget.ending {
            case nil: .duration
            case .untilFired: .untilFired
            case .crashed: .crashed
            case .budget(let atOneInstant):
                .budget(atOneInstant: atOneInstant, at: kernel.time, pending: pendingTimers())
            case .full: .full(at: kernel.time)
            }
        return SimulationResult(trace: trace, end: end, occurrences: kernel.budget.occurrences)
    }

    /// The plans of the timers that are due next, soonest first, at most eight.
    private func pendingTimers() -> [Int] {
        let waiting = timers.ids.filter { timers[$0].isValid && timers[$0].due < .max && timers.details[$0].plan >= 0 }
        var found: [Int] = []
        for index in waiting.sorted(by: { timers[$0].due < timers[$1].due }) {
            let plan = timers.details[index].plan
            if !found.contains(plan) { found.append(plan) }
            if found.count == 8 { break }
        }
        return found
    }
}

/// What the system does to the whole app: sleep, background, the wall clock.
extension World {
    private var process: EntityID { EntityID(0) }

    /// The uptime clock stands still, the continuous and the wall clock go on (xnu: clock.c).
    mutating func sleepSystem(_ duration: Int64) {
        record(.systemSlept, entity: process, on: .none, value: kernel.time.adding(saturating: duration))
        kernel.clock.sleep(duration)
        kernel.agenda.skipContinuous(duration, now: kernel.now)
        dispatch.deadlines.requestWakeUpsAnew(&kernel)
    }

    /// Wall-clock deadlines are evaluated anew (event_kevent.c: calendar change); nothing else notices.
    mutating func setWallClock(by jump: Int64, step: Int32) {
        kernel.clock.setWall(by: jump)
        record(.wallClockSet, entity: process, on: .none, value: jump, extra: Int64(step))
        moveWallGrids()
        dispatch.deadlines.requestWakeUpsAnew(&kernel)
    }

    /// A suspended app executes nothing, while the uptime clock goes on (UIKit documentation: Managing your app's life cycle).
    mutating func enterBackground() {
        record(.enteredBackground, entity: process, on: .none)
        kernel.app.enterBackground(keptAlive: plan.device.keptAlive, now: kernel.now)
    }

    mutating func enterForeground() {
        record(.enteredForeground, entity: process, on: .none)
        let wasFrozen = kernel.app.isFrozen
        kernel.app.enterForeground()
        guard wasFrozen else { return }
        let frozenAt = kernel.app.frozenAt
        for thread in threads.ids where threads[thread].status == .busy {
            guard case .busy(.work, _, _) = threads[thread].frames.last, threads[thread].wakeTime > frozenAt else {
                continue
            }
            // What was left of the work is still to be done.
            block(
                thread, until: threads[thread].wakeTime.adding(saturating: kernel.now - frozenAt), as: .busy)
        }
        for occurrence in kernel.app.takeDeferred() {
            if case .resume = occurrence {
                kernel.agenda.push(occurrence, at: kernel.now, priority: .thread)
            } else {
                kernel.agenda.push(occurrence, at: kernel.now)
            }
        }
    }
}

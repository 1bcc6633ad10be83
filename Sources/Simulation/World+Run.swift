import ExactTime
import Recording
import ScenarioModel
import ScenarioProgram

extension World {
    /// Takes one occurrence after the other until the run is over.
    mutating func run() {
        while kernel.budget.ending == nil, kernel.agenda.nextTime < kernel.clock.end, let entry = kernel.agenda.pop() {
            if entry.time > kernel.now { kernel.clock.advance(to: entry.time) }
            guard kernel.chargeBudget() else { break }
            if kernel.app.isFrozen, !isSystemOccurrence(entry.occurrence) {
                kernel.app.hold(back: entry.occurrence)
            } else {
                perform(entry.occurrence)
            }
        }
        kernel.recorder.flush()
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

    func isSystemEvent(_ event: EventID) -> Bool {
        let list = program.events[event]
        return list.exists && program.lists[list].allSatisfy(\.op.isSystem)
    }

    // MARK: Blocking

    /// Has a thread go on at `instant` unless something happens before.
    mutating func block(_ thread: ThreadID, until instant: Int64, as status: SimulatedThread.Status) {
        threads[thread].status = status
        threads[thread].ticket &+= 1
        threads[thread].wakeTime = instant
        guard instant < .max else { return }
        kernel.agenda.push(
            .resume(thread: thread, ticket: threads[thread].ticket), at: max(kernel.now, instant), priority: .thread)
    }

    /// Has a blocked thread go on at this instant.
    mutating func wake(_ thread: ThreadID) {
        guard threads[thread].wakeTime > kernel.now || threads[thread].status == .idle else { return }
        block(thread, until: kernel.now, as: threads[thread].status)
    }

    // MARK: Threads

    mutating func startThread(_ thread: ThreadID) {
        guard threads[thread].status == .unborn else { return }
        threads[thread].status = .running
        record(.threadStarted, entity: threads[thread].entity, on: thread)
        let index = threads[thread].plan
        threads[thread].frames = [.body]
        switch program.bodies[index] {
        case .app:
            pushRun(
                RunFrame(method: .app, mode: ModeID(0), deadline: .max, returnsAfterSource: false, step: -1), on: thread
            )
        case .steps(let list): pushSteps(list, owner: threads[thread].entity, on: thread)
        }
        retainThread(thread, target: plan.threads[index].target)
        makeParts(of: thread)
        execute(thread)
    }

    /// The body has returned, or the thread was told to exit.
    mutating func endThread(_ thread: ThreadID) {
        threads[thread].frames.removeAll()
        threads[thread].status = .ended
        threads[thread].ticket &+= 1
        record(.threadEnded, entity: threads[thread].entity, on: thread)
    }

    /// Records what happens at this instant.
    @inline(__always)
    mutating func record(
        _ kind: Record.Kind, entity: EntityID, on thread: ThreadID, value: Int64 = 0, extra: Int64 = 0
    ) {
        kernel.recorder.append(
            Record(
                kind, at: kernel.time, entity: entity,
                thread: thread.exists ? Int16(truncatingIfNeeded: threads[thread].entity.index) : -1, value: value,
                extra: extra))
    }

    mutating func remark(_ remark: Remark, about entity: EntityID, on thread: ThreadID, step: Int32 = -1) {
        record(.remarked, entity: entity, on: thread, value: remark.rawValue, extra: Int64(step))
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
        let end: SimulationResult.End =
            switch kernel.budget.ending {
            case nil: .duration
            case .untilFired: .untilFired
            case .crashed: .crashed
            case .budget(let atOneInstant):
                .budget(atOneInstant: atOneInstant, at: kernel.time, pending: pendingTimers())
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

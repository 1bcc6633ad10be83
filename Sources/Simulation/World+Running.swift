import ExactTime
import Recording
import ScenarioModel

extension World {
    /// ns after the recording's start.
    @inline(__always)
    var time: Int64 { now &+ sleepOffset }

    /// Takes one occurrence after the other until the run is over.
    mutating func run() {
        while ending == nil, queue.nextTime < end, let entry = queue.pop() {
            if entry.time > now { now = entry.time }
            guard spend() else { break }
            if isFrozen, !isSystemOccurrence(entry.occurrence) {
                deferred.append(entry.occurrence)
            } else {
                perform(entry.occurrence)
            }
        }
        recorder.flush()
    }

    mutating func perform(_ occurrence: Occurrence) {
        switch occurrence {
        case .resume(let thread, let ticket):
            guard threads[Int(thread)].ticket == ticket else { return }
            execute(Int(thread))
        case .startThread(let thread):
            startThread(Int(thread))
        case .event(let event, let turn):
            deliver(event: Int(event), turn: turn)
        case .sourceInput(let source):
            receiveInput(source: Int(source))
        case .frame(let link, let ticket):
            signalFrame(link: link, ticket: ticket)
        case .deadlines(let line, let ticket):
            elapse(line: line, ticket: ticket)
        }
    }

    private func isSystemOccurrence(_ occurrence: Occurrence) -> Bool {
        guard case .event(let event, _) = occurrence else { return false }
        return isSystemEvent(Int(event))
    }

    func isSystemEvent(_ event: Int) -> Bool {
        let list = events[event].list
        return list >= 0 && program.lists[Int(list)].allSatisfy(\.op.isSystem)
    }

    // MARK: Budget

    /// Counts an occurrence; false when the budget is used up.
    @inline(__always)
    mutating func spend() -> Bool {
        occurrences &+= 1
        if now != instantBudgetTime {
            instantBudgetTime = now
            instantBudgetStart = occurrences
        }
        if occurrences &- instantBudgetStart < plan.budget.occurrencesPerInstant,
            occurrences <= plan.budget.occurrences
        {
            return true
        }
        endOnBudget()
        return false
    }

    private mutating func endOnBudget() {
        guard ending == nil else { return }
        ending = .budget(atOneInstant: occurrences <= plan.budget.occurrences)
    }

    // MARK: Blocking

    /// Whether nothing else can happen before `instant`, so that this thread may simply let the time pass.
    @inline(__always)
    func canPass(to instant: Int64) -> Bool {
        instant < queue.nextTime && instant < end
    }

    /// Has a thread go on at `instant` unless something happens before.
    mutating func block(_ thread: Int, until instant: Int64, as status: ThreadState.Status) {
        threads[thread].status = status
        threads[thread].ticket &+= 1
        threads[thread].wakeTime = instant
        guard instant < .max else { return }
        queue.push(
            .resume(thread: Int32(thread), ticket: threads[thread].ticket), at: max(now, instant), priority: .thread)
    }

    /// Has a blocked thread go on at this instant.
    mutating func wake(_ thread: Int) {
        guard threads[thread].wakeTime > now || threads[thread].status == .idle else { return }
        block(thread, until: now, as: threads[thread].status)
    }

    // MARK: Threads

    mutating func startThread(_ thread: Int) {
        guard threads[thread].status == .unborn else { return }
        threads[thread].status = .running
        recorder.append(record(.threadStarted, entity: threads[thread].entity, on: thread))
        let index = Int(threads[thread].plan)
        threads[thread].frames = [.body]
        let list = bodies[index]
        if list == World.appBody {
            pushRun(
                RunFrame(
                    kind: .app, mode: 0, deadline: .max, returnsAfterSource: false, step: -1), on: thread)
        } else if list >= 0 {
            pushSteps(list, owner: threads[thread].entity, on: thread)
        }
        retainThread(thread, target: plan.threads[index].target)
        makeParts(of: thread)
        execute(thread)
    }

    /// The body has returned, or the thread was told to exit.
    mutating func endThread(_ thread: Int) {
        threads[thread].frames.removeAll()
        threads[thread].status = .ended
        threads[thread].ticket &+= 1
        recorder.append(record(.threadEnded, entity: threads[thread].entity, on: thread))
    }

    /// A record of this instant.
    @inline(__always)
    func record(
        _ kind: Record.Kind, entity: EntityID, on thread: Int, value: Int64 = 0, extra: Int64 = 0
    ) -> Record {
        Record(
            kind, at: time, entity: entity,
            thread: thread >= 0 ? Int16(truncatingIfNeeded: threads[thread].entity.index) : -1, value: value,
            extra: extra)
    }

    mutating func remark(_ remark: Remark, about entity: EntityID, on thread: Int, step: Int32 = -1) {
        recorder.append(
            record(.remarked, entity: entity, on: thread, value: remark.rawValue, extra: Int64(step)))
    }

    // MARK: Result

    func result() -> SimulationResult {
        var trace = Trace()
        trace.header.title = plan.title
        trace.header.deviceProfile = plan.device.profile
        trace.header.seed = plan.seed
        // Half-open: the instant at which a run ends early is the last one that belongs to it.
        trace.header.duration = ending == nil ? plan.duration : min(plan.duration - 1, time) + 1
        trace.header.process = plan.log.process
        trace.header.pid = plan.log.pid
        trace.header.epoch = plan.log.epoch
        trace.header.utcOffset = plan.log.utcOffset
        trace.entities = recorder.entities
        trace.steps = program.steps
        trace.intervals = recorder.intervals
        trace.texts = recorder.texts
        trace.templates = program.templates
        trace.arguments = recorder.arguments
        trace.dumps = recorder.dumps
        trace.messages = recorder.messages
        trace.fingerprint = recorder.fingerprint.value
        let end: SimulationResult.End =
            switch ending {
            case nil: .duration
            case .untilFired: .untilFired
            case .crashed: .crashed
            case .budget(let atOneInstant): .budget(atOneInstant: atOneInstant, at: time, pending: pendingTimers())
            }
        return SimulationResult(trace: trace, end: end, occurrences: occurrences)
    }

    /// The plans of the timers that are due next, soonest first, at most eight.
    private func pendingTimers() -> [Int] {
        let waiting = timers.indices.filter { timers[$0].isValid && timers[$0].due < .max && details[$0].plan >= 0 }
        var found: [Int] = []
        for index in waiting.sorted(by: { timers[$0].due < timers[$1].due }) {
            let plan = Int(details[index].plan)
            if !found.contains(plan) { found.append(plan) }
            if found.count == 8 { break }
        }
        return found
    }
}

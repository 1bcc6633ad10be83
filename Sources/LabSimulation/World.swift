import LabExactTime
import LabRecording
import LabScenarioModel
import LabScenarioProgram

/// A simulated machine: parts with one owner each, which occurrences change one after the other.
///
/// A part changes only itself and the kernel. Work on several parts is in the files named `World+…`; no other file
/// names the world. It is never copied, but not `~Copyable`: that took the compiler a minute.
struct World {
    /// Only rates change: the display's, and those that links request.
    private(set) var plan: ScenarioPlan
    let program: Program
    var kernel: Kernel
    var threads = Table<ThreadPlan, SimulatedThread>()
    var loops = Table<LoopTag, RunLoop>()
    var members: Members
    var timers: TimerTable
    var dispatch: Dispatch
    var mechanisms = Mechanisms()
    var objects: ObjectStore
    var hostCalls: [HostCall] = []
    /// The call for whose turn the run waits; nil: none.
    var hostTurn: Int?
}

// An initializer that calls another one copies no world at its end.
extension World {
    /// Makes the parts of a plan; `start` is to follow.
    init(plan: ScenarioPlan, sink: any RecordSink) throws(TooManyModes) {
        let program = try Program(plan)
        let kernel = Kernel(
            clock: VirtualClock(end: plan.duration),
            recorder: Recorder(sink: sink, entities: program.entities.all, texts: Labels.texts, Labels.indices),
            dice: Dice(plan, entities: program.entities.all), budget: Budget(plan),
            workFactor: plan.device.workFactor, rampUpTime: plan.device.rampUp,
            counters: Array(repeating: 0, count: plan.counters))
        self.init(
            plan: plan, program: program, kernel: kernel, members: Members(plan, program),
            timers: TimerTable(plan, program), dispatch: Dispatch(plan, program), objects: ObjectStore(plan, program))
    }

    /// Makes the threads, and schedules the events that need no step.
    mutating func start() {
        for timer in timers.ids { objects.append(instance: timer) }
        makeThreads()
        scheduleStart()
    }

    mutating func display(at rate: Rational) { plan.device.refresh = rate }

    mutating func ask(for rate: FrameRatePlan, timer: Int) { plan.timers[timer].frameRate = rate }

    private mutating func makeThreads() {
        for id in program.entities.threads.ids {
            let isPlanned = id.index < plan.threads.count
            makeThread(program.entities.threads[id], plan: isPlanned ? id.index : -1)
            if !isPlanned { dispatch.becomesIdle(id) }
        }
    }

    private mutating func makeThread(_ entity: EntityID, plan: Int) {
        let node = objects.graph.insert(.thread, index: threads.nextID.raw, entity: entity)
        var thread = SimulatedThread(entity: entity, node: node, plan: plan)
        thread.status = plan >= 0 ? .unborn : .idle
        objects.threadNodes.append(node)
        threads.append(thread)
    }

    /// Makes a thread beyond the pool's limit, which a serial queue gets (queue.c: _dispatch_lane_create_with_target,
    /// "Serial queues default to overcommit").
    mutating func makeOvercommitThread() -> ThreadID {
        let (id, number) = (threads.nextID, threads.count - plan.threads.count + 1)
        let logged = plan.log.thread &+ Int64(id.index)
        makeThread(kernel.append(Entity(.thread, name: "pool \(number)", detail: "(null)", number: logged)), plan: -1)
        return id
    }

    private mutating func scheduleStart() {
        for case (let index, let starts?) in plan.threads.map(\.starts).enumerated() {
            kernel.agenda.push(.threadStart(ThreadID(index)), at: starts, isContinuous: true)
        }
        for (index, event) in plan.events.enumerated() {
            kernel.agenda.push(
                .event(EventID(index), turn: 0), at: event.instant(ofTurn: 0, seed: plan.seed) ?? 0, isContinuous: true)
        }
        for (index, source) in plan.sources.enumerated() {
            for instant in source.at {
                kernel.agenda.push(.sourceInput(SourceID(index)), at: instant, isContinuous: true)
            }
        }
    }
}

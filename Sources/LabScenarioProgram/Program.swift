import LabExactTime
import LabRecording
import LabScenarioModel

/// A scenario as both runtimes execute it: entities, flat lists of instructions, and the tables to which they refer.
public struct Program: Sendable {
    /// An observer or an input source: its steps and its modes.
    public typealias Item = (list: ListID, modes: ModeSet)

    /// The lists of a planned timer.
    public struct TimerLists: Sendable {
        public var callback: ListID
        public var cancel: ListID
        public var modes: ModeSet
        /// True if a log line asks for its fire date.
        public var isFireDateLogged = false
    }

    /// The methods of an object that the system calls.
    public typealias ObjectLists = (dealloc: ListID, disappear: ListID)

    public internal(set) var entities: Entities
    public internal(set) var modes: ModeNumbers
    /// The common set of every run loop from the start.
    public internal(set) var commonModes = ModeSet.none
    /// The time of one turn of a `loop` step, ns.
    let loopCost: Rational

    public internal(set) var lists = Table<Instruction, [Instruction]>()
    public internal(set) var conditions = Table<Condition, Condition>()
    public internal(set) var quantiles = Table<QuantileTable, QuantileTable>()
    public internal(set) var templates = Table<LogTemplate, LogTemplate>()
    /// The fields of each template, in order.
    public internal(set) var fields = Table<LogTemplate, [LogField]>()
    public internal(set) var blocks = Table<BlockPlan, BlockPlan>()
    public internal(set) var names = Table<String, String>()
    /// The steps by their numbers.
    public internal(set) var steps: [Step] = []

    /// The steps of each planned thread; nil for the main thread of an app, which runs its run loop for ever.
    public internal(set) var bodies: [ListID?] = []
    /// By the plan's index.
    public internal(set) var timers: [TimerLists] = []
    public internal(set) var objects = Table<ObjectPlan, ObjectLists>()
    public internal(set) var events = Table<EventPlan, ListID>()
    public internal(set) var observers = Table<ObserverPlan, Item>()
    public internal(set) var sources = Table<SourcePlan, Item>()

    /// Sets the waits of timers, events, blocks and threads from their steps.
    mutating func noteWaits(_ plan: ScenarioPlan) {
        guard steps.contains(where: { [.perform, .sync, .waitFor].contains($0.verb) }) else { return }
        let callouts = callouts(plan)
        /// By counter, what signals it, by queue or thread.
        var signallers: [Int: [EntityID: Set<EntityID>]] = [:]
        for callout in callouts {
            for step in steps(in: callout.list) where step.verb == .count {
                signallers[step.counter, default: [:]][callout.home, default: []].formUnion(callout.entities)
            }
        }
        for callout in callouts {
            let waits = steps(in: callout.list).compactMap { wait($0, at: callout.home, signallers) }
            guard var first = waits.first else { continue }
            // Which of several it is that lasts no record says.
            if waits.contains(where: { $0.on != first.on }) { first.on = .none }
            first.signallers = Set(waits.flatMap(\.signallers)).sorted()
            for entity in callout.entities { entities.all[Int(entity.index)].wait = first }
        }
    }

    /// The lists of timers, events, blocks and threads, each with its queue or thread and with all that run it.
    private func callouts(_ plan: ScenarioPlan) -> [(list: ListID, home: EntityID, entities: [EntityID])] {
        var callouts: [(list: ListID, home: EntityID, entities: [EntityID])] = []
        for (index, timer) in timers.enumerated() where timer.callback.exists {
            callouts.append((timer.callback, home(ofTimer: index), instances(of: index).map { entities.timers[$0] }))
        }
        for (event, planned) in zip(events.ids, plan.events) {
            callouts.append((events[event], entities.threads[ThreadID(planned.thread)], [entities.events[event]]))
        }
        for block in blocks.rows { callouts.append((block.list, home(of: block.entity), [block.entity])) }
        for case (let thread, let list?) in zip(entities.threads.rows, bodies) {
            callouts.append((list, thread, [thread]))
        }
        return callouts
    }

    /// Each step that a list runs itself, in repetitions and methods as well.
    private func steps(in list: ListID) -> [Instruction] {
        guard list.exists else { return [] }
        let steps = lists[list]
        guard steps.contains(where: { $0.verb == .repeating || $0.verb == .message }) else { return steps }
        return steps.flatMap { $0.verb == .repeating || $0.verb == .message ? self.steps(in: $0.list) : [$0] }
    }

    /// The wait of a step's thread for another one; nil for most steps.
    ///
    /// - Parameter home: the waiting thread or queue. Where it signals too, as with a lock, it waits for the others.
    private func wait(
        _ instruction: Instruction, at home: EntityID, _ signallers: [Int: [EntityID: Set<EntityID>]]
    ) -> Entity.Wait? {
        let step = Int64(instruction.step)
        switch instruction.verb {
        case .perform where instruction.flag && instruction.thread.exists, .sync:
            let other =
                instruction.verb == .sync ? entities.queues[instruction.queue] : entities.threads[instruction.thread]
            return Entity.Wait(step: step, on: other, block: blocks[instruction.block].entity)
        case .waitFor:
            let others = signallers[instruction.counter, default: [:]].filter { $0.key != home }
            var wait = Entity.Wait(step: step, on: others.count == 1 ? others.first?.key ?? .none : .none, block: .none)
            if others.count > 1 { wait.signallers = others.values.reduce(Set()) { $0.union($1) }.sorted() }
            return wait
        case _: return nil
        }
    }

    private func home(of entity: EntityID) -> EntityID { entities.all[entity]?.home ?? .none }

    /// The thread or queue of a planned timer.
    public func home(ofTimer timer: Int) -> EntityID { home(of: entities.timers[instance(of: timer)]) }

    /// The copies of a planned timer.
    public func instances(of timer: Int) -> IDRange<TimerPlan> {
        IDRange(entities.firstTimers[timer].index..<entities.firstTimers[timer + 1].index)
    }

    /// The first of them.
    public func instance(of timer: Int) -> TimerID { entities.firstTimers[timer] }
}

extension TraceHeader {
    /// The recording's description, whose end is the plan's.
    public init(_ plan: borrowing ScenarioPlan) {
        self.init()
        title = plan.title
        deviceProfile = plan.device.profile
        if plan.device.platform == .macos {
            let modes = [.default] + plan.device.commonModes
            platform = "macOS: common modes " + modes.map(\.name).joined(separator: ", ")
        }
        seed = plan.seed
        duration = plan.duration
        process = plan.log.process
        pid = plan.log.pid
        epoch = plan.log.epoch
        utcOffset = plan.log.utcOffset
    }
}

extension LogField {
    /// The printed form of the field's value.
    var hole: LogTemplate.Piece {
        switch self {
        case .firing, .turn, .data, .isValid, .answer, .counter, .ticks, .remaining: .number(width: 1)
        case .countdown(_, let width): .number(width: Int(clamping: width))
        case .thread: .thread
        case .timestamp, .targetTimestamp, .frameDuration, .linkDuration, .fireDate, .now: .seconds
        case .mode: .mode
        case .activity: .word(of: ObserverPlan.Activity.allCases.map(\.rawValue))
        }
    }

    /// The number that `remaining` prints.
    public static func seconds(until end: Int64, from now: Int64) -> Int64 {
        now >= end ? 0 : (end.subtracting(saturating: now) - 1) / 1_000_000_000 + 1
    }

    /// `mach_absolute_time` in ticks of 125/3 ns.
    package static func ticks(_ now: Int64) -> Int64 { Int64(clamping: Int128(now) * 3 / 125) }
}

import LabCatalogue
import LabRecording
import LabScenarioModel

/// A scenario as both runtimes execute it: entities, flat lists of instructions, and the tables to which they refer.
public struct Program: Sendable {
    /// The work of a thread.
    public enum Body: Sendable {
        /// The main thread of an app: its run loop, for ever.
        case app
        /// The steps; none: nothing.
        case steps(ListID)
    }

    /// An observer or an input source: its steps and its modes.
    public struct Item: Sendable {
        public var list: ListID
        public var modes: ModeSet
    }

    /// The lists of a planned timer.
    public struct TimerLists: Sendable {
        public var callback: ListID
        public var cancel: ListID
        public var modes: ModeSet
        /// True if a log line asks for its fire date.
        public var isFireDateLogged = false
    }

    /// The methods of an object that the system calls.
    public struct ObjectLists: Sendable {
        public var dealloc: ListID
        public var disappear: ListID
    }

    public internal(set) var entities: Entities
    public internal(set) var modes: ModeNumbers
    /// The common set of every run loop from the start.
    public internal(set) var commonModes = ModeSet.none

    public internal(set) var lists = Table<ListTag, [Instruction]>()
    public internal(set) var conditions = Table<ConditionTag, Condition>()
    public internal(set) var quantiles = Table<QuantileTag, QuantileTable>()
    public internal(set) var templates = Table<TemplateTag, LogTemplate>()
    /// The fields of each template, in order.
    public internal(set) var fields = Table<TemplateTag, [LogField]>()
    public internal(set) var blocks = Table<BlockTag, BlockPlan>()
    public internal(set) var names = Table<NameTag, String>()
    /// The steps by their numbers.
    public internal(set) var steps: [Step] = []

    public internal(set) var bodies: [Body] = []
    /// By the plan's index.
    public internal(set) var timers: [TimerLists] = []
    public internal(set) var objects = Table<ObjectTag, ObjectLists>()
    public internal(set) var events = Table<EventTag, ListID>()
    public internal(set) var observers = Table<ObserverTag, Item>()
    public internal(set) var sources = Table<SourceTag, Item>()

    /// Sets the waits of timers, events, blocks and threads from their steps.
    mutating func noteWaits() {
        func waits(in list: ListID) -> [Entity.Wait] {
            guard list.exists else { return [] }
            return lists[list].flatMap { instruction in
                instruction.verb == .repeating || instruction.verb == .message
                    ? waits(in: instruction.list) : self.wait(instruction).map { [$0] } ?? []
            }
        }
        func wait(in list: ListID) -> Entity.Wait? {
            let waits = waits(in: list)
            guard var first = waits.first else { return nil }
            // Which of several it is that lasts no record says.
            if waits.contains(where: { $0.on != first.on }) { first.on = .none }
            return first
        }
        for (index, timer) in timers.enumerated() {
            guard let wait = wait(in: timer.callback) else { continue }
            for instance in instances(of: index) { entities.setWait(wait, of: entities.timers[instance]) }
        }
        for event in events.ids { entities.setWait(wait(in: events[event]), of: entities.events[event]) }
        for block in blocks.rows { entities.setWait(wait(in: block.list), of: block.entity) }
        for case (let thread, .steps(let list)) in zip(entities.threads.rows, bodies) {
            entities.setWait(wait(in: list), of: thread)
        }
    }

    /// The wait of a step's thread for another one; nil for most steps.
    private func wait(_ instruction: Instruction) -> Entity.Wait? {
        let step = Int64(instruction.step)
        switch instruction.verb {
        case .perform where instruction.flag && instruction.thread.exists, .sync:
            let other =
                instruction.verb == .sync ? entities.queues[instruction.queue] : entities.threads[instruction.thread]
            return Entity.Wait(step: step, on: other, block: blocks[instruction.block].entity)
        case .waitFor: return Entity.Wait(step: step, on: .none, block: .none)
        case _: return nil
        }
    }

    /// The copies of a planned timer.
    public func instances(of timer: Int) -> IDRange<TimerTag> {
        IDRange(entities.firstTimers[timer].index..<entities.firstTimers[timer + 1].index)
    }

    /// The first of them.
    public func instance(of timer: Int) -> TimerID { entities.firstTimers[timer] }
}

extension TraceHeader {
    /// The recording's description, whose end is the plan's.
    public init(_ plan: ScenarioPlan) {
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
    package var hole: LogTemplate.Piece {
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

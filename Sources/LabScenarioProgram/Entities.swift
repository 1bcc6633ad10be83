import LabRecording
import LabScenarioModel

/// The entities of a plan, which are the subjects of its records, always in the same order.
public struct Entities: Sendable {
    public internal(set) var all: [Entity] = []
    public private(set) var navigation = EntityID.none
    public private(set) var statics = EntityID.none
    public private(set) var modes = Table<ModeName, EntityID>()
    /// The planned threads, then those of GCD's pool.
    public private(set) var threads = Table<ThreadPlan, EntityID>()
    public private(set) var queues = Table<QueuePlan, EntityID>()
    /// Each copy of each planned timer; a timer without copies counts as one copy.
    public private(set) var timers = Table<TimerPlan, EntityID>()
    /// The first copy of each planned timer, and the end of the last one's.
    public private(set) var firstTimers: [TimerID] = []
    public private(set) var objects = Table<ObjectPlan, EntityID>()
    public private(set) var events = Table<EventPlan, EntityID>()
    public private(set) var observers = Table<ObserverPlan, EntityID>()
    public private(set) var sources = Table<SourcePlan, EntityID>()
    /// The places of tolerances' keys, by timer; for copies, by the timer of their table.
    public private(set) var tolerances: [EntityID: Range<Int>] = [:]

    init(_ plan: borrowing ScenarioPlan, modes names: ModeNumbers, hasPool: Bool, knowsTolerance: Bool) {
        append(Entity(.process, name: plan.log.process, number: plan.log.pid))
        navigation = append(Entity(.process, name: "navigation"))
        statics = append(Entity(.process, name: "static variable"))
        for mode in names.names.rows { modes.append(append(Entity(.mode, name: mode.name))) }
        let pool = hasPool ? (1...Entity.poolSize).map { ThreadPlan(id: "pool \($0)") } : []
        for (index, thread) in (plan.threads + pool).enumerated() {
            threads.append(
                append(
                    Entity(
                        .thread, name: thread.id, place: thread.place,
                        detail: index < plan.threads.count ? "" : "(null)", number: plan.log.thread &+ Int64(index))))
        }
        for queue in plan.queues {
            queues.append(append(Entity(.queue, name: queue.id, place: queue.place, detail: queue.kind.rawValue)))
        }
        // What a step sets may be used as well.
        var planned = plan.timers
        for step in plan.allSteps where step.verb == .setTolerance {
            guard case .timer(let timer)? = step.part, let tolerance = step.slack else { continue }
            planned[timer].tolerance = max(planned[timer].tolerance, tolerance)
        }
        for timer in planned { append(timer, of: plan, modes: names, knowsTolerance: knowsTolerance) }
        firstTimers.append(timers.nextID)
        for object in plan.objects {
            objects.append(append(Entity(.object, name: object.id, place: object.place, detail: object.className)))
        }
        for event in plan.events { events.append(append(Entity(.event, name: event.id, place: event.place))) }
        for observer in plan.observers {
            let home = threads[ThreadID(observer.thread)]
            observers.append(append(Entity(.observer, name: observer.id, place: observer.place, home: home)))
        }
        for source in plan.sources {
            let home = threads[ThreadID(source.thread)]
            sources.append(
                append(Entity(.source, name: source.id, place: source.place, detail: source.kind.rawValue, home: home)))
        }
    }

    @discardableResult mutating func append(_ entity: consuming Entity) -> EntityID {
        all.append(entity)
        return EntityID(all.count - 1)
    }

    private mutating func append(
        _ timer: TimerPlan, of plan: ScenarioPlan, modes names: ModeNumbers, knowsTolerance: Bool
    ) {
        firstTimers.append(timers.nextID)
        var traits = TimerTraits(
            interval: timer.repeats ? timer.interval : nil, repeats: timer.repeats, isRelative: timer.isRelative)
        if timer.kind.row.home != .ownThread, timer.queue == nil {
            traits.modes = names.resolved(timer.modes).map { modes[$0] }
        }
        traits.tolerance = knowsTolerance ? CreationRules.tolerance(of: timer) : 0
        traits.followsDisplay = timer.kind == .displayLink
        traits.countsInSleep = timer.clock != .uptime
        traits.wantedRate = timer.frameRate.preferred
        if timer.kind == .displayLink {
            let isChanged = !plan.steps { $0.does(.setRate, .timer(firstTimers.count - 1)) }.isEmpty
            traits.frameHold = isChanged ? nil : plan.device.frameHold(of: timer.frameRate)
            if plan.device.frameCap != nil, timer.frameRate.frameInterval == nil {
                traits.wantedRate = traits.wantedRate ?? timer.frameRate.maximum ?? plan.device.fastestRefresh
            }
        }
        traits.countdown = timer.countdown
        traits.showsSeconds = timer.showsSeconds
        traits.changesNothing = timer.changesNothing
        traits.targetPlace = timer.callback.target?.place ?? 0..<0
        // A sleep until an instant that has passed returns at once.
        traits.passedPoints = timer.isAbsolute ? .queued : timer.kind.row.passedPoints
        traits.defaultLeeway = knowsTolerance ? CreationRules.defaultLeeway(of: timer, copy: 0) : 0
        let home = timer.queue.map { queues[QueueID($0)] } ?? threads[ThreadID(timer.thread)]
        let group = append(
            Entity(.timer, name: timer.id, place: timer.place, detail: timer.kind.rawValue, home: home, timer: traits))
        if !timer.tolerancePlace.isEmpty { tolerances[group] = timer.tolerancePlace }
        guard let copies = timer.copies else {
            _ = timers.append(group)
            return
        }
        all.reserveCapacity(all.count + copies)
        for copy in 0..<copies {
            traits.interval = timer.repeats ? timer.interval(ofCopy: copy) : nil
            traits.defaultLeeway = knowsTolerance ? CreationRules.defaultLeeway(of: timer, copy: copy) : 0
            timers.append(
                append(
                    Entity(
                        .timer, name: "\(timer.id)[\(copy)]", place: timer.place, detail: timer.kind.rawValue,
                        group: group, home: home, timer: traits)))
        }
    }
}

/// The modes of a plan, numbered in the order of their first use.
public struct ModeNumbers: Sendable {
    public private(set) var names = Table<ModeName, ModeName>()
    /// The common set of every run loop.
    public let common: [ModeName]

    init(_ plan: borrowing ScenarioPlan) throws(TooManyModes) {
        common = [.default] + plan.device.commonModes
        let ofParts = plan.timers.flatMap(\.modes) + plan.observers.flatMap(\.modes) + plan.sources.flatMap(\.modes)
        for name in common + ofParts + plan.allSteps.flatMap(\.namedModes)
        where name != .common && number(name) == nil {
            guard names.count < ModeSet.capacity else { throw TooManyModes() }
            names.append(name)
        }
    }

    private func number(_ name: ModeName) -> ModeID? { names.rows.firstIndex(of: name).map { ModeID($0) } }

    /// The number of a mode; the default mode's for a name that the plan does not have.
    public subscript(_ name: ModeName) -> ModeID { number(name) ?? ModeID(0) }

    public func set(_ names: [ModeName]) -> ModeSet {
        names.reduce(into: .none) { $0.formUnion($1 == .common ? .common : ModeSet(mode: self[$1])) }
    }

    /// The names of a set, the common set under its own.
    public func names(of set: ModeSet) -> [ModeName] { (set.isCommon ? [.common] : []) + set.map { names[$0] } }

    /// The modes in the order of their names, each once; the common modes replace the name of their set.
    public func resolved(_ names: [ModeName]) -> [ModeID] {
        names.flatMap { $0 == .common ? common : [$0] }.compactMap(number).reduce(into: []) { modes, mode in
            if !modes.contains(mode) { modes.append(mode) }
        }
    }
}

/// A run loop mode set is 64 bits wide, and one of them means the common modes.
public struct TooManyModes: Error, CustomStringConvertible {
    public var description: String { "more than \(ModeSet.capacity) run loop modes cannot be simulated" }
}

import ExactTime
import Recording
import ScenarioModel

/// The entities and numbered steps of a plan, laid out before the run.
struct LiveLayout: Sendable {
    private(set) var entities: [Entity] = []
    private(set) var places: [Range<Int>] = []
    private(set) var templates: [LogTemplate] = []
    private(set) var modes: [ModeName: EntityID] = [:]
    private(set) var threads: [EntityID] = []
    private(set) var pool: [EntityID] = []
    private(set) var queues: [EntityID] = []
    /// For each planned timer the entities of its copies.
    private(set) var timers: [[EntityID]] = []
    private(set) var events: [EntityID] = []
    private(set) var observers: [EntityID] = []
    private(set) var sources: [EntityID] = []
    /// nil: an app's main thread.
    private(set) var bodies: [[LiveStep]?] = []
    private(set) var timerSteps: [[LiveStep]] = []
    private(set) var cancelSteps: [[LiveStep]] = []
    private(set) var eventSteps: [[LiveStep]] = []
    private(set) var observerSteps: [[LiveStep]] = []
    private(set) var sourceSteps: [[LiveStep]] = []
    /// The common set of every run loop.
    let commonModes: [ModeName]

    /// How many threads of libdispatch's pool are told apart (queue.c: the thread pool's size).
    static let poolSize = 64

    init(plan: ScenarioPlan) {
        commonModes = [.default] + plan.device.commonModes.filter { $0 != .default && $0 != .common }
        _ = add(Entity(.process, name: plan.log.process, number: plan.log.pid))
        for name in LiveLayout.modeNames(of: plan) where name != .common && modes[name] == nil {
            modes[name] = add(Entity(.mode, name: name.name))
        }
        for (index, thread) in plan.threads.enumerated() {
            threads.append(
                add(Entity(.thread, name: thread.id, place: thread.place, number: plan.log.thread &+ Int64(index))))
        }
        for index in 0..<LiveLayout.poolSize {
            let number = plan.log.thread &+ Int64(plan.threads.count + index)
            pool.append(add(Entity(.thread, name: "pool \(index + 1)", detail: "(null)", number: number)))
        }
        for queue in plan.queues {
            queues.append(add(Entity(.queue, name: queue.id, place: queue.place, detail: queue.kind.rawValue)))
        }
        for timer in plan.timers { addTimer(timer) }
        for event in plan.events { events.append(add(Entity(.event, name: event.id, place: event.place))) }
        for observer in plan.observers {
            observers.append(
                add(Entity(.observer, name: observer.id, place: observer.place, home: threads[observer.thread])))
        }
        for source in plan.sources {
            sources.append(
                add(
                    Entity(
                        .source, name: source.id, place: source.place, detail: source.kind.rawValue,
                        home: threads[source.thread])))
        }
        numberSteps(of: plan)
    }

    private mutating func numberSteps(of plan: ScenarioPlan) {
        var numbering = StepNumbering(firstBlock: entities.count)
        bodies = plan.threads.enumerated().map { index, thread in
            thread.body.map { numbering.number($0) } ?? (index == 0 ? nil : [])
        }
        for timer in plan.timers {
            timerSteps.append(numbering.number(timer.steps))
            cancelSteps.append(numbering.number(timer.cancelSteps))
        }
        eventSteps = plan.events.map { numbering.number($0.steps) }
        observerSteps = plan.observers.map { numbering.number($0.steps) }
        sourceSteps = plan.sources.map { numbering.number($0.steps) }
        places = numbering.places
        templates = numbering.templates
        entities += numbering.blocks
    }

    private mutating func add(_ entity: Entity) -> EntityID {
        entities.append(entity)
        return EntityID(entities.count - 1)
    }

    private mutating func addTimer(_ timer: TimerPlan) {
        let home = timer.queue.map { queues[$0] } ?? threads[timer.thread]
        var traits = TimerTraits(
            interval: timer.repeats ? timer.interval : nil, repeats: timer.repeats,
            tolerance: LiveLayout.honoured(timer.tolerance),
            modes: timer.queue == nil ? resolved(timer.modes).compactMap { modes[$0] } : [],
            isRelative: timer.kind.isRelative && !timer.isAbsolute)
        let group = add(
            Entity(.timer, name: timer.id, place: timer.place, detail: timer.kind.rawValue, home: home, timer: traits))
        guard let copies = timer.copies else {
            timers.append([group])
            return
        }
        timers.append(
            (0..<copies.count).map { copy in
                traits.interval = timer.repeats ? timer.interval(ofCopy: copy) : nil
                return add(
                    Entity(
                        .timer, name: "\(timer.id)[\(copy)]", place: timer.place, detail: timer.kind.rawValue,
                        group: group, home: home, timer: traits))
            })
    }

    /// Foundation and libdispatch on Linux know no tolerance and no leeway.
    private static func honoured(_ tolerance: Int64) -> Int64 {
        #if canImport(Darwin)
            return tolerance
        #else
            return 0
        #endif
    }

    /// The modes themselves, the common set filled in, each once.
    func resolved(_ names: [ModeName]) -> [ModeName] {
        var found: [ModeName] = []
        for name in names.flatMap({ $0 == .common ? commonModes : [$0] }) where !found.contains(name) {
            found.append(name)
        }
        return found
    }

    private static func modeNames(of plan: ScenarioPlan) -> [ModeName] {
        var names: [ModeName] = [.default] + plan.device.commonModes
        names += plan.timers.flatMap(\.modes) + plan.observers.flatMap(\.modes) + plan.sources.flatMap(\.modes)
        plan.eachStep { names += $0.action.modes }
        return names
    }
}

import ExactTime
import Recording
import ScenarioModel

/// Lays out a world: numbers the modes, names the entities, compiles the steps and plans what happens by itself.
struct WorldBuilder {
    private let plan: ScenarioPlan
    private var recorder: Recorder
    private var modeNumbers: [ModeName: Int8] = [:]
    private var modeNames: [ModeName] = []

    /// GCD's limit of worker threads (libdispatch, queue.c: thread pool size).
    static let poolSize = 64

    init(plan: ScenarioPlan, sink: any RecordSink) throws(SimulationFault) {
        self.plan = plan
        recorder = Recorder(sink: sink)
        try numberModes()
    }

    mutating func build() -> World {
        _ = recorder.entity(Entity(.process, name: plan.log.process, number: plan.log.pid))
        let navigation = recorder.entity(Entity(.process, name: "navigation"))
        let statics = recorder.entity(Entity(.process, name: "static variable"))
        let modeEntities = modeNames.map { recorder.entity(Entity(.mode, name: $0.name)) }
        let threads = makeThreads()
        let queues = plan.queues.map { queue in
            QueueState(
                entity: recorder.entity(
                    Entity(.queue, name: queue.id, place: queue.place, detail: queue.kind.rawValue)),
                kind: queue.kind)
        }
        let timerEntities = makeTimerEntities(threads: threads, queues: queues, modes: modeEntities)
        let objectEntities = plan.objects.map {
            recorder.entity(Entity(.object, name: $0.id, place: $0.place, detail: $0.className))
        }
        let eventEntities = plan.events.map { recorder.entity(Entity(.event, name: $0.id, place: $0.place)) }
        let observerEntities = plan.observers.map {
            recorder.entity(Entity(.observer, name: $0.id, place: $0.place, home: threads[$0.thread].entity))
        }
        let sourceEntities = plan.sources.map {
            recorder.entity(
                Entity(
                    .source, name: $0.id, place: $0.place, detail: $0.kind.rawValue, home: threads[$0.thread].entity))
        }
        var compiler = ProgramCompiler(modeNumbers: modeNumbers, firstEntity: recorder.entities.count)

        var world = World(
            plan: plan, program: Program(), recorder: recorder, random: RandomStreams(seed: plan.seed),
            end: plan.duration)
        world.threads = threads
        world.queues = queues
        world.modeEntities = modeEntities
        world.makeLists(
            compiler: &compiler, timerEntities: timerEntities, objectEntities: objectEntities,
            eventEntities: eventEntities, observerEntities: observerEntities, sourceEntities: sourceEntities)
        world.program = compiler.program
        world.isFireDateLogged = plan.timers.map { _ in false }
        for case .fireDate(let timer) in compiler.program.fields.joined() { world.isFireDateLogged[timer] = true }
        world.recorder.entities += compiler.blockEntities
        world.entityKeys = world.recorder.entities.map { Fingerprint.hash($0.name) }
        world.drawCounts = Array(repeating: 0, count: world.recorder.entities.count)
        world.labels = Labels(recorder: &world.recorder)
        world.navigationNode = world.graph.add(.root, index: 0, entity: navigation.index)
        world.staticsNode = world.graph.add(.root, index: 1, entity: statics.index)
        world.hasWakeUpLatency = plan.device.wakeUp != .none
        world.firingLimit = plan.untilFired ?? .max
        world.links = PartLinks(plan: plan)
        for index in threads.indices {
            world.threads[index].node = world.graph.add(
                .thread, index: Int32(index), entity: threads[index].entity.index)
        }
        world.scheduleStart()
        return world
    }

    private mutating func numberModes() throws(SimulationFault) {
        var names: [ModeName] = [.default] + plan.device.commonModes
        names += plan.timers.flatMap(\.modes) + plan.observers.flatMap(\.modes) + plan.sources.flatMap(\.modes)
        for steps in plan.stepLists { collectModes(steps, into: &names) }
        for name in names where name != .common && modeNumbers[name] == nil {
            guard modeNames.count < ModeSet.capacity else { throw .tooManyModes(limit: ModeSet.capacity) }
            modeNumbers[name] = Int8(modeNames.count)
            modeNames.append(name)
        }
    }

    private func collectModes(_ steps: [Step], into names: inout [ModeName]) {
        for step in steps {
            names += step.action.modes
            collectModes(step.action.innerSteps, into: &names)
        }
    }

    private mutating func makeThreads() -> [ThreadState] {
        var threads: [ThreadState] = []
        for (index, thread) in plan.threads.enumerated() {
            let entity = recorder.entity(
                Entity(.thread, name: thread.id, place: thread.place, number: plan.log.thread &+ Int64(index)))
            threads.append(ThreadState(entity: entity, plan: Int32(index)))
        }
        guard plan.queues.contains(where: { $0.kind != .main }) else { return threads }
        for index in 0..<WorldBuilder.poolSize {
            let number = plan.log.thread &+ Int64(plan.threads.count + index)
            let entity = recorder.entity(
                Entity(.thread, name: "pool \(index + 1)", detail: "(null)", number: number))
            var thread = ThreadState(entity: entity, plan: -1)
            thread.status = .idle
            threads.append(thread)
        }
        return threads
    }

    /// The entity of a timer and those of its copies, which are the same when it has none.
    struct TimerEntities {
        var group: EntityID
        var copies: [EntityID]
    }

    private mutating func makeTimerEntities(
        threads: [ThreadState], queues: [QueueState], modes: [EntityID]
    ) -> [TimerEntities] {
        plan.timers.map { timer in
            let usesQueue = timer.queue != nil
            var traits = TimerTraits(
                interval: timer.repeats ? timer.interval : nil, repeats: timer.repeats, tolerance: timer.tolerance,
                modes: usesQueue ? [] : modeEntities(timer.modes, modes),
                isRelative: timer.kind.isRelative && !timer.isAbsolute,
                followsDisplay: timer.kind == .displayLink, wantedRate: timer.frameRate.preferred,
                targetPlace: timer.callback.target?.place ?? 0..<0)
            let home = timer.queue.map { queues[$0].entity } ?? threads[timer.thread].entity
            let group = recorder.entity(
                Entity(
                    .timer, name: timer.id, place: timer.place, detail: timer.kind.rawValue, home: home, timer: traits))
            guard let copies = timer.copies else { return TimerEntities(group: group, copies: [group]) }
            let instances = (0..<copies.count).map { index in
                traits.interval = timer.repeats ? timer.interval(ofCopy: index) : nil
                return recorder.entity(
                    Entity(
                        .timer, name: "\(timer.id)[\(index)]", place: timer.place, detail: timer.kind.rawValue,
                        group: group, home: home, timer: traits))
            }
            return TimerEntities(group: group, copies: instances)
        }
    }

    private func modeEntities(_ names: [ModeName], _ entities: [EntityID]) -> [EntityID] {
        var found: [EntityID] = []
        for name in names {
            let resolved = name == .common ? [.default] + plan.device.commonModes : [name]
            for mode in resolved {
                guard let number = modeNumbers[mode], !found.contains(entities[Int(number)]) else { continue }
                found.append(entities[Int(number)])
            }
        }
        return found
    }
}

extension World {
    /// Compiles everybody's steps and makes the states that exist from the start.
    fileprivate mutating func makeLists(
        compiler: inout ProgramCompiler, timerEntities: [WorldBuilder.TimerEntities], objectEntities: [EntityID],
        eventEntities: [EntityID], observerEntities: [EntityID], sourceEntities: [EntityID]
    ) {
        for (index, thread) in plan.threads.enumerated() {
            bodies.append(thread.body.map { compiler.compile($0) } ?? (index == 0 ? World.appBody : -1))
        }
        for (index, timer) in plan.timers.enumerated() {
            firstTimerInstance.append(Int32(timers.count))
            let list = compiler.compile(timer.steps)
            cancelLists.append(compiler.compile(timer.cancelSteps))
            for (copy, entity) in timerEntities[index].copies.enumerated() {
                var state = TimerState(entity: entity)
                state.list = list
                state.isValid = false
                timers.append(state)
                var detail = TimerDetail(plan: Int32(index), kind: timer.kind)
                detail.modes = compiler.modeSet(timer.modes)
                detail.interval = timer.interval(ofCopy: copy)
                details.append(detail)
            }
        }
        firstTimerInstance.append(Int32(timers.count))
        for (plan, entity) in zip(plan.objects, objectEntities) {
            objects.append(
                ObjectState(
                    entity: entity, dealloc: compiler.compile(plan.dealloc),
                    disappear: compiler.compile(plan.viewWillDisappear)))
        }
        for (plan, entity) in zip(plan.events, eventEntities) {
            events.append(EventState(entity: entity, list: compiler.compile(plan.steps)))
        }
        for (index, plan) in plan.observers.enumerated() {
            observers.append(
                ObserverState(
                    entity: observerEntities[index], plan: Int32(index), modes: compiler.modeSet(plan.modes),
                    list: compiler.compile(plan.steps)))
        }
        for (index, plan) in plan.sources.enumerated() {
            sources.append(
                SourceState(
                    entity: sourceEntities[index], plan: Int32(index), modes: compiler.modeSet(plan.modes),
                    list: compiler.compile(plan.steps), isPort: plan.kind == .source1, order: plan.order))
        }
        initialCommonModes = compiler.modeSet([.default] + plan.device.commonModes)
    }

    /// Puts into the queue what happens without anybody's doing.
    fileprivate mutating func scheduleStart() {
        for (index, thread) in plan.threads.enumerated() {
            if let starts = thread.starts { queue.push(.startThread(Int32(index)), at: starts, isContinuous: true) }
        }
        for (index, event) in plan.events.enumerated() {
            queue.push(.event(Int32(index), turn: 0), at: event.at, isContinuous: true)
        }
        for (index, source) in plan.sources.enumerated() {
            for instant in source.at { queue.push(.sourceInput(Int32(index)), at: instant, isContinuous: true) }
        }
    }
}

extension Labels {
    fileprivate init(recorder: inout Recorder) {
        timer = recorder.text("timer")
        displayLink = recorder.text("display link")
        target = recorder.text("target")
        userInfo = recorder.text("userInfo")
        block = recorder.text("block")
        capture = recorder.text("capture")
        local = recorder.text("local")
        navigation = recorder.text("navigation")
        staticVariable = recorder.text("static")
        pool = recorder.text("autorelease pool")
        receiver = recorder.text("receiver")
        handler = recorder.text("handler")
    }
}

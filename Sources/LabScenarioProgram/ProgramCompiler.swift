import LabCatalogue
import LabExactTime
import LabRecording
import LabScenarioModel

extension Program {
    /// - Parameters:
    ///   - hasPool: whether GCD's pool threads have entities even if no queue of the plan needs them.
    ///   - knowsTolerance: whether the runtime honours tolerance and leeway.
    public init(_ plan: ScenarioPlan, hasPool: Bool = false, knowsTolerance: Bool = true) throws(TooManyModes) {
        let modes = try ModeNumbers(plan)
        let usesPool = hasPool || plan.queues.contains { $0.kind != .main }
        let entities = Entities(plan, modes: modes, hasPool: usesPool, knowsTolerance: knowsTolerance)
        var compiler = ProgramCompiler(program: Program(entities: entities, modes: modes), device: plan.device)
        compiler.compile(plan)
        self = compiler.program
    }
}

/// Turns step lists into a program; made once before a run.
struct ProgramCompiler {
    private(set) var program: Program
    let device: DevicePlan

    /// Compiles all lists of the plan; steps and blocks are numbered in this order.
    mutating func compile(_ plan: ScenarioPlan) {
        for (index, thread) in plan.threads.enumerated() {
            program.bodies.append(thread.body.map { .steps(compile($0)) } ?? (index == 0 ? .app : .steps(.none)))
        }
        for timer in plan.timers {
            let callback = compile(timer.steps)
            program.timers.append(
                Program.TimerLists(
                    callback: callback, cancel: compile(timer.cancelSteps), modes: program.modes.set(timer.modes)))
        }
        for object in plan.objects {
            let dealloc = compile(object.dealloc)
            program.objects.append(Program.ObjectLists(dealloc: dealloc, disappear: compile(object.viewWillDisappear)))
        }
        for event in plan.events { program.events.append(compile(event.steps)) }
        for observer in plan.observers {
            program.observers.append(
                Program.Item(list: compile(observer.steps), modes: program.modes.set(observer.modes)))
        }
        for source in plan.sources {
            program.sources.append(Program.Item(list: compile(source.steps), modes: program.modes.set(source.modes)))
        }
        program.commonModes = program.modes.set(program.modes.common)
        for case .fireDate(let timer) in program.fields.rows.joined() { program.timers[timer].isFireDateLogged = true }
        program.noteWaits()
    }

    /// The compiled list; none for one without steps.
    mutating func compile(_ steps: [Step]) -> ListID {
        guard !steps.isEmpty else { return .none }
        var list: [Instruction] = []
        list.reserveCapacity(steps.count)
        for (index, step) in steps.enumerated() {
            let number = Int32(program.steps.count)
            program.steps.append(step.place)
            let condition = step.condition.map { program.conditions.append($0) } ?? .none
            var op = compile(step, number: number)
            let isLast = if case .taskSleep = op { true } else { false }
            // What comes after it is a job of its own.
            if case .taskSleep(let time, _) = op { op = .taskSleep(time, rest: compile(Array(steps[(index + 1)...]))) }
            list.append(Instruction(op: op, step: number, condition: condition))
            if isLast { break }
        }
        return program.lists.append(list)
    }

    private mutating func compile(_ step: Step, number: Int32) -> Op {
        switch step.action {
        case .work(let amount): compile(amount)
        case .log(let text): .log(template: template(text))
        case .sleep(let duration): .sleep(.fixed(duration))
        case .drawnSleep(let table): .sleep(.drawn(program.quantiles.append(table)))
        case .taskSleep(let time): .taskSleep(compile(time), rest: .none)
        case .repeating(let count, let steps, let until):
            .repeating(count: count, list: compile(steps), until: until.map { program.conditions.append($0) } ?? .none)
        case .count(let counter, let amount, let sets): .count(counter: counter, amount, sets: sets)
        case .create(let part): .create(part)
        case .add(let part, let modes, let thread):
            .add(part, modes: program.modes.set(modes), thread: ThreadID(optional: thread))
        case .invalidate(let part): .invalidate(part)
        case .fire(let timer): .fire(timer: timer)
        case .setFireDate(let timer, let date): .setFireDate(timer: timer, date)
        case .suspend(let part): .suspend(part)
        case .resume(let part): .resume(part)
        case .activate(let part): .activate(part)
        case .cancel(let part): .cancel(part)
        case .pause(let timer): .pause(timer: timer)
        case .setTolerance(let timer, let tolerance): .setTolerance(timer: timer, tolerance)
        case .setRate(let timer, let rate): .setRate(timer: timer, rate)
        case .reschedule(let timer, let start, let interval, let leeway):
            .reschedule(timer: timer, start: start, interval: interval, leeway: leeway)
        case .runLoop(let call): .run(compile(call))
        case .stopLoop(let thread): .stopLoop(thread: ThreadID(optional: thread))
        case .wakeLoop(let thread): .wakeLoop(thread: ThreadID(optional: thread))
        case .performBlock(let modes, let thread, let wakes, let steps):
            .performBlock(
                block: block("perform block", steps, step: step, number: number), modes: program.modes.set(modes),
                thread: ThreadID(optional: thread), wakes: wakes)
        case .dumpLoop(let thread):
            // A line that is nothing but the description of a run loop.
            .dumpLoop(thread: ThreadID(optional: thread), template: template([.dump], fields: []))
        case .addCommonMode(let mode, let thread):
            .addCommonMode(program.modes[mode], thread: ThreadID(optional: thread))
        case .signal(let source): .signal(source: SourceID(source))
        case .perform(let plan): compile(plan, step: step, number: number)
        case .cancelPerform(let target, let selector):
            .cancelPerform(target: ObjectID(optional: target), selector: selector.map { name($0) } ?? .none)
        case .async(let queue, let steps, let captures):
            .async(
                queue: QueueID(queue),
                block: block("async block", steps, captures: captures, step: step, number: number, queue: queue))
        case .sync(let queue, let steps):
            .sync(queue: QueueID(queue), block: block("sync block", steps, step: step, number: number, queue: queue))
        case .waitFor(let counter): .waitFor(counter: counter)
        case .asyncAfter(let delay, let queue, let clock, let steps, let captures):
            .asyncAfter(
                delay: compile(delay), queue: QueueID(queue), clock: clock,
                block: block(
                    "async_after block", steps, captures: captures, step: step, number: number, queue: queue,
                    isDelayed: true))
        case .assign(let owner, let property, let part, let isWeak):
            .assign(owner: ObjectID(owner), property: name(property), part: part, isWeak: isWeak)
        case .release(let part): .release(part)
        case .overRelease(let object): .overRelease(object: ObjectID(object))
        case .push(let object): .push(object: ObjectID(object))
        case .pop(let object): .pop(object: ObjectID(object))
        case .isKindOf(let object, let className): .isKindOf(object: ObjectID(object), className: name(className))
        case .respondsTo(let object, let selector): .respondsTo(object: ObjectID(object), selector: name(selector))
        case .message(let plan):
            .message(receiver: plan.receiver, selector: name(plan.selector), list: compile(plan.steps))
        case .start(let thread): .start(thread: ThreadID(thread))
        case .exit: .exit
        case .beginBackgroundTask(let counter, let expiration):
            .beginBackgroundTask(
                counter: counter, expiration: block("expiration handler", expiration, step: step, number: number))
        case .endBackgroundTask(let counter): .endBackgroundTask(counter: counter)
        case .systemSleep(let duration): .system(.sleep(duration))
        case .background: .system(.background)
        case .foreground: .system(.foreground)
        case .setWallClock(let jump): .system(.setWallClock(by: jump))
        case .setRefresh(let rate): .system(.setRefresh(rate))
        }
    }

    private mutating func compile(_ amount: WorkAmount) -> Op {
        switch amount {
        case .duration(let duration): .work(.fixed(duration))
        case .turns(let turns): .work(.fixed(device.loopCost.scaled(turns) ?? .max))
        case .drawn(let table): .work(.drawn(program.quantiles.append(table)))
        }
    }

    private mutating func compile(_ amount: TimeAmount) -> OpTime {
        switch amount {
        case .fixed(let time): .fixed(time)
        case .drawn(let table): .drawn(program.quantiles.append(table))
        }
    }

    private func compile(_ call: RunCall) -> RunOp {
        func op(
            _ method: RunMethod, _ mode: ModeName, until: FireDate?, for duration: Int64 = 0, returns: Bool = true
        ) -> RunOp {
            RunOp(
                method: method, mode: mode == .common ? ModeID(0) : program.modes[mode], isCommon: mode == .common,
                until: until, duration: duration, returnsAfterSource: returns)
        }
        return switch call {
        case .forever: op(.forever, .default, until: .distantFuture)
        case .until(let date): op(.until, .default, until: date)
        case .once(let mode, let before): op(.once, mode, until: before)
        case .inMode(let mode, let duration, let returns):
            op(.inMode, mode, until: nil, for: duration, returns: returns)
        case .nested(let mode, let duration): op(.nested, mode, until: nil, for: duration, returns: false)
        }
    }

    private mutating func compile(_ plan: PerformPlan, step: Step, number: Int32) -> Op {
        let isTimer = if case .after = plan.delivery { true } else { false }
        let index = block(plan.selector, plan.steps, target: plan.target, step: step, number: number, isTimer: isTimer)
        switch plan.delivery {
        case .after(let delay, let modes):
            return .performAfter(
                request: program.performs.append(
                    PerformRequest(block: index, delay: delay, modes: program.modes.set(modes))))
        case .onThread(let thread, let modes, let waits):
            return .performOnThread(
                block: index, modes: program.modes.set(modes), thread: ThreadID(thread), waits: waits)
        case .direct: return .performDirectly(block: index)
        }
    }

    private mutating func block(
        _ label: String, _ steps: [Step], captures: [CapturePlan] = [], target: Int? = nil, step: Step, number: Int32,
        isTimer: Bool = false, queue: Int? = nil, isDelayed: Bool = false
    ) -> BlockID {
        let list = compile(steps)
        let entity =
            isTimer
            ? Entity(
                .timer, name: label, place: step.place, detail: TimerKind.perform.rawValue,
                timer: TimerTraits(interval: nil, repeats: false))
            : Entity(
                .block, name: step.name ?? label, place: step.place, detail: isDelayed ? TimerKind.after.rawValue : "",
                home: queue.map { program.entities.queues[QueueID($0)] } ?? .none)
        return program.blocks.append(
            BlockPlan(
                list: list, entity: program.entities.add(entity), captures: captures,
                target: ObjectID(optional: target), selector: name(label), step: number))
    }

    private mutating func name(_ text: String) -> NameID {
        if let known = program.names.rows.firstIndex(of: text) { return NameID(known) }
        return program.names.append(text)
    }

    private mutating func template(_ text: LogTextPlan) -> TemplateID {
        var fields: [LogField] = []
        let pieces = text.pieces.map { piece -> LogTemplate.Piece in
            switch piece {
            case .literal(let literal): return .literal(literal)
            case .field(let field):
                fields.append(field)
                return field.hole
            }
        }
        return template(pieces, fields: fields)
    }

    private mutating func template(_ pieces: [LogTemplate.Piece], fields: [LogField]) -> TemplateID {
        program.fields.append(fields)
        return program.templates.append(LogTemplate(pieces: pieces))
    }
}

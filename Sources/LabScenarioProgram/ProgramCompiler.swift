import LabCatalogue
import LabRecording
import LabScenarioModel

extension Program {
    /// - Parameters:
    ///   - hasPool: true if GCD's pool threads have entities even when no queue of the plan needs them.
    ///   - knowsTolerance: true if the runtime honours tolerance and leeway.
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
        program.noteWaits(plan)
    }

    /// The compiled list; none for one without steps.
    mutating func compile(_ steps: [Step]) -> ListID {
        guard !steps.isEmpty else { return .none }
        var list: [Instruction] = []
        list.reserveCapacity(steps.count)
        for (index, step) in steps.enumerated() {
            let number = Int32(program.steps.count)
            program.steps.append(step)
            let condition = step.condition.map { program.conditions.append($0) } ?? .none
            var instruction = compile(step, number: number)
            instruction.condition = condition
            // The steps after a sleep that is awaited are a job of their own.
            let isAwaited = step.verb == .sleep && step.flag
            if isAwaited { instruction.list = compile(Array(steps[(index + 1)...])) }
            list.append(instruction)
            if isAwaited { break }
        }
        return program.lists.append(list)
    }

    private mutating func compile(_ step: Step, number: Int32) -> Instruction {
        var result = Instruction(verb: step.verb, step: number)
        (result.flag, result.clock, result.part, result.value) = (step.flag, step.clock, step.part, step.value)
        (result.thread, result.queue) = (ThreadID(optional: step.thread), QueueID(optional: step.queue))
        (result.counter, result.number) = (step.counter ?? 0, step.number ?? 0)
        result.modes = program.modes.set(step.modes)
        if let mode = step.call?.mode ?? step.modes.first { result.mode = program.modes[mode] }
        result.time = (step.busy ?? step.delay).map { compile($0) } ?? step.slack.map { .fixed($0) }
        if let text = step.text { result.template = template(text) }
        // A line that is nothing but the description of a run loop.
        if step.verb == .dumpLoop { result.template = template([.dump], fields: []) }
        if step.makesBlock { result.block = block(of: step, number: number) } else { result.list = compile(step.steps) }
        result.until = step.until.map { program.conditions.append($0) } ?? .none
        result.name = step.word.map { name($0) } ?? .none
        return result
    }

    private mutating func compile(_ amount: Amount) -> OpTime {
        switch amount {
        case .fixed(let time): .fixed(time)
        case .drawn(let table): .drawn(program.quantiles.append(table))
        case .turns(let turns): .fixed(device.loopCost.scaled(turns) ?? .max)
        }
    }

    private mutating func block(of step: Step, number: Int32) -> BlockID {
        let list = compile(step.steps)
        // A delayed perform is a timer; any other step hands over a block.
        let isTimer = step.verb == .perform && step.delay != nil
        let label = step.verb.blockName ?? step.word ?? ""
        let entity =
            isTimer
            ? Entity(
                .timer, name: label, place: step.place, detail: TimerKind.perform.rawValue,
                timer: TimerTraits(interval: nil, repeats: false))
            : Entity(
                .block, name: step.name ?? label, place: step.place,
                detail: step.delay != nil ? TimerKind.after.rawValue : "",
                home: step.queue.map { program.entities.queues[QueueID($0)] } ?? .none)
        return program.blocks.append(
            BlockPlan(
                list: list, entity: program.entities.append(entity), captures: step.captures,
                target: ObjectID(optional: step.verb == .perform ? step.part?.index : nil), selector: name(label),
                step: number))
    }

    private mutating func name(_ text: String) -> NameID {
        if let known = program.names.rows.firstIndex(of: text) { return NameID(known) }
        return program.names.append(text)
    }

    private mutating func template(_ text: LogTextPlan) -> TemplateID {
        let pieces = text.pieces.map { piece -> LogTemplate.Piece in
            switch piece {
            case .literal(let literal): .literal(literal)
            case .field(let field): field.hole
            }
        }
        return template(pieces, fields: text.fields)
    }

    private mutating func template(_ pieces: [LogTemplate.Piece], fields: [LogField]) -> TemplateID {
        program.fields.append(fields)
        return program.templates.append(LogTemplate(pieces: pieces))
    }
}

extension Step {
    /// True if it hands over a block, or a call.
    fileprivate var makesBlock: Bool { verb.blockName != nil || verb == .perform }
}

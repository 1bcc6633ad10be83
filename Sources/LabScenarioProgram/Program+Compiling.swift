import LabCatalogue
import LabRecording
import LabScenarioModel

extension Program {
    /// - Parameters:
    ///   - hasPool: true if GCD's pool threads have entities even when no queue of the plan needs them.
    ///   - knowsTolerance: true if the runtime honours tolerance and leeway.
    public init(_ plan: borrowing ScenarioPlan, hasPool: Bool = false, knowsTolerance: Bool = true) throws(TooManyModes)
    {
        let modes = try ModeNumbers(plan)
        let usesPool = hasPool || plan.queues.contains { $0.kind != .main }
        self.init(
            entities: Entities(plan, modes: modes, hasPool: usesPool, knowsTolerance: knowsTolerance), modes: modes,
            loopCost: plan.device.loopCost)
        // Steps and blocks are numbered in this order.
        for (index, thread) in plan.threads.enumerated() {
            bodies.append(thread.body.map { compile($0) } ?? (index == 0 ? nil : ListID.none))
        }
        for timer in plan.timers {
            let callback = compile(timer.steps)
            timers.append(
                TimerLists(callback: callback, cancel: compile(timer.cancelSteps), modes: modes.set(timer.modes)))
        }
        for object in plan.objects { objects.append((compile(object.dealloc), compile(object.viewWillDisappear))) }
        for event in plan.events { events.append(compile(event.steps)) }
        for observer in plan.observers { observers.append((compile(observer.steps), modes.set(observer.modes))) }
        for source in plan.sources { sources.append((compile(source.steps), modes.set(source.modes))) }
        commonModes = modes.set(modes.common)
        for case .fireDate(let timer) in fields.rows.joined() { timers[timer].isFireDateLogged = true }
        noteWaits(plan)
    }

    /// The compiled list; none for one without steps.
    private mutating func compile(_ steps: [Step]) -> ListID {
        guard !steps.isEmpty else { return .none }
        var list: [Instruction] = []
        list.reserveCapacity(steps.count)
        for (index, step) in steps.enumerated() {
            var instruction = compile(step)
            // The steps after a sleep that is awaited are a job of their own.
            let isAwaited = step.verb == .sleep && step.flag
            if isAwaited { instruction.list = compile(Array(steps[(index + 1)...])) }
            list.append(instruction)
            if isAwaited { break }
        }
        return lists.append(list)
    }

    private mutating func compile(_ step: Step) -> Instruction {
        var result = Instruction(verb: step.verb, step: Int32(steps.count))
        steps.append(step)
        result.condition = step.condition.map { conditions.append($0) } ?? .none
        (result.flag, result.clock, result.part, result.value) = (step.flag, step.clock, step.part, step.value)
        (result.thread, result.queue) = (ThreadID(optional: step.thread), QueueID(optional: step.queue))
        (result.counter, result.number) = (step.counter ?? 0, step.number ?? 0)
        result.modes = modes.set(step.modes)
        if let mode = step.call?.mode ?? step.modes.first { result.mode = modes[mode] }
        result.time = (step.busy ?? step.delay).map { compile($0) } ?? step.slack.map { .fixed($0) }
        if let text = step.text { result.template = template(text) }
        // A line that is nothing but the description of a run loop.
        if step.verb == .dumpLoop { result.template = template([.dump], fields: []) }
        let handsOver = step.verb.blockName != nil || step.verb == .perform
        if handsOver { result.block = block(of: step, number: result.step) } else { result.list = compile(step.steps) }
        result.until = step.until.map { conditions.append($0) } ?? .none
        result.name = step.word.map { name($0) } ?? .none
        return result
    }

    private mutating func compile(_ amount: Amount) -> OpTime {
        switch amount {
        case .fixed(let time): .fixed(time)
        case .drawn(let table): .drawn(quantiles.append(table))
        case .turns(let turns): .fixed(loopCost.scaled(turns) ?? .max)
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
                home: step.queue.map { entities.queues[QueueID($0)] } ?? .none)
        let (target, selector) = (ObjectID(optional: step.verb == .perform ? step.part?.index : nil), name(label))
        let same = isTimer ? blocks.rows.firstIndex { $0.target == target && $0.selector == selector } : nil
        return blocks.append(
            BlockPlan(
                list: list, entity: entities.append(entity), captures: step.captures, target: target,
                selector: selector, request: same.map { BlockID($0) } ?? blocks.nextID, step: number))
    }

    private mutating func name(_ text: String) -> NameID {
        if let known = names.rows.firstIndex(of: text) { return NameID(known) }
        return names.append(text)
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
        self.fields.append(fields)
        return templates.append(LogTemplate(pieces: pieces))
    }
}

import ExactTime
import Recording
import ScenarioModel

/// A scenario's steps, flattened: lists of instructions, and tables that they name by index.
struct Program {
    var lists: [[Instruction]] = []
    /// For each list the templates of its lines when it does nothing but log fixed lines, empty otherwise.
    var plainLogs: [[Int32]] = []
    var conditions: [CompiledCondition] = []
    var tables: [QuantileTable] = []
    var templates: [LogTemplate] = []
    /// The fields of each template, in order.
    var fields: [[LogField]] = []
    var blocks: [BlockPlan] = []
    var performs: [PerformRequest] = []
    var names: [String] = []
    var steps: [Range<Int>] = []
}

/// Turns step lists into a program; made once before a run.
struct ProgramCompiler {
    private(set) var program = Program()
    private let modeNumbers: [ModeName: Int8]
    /// The index that the first block's entity will have.
    private let firstEntity: Int
    /// An entity for each block.
    private(set) var blockEntities: [Entity] = []

    init(modeNumbers: [ModeName: Int8], firstEntity: Int) {
        self.modeNumbers = modeNumbers
        self.firstEntity = firstEntity
    }

    func modeNumber(_ name: ModeName) -> Int8 { modeNumbers[name] ?? 0 }

    func modeSet(_ names: [ModeName]) -> ModeSet {
        var set = ModeSet.none
        for name in names { set.formUnion(name == .common ? .common : ModeSet(mode: modeNumber(name))) }
        return set
    }

    /// The index of the compiled list; -1 for one without steps.
    mutating func compile(_ steps: [Step]) -> Int32 {
        guard !steps.isEmpty else { return -1 }
        var list: [Instruction] = []
        list.reserveCapacity(steps.count)
        for step in steps {
            let number = Int32(program.steps.count)
            program.steps.append(step.place)
            let condition = step.condition.map { compile($0) } ?? -1
            list.append(Instruction(op: compile(step, number: number), step: number, condition: condition))
        }
        program.lists.append(list)
        program.plainLogs.append(plainLogs(of: list))
        return Int32(program.lists.count - 1)
    }

    private func plainLogs(of list: [Instruction]) -> [Int32] {
        var templates: [Int32] = []
        for instruction in list {
            guard instruction.condition < 0, case .log(let template) = instruction.op,
                program.fields[Int(template)].isEmpty
            else { return [] }
            templates.append(template)
        }
        return templates
    }

    mutating func compile(_ condition: Condition) -> Int32 {
        let compiled: CompiledCondition =
            switch condition {
            case .fired(let timer, let comparison): .fired(timer: Int32(timer ?? -1), comparison)
            case .cancelled(let part): .cancelled(part)
            case .gone(let part): .gone(part)
            case .valid(let timer): .valid(timer: Int32(timer))
            case .not(let inner): .not(compile(inner))
            }
        program.conditions.append(compiled)
        return Int32(program.conditions.count - 1)
    }

    private mutating func compile(_ step: Step, number: Int32) -> Op {
        switch step.action {
        case .work(let amount): compile(amount)
        case .log(let text): .log(template: template(text))
        case .sleep(let duration): .sleep(duration)
        case .repeating(let count, let steps, let until):
            .repeating(count: count, list: compile(steps), until: until.map { compile($0) } ?? -1)
        case .create(let part): .create(part)
        case .add(let part, let modes, let thread):
            .add(part, modes: modeSet(modes), thread: Int32(thread ?? -1))
        case .invalidate(let part): .invalidate(part)
        case .fire(let timer): .fire(timer: Int32(timer))
        case .setFireDate(let timer, let date): .setFireDate(timer: Int32(timer), date)
        case .suspend(let part): .suspend(part)
        case .resume(let part): .resume(part)
        case .activate(let part): .activate(part)
        case .cancel(let part): .cancel(part)
        case .pause(let timer): .pause(timer: Int32(timer))
        case .reschedule(let timer, let start, let interval, let leeway):
            .reschedule(timer: Int32(timer), start: start, interval: interval, leeway: leeway)
        case .runLoop(let call): .run(compile(call))
        case .stopLoop(let thread): .stopLoop(thread: Int32(thread ?? -1))
        case .wakeLoop(let thread): .wakeLoop(thread: Int32(thread ?? -1))
        case .performBlock(let modes, let thread, let wakes, let steps):
            .performBlock(
                block: block("perform block", steps, step: step, number: number), modes: modeSet(modes),
                thread: Int32(thread ?? -1), wakes: wakes)
        case .dumpLoop(let thread): .dumpLoop(thread: Int32(thread ?? -1), template: dumpTemplate())
        case .addCommonMode(let mode, let thread): .addCommonMode(modeNumber(mode), thread: Int32(thread ?? -1))
        case .signal(let source): .signal(source: Int32(source))
        case .perform(let plan): compile(plan, step: step, number: number)
        case .cancelPerform(let target, let selector):
            .cancelPerform(target: Int32(target ?? -1), selector: selector.map { name($0) } ?? -1)
        case .async(let queue, let steps, let captures):
            .async(
                queue: Int32(queue),
                block: block("async block", steps, captures: captures, step: step, number: number))
        case .asyncAfter(let delay, let queue, let clock, let steps, let captures):
            .asyncAfter(
                delay: delay, queue: Int32(queue), clock: clock,
                block: block("async_after block", steps, captures: captures, step: step, number: number))
        case .assign(let owner, let property, let part, let isWeak):
            .assign(owner: Int32(owner), property: name(property), part: part, isWeak: isWeak)
        case .release(let part): .release(part)
        case .overRelease(let object): .overRelease(object: Int32(object))
        case .push(let object): .push(object: Int32(object))
        case .pop(let object): .pop(object: Int32(object))
        case .isKindOf(let object, let className): .isKindOf(object: Int32(object), className: name(className))
        case .respondsTo(let object, let selector): .respondsTo(object: Int32(object), selector: name(selector))
        case .message(let plan):
            .message(receiver: plan.receiver, selector: name(plan.selector), list: compile(plan.steps))
        case .start(let thread): .start(thread: Int32(thread))
        case .exit: .exit
        case .systemSleep(let duration): .systemSleep(duration)
        case .background: .background
        case .foreground: .foreground
        case .setWallClock(let jump): .setWallClock(by: jump)
        }
    }

    private mutating func compile(_ amount: WorkAmount) -> Op {
        switch amount {
        case .duration(let duration):
            return .work(duration)
        case .turns(let turns):
            return .loop(turns: turns)
        case .drawn(let table):
            program.tables.append(table)
            return .drawnWork(table: Int32(program.tables.count - 1))
        }
    }

    private func compile(_ call: RunCall) -> RunOp {
        func op(
            _ kind: RunFrame.Kind, _ mode: ModeName, until: FireDate?, for duration: Int64 = 0, returns: Bool = true
        ) -> RunOp {
            RunOp(
                kind: kind, mode: mode == .common ? 0 : modeNumber(mode), isCommon: mode == .common, until: until,
                duration: duration, returnsAfterSource: returns)
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
        let index = block(
            plan.selector, plan.steps, target: plan.target, step: step, number: number, isTimer: isTimer)
        switch plan.delivery {
        case .after(let delay, let modes):
            program.performs.append(PerformRequest(block: index, delay: delay, modes: modeSet(modes)))
            return .performAfter(request: Int32(program.performs.count - 1))
        case .onThread(let thread, let modes, let waits):
            return .performOnThread(block: index, modes: modeSet(modes), thread: Int32(thread), waits: waits)
        case .direct:
            return .performDirectly(block: index)
        }
    }

    private mutating func block(
        _ label: String, _ steps: [Step], captures: [CapturePlan] = [], target: Int? = nil, step: Step, number: Int32,
        isTimer: Bool = false
    ) -> Int32 {
        let list = compile(steps)
        let entity =
            isTimer
            ? Entity(
                .timer, name: label, place: step.place, detail: "perform",
                timer: TimerTraits(interval: nil, repeats: false))
            : Entity(.block, name: label, place: step.place)
        blockEntities.append(entity)
        let plan = BlockPlan(
            list: list, entity: Int32(firstEntity + blockEntities.count - 1), captures: captures,
            target: Int32(target ?? -1), selector: name(label), step: number,
            speaksOfTimer: steps.contains(where: \.speaksOfTimer))
        program.blocks.append(plan)
        return Int32(program.blocks.count - 1)
    }

    /// A line that is nothing but the description of a run loop.
    private mutating func dumpTemplate() -> Int32 {
        program.templates.append(LogTemplate(pieces: [.dump]))
        program.fields.append([])
        return Int32(program.templates.count - 1)
    }

    private mutating func name(_ text: String) -> Int32 {
        if let known = program.names.firstIndex(of: text) { return Int32(known) }
        program.names.append(text)
        return Int32(program.names.count - 1)
    }

    private mutating func template(_ text: LogTextPlan) -> Int32 {
        var fields: [LogField] = []
        let pieces = text.pieces.map { piece -> LogTemplate.Piece in
            switch piece {
            case .literal(let literal):
                return .literal(literal)
            case .field(let field):
                fields.append(field)
                return field.hole
            }
        }
        program.templates.append(LogTemplate(pieces: pieces))
        program.fields.append(fields)
        return Int32(program.templates.count - 1)
    }
}

extension LogField {
    /// How the field's value is printed.
    fileprivate var hole: LogTemplate.Piece {
        switch self {
        case .firing, .turn, .data, .isValid, .answer, .ticks: .number(width: 1)
        case .countdown(_, let width): .number(width: Int(clamping: width))
        case .thread: .thread
        case .timestamp, .targetTimestamp, .frameDuration, .fireDate, .now: .seconds
        case .mode: .mode
        }
    }
}

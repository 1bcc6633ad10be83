import ScenarioModel

/// A block that was made inside a timer's callback and speaks of that timer: `{n}` and `when = { fired = … }` mean the
/// firing in which it was made, as a captured variable would.
struct BlockInstance {
    var block: Int32
    var timer: Int32
    var firing: Int64
}

extension World {
    /// The block's plan, for a block of the program and for an instance of one.
    func blockPlan(_ block: Int32) -> BlockPlan {
        let own = Int(block) - program.blocks.count
        return program.blocks[own < 0 ? Int(block) : Int(blockInstances[own].block)]
    }

    /// What to hand on instead of a block that a step makes: itself, or an instance that knows the step's timer.
    mutating func instance(of block: Int32, in frame: StepsFrame) -> Int32 {
        guard frame.timer >= 0, program.blocks[Int(block)].speaksOfTimer else { return block }
        blockInstances.append(BlockInstance(block: block, timer: frame.timer, firing: frame.firing))
        return Int32(program.blocks.count + blockInstances.count - 1)
    }

    /// The timer that a block speaks of and the number of its firing; -1: none.
    func subject(ofBlock block: Int32) -> (timer: Int32, firing: Int64) {
        let own = Int(block) - program.blocks.count
        return own < 0 ? (-1, 0) : (blockInstances[own].timer, blockInstances[own].firing)
    }
}

extension Step {
    /// Whether the step, or one inside it, means the timer whose callback it stands in.
    var speaksOfTimer: Bool {
        if let condition, condition.speaksOfTimer { return true }
        switch action {
        case .log(let text):
            return text.pieces.contains { if case .field(let field) = $0 { field.speaksOfTimer } else { false } }
        case .repeating(_, let steps, let until):
            return until?.speaksOfTimer ?? false || steps.contains(where: \.speaksOfTimer)
        default:
            return action.innerSteps.contains(where: \.speaksOfTimer)
        }
    }
}

extension Condition {
    fileprivate var speaksOfTimer: Bool {
        switch self {
        case .fired(let timer, _): timer == nil
        case .not(let inner): inner.speaksOfTimer
        case .cancelled, .gone, .valid: false
        }
    }
}

extension LogField {
    fileprivate var speaksOfTimer: Bool {
        switch self {
        case .firing, .countdown, .data, .timestamp, .targetTimestamp, .frameDuration: true
        case .turn, .thread, .isValid, .fireDate, .now, .answer, .ticks, .mode: false
        }
    }
}

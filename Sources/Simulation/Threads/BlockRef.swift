import Recording
import ScenarioProgram

/// A block that a step has made, by value.
///
/// One that was made inside a timer's callback and speaks of that timer means by `{n}` the firing in which it was made, as
/// a captured variable would; `when = { fired = … }` counts the timer's firings so far.
struct BlockRef: Equatable {
    /// None: no block.
    var plan: BlockID
    /// The timer that it speaks of; none: none.
    var timer = TimerID.none
    var firing: Int64 = 0

    static let none = BlockRef(plan: .none)

    var exists: Bool { plan.exists }
}

extension Program {
    /// A block that waits.
    func pending(_ block: BlockRef, in thread: EntityID) -> PendingWork {
        PendingWork(entity: blocks[block.plan].entity, thread: thread, step: Int64(blocks[block.plan].step))
    }
}

extension StepsFrame {
    /// The block of a plan, made by a step of this frame.
    func block(_ block: BlockID, in program: Program) -> BlockRef {
        guard timer.exists, program.blocks[block].speaksOfTimer else { return BlockRef(plan: block) }
        return BlockRef(plan: block, timer: timer, firing: firing)
    }
}

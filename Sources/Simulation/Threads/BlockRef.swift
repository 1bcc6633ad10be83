import Recording
import ScenarioModel
import ScenarioProgram

/// A block that a step has made, by value.
///
/// One that was made inside a timer's callback and speaks of that timer means by `{n}` the firing in which it was made, as
/// a captured variable would; `when = { fired = … }` counts the timer's firings so far.
struct BlockRef: Equatable {
    var plan: BlockID
    /// The timer that it speaks of; none: none.
    var timer = TimerID.none
    var firing: Int64 = 0

    static let none = BlockRef(plan: .none)

    var exists: Bool { plan.exists }
}

extension Program {
    func pending(_ block: BlockRef, in thread: EntityID) -> PendingWork {
        PendingWork(entity: blocks[block.plan].entity, thread: thread, step: Int64(blocks[block.plan].step))
    }
}

enum CallKind {
    case timer(TimerID)
    case block(BlockRef)
    case observer(ObserverID, ObserverPlan.Activity)
    case source(SourceID)
    /// A `performSelector:onThread:` request.
    case perform(BlockRef)
}

/// A call that waits in a batch.
struct Call {
    var kind: CallKind
    /// The block's node, or the timer's, which tells a timer from one made anew in its stead; none: nothing is kept.
    var node = NodeID.none
    /// The thread that waits for a perform to be done; none: no thread does.
    var waiter = ThreadID.none
    /// Of a timer: its rank, which tells a request from one made anew in its stead.
    var sequence: UInt32 = 0
    var isSkipped = false
}

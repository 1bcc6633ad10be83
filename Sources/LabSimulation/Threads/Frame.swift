import LabRecording
import LabScenarioModel
import LabScenarioProgram

/// An entry of a simulated thread's stack.
enum Frame {
    case steps(StepsFrame)
    /// Steps that repeat, `count` times or until a condition holds; none: no condition.
    case repeating(StepsFrame, count: Int64, until: ConditionID)
    /// A run method that starts activations.
    case run(RunFrame)
    /// An activation of the thread's run loop.
    case activation(RunLoopPass)
    /// The last calls of the thread's `calls`, one after the other; false if the latest was not made.
    case batch(remaining: Int, isLastMade: Bool)
    /// Releases the holds of the batch of timers, or of the message, above it.
    case holds(mark: Int)
    /// Blocks of other modes in the thread's `heldBlocks`; they go back to the queue's head after the batch above.
    case heldBlocks
    /// The blocks that were in the main queue when the drain began.
    case mainDrain(remaining: Int, poolMark: Int)
    /// A callout whose end has to be handled.
    case callout(Callout)
    /// The last references of the thread's `releases`, to drop one after the other.
    case releases(remaining: Int)
    case dealloc(node: NodeID, phase: DeallocPhase)
    case queueWorker(queue: QueueID)
    /// A loop that waits next, or else works.
    case waitLoop(WaitLoopID, isWaiting: Bool)
    /// Code outside of the simulation, which reports its end.
    case host(Int)
    /// Work or a sleep that ends when the thread continues.
    case busy(isWork: Bool, step: Int32, owner: EntityID)
    /// The body of a thread, the lowest frame.
    case body
}

enum DeallocPhase {
    case begin
    case releaseReferences
    case end
}

struct StepsFrame {
    var list: ListID
    var next: Int32 = 0
    var owner: EntityID
    /// The timer of the callback; none: another callout.
    var timer = TimerID.none
    /// The object whose `dealloc` or `viewWillDisappear` it is; none: other code.
    var receiver = NodeID.none
    /// The number of the firing; in an observer's steps that of the activity.
    var firing: Int64 = 0
    /// The turn of the innermost `repeat`.
    var turn: Int64 = 0

    /// The block of a plan, made by a step of this frame.
    func made(_ block: BlockID) -> BlockRef {
        timer.exists ? BlockRef(plan: block, timer: timer, firing: firing) : BlockRef(plan: block)
    }
}

struct RunFrame {
    var method: RunMethod
    var mode: ModeID
    /// On the uptime axis, ns; `Int64.max`: none.
    var deadline: Int64
    var returnsAfterSource: Bool
    var step: Int32
    var hasRun = false

    func goesOn(now: Int64, isEmpty: @autoclosure () -> Bool) -> Bool {
        switch method {
        case .app: true  // The loop of an app's main thread never runs dry (README: main queue).
        case .forever: !isEmpty()
        case .until: !isEmpty() && (!hasRun || deadline > now)
        case .nested: deadline > now
        case .once, .inMode: !hasRun
        }
    }
}

enum CalloutKind: Equatable {
    /// A run loop timer's callback, in an autorelease pool of its own.
    case timer
    case manualTimer
    /// The callback of a timer without a run loop.
    case awaited
    /// The steps after a sleep in the middle of a task's body.
    case restOfTask
    case observer(ObserverID)
    case other
}

/// The kind of a callout, which decides how its end is handled.
struct Callout {
    var kind = CalloutKind.other
    var entity: EntityID
    /// The timer of the callout; none: there is none.
    var timer: TimerID = .none
    /// The thread that waits for its end; none: no thread does.
    var waiter: ThreadID = .none
    /// The serial queue that the thread serves until then; none: no queue.
    var queue: QueueID = .none
    /// A block to release at the end; none: no block.
    var node: NodeID = .none
    /// The start of a timer's callback, on the uptime axis.
    var began: Int64 = 0
    /// The number of objects in the thread's autorelease pools when it began.
    var poolMark = 0
    /// The number of holds of the thread's callouts when it began.
    var holdMark = 0
}

/// A block that a step has made, by value.
///
/// In a block made inside a timer's callback, `{n}` is the firing in which it was made, like a captured variable. `when
/// = { fired = … }` counts the timer's firings so far.
struct BlockRef {
    var plan: BlockID
    /// The timer to which it refers, if any.
    var timer = TimerID.none
    var firing: Int64 = 0

    static let none = BlockRef(plan: .none)
}

extension Program {
    func pending(_ block: BlockID, count: Int = 1, in thread: EntityID) -> PendingWork {
        PendingWork(entity: blocks[block].entity, thread: thread, step: Int64(blocks[block].step), count: Int64(count))
    }
}

/// A call that waits in a batch.
enum Call {
    /// Node and rank tell a timer or request from a later one in its place.
    case timer(TimerID, node: NodeID, sequence: UInt32)
    /// `node`: none if the block retains nothing. `waiter`: the thread that waits for a perform; none: no thread.
    case block(BlockRef, node: NodeID, waiter: ThreadID)
    case observer(ObserverID, ObserverPlan.Activity)
    case source(SourceID)
}

import Recording
import ScenarioModel
import ScenarioProgram

/// One entry of a simulated thread's stack.
enum Frame {
    case steps(StepsFrame)
    case repeating(RepeatFrame)
    /// A run method that starts activations.
    case run(RunFrame)
    /// One activation of the thread's run loop.
    case activation(RunLoopPass)
    /// Calls to be made one after the other; they stand in the thread's `calls`.
    case batch(start: Int, next: Int, end: Int)
    /// Releases what the batch of timers, or the message, above holds when that is done.
    case holds(mark: Int)
    /// Blocks of other modes, which go back to the head of the run loop's queue when the batch above is done.
    case heldBlocks([RunLoop.PendingBlock])
    /// The blocks that were in the main queue when the drain began.
    case mainDrain(remaining: Int, poolMark: Int)
    /// A callout whose end has consequences.
    case callout(Callout)
    /// References to be dropped one after the other; they stand in the thread's `releases`.
    case releases(start: Int, next: Int, end: Int)
    case dealloc(node: NodeID, phase: DeallocPhase)
    case queueWorker(queue: QueueID)
    case waitLoop(WaitLoopID, phase: WaitLoop.Phase)
    /// Work or a sleep that ends when the thread goes on.
    case busy(kind: BusyKind, step: Int32, owner: EntityID)
    /// The body of a thread; below it there is nothing.
    case body
}

enum BusyKind {
    case work
    case sleep
}

enum DeallocPhase {
    case begin
    case releaseReferences
    case end
}

struct StepsFrame {
    var list: ListID
    var next: Int32
    /// Whose callout this is.
    var owner: EntityID
    /// The timer whose callback this is; none: another callout.
    var timer: TimerID
    /// The number of the firing that this is about; in an observer's steps that of the activity.
    var firing: Int64
    /// The turn of the innermost `repeat`.
    var turn: Int64
}

struct RepeatFrame {
    var list: ListID
    var turn: Int64
    var count: Int64
    /// When it ends; none: after `count` turns.
    var until: ConditionID
    var owner: EntityID
    var timer: TimerID
    var firing: Int64
}

struct RunFrame {
    var method: RunMethod
    var mode: ModeID
    /// On the uptime axis, ns; `Int64.max`: none.
    var deadline: Int64
    var returnsAfterSource: Bool
    var step: Int32
    var hasRun = false
    var lastResult = RunResult.finished

    func goesOn(now: Int64, isEmpty: @autoclosure () -> Bool) -> Bool {
        switch method {
        case .app: true  // The loop of an app's main thread never runs dry (README: main queue).
        case .forever: !isEmpty()
        case .until: !isEmpty() && (!hasRun || deadline > now)
        case .nested: deadline > now
        case .once, .inMode: !hasRun
        }
    }

    static func answer(of method: RunMethod, _ result: RunResult, succeeded: Bool) -> Int64 {
        switch method {
        case .once: succeeded ? 1 : 0
        case .inMode: result.rawValue
        case .app, .forever, .until, .nested: 0
        }
    }
}

enum CalloutKind {
    case timer
    case manualTimer
    case observer(ObserverID)
    case dispatchSource(DispatchSourceID)
    case cancelHandler
    case delayedTimer
    case task(TaskID)
    case restOfTask(TaskID)
    case displayLink(DisplayLinkID)
    case waitLoop(WaitLoopID)
    case other
}

/// What a callout was, so that its end can be handled.
struct Callout {
    var kind: CalloutKind
    var entity: EntityID
    /// A timer; none: something else.
    var timer: TimerID = .none
    /// The thread that waits for it to be done; none: no thread does.
    var waiter: ThreadID = .none
    /// The serial queue that the thread serves for so long; none: no queue.
    var queue: QueueID = .none
    /// A block to be let go at the end; none: nothing.
    var node: NodeID = .none
    var began: Int64
    /// How much was in the thread's autorelease pools when it began.
    var poolMark = 0
    var drainsPool = false
    /// How many holds the thread's callouts had when it began.
    var holdMark = 0
}

extension StepsFrame {
    /// The block of a plan, made by a step of this frame.
    func made(_ block: BlockID) -> BlockRef {
        timer.exists ? BlockRef(plan: block, timer: timer, firing: firing) : BlockRef(plan: block)
    }
}

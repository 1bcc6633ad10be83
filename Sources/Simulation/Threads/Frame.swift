import ExactTime
import Recording
import ScenarioModel

/// One entry of a simulated thread's stack.
enum Frame {
    /// A list of steps is being executed.
    case steps(StepsFrame)
    case repeating(RepeatFrame)
    /// A run method that starts activations.
    case run(RunFrame)
    /// One activation of the thread's run loop.
    case activation(Activation)
    /// Calls to be made one after the other; they stand in the thread's `calls`.
    case batch(start: Int, next: Int, end: Int)
    /// Lets go of whom the batch of timers, or the message, above keeps when that is done.
    case holds(mark: Int)
    /// Blocks of other modes, which go back to the head of the run loop's queue when the batch above is done.
    case heldBlocks([LoopState.PendingBlock])
    /// The blocks that were in the main queue when the drain began.
    case mainDrain(remaining: Int, poolMark: Int)
    /// A callout whose end has consequences.
    case callout(Callout)
    /// References to be dropped one after the other; they stand in the thread's `releases`.
    case releases(start: Int, next: Int, end: Int)
    case dealloc(node: Int32, phase: DeallocPhase)
    /// A pool thread serves a dispatch queue.
    case queueWorker(queue: Int32)
    /// A loop that waits and works.
    case waitLoop(Int32, phase: WaitLoop.Phase)
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
    var list: Int32
    var next: Int32
    /// Whose callout this is.
    var owner: EntityID
    /// The timer whose callback this is; -1: none.
    var timer: Int32
    /// The number of the firing that this is about.
    var firing: Int64
    /// The turn of the innermost `repeat`.
    var turn: Int64
}

struct RepeatFrame {
    var list: Int32
    var turn: Int64
    var count: Int64
    /// A condition's index; -1: none.
    var until: Int32
    var owner: EntityID
    var timer: Int32
    var firing: Int64
}

/// A run method in progress.
struct RunFrame {
    enum Kind {
        /// The app's own `CFRunLoopRun`, or a thread that cannot do anything else.
        case app
        /// `run`: activations until one reports that the mode has nothing in it.
        case forever
        /// `run(until:)`.
        case until
        /// `run(mode:before:)`.
        case once
        /// `CFRunLoopRunInMode`.
        case inMode
        /// A drag, a modal panel.
        case nested
    }

    var kind: Kind
    var mode: Int8
    /// On the uptime axis, ns; `Int64.max`: none.
    var deadline: Int64
    var returnsAfterSource: Bool
    var step: Int32
    /// Whether an activation has run.
    var hasRun = false
    var lastResult = RunResult.finished
}

/// What a callout was, so that its end can be handled.
struct Callout {
    enum Kind {
        case timer
        case timerByHand
        case observer(Int32)
        case dispatchSource(Int32)
        case cancelHandler
        case delayedTimer
        case task(Int32)
        case displayLink(Int32)
        case waitLoop(Int32)
        case other
    }

    var kind: Kind
    var entity: EntityID
    /// A timer; -1: none.
    var timer: Int32 = -1
    /// The thread that waits for it to be done; -1: none.
    var waiter: Int32 = -1
    /// A block to be let go at the end; -1: none.
    var node: Int32 = -1
    /// When it began, on the uptime axis.
    var began: Int64
    /// How much was in the thread's autorelease pools when it began.
    var poolMark = 0
    /// Whether it has an autorelease pool of its own.
    var drainsPool = false
    /// How many holds the thread's callouts had when it began.
    var holdMark = 0
}

/// A call that waits in a batch.
struct Call {
    enum Kind {
        case timer
        case block
        case observer
        case source
        /// A `performSelector:onThread:` request.
        case perform
    }

    var kind: Kind
    /// Timer, observer or source.
    var index: Int32
    var list: Int32 = -1
    var entity: EntityID = .none
    /// The block's node, or the timer's, which tells a timer from one made anew in its stead; -1: none.
    var node: Int32 = -1
    var step: Int32 = -1
    /// The thread that waits for a perform to be done; -1: none.
    var waiter: Int32 = -1
    /// Of a timer: its place among all that were armed.
    var sequence: UInt32 = 0
}

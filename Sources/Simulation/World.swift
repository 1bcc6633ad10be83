import ExactTime
import Recording
import ScenarioModel

/// The whole state of a simulated machine: plain values, changed by one occurrence after the other.
struct World {
    let plan: ScenarioPlan
    var program: Program
    var recorder: Recorder
    let random: RandomStreams

    // Time
    /// ns on the uptime axis (`mach_absolute_time`); the recording's time is this plus `sleepOffset`.
    var now: Int64 = 0
    /// How long the system has slept so far.
    var sleepOffset: Int64 = 0
    /// How far the wall clock has been set.
    var wallJump: Int64 = 0
    /// When that was, in the recording's time.
    var wallSetAt: Int64 = 0
    /// The end of the run on the uptime axis; comes nearer while the system sleeps.
    var end: Int64
    var queue = OccurrenceQueue()
    var occurrences: Int64 = 0
    /// Occurrences left before the budget has to be looked at.
    var allowance: Int64 = 0
    var instantBudgetStart: Int64 = 0
    var instantBudgetTime: Int64 = -1
    var ending: Ending?
    /// The app is in the background and not kept alive.
    var isFrozen = false
    /// The screen shows something else.
    var isInBackground = false
    var frozenAt: Int64 = 0
    var deferred: [Occurrence] = []

    // Parts
    var threads: [ThreadState] = []
    var loops: [LoopState] = []
    var timers: [TimerState] = []
    var details: [TimerDetail] = []
    var sources: [SourceState] = []
    var observers: [ObserverState] = []
    var queues: [QueueState] = []
    var blockInstances: [BlockInstance] = []
    var delayedBlocks: [DelayedBlock] = []
    var freeDelayedBlocks: [Int32] = []
    var dispatchSources: [DispatchSource] = []
    var tasks: [SleepingTask] = []
    var displayLinks: [DisplayLink] = []
    var waitLoops: [WaitLoop] = []
    /// Timers of perform requests that are done.
    var freePerforms: [Int32] = []
    var deadlines: [Deadline] = []
    var freeDeadlines: [Int32] = []
    var deadlineNumber: Int64 = 0
    var lines = DeadlineLine.all
    /// The line whose deadlines are elapsing; -1: none.
    var elapsingLine = -1
    var objects: [ObjectState] = []
    var graph = ObjectGraph()
    var links = PartLinks()
    var weakVariables = WeakVariables()
    /// The objects on the navigation stack, the visible one last.
    var navigationStack: [Int32] = []
    var messageCache: [MessageKey: ResolvedMessage] = [:]

    // Entities and other numbers fixed before the run
    var modeEntities: [EntityID] = []
    var defaultMode: Int8 = 0
    var firstTimerInstance: [Int32] = []
    var timerEntities: [EntityID] = []
    var entityKeys: [UInt64] = []
    var drawCounts: [Int64] = []
    var navigationNode: Int32 = 0
    var staticsNode: Int32 = 0
    var labels = Labels()
    /// The list of each planned thread's body; `appBody` for the main thread of an app, -1 for nothing.
    var bodies: [Int32] = []
    var cancelLists: [Int32] = []
    var events: [EventState] = []
    var initialCommonModes = ModeSet.none
    /// The sequence of the newest heap entry.
    var timerSequence: UInt32 = 0
    var firingCount: Int64 = 0
    var firingLimit: Int64 = .max
    var hasWakeUpLatency = false
    /// For each planned timer whether a log line asks for its fire date.
    var isFireDateLogged: [Bool] = []

    static let appBody: Int32 = -2

    /// Why a run is over before its duration.
    enum Ending {
        case untilFired
        case crashed
        case budget(atOneInstant: Bool)
    }
}

/// Indices of the names of references that the machinery itself holds.
struct Labels {
    var timer: Int64 = 0
    var displayLink: Int64 = 0
    var target: Int64 = 0
    var userInfo: Int64 = 0
    var block: Int64 = 0
    var capture: Int64 = 0
    var local: Int64 = 0
    var navigation: Int64 = 0
    var staticVariable: Int64 = 0
    var pool: Int64 = 0
    var receiver: Int64 = 0
    var handler: Int64 = 0
}

/// A simulated thread.
struct ThreadState {
    enum Status {
        case unborn
        /// Has something to do at this instant, or is doing it.
        case running
        /// Busy or blocked until its ticket comes up.
        case busy
        /// Waits in its run loop.
        case waiting
        /// A pool thread without a queue to serve.
        case idle
        case ended
    }

    var entity: EntityID
    var node: Int32 = -1
    /// The plan's index; -1 for a pool thread.
    var plan: Int32
    var status = Status.unborn
    var frames: [Frame] = []
    var calls: [Call] = []
    var releases: [Int32] = []
    /// References that the thread's autorelease pools hold, oldest first.
    var pool: [Int32] = []
    /// Nodes that callouts in progress keep, oldest first.
    var holds: [Int32] = []
    /// Local variables of functions that a run loop or a queue calls: references, and the callout's place among the frames.
    var functionLocals: [(edge: Int32, frame: Int)] = []
    /// Nodes that nobody holds but the statement that makes them.
    var temporaries: [Int32] = []
    /// Its run loop; -1 before it is first used.
    var loop: Int32 = -1
    /// Stale resumptions bear older tickets.
    var ticket: UInt32 = 0
    /// When the thread goes on, on the uptime axis, unless something happens before.
    var wakeTime: Int64 = .max
    var isCancelled = false
    /// Inside how many main-queue drains the thread is.
    var mainDrains = 0
    /// What the latest question on this thread was answered: 1 or 0, or a run's raw result.
    var answer: Int64 = 0
    var lastRunResult = RunResult.finished
}

/// A run loop.
struct LoopState {
    struct TimerGroup {
        /// The modes that these timers are in, resolved.
        var modes: ModeSet
        var heap = TimerHeap()
        /// Valid timers, a firing one included.
        var count: Int32 = 0
        var staleEntries: Int32 = 0
    }

    struct PendingBlock {
        var modes: ModeSet
        var block: Int32
        var node: Int32
    }

    /// A `performSelector:onThread:` request.
    struct PendingPerform {
        var modes: ModeSet
        var block: Int32
        var node: Int32
        /// The thread that waits for it to be done; -1: none.
        var waiter: Int32
    }

    var thread: Int32
    var node: Int32
    var commonModes: ModeSet
    var groups: [TimerGroup] = []
    var blocks: [PendingBlock] = []
    var performs: [PendingPerform] = []
    var sources: [Int32] = []
    var observers: [Int32] = []
    /// Events that have arrived and wait for their turn, oldest first.
    var inbox: [Int32] = []
    /// One flag for each activation, the innermost last.
    var stopFlags: [Bool] = []
    /// Where each activation stands on its thread's stack, the innermost last.
    var activationFrames: [Int32] = []
    /// The mode of each activation, the innermost last.
    var modeStack: [Int8] = []
    var isWaiting = false
    var isWakePending = false
    var hasTolerance = false
    /// Whether a pass has nothing to look at but timers and the main queue.
    var isQuiet: Bool {
        blocks.isEmpty && performs.isEmpty && observers.isEmpty && sources.isEmpty && inbox.isEmpty
    }
}

/// The part of a timer that each firing touches.
struct TimerState {
    /// The next fire date on the uptime axis, ns; `Int64.max`: none.
    var due: Int64 = .max
    /// ns; 0: a one-shot; -1: an exact fraction, which stands in the detail.
    var interval: Int64 = 0
    /// How long the system had slept when the timer was armed.
    var armedOffset: Int64 = 0
    /// Bears the entry in the heap that counts; 0: none.
    var sequence: UInt32 = 0
    var entity: EntityID
    /// The callback's steps; -1: none.
    var list: Int32 = -1
    var loop: Int32 = -1
    var group: Int32 = -1
    var fired: Int64 = 0
    var isValid = true
    var isFiring = false
    /// The callback has no steps and keeps nobody: it is run without a frame.
    var isTrivial = false
    /// The fire date was set inside the callback.
    var wasReset = false

    /// Whether a heap entry is the one that counts; a timer that has moved keeps its sequence but not its group.
    @inline(__always)
    func owns(_ entry: TimerHeap.Entry, inGroup index: Int) -> Bool {
        sequence == entry.sequence && group == Int32(truncatingIfNeeded: index)
    }
}

/// The rest of a timer.
struct TimerDetail {
    /// The plan's index; -1 for the timer of a perform request.
    var plan: Int32
    var kind: TimerKind
    var modes = ModeSet.none
    var tolerance: Int64 = 0
    var node: Int32 = -1
    var interval: Rational?
    /// For an interval that is no whole number of ns: point `gridIndex` of the grid at `gridAnchor` is due.
    var gridAnchor: Int64 = 0
    var gridIndex: Int64 = 0
    /// The node of the target, retained or not; -1: a block, or a target that was nil.
    var target: Int32 = -1
    /// The target's message as a text of the recording; -1: a block.
    var selector: Int64 = -1
    /// What keeps the target, the block's captures and userInfo alive: edges from the timer's node.
    var keepsContext = false
    /// The reference from the run loop; -1: none.
    var loopEdge: Int32 = -1
    /// The block of a perform request; -1: none.
    var block: Int32 = -1
    /// When it has fired last, ns after the start; kept only for a timer whose fire date somebody logs.
    var lastFired: Int64 = 0
    /// The fire date that the firing in progress serves, on the uptime axis.
    var firingFor: Int64 = 0
    /// Its state among those of its mechanism; -1: none.
    var slot: Int32 = -1
    /// Where the firing that is awaited was due, in the recording's time, for what has no run loop.
    var awaited: Int64 = 0
}

struct SourceState {
    var entity: EntityID
    var plan: Int32
    var modes: ModeSet
    var list: Int32
    var loop: Int32 = -1
    /// Messages that wait, or 1 for a signalled source0.
    var pending: Int32 = 0
    var isValid = true
    /// A source1: a message on its port wakes the loop.
    var isPort: Bool
    /// Among the sources of a loop; the least is served first.
    var order: Int64 = 0
    /// The display link whose port it is; -1: none.
    var link: Int32 = -1
}

struct EventState {
    var entity: EntityID
    var list: Int32
}

struct ObserverState {
    var entity: EntityID
    var plan: Int32
    var modes: ModeSet
    var list: Int32
    var loop: Int32 = -1
    var isFiring = false
    var isValid = true
}

struct ObjectState {
    var entity: EntityID
    var node: Int32 = -1
    var dealloc: Int32 = -1
    var disappear: Int32 = -1
    var isMade = false
}

/// A dispatch queue.
struct QueueState {
    var entity: EntityID
    var kind: QueuePlan.Kind
    var items: [WorkItem] = []
    /// Items before this one have been taken.
    var head = 0
    /// The thread that serves a serial queue right now; -1: none.
    var server: Int32 = -1
    var suspensions = 0
    /// Stands for what the queue keeps; -1 before it is first needed.
    var node: Int32 = -1

    var isEmpty: Bool { head == items.count }
    var count: Int { items.count - head }

    mutating func takeFirst() -> WorkItem {
        let item = items[head]
        head += 1
        if head == items.count {
            items.removeAll(keepingCapacity: true)
            head = 0
        } else if head >= 4096, head * 2 >= items.count {
            items.removeFirst(head)
            head = 0
        }
        return item
    }
}

/// Something in a dispatch queue.
enum WorkItem {
    case block(Int32, node: Int32)
    /// A dispatch source's handler.
    case source(Int32)
    /// A dispatch source's cancel handler.
    case cancellation(Int32)
    /// A timer that is made of delayed blocks.
    case delayedTimer(Int32)
    /// A job of a task.
    case task(Int32)
}

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
    var firstTimerInstance: [Int32] = []
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

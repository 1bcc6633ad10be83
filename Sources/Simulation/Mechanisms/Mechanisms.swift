import ScenarioModel
import ScenarioProgram

/// How a timer works: what it is made of, and what ends it.
enum Mechanism: Equatable {
    case runLoopTimer
    case dispatchSource
    case displayLink
    /// `performSelector:afterDelay:`, again and again.
    case performs
    /// `dispatch_after`, again and again.
    case delayedBlocks
    case task(isAbsolute: Bool)
    case waitLoop(isAbsolute: Bool)

    init(_ plan: TimerPlan) {
        switch plan.kind {
        case .nstimer, .combine: self = .runLoopTimer
        case .gcd: self = .dispatchSource
        case .displayLink: self = .displayLink
        case .perform: self = .performs
        case .after: self = .delayedBlocks
        case .taskSleep: self = .task(isAbsolute: plan.isAbsolute)
        case .asyncTimer: self = .task(isAbsolute: true)
        case .machWait: self = .waitLoop(isAbsolute: true)
        case .threadSleep: self = .waitLoop(isAbsolute: false)
        }
    }
}

/// What fires without being a plain timer of a run loop or a dispatch source.
struct Mechanisms {
    var links = Table<DisplayLinkTag, DisplayLink>()
    var tasks = Table<TaskTag, SleepingTask>()
    var waitLoops = Table<WaitLoopTag, WaitLoop>()
    var delayed = Table<DelayedTag, DelayedBlock>()
    private var freeDelayed: [DelayedID] = []
    private var freePerforms: [TimerID] = []

    mutating func add(_ block: DelayedBlock) -> DelayedID { delayed.insert(block, reusing: &freeDelayed) }

    mutating func free(_ slot: DelayedID) { freeDelayed.append(slot) }

    mutating func freePerform(_ timer: TimerID) { freePerforms.append(timer) }

    mutating func takeFreePerform() -> TimerID? { freePerforms.popLast() }
}

/// A block that `dispatch_after` keeps until it is due, or a timer that is made of such blocks.
struct DelayedBlock {
    var item: WorkItem
    var queue: QueueID
    var deadline: DeadlineID = .none
    /// nil: one block.
    var rounds: Rounds?
}

/// A loop that waits, works and waits again on its own thread.
struct WaitLoop {
    enum Phase {
        case wait
        case work
    }

    var timer: TimerID
    var rounds: Rounds
}

import ScenarioModel
import ScenarioProgram

/// What fires without being a plain timer of a run loop or a dispatch source.
struct Mechanisms {
    var links = Table<DisplayLinkTag, DisplayLink>()
    var tasks = Table<TaskTag, SleepingTask>()
    var waitLoops = Table<WaitLoopTag, WaitLoop>()
    var delayed = Table<DelayedTag, DelayedBlock>()
    var freeDelayed: [DelayedID] = []
    /// Timers of perform requests that are gone.
    var freePerforms: [TimerID] = []
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

import ScenarioProgram

/// What fires without being a plain timer of a run loop or a dispatch source.
struct Mechanisms {
    var links = Table<DisplayLinkTag, DisplayLink>()
    var tasks = Table<TaskTag, SleepingTask>()
    var waitLoops = Table<WaitLoopTag, WaitLoop>()
    private(set) var delayed = Table<DelayedTag, DelayedBlock>()
    private var freeDelayed: [DelayedID] = []
    /// Timers of perform requests that are done.
    private var freePerforms: [TimerID] = []

    /// Makes room for a delayed block.
    mutating func add(_ block: DelayedBlock) -> DelayedID {
        guard let free = freeDelayed.popLast() else { return delayed.append(block) }
        delayed[free] = block
        return free
    }

    mutating func free(_ slot: DelayedID) { freeDelayed.append(slot) }

    mutating func setDeadline(_ deadline: DeadlineID, of slot: DelayedID) { delayed[slot].deadline = deadline }

    mutating func freePerform(_ timer: TimerID) { freePerforms.append(timer) }

    /// A timer whose request is done.
    mutating func takeFreePerform() -> TimerID? { freePerforms.popLast() }
}

/// A block that `dispatch_after` keeps until it is due, or a timer that is made of such blocks.
struct DelayedBlock {
    /// None for a timer.
    var block: BlockRef
    var node: NodeID
    var queue: QueueID
    var deadline: DeadlineID
    /// None for a block.
    var timer = TimerID.none
}

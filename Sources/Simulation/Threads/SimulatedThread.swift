import Recording
import ScenarioProgram

/// A simulated thread.
struct SimulatedThread {
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
    var node: NodeID = .none
    /// The plan's index; -1 for a pool thread.
    var plan: Int
    var status = Status.unborn
    var frames: [Frame] = []
    var calls: [Call] = []
    var releases: [Reference] = []
    /// References that the thread's autorelease pools hold, oldest first.
    var pool: [EdgeID] = []
    /// Nodes that callouts in progress keep, oldest first.
    var holds: [NodeID] = []
    /// Local variables of functions that a run loop or a queue calls: references, and the callout's place among the frames.
    var functionLocals: [(edge: EdgeID, frame: Int)] = []
    /// Nodes that nobody holds but the statement that makes them.
    var temporaries: [NodeID] = []
    /// Its run loop; -1 before it is first used.
    var loop: LoopID = .none
    /// Stale resumptions bear older tickets.
    var ticket: UInt32 = 0
    /// When the thread goes on, on the uptime axis, unless something happens before.
    var wakeTime: Int64 = .max
    var isCancelled = false
    /// It was told to exit, and leaves everything as it was.
    var hasExited = false
    /// Inside how many main-queue drains the thread is.
    var mainDrains = 0
    /// What the latest question on this thread was answered: 1 or 0, or a run's raw result.
    var answer: Int64 = 0
    var lastRunResult = RunResult.finished
}

extension ThreadID {
    static let main = ThreadID(0)
}

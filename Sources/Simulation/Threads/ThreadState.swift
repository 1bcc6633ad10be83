import Recording

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
    /// It was told to exit, and leaves everything as it was.
    var hasExited = false
    /// Inside how many main-queue drains the thread is.
    var mainDrains = 0
    /// What the latest question on this thread was answered: 1 or 0, or a run's raw result.
    var answer: Int64 = 0
    var lastRunResult = RunResult.finished
}

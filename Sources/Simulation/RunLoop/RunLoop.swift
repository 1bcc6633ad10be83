import Recording
import ScenarioProgram

/// A run loop.
struct RunLoop {
    struct PendingBlock {
        var modes: ModeSet
        var block: BlockRef
        var node: NodeID
    }

    /// A `performSelector:onThread:` request.
    struct PendingPerform {
        var modes: ModeSet
        var block: BlockRef
        var node: NodeID
        /// The thread that waits for it to be done; none: none.
        var waiter: ThreadID
    }

    var thread: ThreadID
    var node: NodeID
    var commonModes: ModeSet
    var timers = TimerGroups()
    var blocks: [PendingBlock] = []
    var performs: [PendingPerform] = []
    var sources: [SourceID] = []
    var observers: [ObserverID] = []
    /// Events that have arrived and wait for their turn, oldest first.
    var inbox: [EventID] = []
    /// One flag for each activation, the innermost last.
    var stopFlags: [Bool] = []
    /// Where each activation stands on its thread's stack, the innermost last.
    var activationFrames: [Int] = []
    /// The mode of each activation, the innermost last.
    var modeStack: [ModeID] = []
    /// When the time of each activation is over, the innermost last: that wakes the loop, whichever activation it sleeps in
    /// (CFRunLoop.c: __CFRunLoopTimeout). `Int64.max`: never, or it has done so.
    var limits: [Int64] = []

    /// The next instant at which the time of an activation around the innermost is over.
    @inline(__always)
    var nextOuterLimit: Int64 {
        guard limits.count > 1 else { return .max }
        return limits.dropLast().reduce(.max) { min($0, $1) }
    }

    /// The time of an activation that is over wakes the loop, once; while wake-ups have an effect.
    mutating func takeLimits(until now: Int64) {
        for index in limits.indices where limits[index] <= now {
            limits[index] = .max
            isWakePending = true
        }
    }

    /// What was over in the handling half of a pass has woken nothing (CFRunLoop.c: CFRunLoopWakeUp).
    mutating func dropLimits(until now: Int64) {
        for index in limits.indices where limits[index] <= now { limits[index] = .max }
    }

    /// Modes whose kernel timer has gone off for a timer that fires in another mode right now: a pass in one of them takes
    /// up that message and finds nothing due (CFRunLoop.c: __CFRunLoopDoTimer arms the current mode only).
    var expiredModes = ModeSet.none
    /// How often a choice among ready ports has been drawn.
    var portDraws: Int64 = 0
    var isWaiting = false
    var isWakePending = false
    /// Whether a pass has nothing to look at but timers and the main queue.
    var isQuiet: Bool {
        blocks.isEmpty && performs.isEmpty && observers.isEmpty && sources.isEmpty && inbox.isEmpty
    }
}

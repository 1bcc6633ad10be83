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

    let thread: ThreadID
    let node: NodeID
    private(set) var commonModes: ModeSet
    var timers = TimerGroups()
    private(set) var blocks: [PendingBlock] = []
    private(set) var performs: [PendingPerform] = []
    /// In the order in which they are served.
    private(set) var sources: [SourceID] = []
    /// In the order in which they are called.
    private(set) var observers: [ObserverID] = []
    /// Events that have arrived and wait for their turn, oldest first.
    private(set) var inbox: [EventID] = []

    init(thread: ThreadID, node: NodeID, commonModes: ModeSet) {
        self.thread = thread
        self.node = node
        self.commonModes = commonModes
    }

    /// An activation that is in progress, as other threads and callouts see it.
    private struct Level {
        var mode: ModeID
        /// Where it stands on its thread's stack.
        var frame: Int
        /// When its time is over: that wakes the loop, whichever activation it sleeps in (CFRunLoop.c: __CFRunLoopTimeout).
        /// `Int64.max`: never, or it has done so.
        var limit: Int64
        var isStopped = false
    }

    /// The innermost last.
    private var levels: [Level] = []

    /// The mode that it runs in; nil: it does not run.
    var currentMode: ModeID? { levels.last?.mode }

    /// The innermost activation's place on the thread's stack; nil: it does not run.
    var activationFrame: Int? { levels.last?.frame }

    /// Whether the innermost activation is to return.
    var isStopped: Bool { levels.last?.isStopped ?? false }

    /// Has the innermost activation return; false when there is none.
    mutating func stop() -> Bool {
        guard !levels.isEmpty else { return false }
        levels[levels.count - 1].isStopped = true
        return true
    }

    mutating func beginActivation(in mode: ModeID, frame: Int, limit: Int64) {
        levels.append(Level(mode: mode, frame: frame, limit: limit))
    }

    mutating func endActivation() { levels.removeLast() }

    /// The next instant at which the time of an activation around the innermost is over.
    @inline(__always)
    var nextOuterLimit: Int64 {
        guard levels.count > 1 else { return .max }
        return levels.dropLast().reduce(.max) { min($0, $1.limit) }
    }

    /// The time of an activation that is over wakes the loop, once; while wake-ups have an effect.
    mutating func takeLimits(until now: Int64) {
        for index in levels.indices where levels[index].limit <= now {
            levels[index].limit = .max
            isWakePending = true
        }
    }

    /// What was over in the handling half of a pass has woken nothing (CFRunLoop.c: CFRunLoopWakeUp).
    mutating func dropLimits(until now: Int64) {
        for index in levels.indices where levels[index].limit <= now { levels[index].limit = .max }
    }

    /// Its thread was told to exit.
    mutating func abandonActivations() {
        levels.removeAll()
        isWaiting = false
        isWakePending = false
    }

    /// Its thread has ended: what is still in it is never served.
    mutating func takeEverything() -> RunLoop {
        let rest = self
        sources.removeAll()
        observers.removeAll()
        blocks.removeAll()
        performs.removeAll()
        return rest
    }

    // MARK: Ports

    /// Modes whose kernel timer has gone off for a timer that fires in another mode right now: a pass in one of them takes
    /// up that message and finds nothing due (CFRunLoop.c: __CFRunLoopDoTimer arms the current mode only).
    private var expiredModes = ModeSet.none
    /// How often a choice among ready ports has been drawn.
    private(set) var portDraws: Int64 = 0
    /// Whether its thread sleeps in the wait.
    var isWaiting = false
    private(set) var isWakePending = false

    mutating func requestWake() { isWakePending = true }

    /// The wait is over, and with it the wake-up.
    mutating func takeWake() { isWakePending = false }

    mutating func countPortDraw() { portDraws += 1 }

    mutating func expireTimers(in modes: ModeSet) { expiredModes.formUnion(modes) }

    mutating func takeExpiredTimers(in modes: ModeSet) { expiredModes.subtract(modes) }

    func hasExpiredTimer(in mode: ModeID) -> Bool { expiredModes.contains(mode) }

    // MARK: Items

    /// Whether a pass has nothing to look at but timers and the main queue.
    var isQuiet: Bool {
        blocks.isEmpty && performs.isEmpty && observers.isEmpty && sources.isEmpty && inbox.isEmpty
    }

    /// Whether an item of these modes is in the mode.
    func contains(_ modes: ModeSet, in mode: ModeID) -> Bool { modes.resolved(common: commonModes).contains(mode) }

    mutating func addCommonMode(_ mode: ModeID) { commonModes.formUnion(ModeSet(mode: mode)) }

    mutating func insert(_ source: SourceID, before place: Int?) {
        sources.insert(source, at: place ?? sources.count)
    }

    mutating func remove(_ source: SourceID) { sources.removeAll { $0 == source } }

    mutating func insert(_ observer: ObserverID, before place: Int?) {
        observers.insert(observer, at: place ?? observers.count)
    }

    mutating func remove(_ observer: ObserverID) { observers.removeAll { $0 == observer } }

    mutating func receive(_ event: EventID) { inbox.append(event) }

    /// The oldest event, which there is.
    mutating func takeEvent() -> EventID { inbox.removeFirst() }

    func hasEvent(in mode: ModeID) -> Bool { !inbox.isEmpty && commonModes.contains(mode) }

    mutating func enqueue(_ block: PendingBlock) { blocks.append(block) }

    /// The blocks of a mode, and those of other modes, which are out of the queue from now on as well unless there was none
    /// of this mode.
    mutating func takeBlocks(of mode: ModeID) -> (ready: [PendingBlock], others: [PendingBlock]) {
        let ready = blocks.filter { contains($0.modes, in: mode) }
        guard !ready.isEmpty else { return ([], []) }
        let others = blocks.filter { !contains($0.modes, in: mode) }
        blocks = []
        return (ready, others)
    }

    /// Puts blocks back to the head of the queue.
    mutating func putBack(_ others: [PendingBlock]) { blocks.insert(contentsOf: others, at: 0) }

    mutating func request(_ perform: PendingPerform) { performs.append(perform) }

    /// The requests of a mode, oldest first.
    mutating func takePerforms(of mode: ModeID) -> [PendingPerform] {
        let ready = performs.filter { contains($0.modes, in: mode) }
        guard !ready.isEmpty else { return [] }
        let others = performs.filter { !contains($0.modes, in: mode) }
        performs = others
        return ready
    }
}

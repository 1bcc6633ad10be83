import LabRecording
import LabScenarioProgram

struct RunLoop {
    /// A block, or a `performSelector:onThread:` request.
    struct Pending {
        var modes: ModeSet
        var block: BlockRef
        var node: NodeID
        /// The thread that waits for a request to be done; none: none.
        var waiter = ThreadID.none
        var since = Arrival.never
    }

    let thread: ThreadID
    let node: NodeID
    private(set) var commonModes: ModeSet
    /// True if events arrive for it: UIKit's sources are in its common modes from the start.
    let servesEvents: Bool
    var ports: Ports
    var timers: TimerGroups
    var blocks: [Pending] = []
    private(set) var performs: [Pending] = []
    /// Input sources by their order, equal ones in the order in which they were added.
    private(set) var sources: [SourceID] = []
    var sourcePorts: SourcePorts
    /// Signalled source0s with their arrivals; a reader leaves out those that have begun since.
    var signalled: [(source: SourceID, since: Arrival)] = []
    var observers: [ObserverID] = []

    /// An activation that is in progress, as other threads and callouts see it.
    struct Level {
        var mode: ModeID
        /// Its position on the thread's stack.
        var frame: Int
        /// True if the mode has an item beside the scenario's: the touch events of a drag.
        var hasHiddenItem: Bool
        var isStopped = false
        /// The end of its time on the uptime axis; `Int64.max`: no end, or it has already woken the loop.
        var limit = Int64.max
    }

    private(set) var levels: [Level] = []
    /// The step that last stopped an activation; -1: none.
    private(set) var lastStop: Int32 = -1

    /// The mode in which it runs; nil if it does not run.
    var currentMode: ModeID? { levels.last?.mode }

    /// True if the innermost activation has to return.
    var isStopped: Bool { levels.last?.isStopped ?? false }

    /// Has the innermost activation return; false when there is none.
    mutating func stop(step: Int32) -> Bool {
        guard !levels.isEmpty else { return false }
        lastStop = step
        levels[levels.count - 1].isStopped = true
        return true
    }

    mutating func beginActivation(_ level: Level) { levels.append(level) }

    mutating func endActivation() { levels.removeLast() }

    /// The thread was asked to exit: no activation continues.
    mutating func abandonActivations() {
        levels.removeAll()
        ports.abandonWait()
    }

    /// The time of the innermost activation begins to count.
    mutating func limitActivation(to instant: Int64) { levels[levels.count - 1].limit = instant }

    /// The next instant at which the time of an activation is over; `Int64.max`: none. It wakes the loop in any mode
    /// (CFRunLoop.c: __CFRunLoopRun).
    var nextLimit: Int64 { levels.reduce(.max) { min($0, $1.limit) } }

    /// Each limit before `instant` wakes the loop once; a message at the same instant comes before a limit.
    mutating func takeLimits(before instant: Int64) {
        for index in levels.indices where levels[index].limit < instant {
            ports.requestWakeUp(Arrival(time: levels[index].limit, order: 1))
            levels[index].limit = .max
        }
    }

    /// Limits that pass in the second half of a pass wake nothing (CFRunLoop.c: __CFRunLoopSetIgnoreWakeUps).
    mutating func dropLimits(until now: Int64) {
        for index in levels.indices where levels[index].limit <= now { levels[index].limit = .max }
    }

    /// Its thread has ended; its remaining items are never served.
    mutating func takeEverything() -> RunLoop {
        let rest = self
        sources.removeAll()
        observers.removeAll()
        blocks.removeAll()
        performs.removeAll()
        ports.dropEvents()
        return rest
    }

    // MARK: Items

    /// True if a pass has nothing but timers and the main queue.
    var isQuiet: Bool {
        guard blocks.isEmpty, performs.isEmpty, observers.isEmpty, sources.isEmpty else { return false }
        return !ports.hasEvents
    }

    func resolved(_ modes: ModeSet) -> ModeSet { modes.resolved(common: commonModes) }

    /// True if an item in these modes is also in this mode.
    func contains(_ modes: ModeSet, in mode: ModeID) -> Bool { resolved(modes).contains(mode) }

    mutating func addCommonMode(_ mode: ModeID) { commonModes.formUnion(ModeSet(mode: mode)) }

    /// Adds a source after those of the same order.
    mutating func insert(_ source: SourceID, _ members: Members) {
        let order = members.sources[source].order
        let place = sources.lastIndex { members.sources[$0].order <= order }.map { $0 + 1 } ?? 0
        sources.insert(source, at: place)
    }

    mutating func remove(_ source: SourceID) { sources.removeAll { $0 == source } }

    func hasEvent(in mode: ModeID) -> Bool { ports.hasEvents && commonModes.contains(mode) }

    /// The number of waiting blocks, requests and events.
    var waitingCount: Int { blocks.count + performs.count + ports.inbox.count }

    var waitingBlocks: [BlockRef] { (blocks + performs).map(\.block) }

    /// The waiting work for which no activation runs in one of its modes.
    func unserved(in thread: EntityID, _ program: Program) -> [PendingWork] {
        let blocks = (blocks + performs).filter { item in !levels.contains { contains(item.modes, in: $0.mode) } }
        let events = levels.contains { commonModes.contains($0.mode) } ? [] : ports.inbox
        return blocks.map { program.pending($0.block.plan, in: thread) }
            + events.map { PendingWork(entity: program.entities.events[$0], thread: thread, step: -1) }
    }

    /// The blocks and signals of its mode that nothing wakes it for, while it sleeps.
    func unwoken(in thread: EntityID, _ program: Program, _ members: Members, id: LoopID) -> [PendingWork] {
        guard ports.isWaiting, let mode = currentMode else { return [] }
        let sources = signalled.map { members.sources[$0.source] }.filter(\.isSignalled)
        return blocks.filter { contains($0.modes, in: mode) }.map { program.pending($0.block.plan, in: thread) }
            + sources.filter { contains($0.modes(in: id), in: mode) }
            .map { PendingWork(entity: $0.entity, thread: thread, step: -1) }
    }

    // MARK: Emptiness

    /// True if the mode is empty (CFRunLoop.c: __CFRunLoopModeIsEmpty); observers do not count.
    ///
    /// - Parameter isDraining: the main thread is inside a drain of the main queue (README: main queue).
    func isEmpty(_ mode: ModeID, isDraining: Bool, _ members: Members, id: LoopID) -> Bool {
        if thread == .main, commonModes.contains(mode), !isDraining || servesEvents { return false }
        if timers.hasTimers(in: mode) { return false }
        if hasEvent(in: mode) { return false }
        for level in levels where level.hasHiddenItem && level.mode == mode { return false }
        for block in blocks where contains(block.modes, in: mode) { return false }
        for perform in performs where contains(perform.modes, in: mode) { return false }
        for source in sources where contains(members.sources[source].modes(in: id), in: mode) { return false }
        return true
    }

    /// The calls of the signalled source0s, or of the first of them (CFRunLoop.c: __CFRunLoopDoSources0).
    mutating func takeSources0(of mode: ModeID, onlyFirst: Bool, _ members: Members, id: LoopID) -> [Call] {
        guard !signalled.isEmpty || !performs.isEmpty else { return [] }
        signalled.removeAll { source, since in
            members.sources[source].pending == 0 || members.sources[source].since != since
        }
        var ready = signalled.filter { source, _ in
            members.sources[source].isValid && contains(members.sources[source].modes(in: id), in: mode)
        }.map { (order: members.sources[$0.source].order, since: $0.since, source: $0.source) }
        // All requests of `performSelector:onThread:` are one source0, of order 0, which runs them in order.
        if let first = performs.first(where: { contains($0.modes, in: mode) }) { ready.append((0, first.since, .none)) }
        ready.sort { ($0.order, $0.since) < ($1.order, $1.since) }
        return ready.prefix(onlyFirst ? 1 : .max).flatMap { signal -> [Call] in
            guard !signal.source.exists else { return [.source(signal.source)] }
            return takePerforms(of: mode).map { .block($0.block, node: $0.node, waiter: $0.waiter) }
        }
    }

    /// Removes the blocks of a mode, and with them the blocks of other modes; without a block of this mode, none.
    mutating func takeBlocks(of mode: ModeID) -> (ready: [Pending], others: [Pending]) {
        let ready = blocks.filter { contains($0.modes, in: mode) }
        guard !ready.isEmpty else { return ([], []) }
        let others = blocks.filter { !contains($0.modes, in: mode) }
        blocks = []
        return (ready, others)
    }

    mutating func putBack(_ others: [Pending]) { blocks.insert(contentsOf: others, at: 0) }

    mutating func request(_ perform: Pending) { performs.append(perform) }

    private mutating func takePerforms(of mode: ModeID) -> [Pending] {
        let ready = performs.filter { contains($0.modes, in: mode) }
        performs = performs.filter { !contains($0.modes, in: mode) }
        return ready
    }

    // MARK: The kernel timers of its modes

    /// The instant for which the kernel timer of a mode is armed, on the uptime axis, ns; `Int64.max`: none.
    @inline(__always) func armedInstant(in mode: ModeID) -> Int64 {
        ports.pinnedInstant(of: mode) ?? timers.expiry(in: mode)
    }

    /// The place of a mode's kernel timer if it has a message.
    @inline(__always) func expiry(in mode: ModeID, now: Int64) -> Arrival? {
        ports.expiry(of: mode, armedFor: armedInstant(in: mode), now: now)
    }

    /// The kernel timers of these modes are about to be armed again; ports of those that went off keep their places.
    @inline(__always) mutating func keepPlaces(in modes: ModeSet, now: Int64) {
        for mode in modes {
            if let since = expiry(in: mode, now: now) { ports.goOff(mode, since) }
        }
    }

    /// A timer is about to fire in a mode. The kernel timers of its other modes have gone off for it as well, and stay
    /// so until it is armed.
    @inline(__always) mutating func leaveOtherModes(ofGroup group: Int, firingIn mode: ModeID, now: Int64) {
        for other in timers.groups[group].modes.subtracting(ModeSet(mode: mode)) {
            if let since = expiry(in: other, now: now) { ports.leaveExpired(other, since: since) }
        }
    }

    /// The kernel timer of the mode is armed for the next timer before a callout. In a batch that one is due, and the
    /// kernel timer goes off at once (CFRunLoop.c: __CFRunLoopDoTimer).
    @inline(__always) mutating func armNext(in mode: ModeID, _ kernel: inout Kernel) {
        ports.rearm(ModeSet(mode: mode))
        if timers.earliestDue(in: mode) <= kernel.now { ports.goOff(mode, kernel.nextArrival()) }
    }
}

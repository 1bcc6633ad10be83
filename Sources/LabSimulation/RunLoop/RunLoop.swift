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
        /// The arrival of a request.
        var since = Arrival.never
    }

    let thread: ThreadID
    let node: NodeID
    private(set) var commonModes: ModeSet
    /// True if events arrive for it: UIKit's sources are in its common modes from the start.
    let servesEvents: Bool
    var ports: Ports
    var timers: TimerGroups
    private(set) var blocks: [Pending] = []
    private(set) var performs: [Pending] = []
    /// Input sources by their order, equal ones in the order in which they were added.
    private(set) var sources: [SourceID] = []
    var sourcePorts: SourcePorts
    /// Signalled source0s with their arrivals; a reader leaves out those that have begun since.
    private(set) var signalled: [(source: SourceID, since: Arrival)] = []
    private(set) var observers: [ObserverID] = []

    /// An activation that is in progress, as other threads and callouts see it.
    struct Level {
        var mode: ModeID
        /// Its position on the thread's stack.
        var frame: Int
        /// True if the mode has an item beside the scenario's: the touch events of a drag.
        var hasHiddenItem: Bool
        var isStopped = false
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

    mutating func beginActivation(in mode: ModeID, frame: Int, hasHiddenItem: Bool) {
        levels.append(Level(mode: mode, frame: frame, hasHiddenItem: hasHiddenItem))
        ports.beginActivation()
    }

    mutating func endActivation() {
        levels.removeLast()
        ports.endActivation()
    }

    mutating func abandonActivations() {
        levels.removeAll()
        ports.abandonActivations()
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

    /// The modes, with the common modes in place of their set.
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

    mutating func signal(_ source: SourceID, since: Arrival) { signalled.append((source, since)) }

    mutating func insert(_ observer: ObserverID, before place: Int?) {
        observers.insert(observer, at: place ?? observers.count)
    }

    mutating func remove(_ observer: ObserverID) { observers.removeAll { $0 == observer } }

    func hasEvent(in mode: ModeID) -> Bool { ports.hasEvents && commonModes.contains(mode) }

    /// The number of waiting blocks, requests and events.
    var waitingCount: Int { blocks.count + performs.count + ports.inbox.count }

    /// The waiting work for which no activation runs in one of its modes.
    func unserved(in thread: EntityID, _ program: Program) -> [PendingWork] {
        let blocks = (blocks + performs).filter { item in !levels.contains { contains(item.modes, in: $0.mode) } }
        let events = levels.contains { commonModes.contains($0.mode) } ? [] : ports.inbox
        return blocks.map { program.pending($0.block, in: thread) }
            + events.map { PendingWork(entity: program.entities.events[$0], thread: thread, step: -1) }
    }

    // MARK: Emptiness

    /// True if the mode is empty (CFRunLoop.c: __CFRunLoopModeIsEmpty); observers do not count.
    ///
    /// - Parameter isDraining: the main thread is inside a drain of the main queue (README: main queue).
    func isEmpty(_ mode: ModeID, isDraining: Bool, _ members: Members, id: LoopID) -> Bool {
        if thread == .main, commonModes.contains(mode) {
            if !isDraining { return false }
            if servesEvents { return false }
        }
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
        var ready: [(order: Int64, since: Arrival, source: SourceID)] = []
        for (source, since) in signalled
        where members.sources[source].isValid && contains(members.sources[source].modes(in: id), in: mode) {
            ready.append((members.sources[source].order, since, source))
        }
        // All requests of `performSelector:onThread:` are one source0, of order 0, which runs them in order.
        if let first = performs.first(where: { contains($0.modes, in: mode) }) {
            ready.append((0, first.since, .none))
        }
        ready.sort { ($0.order, $0.since) < ($1.order, $1.since) }
        if onlyFirst, ready.count > 1 { ready.removeLast(ready.count - 1) }
        return ready.flatMap { signal -> [Call] in
            guard !signal.source.exists else { return [Call(kind: .source(signal.source))] }
            return takePerforms(of: mode).map { Call(kind: .perform($0.block), node: $0.node, waiter: $0.waiter) }
        }
    }

    mutating func enqueue(_ block: Pending) { blocks.append(block) }

    /// Removes the blocks of a mode, and with them the blocks of other modes. Without a block of this mode nothing is
    /// removed.
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
}

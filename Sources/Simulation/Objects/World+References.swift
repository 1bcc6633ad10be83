import Recording
import ScenarioModel
import ScenarioProgram

/// A strong reference that is about to be dropped.
enum Reference {
    case edge(EdgeID)
    /// The hold of a callout.
    case hold(NodeID)
}

/// Retaining and releasing; `dealloc` runs at the instant of the last release, on the releasing thread.
extension World {
    // MARK: Retaining

    /// Adds a strong reference and records it; returns the edge.
    @discardableResult
    mutating func retain(_ node: NodeID, from holder: NodeID, label: Int64, on thread: ThreadID) -> EdgeID {
        let edge = objects.graph.retain(node, from: holder, label: label)
        if label != objects.labels.pool { objects.graph.markOwned(node) }
        record(
            .retained, entity: objects.graph.nodes[node].entity, on: thread,
            value: Int64(objects.graph.nodes[holder].entity.index), extra: label)
        return edge
    }

    // MARK: Releasing

    /// Drops references one after the other, each with all that follows from it, before the thread goes on.
    mutating func drop(_ references: [Reference], on thread: ThreadID) {
        guard !references.isEmpty else { return }
        for case .edge(let edge) in references { objects.graph.leave(edge) }
        threads[thread].pushReleases(references)
    }

    mutating func drop(_ reference: Reference, on thread: ThreadID) { drop([reference], on: thread) }

    mutating func nextRelease(_ next: Int, start: Int, end: Int, at top: Int, on thread: ThreadID) {
        guard next < end else {
            threads[thread].endReleases(of: end - start)
            return
        }
        let reference = threads[thread].releases[next]
        threads[thread].replaceFrame(at: top, with: .releases(start: start, next: next + 1, end: end))
        let node: NodeID
        switch reference {
        case .edge(let number):
            let edge = objects.graph.remove(number)
            node = edge.to
            record(
                .released, entity: objects.graph.nodes[node].entity, on: thread,
                value: Int64(objects.graph.nodes[edge.from].entity.index), extra: edge.label)
        case .hold(let held):
            objects.graph.unhold(held)
            node = held
        }
        guard !objects.graph.nodes[node].isDead else {
            crash(badAccess("objc_release", node: node), step: -1, on: thread)
            return
        }
        deallocateIfUnreferenced(node, on: thread)
    }

    mutating func deallocateIfUnreferenced(_ node: NodeID, on thread: ThreadID) {
        let state = objects.graph.nodes[node]
        guard state.count <= 0, !state.isDeallocating, !state.isDead else { return }
        switch state.kind {
        case .object, .timer, .block: break
        // A thread keeps itself until its body is done, and has nothing left then.
        case .root, .classObject, .thread: return
        }
        threads[thread].push(.dealloc(node: node, phase: .begin))
    }

    mutating func continueDealloc(_ node: NodeID, phase: DeallocPhase, at top: Int, on thread: ThreadID) {
        let entity = objects.graph.nodes[node].entity
        switch phase {
        case .begin:
            guard kernel.chargeBudget(), survivesLastRelease(node, on: thread) else { return }
            threads[thread].replaceFrame(at: top, with: .dealloc(node: node, phase: .releaseReferences))
            objects.graph.beginDeallocation(node)
            objects.forgetWays()
            record(.deallocBegan, entity: entity, on: thread)
            clearWeakVariables(referringTo: node, entity: entity, on: thread)
            beginDealloc(of: node, entity: entity, on: thread)
        case .releaseReferences:
            if disposesLater(node) {
                threads[thread].removeFrame(at: top)
                return
            }
            threads[thread].replaceFrame(at: top, with: .dealloc(node: node, phase: .end))
            drop(objects.graph.edges(from: node).map { .edge($0) }, on: thread)
        case .end:
            threads[thread].removeFrame(at: top)
            objects.graph.endDeallocation(node)
            record(.deallocated, entity: entity, on: thread)
            if isNameless(node) { objects.graph.free(node) }
        }
    }

    /// Blocks and requests have no name that a step could use after their death, and there may be millions of them.
    private func isNameless(_ node: NodeID) -> Bool {
        switch objects.graph.nodes[node].kind {
        case .block: true
        case .timer: timers.details[TimerID(raw: objects.graph.nodes[node].index)].plan < 0
        case .root, .object, .classObject, .thread: false
        }
    }

    private mutating func beginDealloc(of node: NodeID, entity: EntityID, on thread: ThreadID) {
        let index = objects.graph.nodes[node].index
        switch objects.graph.nodes[node].kind {
        case .object: pushSteps(objects.states[ObjectID(raw: index)].dealloc, owner: entity, on: thread)
        case .timer: endTimer(TimerID(raw: index), node: node, on: thread)
        case .root, .classObject, .thread, .block: break
        }
    }

    /// A timer that dies without having been invalidated keeps its grid in the recording: those points are missed for
    /// a reason that its owner did not intend.
    private mutating func endTimer(_ timer: TimerID, node: NodeID, on thread: ThreadID) {
        guard timers.details[timer].node == node else { return }
        if timers.details[timer].source.exists {
            dispose(source: timers.details[timer].source)
            return
        }
        freePerform(timer)
        guard timers[timer].isValid else { return }
        timers[timer].isValid = false
        disarm(timer)
        timers[timer].due = .max
    }

    /// Weak variables read nil from now on; one that was assigned what was never owned has been so from the start.
    private mutating func clearWeakVariables(referringTo node: NodeID, entity: EntityID, on thread: ThreadID) {
        for variable in objects.weakVariables.clear(referringTo: node) where !objects.graph.nodes[node].wasOwned {
            record(
                .weakPropertyCleared, entity: entity, on: thread,
                value: Int64(objects.graph.nodes[variable.owner].entity.index), extra: variable.label)
        }
    }

    // MARK: Statements

    /// Keeps a new part that nothing retains until the end of the full expression that makes it.
    mutating func holdTemporarily(_ node: NodeID, on thread: ThreadID) {
        guard objects.graph.nodes[node].count <= 0 else { return }
        objects.graph.hold(node)
        threads[thread].keepTemporarily([node])
    }

    /// End of the full expression: releases temporaries that nothing retained.
    mutating func endStatement(on thread: ThreadID) {
        let nodes = threads[thread].takeTemporaries()
        drop(nodes.map { .hold($0) }, on: thread)
    }

    // MARK: Pools and contexts

    /// Releases what was autoreleased since the pool was pushed, the newest first (NSObject.mm: releaseUntil).
    mutating func drainPool(of thread: ThreadID, downTo mark: Int) {
        drop(threads[thread].takePool(downTo: mark).map { .edge($0) }, on: thread)
    }

    /// The timer lets go of target, userInfo and block, and its run loop of the timer (CFRunLoop.c: CFRunLoopTimerInvalidate).
    mutating func releaseContext(of timer: TimerID, on thread: ThreadID) {
        var references: [Reference] = []
        if timers.details[timer].loopEdge.exists { references.append(.edge(timers.details[timer].loopEdge)) }
        timers.details[timer].loopEdge = .none
        timers.details[timer].keepsContext = false
        let node = timers.details[timer].node
        if node.exists {
            references += objects.graph.edges(from: node).map { .edge($0) }
            // It outlives what it lets go of (CFRunLoop.c: CFRunLoopTimerInvalidate retains it for so long).
            objects.graph.hold(node)
            references.append(.hold(node))
        }
        drop(references, on: thread)
    }

    // MARK: Questions

    func node(of part: PartReference) -> NodeID {
        switch part {
        case .object(let index): objects.states[ObjectID(index)].node
        case .timer(let index): timers.details[program.instance(of: index)].node
        case .thread(let index): threads[ThreadID(index)].node
        case .queue, .event, .observer, .source: .none
        }
    }

    /// Whether a weak reference to the part reads nil.
    func isGone(_ part: PartReference) -> Bool {
        let node = node(of: part)
        return !node.exists || !objects.graph.isReadableWeakly(node)
    }

    func isCancelled(_ part: PartReference) -> Bool {
        switch part {
        case .thread(let index): threads[ThreadID(index)].isCancelled
        case .timer(let index): program.instances(of: index).allSatisfy { !timers[$0].isValid }
        case .object, .queue, .event, .observer, .source: false
        }
    }
}

/// What callouts in progress keep alive.
extension World {
    /// Keeps what a timer's callback needs until the callback has returned (CFRunLoop.c: __CFRunLoopDoTimer).
    mutating func holdContext(of timer: TimerID, on thread: ThreadID) {
        for edge in objects.graph.edges(from: timers.details[timer].node) {
            hold(objects.graph.edges[edge].to, on: thread)
        }
    }

    /// Keeps a node until the thread's holds are let go of down to where they are now.
    mutating func hold(_ node: NodeID, on thread: ThreadID) {
        objects.graph.hold(node)
        threads[thread].hold(node)
    }

    /// Keeps a node until what comes next on the stack is over.
    mutating func holdForCall(_ node: NodeID, on thread: ThreadID) {
        threads[thread].push(.holds(mark: threads[thread].holds.count))
        hold(node, on: thread)
    }

    /// Lets go of holds, the oldest first; one that is not the last reference to its node needs no frame.
    mutating func releaseHolds(of thread: ThreadID, downTo mark: Int) {
        guard threads[thread].holds.count > mark else { return }
        var next = mark
        while next < threads[thread].holds.count, objects.graph.isKeptBesides(threads[thread].holds[next]) {
            objects.graph.unhold(threads[thread].holds[next])
            next += 1
        }
        threads[thread].removeHolds(mark..<next)
        dropHolds(of: thread, downTo: mark)
    }

    mutating func dropHolds(of thread: ThreadID, downTo mark: Int) {
        drop(threads[thread].takeHolds(downTo: mark).map { .hold($0) }, on: thread)
    }
}

/// Local variables of functions: a thread's body keeps its own until it ends, a function that a run loop or a queue calls
/// until it returns.
extension World {
    /// Who holds a new part whose local variable is a function's, and whether it is let go when the callout ends.
    ///
    /// Outside every callout there is nothing but the statement that makes the part.
    func functionLocals(_ holders: [Holder], on thread: ThreadID) -> (holders: [Holder], endWithCallout: Bool) {
        let index = threads[thread].plan
        let hasBody = if index >= 0, case .steps = program.bodies[index] { true } else { false }
        guard !hasBody, holders.contains(.local) else { return (holders, false) }
        guard threads[thread].innermostCallout != nil else { return (holders.filter { $0 != .local }, false) }
        return (holders, true)
    }

    /// Has the local variable that refers to the node end with the innermost callout.
    mutating func endWithCallout(_ node: NodeID, on thread: ThreadID) {
        guard let frame = threads[thread].innermostCallout,
            let edge = objects.graph.edge(from: threads[thread].node, to: node, label: objects.labels.local)
        else { return }
        threads[thread].endWithCallout(edge, at: frame)
    }
}

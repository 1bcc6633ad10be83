import Recording
import ScenarioModel

/// A strong reference that is about to be dropped.
enum Reference {
    case edge(Int32)
    /// The hold of a callout.
    case hold(Int32)

    /// Both kinds in one number, so that a thread's list of them is plain.
    var code: Int32 {
        switch self {
        case .edge(let number): number
        case .hold(let node): ~node
        }
    }

    init(code: Int32) { self = code >= 0 ? .edge(code) : .hold(~code) }
}

/// Retaining and releasing; `dealloc` runs at the instant of the last release, on the releasing thread.
extension World {
    // MARK: Retaining

    /// Adds a strong reference and records it; returns the edge.
    @discardableResult
    mutating func retain(_ node: Int32, from holder: Int32, label: Int64, on thread: Int) -> Int32 {
        let edge = graph.retain(node, from: holder, label: label)
        if label != labels.pool { graph.markOwned(node) }
        recorder.append(
            record(
                .retained, entity: EntityID(Int(graph.nodes[Int(node)].entity)), on: thread,
                value: Int64(graph.nodes[Int(holder)].entity), extra: label))
        return edge
    }

    // MARK: Releasing

    /// Drops references one after the other, each with all that follows from it, before the thread goes on.
    mutating func drop(_ references: [Reference], on thread: Int) {
        guard !references.isEmpty else { return }
        for case .edge(let edge) in references { graph.leave(edge) }
        let start = threads[thread].releases.count
        threads[thread].releases += references.map(\.code)
        threads[thread].frames.append(
            .releases(start: start, next: start, end: threads[thread].releases.count))
    }

    mutating func drop(_ reference: Reference, on thread: Int) { drop([reference], on: thread) }

    mutating func nextRelease(_ next: Int, start: Int, end: Int, at top: Int, on thread: Int) {
        guard next < end else {
            threads[thread].frames.removeLast()
            threads[thread].releases.removeLast(end - start)
            return
        }
        let reference = Reference(code: threads[thread].releases[next])
        threads[thread].frames[top] = .releases(start: start, next: next + 1, end: end)
        let node: Int32
        switch reference {
        case .edge(let number):
            let edge = graph.remove(number)
            node = edge.to
            recorder.append(
                record(
                    .released, entity: EntityID(Int(graph.nodes[Int(node)].entity)), on: thread,
                    value: Int64(graph.nodes[Int(edge.from)].entity), extra: edge.label))
        case .hold(let held):
            graph.unhold(held)
            node = held
        }
        guard !graph.nodes[Int(node)].isDead else {
            crash(badAccess("objc_release", node: node), step: -1, on: thread)
            return
        }
        deallocateIfUnreferenced(node, on: thread)
    }

    mutating func deallocateIfUnreferenced(_ node: Int32, on thread: Int) {
        let state = graph.nodes[Int(node)]
        guard state.count <= 0, !state.isDeallocating, !state.isDead else { return }
        switch state.kind {
        case .object, .timer, .block: break
        // A thread keeps itself until its body is done, and has nothing left then.
        case .root, .classObject, .thread: return
        }
        threads[thread].frames.append(.dealloc(node: node, phase: .begin))
    }

    mutating func continueDealloc(_ node: Int32, phase: DeallocPhase, at top: Int, on thread: Int) {
        let entity = EntityID(Int(graph.nodes[Int(node)].entity))
        switch phase {
        case .begin:
            guard spend(), survivesLastRelease(node, on: thread) else { return }
            threads[thread].frames[top] = .dealloc(node: node, phase: .releaseReferences)
            graph.beginDeallocation(node)
            messageCache.removeAll()
            recorder.append(record(.deallocBegan, entity: entity, on: thread))
            clearWeakVariables(referringTo: node, entity: entity, on: thread)
            beginDealloc(of: node, entity: entity, on: thread)
        case .releaseReferences:
            if disposesLater(node) {
                threads[thread].frames.remove(at: top)
                return
            }
            threads[thread].frames[top] = .dealloc(node: node, phase: .end)
            drop(graph.edges(from: node).map { .edge($0) }, on: thread)
        case .end:
            threads[thread].frames.remove(at: top)
            graph.endDeallocation(node)
            recorder.append(record(.deallocated, entity: entity, on: thread))
            if isNameless(node) { graph.free(node) }
        }
    }

    /// Blocks and requests have no name that a step could use after their death, and there may be millions of them.
    private func isNameless(_ node: Int32) -> Bool {
        switch graph.nodes[Int(node)].kind {
        case .block: true
        case .timer: details[Int(graph.nodes[Int(node)].index)].plan < 0
        case .root, .object, .classObject, .thread: false
        }
    }

    private mutating func beginDealloc(of node: Int32, entity: EntityID, on thread: Int) {
        let index = Int(graph.nodes[Int(node)].index)
        switch graph.nodes[Int(node)].kind {
        case .object: pushSteps(objects[index].dealloc, owner: entity, on: thread)
        case .timer: endTimer(index, node: node, on: thread)
        case .root, .classObject, .thread, .block: break
        }
    }

    /// A timer that dies without having been invalidated keeps its grid in the recording: those points are missed for
    /// a reason that its owner did not intend.
    private mutating func endTimer(_ timer: Int, node: Int32, on thread: Int) {
        guard details[timer].node == node else { return }
        if hasSource(timer) {
            dispose(source: Int(details[timer].slot))
            return
        }
        freePerform(timer)
        guard timers[timer].isValid else { return }
        timers[timer].isValid = false
        disarm(timer)
        timers[timer].due = .max
    }

    /// Weak variables read nil from now on; one that was assigned what nobody ever owned has been so from the start.
    private mutating func clearWeakVariables(referringTo node: Int32, entity: EntityID, on thread: Int) {
        for variable in weakVariables.clear(referringTo: node) where !graph.nodes[Int(node)].wasOwned {
            recorder.append(
                record(
                    .weakPropertyCleared, entity: entity, on: thread,
                    value: Int64(graph.nodes[Int(variable.owner)].entity), extra: variable.label))
        }
    }

    // MARK: Statements

    /// Keeps a new part that nobody holds until the statement that makes it is over.
    mutating func holdTemporarily(_ node: Int32, on thread: Int) {
        guard graph.nodes[Int(node)].count <= 0 else { return }
        graph.hold(node)
        threads[thread].temporaries.append(node)
    }

    /// The statement is over, and with it the life of what nobody has taken hold of.
    mutating func endStatement(on thread: Int) {
        let nodes = threads[thread].temporaries
        guard !nodes.isEmpty else { return }
        threads[thread].temporaries.removeAll()
        drop(nodes.map { .hold($0) }, on: thread)
    }

    // MARK: Pools and contexts

    /// Releases what was autoreleased since the pool was pushed, the newest first (NSObject.mm: releaseUntil).
    mutating func drainPool(of thread: Int, downTo mark: Int) {
        guard threads[thread].pool.count > mark else { return }
        let edges = threads[thread].pool[mark...]
        threads[thread].pool.removeLast(edges.count)
        drop(edges.reversed().map { .edge($0) }, on: thread)
    }

    /// The timer lets go of target, userInfo and block, and its run loop of the timer (semantics 2.7).
    mutating func releaseContext(of timer: Int, on thread: Int) {
        var references: [Reference] = []
        if details[timer].loopEdge >= 0 { references.append(.edge(details[timer].loopEdge)) }
        details[timer].loopEdge = -1
        details[timer].keepsContext = false
        let node = details[timer].node
        if node >= 0 {
            references += graph.edges(from: node).map { .edge($0) }
            // It outlives what it lets go of (CFRunLoop.c: CFRunLoopTimerInvalidate retains it for so long).
            graph.hold(node)
            references.append(.hold(node))
        }
        drop(references, on: thread)
    }

    // MARK: Questions

    func node(of part: PartReference) -> Int32 {
        switch part {
        case .object(let index): objects[index].node
        case .timer(let index): details[Int(firstTimerInstance[index])].node
        case .thread(let index): threads[index].node
        case .queue, .event, .observer, .source: -1
        }
    }

    /// Whether a weak reference to the part reads nil.
    func isGone(_ part: PartReference) -> Bool {
        let node = node(of: part)
        return node < 0 || !graph.isReadableWeakly(node)
    }

    func isCancelled(_ part: PartReference) -> Bool {
        switch part {
        case .thread(let index): threads[index].isCancelled
        case .timer(let index): instances(of: index).allSatisfy { !timers[$0].isValid }
        case .object, .queue, .event, .observer, .source: false
        }
    }
}

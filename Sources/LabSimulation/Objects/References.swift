import LabRecording
import LabScenarioModel
import LabScenarioProgram

/// Retaining and releasing; `dealloc` runs at the instant of the last release, on the releasing thread.
extension ObjectStore {
    @discardableResult mutating func retain(
        _ node: NodeID, from holder: NodeID, label: Int64, on thread: inout SimulatedThread, _ kernel: inout Kernel
    ) -> EdgeID {
        let edge = graph.retain(node, from: holder, label: label)
        if ![Labels[.pool], Labels[.local]].contains(label) { graph.markOwned(node) }
        if graph.nodes[node].isDeallocating, graph.nodes[node].kind == .object {
            kernel.remark(
                .retainedInDealloc, about: graph.nodes[node].entity, thread: thread.entity,
                step: thread.currentStep(program))
        }
        record(.retained, to: node, in: label, of: holder, thread.entity, &kernel)
        return edge
    }

    /// Records the new state of a part's reference with a label.
    func record(
        _ kind: Record.Kind, to node: NodeID, in label: Int64, of holder: NodeID, _ thread: EntityID,
        _ kernel: inout Kernel
    ) {
        kernel.record(
            kind, entity: graph.nodes[node].entity, thread: thread, value: Int64(graph.nodes[holder].entity.index),
            extra: label)
    }

    // MARK: Releasing

    /// Drops references one after the other, each with its consequences, before the thread continues.
    mutating func drop(_ references: [Reference], on thread: inout SimulatedThread) {
        guard !references.isEmpty else { return }
        for case .edge(let edge) in references { graph.leave(edge) }
        thread.pushReleases(references)
    }

    mutating func drop(_ reference: Reference, on thread: inout SimulatedThread) { drop([reference], on: &thread) }

    mutating func nextRelease(of remaining: Int, on thread: inout SimulatedThread, _ kernel: inout Kernel) {
        guard remaining > 0 else { return thread.pop() }
        thread.replaceTop(with: .releases(remaining: remaining - 1))
        let node: NodeID
        switch thread.takeRelease() {
        case .edge(let number):
            let edge = graph.remove(number)
            node = edge.to
            record(.released, to: node, in: edge.label, of: edge.from, thread.entity, &kernel)
        case .hold(let held):
            graph.unhold(held)
            node = held
        }
        guard !graph.nodes[node].isDead else {
            return kernel.crash(badAccess("objc_release", node: node), step: -1, thread: thread.entity)
        }
        deallocateIfUnreferenced(node, on: &thread)
    }

    mutating func deallocateIfUnreferenced(_ node: NodeID, on thread: inout SimulatedThread) {
        let state = graph.nodes[node]
        guard state.count <= 0, !state.isDeallocating, !state.isDead else { return }
        switch state.kind {
        case .object, .timer, .block: break
        // A thread keeps itself until its body is done, and has nothing left then.
        case .root, .classObject, .thread: return
        }
        thread.push(.dealloc(node: node, phase: .begin))
    }

    /// The last release of a node: its deallocation begins.
    mutating func beginDeallocation(
        of node: NodeID, step: Int32, on thread: inout SimulatedThread, _ kernel: inout Kernel
    ) {
        let entity = graph.nodes[node].entity
        graph.beginDeallocation(node)
        messageCache.removeAll()
        kernel.record(.deallocBegan, entity: entity, thread: thread.entity, extra: Int64(step))
        // Weak variables read nil from now on; one with a node that nothing ever owned has read nil from the start.
        for variable in weakVariables.clear(referringTo: node) where !graph.nodes[node].wasOwned {
            record(.weakPropertyCleared, to: node, in: variable.label, of: variable.owner, thread.entity, &kernel)
        }
    }

    /// End of the full expression: releases temporaries that nothing retained.
    mutating func endStatement(on thread: inout SimulatedThread) {
        drop(thread.takeTemporaries().map { .hold($0) }, on: &thread)
    }

    // MARK: Pools and contexts

    /// Releases the objects that were autoreleased since the pool was pushed, newest first (NSObject.mm: releaseUntil).
    mutating func drainPool(downTo mark: Int, on thread: inout SimulatedThread) {
        guard thread.pool.count > mark else { return }
        drop(thread.takePool(downTo: mark).map { .edge($0) }, on: &thread)
    }

    /// The timer releases target, userInfo and block, and its run loop releases the timer (CFRunLoop.c:
    /// CFRunLoopTimerInvalidate).
    mutating func releaseContext(of timer: TimerID, on thread: inout SimulatedThread) {
        var references = takeLoopEdge(of: timer)
        contexts[timer].keepsContext = false
        let node = contexts[timer].node
        if node.exists {
            references += graph.edges(from: node).map { .edge($0) }
            // The timer outlives the objects that it releases (CFRunLoop.c: CFRunLoopTimerInvalidate retains it).
            graph.hold(node)
            references.append(.hold(node))
        }
        drop(references, on: &thread)
    }

    /// Removes the timer from the part that serves it, and returns the reference to drop, if there was one.
    mutating func takeLoopEdge(of timer: TimerID) -> [Reference] {
        let edge = contexts[timer].loopEdge
        contexts[timer].loopEdge = .none
        return edge.exists ? [.edge(edge)] : []
    }

    // MARK: Questions

    /// The part to which a name refers in code of a receiver: the receiver itself, elsewhere the latest that was made.
    func node(of part: PartReference, seenBy receiver: NodeID = .none) -> NodeID {
        if receiver.exists, case .object(let index) = part, graph.nodes[receiver].index == index { return receiver }
        return switch part {
        case .object(let index): objectNodes[ObjectID(index)]
        case .timer(let index): contexts[latest[program.instance(of: index)]].node
        case .thread(let index): threadNodes[ThreadID(index)]
        case .queue, .event, .observer, .source: .none
        }
    }

    /// The object whose code runs: in a callback the target of its timer, or what its block captures first.
    func receiver(of frame: StepsFrame) -> NodeID {
        frame.timer.exists && !frame.receiver.exists ? contexts[frame.timer].receiver : frame.receiver
    }

    /// The nodes of a part; for a timer with copies, each of them.
    func nodes(of part: PartReference) -> [NodeID] {
        guard case .timer(let index) = part else { return [node(of: part)].filter(\.exists) }
        return program.instances(of: index).map { contexts[latest[$0]].node }.filter(\.exists)
    }

    func isGone(_ part: PartReference, in frame: StepsFrame) -> Bool {
        let node = node(of: part, seenBy: receiver(of: frame))
        return !node.exists || !graph.isReadableWeakly(node)
    }
}

/// The references of callouts in progress.
extension ObjectStore {
    /// Retains a node until the thread's holds are released down to their present number.
    mutating func hold(_ node: NodeID, on thread: inout SimulatedThread) {
        graph.hold(node)
        thread.hold(node)
    }

    /// Releases holds, the oldest first; only the last reference to a node needs a frame.
    mutating func releaseHolds(downTo mark: Int, on thread: inout SimulatedThread) {
        guard thread.holds.count > mark else { return }
        var next = mark
        while next < thread.holds.count, graph.isKeptBesides(thread.holds[next]) {
            graph.unhold(thread.holds[next])
            next += 1
        }
        thread.removeHolds(mark..<next)
        if thread.holds.count > mark { dropHolds(downTo: mark, on: &thread) }
    }

    mutating func dropHolds(downTo mark: Int, on thread: inout SimulatedThread) {
        drop(thread.takeHolds(downTo: mark).map { .hold($0) }, on: &thread)
    }
}

/// Local variables of functions. A thread's body keeps its own until it ends; a function that a run loop or a queue
/// calls, until it returns.
extension ObjectStore {
    /// Gives a new source its owners; the end of the callout that makes it releases a local variable.
    mutating func attachOwners(
        toSource source: PartReference, node: NodeID, holders: [Holder], on thread: inout SimulatedThread,
        _ kernel: inout Kernel
    ) {
        let index = thread.plan
        let hasBody = index >= 0 && program.bodies[index] != nil
        let callout = hasBody ? nil : thread.innermostCallout
        // Outside of callouts there is only the statement that makes it.
        let lasting = hasBody || callout != nil ? holders : holders.filter { $0 != .local }
        attachOwners(source, node: node, holders: lasting, on: &thread, &kernel)
        guard let callout, holders.contains(.local),
            let edge = graph.edge(from: thread.node, to: node, label: Labels[.local])
        else { return }
        thread.endWithCallout(edge, at: callout)
    }
}

import Recording
import ScenarioModel
import ScenarioProgram

/// Making objects, and giving new parts their owners.
extension World {
    mutating func makeObject(_ index: ObjectID, on thread: ThreadID) {
        guard objects.isMissing(index) else { return }
        let object = plan.objects[index.index]
        let entity = objects.states[index].entity
        let kind = object.forwarding == .classObject ? ObjectGraph.Kind.classObject : .object
        let node = objects.graph.add(kind, index: index.raw, entity: entity)
        objects.states[index].node = node
        objects.forgetWays()
        record(.created, entity: entity, on: thread)
        for property in object.strong { connect(property, of: node, isWeak: false, on: thread) }
        for property in object.weak { connect(property, of: node, isWeak: true, on: thread) }
        recordForwarding(of: index, on: thread)
        attachOwners(.object(index.index), node: node, holders: object.heldBy, on: thread)
    }

    /// Makes an object that the making of another part mentions: in source code it stands in the same expression, or
    /// before it.
    mutating func makeIfMissing(_ object: ObjectID, on thread: ThreadID) {
        guard objects.isMissing(object) else { return }
        let planned = plan.objects[object.index]
        let isTemporary =
            planned.heldBy.isEmpty && objects.links.variables(referringTo: .object(object.index)).allSatisfy(\.isWeak)
        let isDueNow = !objects.states[object].node.exists && planned.thread == thread.index
        guard isTemporary || isDueNow, !plan.isMadeByStep(.object(object.index)) else { return }
        makeObject(object, on: thread)
    }

    /// Gives a new part its owners, and to it what waited for it to be made.
    mutating func attachOwners(_ part: PartReference, node: NodeID, holders: [Holder], on thread: ThreadID) {
        hold(node, of: part, by: holders, on: thread)
        for variable in objects.links.variables(referringTo: part) {
            let owner = objects.states[ObjectID(variable.object)].node
            guard owner.exists, owner != node, objects.graph.isReadableWeakly(owner) else { continue }
            replace(node, in: kernel.recorder.text(variable.name), of: owner, isWeak: variable.isWeak, on: thread)
        }
        for waiting in objects.links.parts(heldBy: part) {
            let held = self.node(of: waiting)
            guard held.exists, held != node, objects.graph.isReadableWeakly(held),
                objects.graph.edge(from: node, to: held) == nil
            else {
                continue
            }
            retain(held, from: node, label: kernel.recorder.text(name(of: waiting)), on: thread)
        }
        holdTemporarily(node, on: thread)
    }

    private mutating func connect(_ property: PropertyPlan, of owner: NodeID, isWeak: Bool, on thread: ThreadID) {
        let node = node(of: property.part)
        guard node.exists, objects.graph.isReadableWeakly(node) else { return }
        store(node, in: kernel.recorder.text(property.name), of: owner, isWeak: isWeak, on: thread)
    }

    /// A part that is made anew takes the place of its older self; copies of a timer stand side by side.
    private mutating func replace(_ node: NodeID, in label: Int64, of owner: NodeID, isWeak: Bool, on thread: ThreadID)
    {
        let index = objects.graph.nodes[node].index
        let old = objects.graph.edges(from: owner).first { edge in
            let held = objects.graph.nodes[objects.graph.edges[edge].to]
            return objects.graph.edges[edge].label == label && held.index == index
        }
        store(node, in: label, of: owner, replacing: old, isWeak: isWeak, on: thread)
    }

    /// Stores into a variable of an object: the new value is retained before the old one is released.
    mutating func store(
        _ node: NodeID, in label: Int64, of owner: NodeID, replacing old: EdgeID? = nil, isWeak: Bool, step: Int32 = -1,
        on thread: ThreadID
    ) {
        let variable = WeakVariables.Variable(owner: owner, label: label)
        if isWeak, node.exists {
            guard canReferWeakly(to: node, step: step, on: thread) else { return }
            refer(variable, to: node, on: thread)
        } else {
            refer(variable, to: .none, on: thread)
            if node.exists { retain(node, from: owner, label: label, on: thread) }
        }
        if let old { drop(.edge(old), on: thread) }
    }

    /// Sets a weak variable and records that; none: nil.
    private mutating func refer(_ variable: WeakVariables.Variable, to node: NodeID, on thread: ThreadID) {
        let old = objects.weakVariables.set(variable, to: node)
        guard old != node else { return }
        if old.exists {
            recordWeak(.weaklyReferredNoMore, node: old, in: variable.label, of: variable.owner, on: thread)
        }
        if node.exists { recordWeak(.weaklyReferred, node: node, in: variable.label, of: variable.owner, on: thread) }
    }

    mutating func recordWeak(
        _ kind: Record.Kind, node: NodeID, in label: Int64, of owner: NodeID, on thread: ThreadID
    ) {
        record(
            kind, entity: objects.graph.nodes[node].entity, on: thread,
            value: Int64(objects.graph.nodes[owner].entity.index), extra: label)
    }

    /// Records the weak references between a new object and the proxies around it.
    private mutating func recordForwarding(of index: ObjectID, on thread: ThreadID) {
        for proxy in objects.links.proxies(around: index.index) {
            guard let target = plan.objects[proxy].forwardsTo, let owner = objects.readable(ObjectID(proxy)),
                let node = objects.readable(ObjectID(target))
            else { continue }
            recordWeak(.weaklyReferred, node: node, in: objects.labels.target, of: owner, on: thread)
        }
    }

    /// Forming a weak reference to what is being deallocated is fatal (objc-weak.mm: weak_register_no_lock).
    mutating func canReferWeakly(to node: NodeID, step: Int32, on thread: ThreadID) -> Bool {
        guard objects.graph.nodes[node].isDeallocating, !objects.graph.nodes[node].isDead else { return true }
        let name = className(of: node)
        crash(
            "Cannot form weak reference to instance (\(address(of: node))) of class \(name). It is possible that this "
                + "object was over-released, or is in the process of deallocation.",
            about: objects.graph.nodes[node].entity, step: step, on: thread)
        return false
    }

    // MARK: Owners

    private mutating func hold(_ node: NodeID, of part: PartReference, by holders: [Holder], on thread: ThreadID) {
        for holder in holders {
            switch holder {
            case .navigation:
                guard case .object(let object) = part else { continue }
                // What the system's own code makes is there from the start, and covers no other screen.
                enterNavigation(ObjectID(object), node: node, hidesOther: plan.isMadeByStep(part), on: thread)
            case .staticVariable:
                retain(node, from: objects.statics, label: objects.labels.staticVariable, on: thread)
            case .local:
                retain(node, from: threads[thread].node, label: objects.labels.local, on: thread)
            case .autoreleasePool:
                let edge = retain(node, from: threads[thread].node, label: objects.labels.pool, on: thread)
                threads[thread].autorelease(edge)
            case .part(let owner):
                hold(node, of: part, by: owner, on: thread)
            }
        }
    }

    /// A part holds it under its own name, a thread in a local variable.
    private mutating func hold(_ node: NodeID, of part: PartReference, by owner: PartReference, on thread: ThreadID) {
        let holder = self.node(of: owner)
        guard holder.exists, holder != node, objects.graph.isReadableWeakly(holder) else { return }
        let isThread = if case .thread = owner { true } else { false }
        retain(
            node, from: holder, label: isThread ? objects.labels.local : kernel.recorder.text(name(of: part)),
            on: thread)
    }

    private func name(of part: PartReference) -> String {
        switch part {
        case .timer(let index): plan.timers[index].id
        case .object(let index): plan.objects[index].id
        case .thread(let index): plan.threads[index].id
        case .queue(let index): plan.queues[index].id
        case .event(let index): plan.events[index].id
        case .observer(let index): plan.observers[index].id
        case .source(let index): plan.sources[index].id
        }
    }

    mutating func retainThread(_ thread: ThreadID, target: Int?) {
        guard let target else { return }
        makeIfMissing(ObjectID(target), on: .main)
        // The statement that makes the thread is over when the thread has taken hold of its target.
        let temporaries = threads[.main].takeTemporaries()
        threads[thread].keepTemporarily(temporaries)
        guard let node = objects.readable(ObjectID(target)) else { return }
        retain(node, from: threads[thread].node, label: objects.labels.target, on: thread)
    }

    // MARK: Releasing

    /// Lets go of a reference of the program's own: a local variable first, then a static one, then navigation.
    mutating func release(_ part: PartReference, on thread: ThreadID) {
        let node = node(of: part)
        guard node.exists else { return }
        let holders: [(holder: NodeID, label: Int64)] = [
            (threads[thread].node, objects.labels.local), (objects.statics, objects.labels.staticVariable),
        ]
        for (holder, label) in holders {
            guard let edge = objects.graph.edge(from: holder, to: node, label: label) else { continue }
            threads[thread].forgetFunctionLocal(edge)
            drop(.edge(edge), on: thread)
            return
        }
        if case .object(let object) = part { leaveNavigation(ObjectID(object), on: thread) }
    }

    /// One release that no retain stands against: with the count at zero, what still refers to it refers to freed memory.
    mutating func overRelease(_ object: ObjectID, step: Int32, on thread: ThreadID) {
        let node = objects.states[object].node
        guard node.exists, objects.graph.nodes[node].kind == .object else { return }
        guard !objects.graph.nodes[node].isDead else {
            crash(badAccess("objc_release", node: node), step: step, on: thread)
            return
        }
        objects.graph.overRelease(node)
        deallocateIfUnreferenced(node, on: thread)
    }

    // MARK: Navigation

    /// The new screen covers the one that was visible, which disappears and lives on.
    mutating func push(_ object: ObjectID, step: Int32, on thread: ThreadID) {
        guard let node = objects.readable(object) else {
            raise(
                "Application tried to push a nil view controller on target <UINavigationController>.", step: step,
                on: thread)
            return
        }
        guard !objects.navigationStack.contains(object) else {
            let name = "<\(className(of: node)): \(address(of: node))>"
            raise(
                "Pushing the same view controller instance more than once is not supported (\(name))", step: step,
                on: thread)
            return
        }
        enterNavigation(object, node: node, hidesOther: true, on: thread)
    }

    mutating func enterNavigation(_ object: ObjectID, node: NodeID, hidesOther: Bool, on thread: ThreadID) {
        let covered = objects.enterNavigation(object)
        retain(node, from: objects.navigation, label: objects.labels.navigation, on: thread)
        if hidesOther, let covered { disappear(covered, on: thread) }
    }

    /// The screen disappears if it was visible, then the navigation stack lets its controller go.
    mutating func pop(_ object: ObjectID, on thread: ThreadID) {
        let wasVisible = objects.navigationStack.last == object
        leaveNavigation(object, on: thread)
        if wasVisible { disappear(object, on: thread) }
    }

    private mutating func leaveNavigation(_ object: ObjectID, on thread: ThreadID) {
        guard objects.leaveNavigation(object) else { return }
        let node = objects.states[object].node
        guard let edge = objects.graph.edge(from: objects.navigation, to: node, label: objects.labels.navigation) else {
            return
        }
        drop(.edge(edge), on: thread)
    }

    /// `viewWillDisappear:`, run before whatever was to follow.
    private mutating func disappear(_ object: ObjectID, on thread: ThreadID) {
        pushSteps(objects.states[object].disappear, owner: objects.states[object].entity, on: thread)
    }

    // MARK: Variables

    mutating func assign(
        _ part: PartReference?, to property: NameID, of owner: ObjectID, isWeak: Bool, step: Int32, on thread: ThreadID
    ) {
        guard let holder = objects.states[owner].node.exists ? objects.states[owner].node : nil,
            !objects.graph.nodes[holder].isDead
        else {
            remark(.messagedNil, about: objects.states[owner].entity, on: thread, step: step)
            return
        }
        let label = kernel.recorder.text(program.names[property])
        var node = part.map { self.node(of: $0) } ?? .none
        if node.exists, objects.graph.nodes[node].isDead { node = .none }
        store(
            node, in: label, of: holder, replacing: objects.graph.edge(from: holder, label: label), isWeak: isWeak,
            step: step,
            on: thread)
    }
}

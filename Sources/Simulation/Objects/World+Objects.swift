import Recording
import ScenarioModel

/// Making objects, and giving new parts their owners.
extension World {
    mutating func makeObject(_ index: Int, on thread: Int) {
        guard isMissing(index) else { return }
        let object = plan.objects[index]
        let entity = objects[index].entity
        let kind = object.forwarding == .classObject ? ObjectGraph.Kind.classObject : .object
        let node = graph.add(kind, index: Int32(index), entity: entity.index)
        objects[index].node = node
        messageCache.removeAll()
        recorder.append(record(.created, entity: entity, on: thread))
        for property in object.strong { connect(property, of: node, isWeak: false, on: thread) }
        for property in object.weak { connect(property, of: node, isWeak: true, on: thread) }
        recordForwarding(of: index, on: thread)
        settle(.object(index), node: node, holders: object.heldBy, on: thread)
    }

    /// Whether the object has not been made, or is no more.
    private func isMissing(_ object: Int) -> Bool {
        objects[object].node < 0 || graph.nodes[Int(objects[object].node)].isDead
    }

    /// Makes an object that the making of another part mentions: in source code it stands in the same expression, or
    /// before it.
    mutating func makeIfMissing(_ object: Int, on thread: Int) {
        guard isMissing(object) else { return }
        let planned = plan.objects[object]
        let isTemporary =
            planned.heldBy.isEmpty && links.variables(referringTo: .object(object)).allSatisfy(\.isWeak)
        let isDueNow = objects[object].node < 0 && planned.thread == thread
        guard isTemporary || isDueNow, !isMadeByStep(.object(object)) else { return }
        makeObject(object, on: thread)
    }

    /// Gives a new part its owners, and to it what waited for it to be made.
    mutating func settle(_ part: PartReference, node: Int32, holders: [Holder], on thread: Int) {
        hold(node, of: part, by: holders, on: thread)
        for variable in links.variables(referringTo: part) {
            let owner = objects[variable.object].node
            guard owner >= 0, owner != node, graph.isReadableWeakly(owner) else { continue }
            replace(node, in: recorder.text(variable.name), of: owner, isWeak: variable.isWeak, on: thread)
        }
        for waiting in links.parts(heldBy: part) {
            let held = self.node(of: waiting)
            guard held >= 0, held != node, graph.isReadableWeakly(held), graph.edge(from: node, to: held) == nil else {
                continue
            }
            retain(held, from: node, label: recorder.text(name(of: waiting)), on: thread)
        }
        holdTemporarily(node, on: thread)
    }

    private mutating func connect(_ property: PropertyPlan, of owner: Int32, isWeak: Bool, on thread: Int) {
        let node = node(of: property.part)
        guard node >= 0, graph.isReadableWeakly(node) else { return }
        store(node, in: recorder.text(property.name), of: owner, isWeak: isWeak, on: thread)
    }

    /// A part that is made anew takes the place of its older self; copies of a timer stand side by side.
    private mutating func replace(_ node: Int32, in label: Int64, of owner: Int32, isWeak: Bool, on thread: Int) {
        let index = graph.nodes[Int(node)].index
        let old = graph.edges(from: owner).first { edge in
            let held = graph.nodes[Int(graph.edges[Int(edge)].to)]
            return graph.edges[Int(edge)].label == label && held.index == index
        }
        store(node, in: label, of: owner, replacing: old, isWeak: isWeak, on: thread)
    }

    /// Stores into a variable of an object: the new value is retained before the old one is released.
    mutating func store(
        _ node: Int32, in label: Int64, of owner: Int32, replacing old: Int32? = nil, isWeak: Bool, step: Int32 = -1,
        on thread: Int
    ) {
        let variable = WeakVariables.Variable(owner: owner, label: label)
        if isWeak, node >= 0 {
            guard canReferWeakly(to: node, step: step, on: thread) else { return }
            refer(variable, to: node, on: thread)
        } else {
            refer(variable, to: -1, on: thread)
            if node >= 0 { retain(node, from: owner, label: label, on: thread) }
        }
        if let old { drop(.edge(old), on: thread) }
    }

    /// Sets a weak variable and records that; -1: nil.
    private mutating func refer(_ variable: WeakVariables.Variable, to node: Int32, on thread: Int) {
        let old = weakVariables.set(variable, to: node)
        guard old != node else { return }
        if old >= 0 {
            recordWeak(.weaklyReferredNoMore, node: old, in: variable.label, of: variable.owner, on: thread)
        }
        if node >= 0 { recordWeak(.weaklyReferred, node: node, in: variable.label, of: variable.owner, on: thread) }
    }

    mutating func recordWeak(
        _ kind: Record.Kind, node: Int32, in label: Int64, of owner: Int32, on thread: Int
    ) {
        recorder.append(
            record(
                kind, entity: EntityID(Int(graph.nodes[Int(node)].entity)), on: thread,
                value: Int64(graph.nodes[Int(owner)].entity), extra: label))
    }

    /// What a proxy forwards to, and who forwards to a new object: they know each other weakly.
    private mutating func recordForwarding(of index: Int, on thread: Int) {
        for proxy in links.proxies(around: index) {
            guard let target = plan.objects[proxy].forwardsTo, let owner = readable(proxy), let node = readable(target)
            else { continue }
            recordWeak(.weaklyReferred, node: node, in: labels.target, of: owner, on: thread)
        }
    }

    /// Forming a weak reference to what is being deallocated is fatal (objc-weak.mm: weak_register_no_lock).
    mutating func canReferWeakly(to node: Int32, step: Int32, on thread: Int) -> Bool {
        guard graph.nodes[Int(node)].isDeallocating, !graph.nodes[Int(node)].isDead else { return true }
        let name = className(of: node)
        crash(
            "Cannot form weak reference to instance (\(address(of: node))) of class \(name). It is possible that this "
                + "object was over-released, or is in the process of deallocation.", step: step, on: thread)
        return false
    }

    // MARK: Owners

    private mutating func hold(_ node: Int32, of part: PartReference, by holders: [Holder], on thread: Int) {
        for holder in holders {
            switch holder {
            case .navigation:
                guard case .object(let object) = part else { continue }
                // Whoever is made by the system's own code is there from the start, and hides nobody.
                enterNavigation(object, node: node, hidesOther: isMadeByStep(part), on: thread)
            case .staticVariable:
                retain(node, from: staticsNode, label: labels.staticVariable, on: thread)
            case .local:
                retain(node, from: threads[thread].node, label: labels.local, on: thread)
            case .autoreleasePool:
                let edge = retain(node, from: threads[thread].node, label: labels.pool, on: thread)
                threads[thread].pool.append(edge)
            case .part(let owner):
                hold(node, of: part, by: owner, on: thread)
            }
        }
    }

    /// A part holds it under its own name, a thread in a local variable.
    private mutating func hold(_ node: Int32, of part: PartReference, by owner: PartReference, on thread: Int) {
        let holder = self.node(of: owner)
        guard holder >= 0, holder != node, graph.isReadableWeakly(holder) else { return }
        let isThread = if case .thread = owner { true } else { false }
        retain(node, from: holder, label: isThread ? labels.local : recorder.text(name(of: part)), on: thread)
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

    mutating func retainThread(_ thread: Int, target: Int?) {
        guard let target else { return }
        makeIfMissing(target, on: 0)
        // The statement that makes the thread is over when the thread has taken hold of its target.
        threads[thread].temporaries += threads[0].temporaries
        threads[0].temporaries.removeAll()
        guard let node = readable(target) else { return }
        retain(node, from: threads[thread].node, label: labels.target, on: thread)
    }

    /// The object's node unless it is nil by now.
    func readable(_ object: Int) -> Int32? {
        let node = objects[object].node
        return node >= 0 && graph.isReadableWeakly(node) ? node : nil
    }
}

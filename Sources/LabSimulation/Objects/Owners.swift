import LabScenarioModel
import LabScenarioProgram

/// Making objects, and giving new parts their owners.
extension ObjectStore {
    mutating func makeObject(
        _ index: ObjectID, isAnother: Bool = false, on thread: inout SimulatedThread, _ kernel: inout Kernel
    ) {
        let object = plan.objects[index.index]
        let isMadeBeside = !isMissing(index)
        guard !isMadeBeside || isAnother && object.forwarding != .classObject else { return }
        let entity = isMadeBeside ? nameAnother(index, &kernel) : program.entities.objects[index]
        let kind = object.forwarding == .classObject ? ObjectGraph.Kind.classObject : .object
        let node = graph.insert(kind, index: index.raw, entity: entity)
        objectNodes[index] = node
        messageCache.removeAll()
        kernel.record(.created, entity: entity, thread: thread.entity)
        for (properties, isWeak) in [(object.strong, false), (object.weak, true)] {
            for property in properties {
                // The timer of an earlier object is in that one's variable.
                if isMadeBeside, case .timer = property.part { continue }
                for part in nodes(of: property.part) where graph.isReadableWeakly(part) {
                    store(part, in: kernel.recorder.text(property.name), of: node, isWeak: isWeak, on: &thread, &kernel)
                }
            }
        }
        for proxy in links.proxies[index.index, default: []] {
            guard let target = plan.objects[proxy].forwardsTo.flatMap({ readable(ObjectID($0)) }),
                let owner = readable(ObjectID(proxy))
            else { continue }
            record(.weaklyReferred, to: target, in: Labels[.target], of: owner, thread.entity, &kernel)
        }
        attachOwners(.object(index.index), node: node, holders: object.heldBy, on: &thread, &kernel)
    }

    /// Makes an object that another part needs at its creation; in code it is made in the same expression, or before.
    mutating func makeIfMissing(_ object: ObjectID, on thread: inout SimulatedThread, _ kernel: inout Kernel) {
        guard isMissing(object) else { return }
        let planned = plan.objects[object.index]
        let isTemporary =
            planned.heldBy.isEmpty && links.variables[.object(object.index), default: []].allSatisfy { $0.isWeak }
        let isDueNow = !objectNodes[object].exists && planned.thread == thread.plan
        guard isTemporary || isDueNow, !plan.madeBySteps.contains(.object(object.index)) else { return }
        makeObject(object, on: &thread, &kernel)
    }

    /// Gives a new part its owners, and gives the part the references that waited for it.
    mutating func attachOwners(
        _ part: PartReference, node: NodeID, holders: [Holder], on thread: inout SimulatedThread, _ kernel: inout Kernel
    ) {
        hold(node, of: part, by: holders, on: &thread, &kernel)
        for variable in links.variables[part, default: []] {
            let owner = objectNodes[ObjectID(variable.object)]
            guard owner.exists, owner != node, graph.isReadableWeakly(owner) else { continue }
            replace(
                node, in: kernel.recorder.text(variable.name), of: owner, isWeak: variable.isWeak, on: &thread, &kernel)
        }
        for waiting in links.held[part, default: []] {
            for held in nodes(of: waiting)
            where held != node && graph.isReadableWeakly(held) && graph.edge(from: node, to: held) == nil {
                retain(held, from: node, label: kernel.recorder.text(plan.id(of: waiting)), on: &thread, &kernel)
            }
        }
        // A part that nothing retains lives until the end of the full expression that makes it.
        guard graph.nodes[node].count <= 0 else { return }
        graph.hold(node)
        thread.keepTemporarily([node])
    }

    /// A part that is made again replaces its older self; copies of a timer exist side by side.
    private mutating func replace(
        _ node: NodeID, in label: Int64, of owner: NodeID, isWeak: Bool, on thread: inout SimulatedThread,
        _ kernel: inout Kernel
    ) {
        // A weak variable replaces no owner of the same name: `held_by` may have made this one just now.
        var old = older(than: node, in: label, of: owner)
        if isWeak, let edge = old, graph.edges[edge].to == node { old = nil }
        store(node, in: label, of: owner, replacing: old, isWeak: isWeak, on: &thread, &kernel)
    }

    /// The reference to the earlier part of the same plan.
    private func older(than node: NodeID, in label: Int64, of owner: NodeID) -> EdgeID? {
        let (kind, part) = (graph.nodes[node].kind, origin(of: node))
        return graph.edge(from: owner, label: label) { graph.nodes[$0].kind == kind && origin(of: $0) == part }
    }

    /// The origin of a part; timers made by the same code share it.
    private func origin(of node: NodeID) -> Int32 {
        let (kind, index) = (graph.nodes[node].kind, graph.nodes[node].index)
        return kind == .timer ? contexts[TimerID(raw: index)].instance.raw : index
    }

    /// Stores into a variable of an object: the new value is retained before the old one is released.
    mutating func store(
        _ node: NodeID, in label: Int64, of owner: NodeID, replacing old: EdgeID? = nil, isWeak: Bool, step: Int32 = -1,
        on thread: inout SimulatedThread, _ kernel: inout Kernel
    ) {
        let variable = WeakVariables.Variable(owner: owner, label: label)
        if isWeak, node.exists {
            guard canReferWeakly(to: node, step: step, on: &thread, &kernel) else { return }
            refer(variable, to: node, on: &thread, &kernel)
        } else {
            refer(variable, to: .none, on: &thread, &kernel)
            if node.exists { retain(node, from: owner, label: label, on: &thread, &kernel) }
        }
        if let old { drop(.edge(old), on: &thread) }
    }

    private mutating func refer(
        _ variable: WeakVariables.Variable, to node: NodeID, on thread: inout SimulatedThread, _ kernel: inout Kernel
    ) {
        let old = weakVariables.set(variable, to: node)
        guard old != node else { return }
        if old.exists {
            record(.weaklyReferredNoMore, to: old, in: variable.label, of: variable.owner, thread.entity, &kernel)
        }
        if node.exists {
            record(.weaklyReferred, to: node, in: variable.label, of: variable.owner, thread.entity, &kernel)
        }
    }

    /// A weak reference to an object that is being deallocated is fatal (objc-weak.mm: weak_register_no_lock).
    mutating func canReferWeakly(to node: NodeID, step: Int32, on thread: inout SimulatedThread, _ kernel: inout Kernel)
        -> Bool
    {
        guard graph.nodes[node].isDeallocating, !graph.nodes[node].isDead else { return true }
        let name = className(of: node)
        kernel.crash(
            "Cannot form weak reference to instance (\(address(of: node))) of class \(name). It is possible that this "
                + "object was over-released, or is in the process of deallocation.",
            about: graph.nodes[node].entity, step: step, thread: thread.entity)
        return false
    }

    // MARK: Owners

    private mutating func hold(
        _ node: NodeID, of part: PartReference, by holders: [Holder], on thread: inout SimulatedThread,
        _ kernel: inout Kernel
    ) {
        for holder in holders {
            switch holder {
            case .navigation:
                guard case .object = part else { continue }
                // A controller that no step makes is there from the start, and covers no other screen.
                let isMadeByStep = plan.madeBySteps.contains(part)
                if isMadeByStep { madeOnStack.insert(node) }
                enterNavigation(node, hidesOther: isMadeByStep, on: &thread, &kernel)
            case .staticVariable: keep(node, in: Labels[.staticVariable], of: statics, on: &thread, &kernel)
            case .local: keep(node, in: Labels[.local], of: thread.node, on: &thread, &kernel)
            case .autoreleasePool:
                let edge = retain(node, from: thread.node, label: Labels[.pool], on: &thread, &kernel)
                thread.autorelease(edge)
            case .part(let owner):
                // A part holds it under its own name, a thread in a local variable.
                let isThread = if case .thread = owner { true } else { false }
                for holder in nodes(of: owner) where holder != node && graph.isReadableWeakly(holder) {
                    let label = isThread ? Labels[.local] : kernel.recorder.text(plan.id(of: part))
                    retain(node, from: holder, label: label, on: &thread, &kernel)
                }
            }
        }
    }

    /// A variable of the program releases an older timer when it is assigned the new one.
    private mutating func keep(
        _ node: NodeID, in label: Int64, of holder: NodeID, on thread: inout SimulatedThread, _ kernel: inout Kernel
    ) {
        let state = graph.nodes[node]
        // A part that is made for the first time replaces nothing, so the old one need not be searched.
        let isAnew = state.kind == .timer && contexts[TimerID(raw: state.index)].number > 1
        let old = isAnew ? older(than: node, in: label, of: holder) : nil
        if let old { thread.forgetFunctionLocal(old) }
        store(node, in: label, of: holder, replacing: old, isWeak: false, on: &thread, &kernel)
    }

    // MARK: Releasing

    /// Releases a reference of the program: a local variable first, then a static one, then navigation.
    mutating func release(_ part: PartReference, on thread: inout SimulatedThread, _ kernel: inout Kernel) {
        let node = self.node(of: part)
        guard node.exists else { return }
        for (holder, label) in [(thread.node, Labels[.local]), (statics, Labels[.staticVariable])] {
            guard let edge = graph.edge(from: holder, to: node, label: label) else { continue }
            thread.forgetFunctionLocal(edge)
            return drop(.edge(edge), on: &thread)
        }
        if case .object(let object) = part { leaveNavigation(ObjectID(object), on: &thread) }
    }

    /// A release without a matching retain: with the count at zero, the remaining references point to freed memory.
    mutating func overRelease(_ object: ObjectID, step: Int32, on thread: inout SimulatedThread, _ kernel: inout Kernel)
    {
        let node = objectNodes[object]
        guard node.exists, graph.nodes[node].kind == .object else { return }
        guard !graph.nodes[node].isDead else {
            return kernel.crash(badAccess("objc_release", node: node), step: step, thread: thread.entity)
        }
        graph.overRelease(node)
        deallocateIfUnreferenced(node, on: &thread)
    }

    // MARK: Navigation

    /// The new screen covers the one that was visible, which disappears and lives on.
    mutating func push(_ object: ObjectID, step: Int32, on thread: inout SimulatedThread, _ kernel: inout Kernel) {
        guard let node = readable(object) else {
            return kernel.raise(
                "Application tried to push a nil view controller on target <UINavigationController>.", step: step,
                thread: thread.entity)
        }
        if madeOnStack.remove(node) != nil { return }
        guard !navigationStack.contains(node) else {
            let name = "<\(className(of: node)): \(address(of: node))>"
            return kernel.raise(
                "Pushing the same view controller instance more than once is not supported (\(name))", step: step,
                thread: thread.entity)
        }
        enterNavigation(node, hidesOther: true, on: &thread, &kernel)
    }

    mutating func enterNavigation(
        _ node: NodeID, hidesOther: Bool, on thread: inout SimulatedThread, _ kernel: inout Kernel
    ) {
        let covered = navigationStack.last
        navigationStack.removeAll { $0 == node }
        navigationStack.append(node)
        retain(node, from: navigation, label: Labels[.navigation], on: &thread, &kernel)
        if hidesOther, let covered, covered != node { disappear(covered, on: &thread) }
    }

    /// The screen disappears if it was visible, then the navigation stack lets its controller go.
    mutating func pop(_ object: ObjectID, on thread: inout SimulatedThread, _ kernel: inout Kernel) {
        let visible = navigationStack.last
        guard let node = leaveNavigation(object, on: &thread) else { return }
        if node == visible { disappear(node, on: &thread) }
    }

    /// The object that leaves the stack, the last one that was made of its plan; nil if it is not there.
    @discardableResult private mutating func leaveNavigation(
        _ object: ObjectID, on thread: inout SimulatedThread
    ) -> NodeID? {
        guard let place = navigationStack.lastIndex(where: { graph.nodes[$0].index == object.raw }) else { return nil }
        let node = navigationStack.remove(at: place)
        madeOnStack.remove(node)
        if let edge = graph.edge(from: navigation, to: node, label: Labels[.navigation]) {
            drop(.edge(edge), on: &thread)
        }
        return node
    }

    /// Runs `viewWillDisappear:` before the steps that follow.
    private mutating func disappear(_ node: NodeID, on thread: inout SimulatedThread) {
        let state = graph.nodes[node]
        let list = program.objects[ObjectID(raw: state.index)].disappear
        thread.pushSteps(StepsFrame(list: list, owner: state.entity, receiver: node))
    }

    mutating func assign(_ instruction: Instruction, on thread: inout SimulatedThread, _ kernel: inout Kernel) {
        let (owner, step) = (instruction.object, instruction.step)
        guard !isMissing(owner) else {
            let entity = program.entities.objects[owner]
            return kernel.remark(.messagedNil, about: entity, thread: thread.entity, step: step)
        }
        let holder = objectNodes[owner]
        let label = kernel.recorder.text(program.names[instruction.name])
        var node = instruction.value.map { self.node(of: $0) } ?? .none
        if node.exists, graph.nodes[node].isDead { node = .none }
        store(
            node, in: label, of: holder, replacing: graph.edge(from: holder, label: label), isWeak: instruction.flag,
            step: step, on: &thread, &kernel)
    }
}

import Recording
import ScenarioModel

/// The verbs that act on objects.
extension World {
    mutating func performOnObject(_ op: Op, step: Int32, in frame: StepsFrame, on thread: Int) {
        switch op {
        case .release(let part): release(part, on: thread)
        case .overRelease(let object): overRelease(Int(object), step: step, on: thread)
        case .push(let object): push(Int(object), step: step, on: thread)
        case .pop(let object): pop(Int(object), on: thread)
        case .assign(let owner, let property, let part, let isWeak):
            assign(part, to: Int(property), of: Int(owner), isWeak: isWeak, step: step, on: thread)
        case .isKindOf(let object, let className):
            askKind(of: Int(object), className: className, step: step, on: thread)
        case .respondsTo(let object, let selector):
            askResponse(of: Int(object), selector: selector, step: step, on: thread)
        case .message(let receiver, let selector, let list):
            message(receiver, selector: selector, list: list, step: step, in: frame, on: thread)
        default: break
        }
    }

    // MARK: Releasing

    /// Lets go of a reference of the program's own: a local variable first, then a static one, then navigation.
    private mutating func release(_ part: PartReference, on thread: Int) {
        let node = node(of: part)
        guard node >= 0 else { return }
        let holders: [(holder: Int32, label: Int64)] = [
            (threads[thread].node, labels.local), (staticsNode, labels.staticVariable),
        ]
        for (holder, label) in holders {
            guard let edge = graph.edge(from: holder, to: node, label: label) else { continue }
            threads[thread].functionLocals.removeAll { $0.edge == edge }
            drop(.edge(edge), on: thread)
            return
        }
        if case .object(let object) = part { leaveNavigation(object, on: thread) }
    }

    /// One release that no retain stands against: with the count at zero, whoever still refers to it refers to nothing.
    private mutating func overRelease(_ object: Int, step: Int32, on thread: Int) {
        let node = objects[object].node
        guard node >= 0, graph.nodes[Int(node)].kind == .object else { return }
        guard !graph.nodes[Int(node)].isDead else {
            crash(badAccess("objc_release", node: node), step: step, on: thread)
            return
        }
        graph.overRelease(node)
        deallocateIfUnreferenced(node, on: thread)
    }

    // MARK: Navigation

    /// The new screen covers the one that was visible, which disappears and lives on.
    private mutating func push(_ object: Int, step: Int32, on thread: Int) {
        guard let node = readable(object) else {
            raise(
                "Application tried to push a nil view controller on target <UINavigationController>.", step: step,
                on: thread)
            return
        }
        guard !navigationStack.contains(Int32(object)) else {
            let name = "<\(className(of: node)): \(address(of: node))>"
            raise(
                "Pushing the same view controller instance more than once is not supported (\(name))", step: step,
                on: thread)
            return
        }
        enterNavigation(object, node: node, hidesOther: true, on: thread)
    }

    mutating func enterNavigation(_ object: Int, node: Int32, hidesOther: Bool, on thread: Int) {
        let covered = navigationStack.last
        navigationStack.removeAll { $0 == Int32(object) }
        navigationStack.append(Int32(object))
        retain(node, from: navigationNode, label: labels.navigation, on: thread)
        if hidesOther, let covered, covered != Int32(object) { disappear(Int(covered), on: thread) }
    }

    /// The screen disappears if it was visible, then the navigation stack lets its controller go.
    private mutating func pop(_ object: Int, on thread: Int) {
        let wasVisible = navigationStack.last == Int32(object)
        leaveNavigation(object, on: thread)
        if wasVisible { disappear(object, on: thread) }
    }

    private mutating func leaveNavigation(_ object: Int, on thread: Int) {
        guard navigationStack.contains(Int32(object)) else { return }
        navigationStack.removeAll { $0 == Int32(object) }
        let node = objects[object].node
        guard let edge = graph.edge(from: navigationNode, to: node, label: labels.navigation) else { return }
        drop(.edge(edge), on: thread)
    }

    /// `viewWillDisappear:`, run before whatever was to follow.
    private mutating func disappear(_ object: Int, on thread: Int) {
        pushSteps(objects[object].disappear, owner: objects[object].entity, on: thread)
    }

    // MARK: Variables

    private mutating func assign(
        _ part: PartReference?, to property: Int, of owner: Int, isWeak: Bool, step: Int32, on thread: Int
    ) {
        guard let holder = objects[owner].node >= 0 ? objects[owner].node : nil, !graph.nodes[Int(holder)].isDead else {
            remark(.messagedNil, about: objects[owner].entity, on: thread, step: step)
            return
        }
        let label = recorder.text(program.names[property])
        var node = part.map { self.node(of: $0) } ?? -1
        if node >= 0, graph.nodes[Int(node)].isDead { node = -1 }
        store(
            node, in: label, of: holder, replacing: graph.edge(from: holder, label: label), isWeak: isWeak, step: step,
            on: thread)
    }
}

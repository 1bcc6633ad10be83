import Recording
import ScenarioModel

/// The verbs that act on objects.
extension World {
    mutating func performOnObject(_ op: Op, step: Int32, on thread: Int) {
        switch op {
        case .release(let part): release(part, on: thread)
        case .push(let object):
            let node = objects[Int(object)].node
            if node >= 0 { retain(node, from: navigationNode, label: labels.navigation, on: thread) }
        case .pop(let object): pop(Int(object), on: thread)
        case .assign(let owner, let property, let part, let isWeak):
            assign(part, to: Int(property), of: Int(owner), isWeak: isWeak, step: step, on: thread)
        default: break
        }
    }

    /// Lets go of a reference of the program's own: a local variable first, then a static one, then navigation.
    private mutating func release(_ part: PartReference, on thread: Int) {
        let node = node(of: part)
        guard node >= 0 else { return }
        let holders: [(holder: Int32, label: Int64)] = [
            (threads[thread].node, labels.local), (staticsNode, labels.staticVariable),
            (navigationNode, labels.navigation),
        ]
        for (holder, label) in holders {
            guard let edge = graph.edge(from: holder, to: node, label: label) else { continue }
            drop(.edge(edge), on: thread)
            return
        }
    }

    /// The screen disappears, then the navigation stack lets its controller go.
    private mutating func pop(_ object: Int, on thread: Int) {
        let node = objects[object].node
        guard node >= 0, let edge = graph.edge(from: navigationNode, to: node, label: labels.navigation) else { return }
        drop(.edge(edge), on: thread)
        pushSteps(objects[object].disappear, owner: objects[object].entity, on: thread)
    }

    /// Stores into a property: the new value is retained before the old one is released.
    private mutating func assign(
        _ part: PartReference?, to property: Int, of owner: Int, isWeak: Bool, step: Int32, on thread: Int
    ) {
        let holder = objects[owner].node
        guard holder >= 0 else { return }
        let label = recorder.text(program.names[property])
        let old = graph.edge(from: holder, label: label)
        if !isWeak, let part {
            let node = node(of: part)
            if node >= 0, graph.isReadableWeakly(node) { retain(node, from: holder, label: label, on: thread) }
        }
        if let old { drop(.edge(old), on: thread) }
    }
}

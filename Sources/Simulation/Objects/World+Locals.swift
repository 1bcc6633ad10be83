import ScenarioModel

/// Local variables of functions: a thread's body keeps its own until it ends, a function that a run loop or a queue calls
/// until it returns.
extension World {
    /// Who holds a new part whose local variable is a function's, and whether it is let go when the callout ends.
    ///
    /// Outside every callout there is nothing but the statement that makes the part.
    func functionLocals(_ holders: [Holder], on thread: Int) -> (holders: [Holder], endWithCallout: Bool) {
        let index = Int(threads[thread].plan)
        let hasBody = index >= 0 && bodies[index] != World.appBody
        guard !hasBody, holders.contains(.local) else { return (holders, false) }
        guard innermostCallout(of: thread) != nil else { return (holders.filter { $0 != .local }, false) }
        return (holders, true)
    }

    /// Has the local variable that refers to the node end with the innermost callout.
    mutating func endWithCallout(_ node: Int32, on thread: Int) {
        guard let frame = innermostCallout(of: thread),
            let edge = graph.edge(from: threads[thread].node, to: node, label: labels.local)
        else { return }
        threads[thread].functionLocals.append((edge, frame))
    }

    /// The function has returned: its variables go in the reverse order of their making.
    mutating func endFunctionLocals(from frame: Int, on thread: Int) {
        let edges = threads[thread].functionLocals.filter { $0.frame >= frame }.map(\.edge)
        threads[thread].functionLocals.removeAll { $0.frame >= frame }
        drop(edges.reversed().map { .edge($0) }, on: thread)
    }

    private func innermostCallout(of thread: Int) -> Int? {
        threads[thread].frames.lastIndex { frame in
            if case .callout = frame { true } else { false }
        }
    }
}

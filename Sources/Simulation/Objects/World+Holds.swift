/// Whom callouts in progress keep alive.
extension World {
    /// Keeps what a timer's callback needs until the callback has returned (CFRunLoop.c: __CFRunLoopDoTimer).
    mutating func holdContext(of timer: Int, on thread: Int) {
        for edge in graph.edges(from: details[timer].node) {
            hold(graph.edges[Int(edge)].to, on: thread)
        }
    }

    /// Keeps a node until the thread's holds are let go of down to where they are now.
    mutating func hold(_ node: Int32, on thread: Int) {
        graph.hold(node)
        threads[thread].holds.append(node)
    }

    /// Keeps a node until what comes next on the stack is over.
    mutating func holdForCall(_ node: Int32, on thread: Int) {
        threads[thread].frames.append(.holds(mark: threads[thread].holds.count))
        hold(node, on: thread)
    }

    /// Lets go of holds, the oldest first; those that are not the last to keep somebody need no frame.
    mutating func releaseHolds(of thread: Int, downTo mark: Int) {
        guard threads[thread].holds.count > mark else { return }
        var next = mark
        while next < threads[thread].holds.count, graph.isKeptBesides(threads[thread].holds[next]) {
            graph.unhold(threads[thread].holds[next])
            next += 1
        }
        threads[thread].holds.removeSubrange(mark..<next)
        dropHolds(of: thread, downTo: mark)
    }

    mutating func dropHolds(of thread: Int, downTo mark: Int) {
        guard threads[thread].holds.count > mark else { return }
        let nodes = threads[thread].holds[mark...]
        threads[thread].holds.removeLast(nodes.count)
        drop(nodes.map { .hold($0) }, on: thread)
    }
}

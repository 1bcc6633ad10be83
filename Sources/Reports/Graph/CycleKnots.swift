import Analysis
import Recording

/// The strongly connected parts of a graph: two ends of a reference in the same part mean that it lies on a cycle.
struct CycleKnots {
    private var part: [EntityID: Int] = [:]

    /// Kosaraju's algorithm, with a stack of its own, since a list of objects may be as long as a scenario wants.
    init(_ graph: ReferenceGraph) {
        var ways: [EntityID: [EntityID]] = [:]
        var back: [EntityID: [EntityID]] = [:]
        for edge in graph.edges where edge.holder != .none {
            ways[edge.holder, default: []].append(edge.held)
            back[edge.held, default: []].append(edge.holder)
        }
        var seen: Set<EntityID> = []
        var left: [EntityID] = []
        var path = graph.nodes.filter { $0 != .none }.map { (node: $0, isLeft: false) }
        while let (node, isLeft) = path.popLast() {
            if isLeft { left.append(node) }
            guard !isLeft, seen.insert(node).inserted else { continue }
            path.append((node, true))
            path += (ways[node] ?? []).map { ($0, false) }
        }
        for (number, start) in left.reversed().enumerated() {
            var pending = [start]
            while let node = pending.popLast() {
                guard part[node] == nil else { continue }
                part[node] = number
                pending += back[node] ?? []
            }
        }
    }

    func contains(_ edge: ReferenceEdge) -> Bool {
        guard let first = part[edge.holder], let second = part[edge.held] else { return false }
        return first == second
    }
}

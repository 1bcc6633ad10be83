import Analysis
import Recording

/// The strongly connected parts of a graph: two ends of a reference in the same part mean that it lies on a cycle.
struct CycleKnots {
    private var part: [EntityID: Int] = [:]

    init(_ graph: ReferenceGraph) {
        var ways: [EntityID: [EntityID]] = [:]
        for edge in graph.edges where edge.holder != .none { ways[edge.holder, default: []].append(edge.held) }
        var search = Search(ways: ways)
        for node in graph.nodes where node != .none { search.visit(node) }
        part = search.part
    }

    func contains(_ edge: ReferenceEdge) -> Bool {
        guard let first = part[edge.holder], let second = part[edge.held] else { return false }
        return first == second
    }

    /// Tarjan's algorithm with a stack of its own, since a list of objects may be as long as a scenario wants.
    private struct Search {
        let ways: [EntityID: [EntityID]]
        var part: [EntityID: Int] = [:]
        private var order: [EntityID: Int] = [:]
        private var low: [EntityID: Int] = [:]
        private var open: [EntityID] = []
        private var path: [(node: EntityID, next: Int)] = []

        init(ways: [EntityID: [EntityID]]) { self.ways = ways }

        mutating func visit(_ start: EntityID) {
            guard order[start] == nil else { return }
            enter(start)
            while let (node, next) = path.last {
                let targets = ways[node] ?? []
                if next < targets.count {
                    path[path.count - 1].next += 1
                    let target = targets[next]
                    if order[target] == nil {
                        enter(target)
                    } else if part[target] == nil {
                        lower(node, to: order[target] ?? 0)
                    }
                } else {
                    path.removeLast()
                    leave(node)
                    if let parent = path.last { lower(parent.node, to: low[node] ?? 0) }
                }
            }
        }

        private mutating func enter(_ node: EntityID) {
            low[node] = order.count
            order[node] = order.count
            open.append(node)
            path.append((node, 0))
        }

        private mutating func lower(_ node: EntityID, to value: Int) { low[node] = min(low[node] ?? value, value) }

        private mutating func leave(_ node: EntityID) {
            guard low[node] == order[node], let number = order[node] else { return }
            while let member = open.popLast() {
                part[member] = number
                if member == node { break }
            }
        }
    }
}

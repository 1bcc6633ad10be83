import LabRecording
import LabScenarioProgram

/// Nodes that are retained and released, and the strong references between them.
///
/// Reference counting alone decides about deallocation. A node's count is the number of strong edges to it plus the
/// temporary holds of callouts in progress.
struct ObjectGraph {
    enum Kind: UInt8 {
        /// A root: the navigation stack, static variables, a run loop.
        case root
        case object
        /// Never deallocated.
        case classObject
        case timer
        case thread
        case block
    }

    struct Node {
        var kind: Kind
        var index: Int32
        var entity: EntityID
        var count: Int32 = 0
        /// The number of releases without a matching retain.
        var overReleases: Int32 = 0
        /// Its first outgoing reference; none: there is none.
        var firstEdge = EdgeID.none
        var lastEdge = EdgeID.none
        var isDeallocating = false
        var isDead = false
        /// True if anything but an autorelease pool or a local has ever retained it.
        var wasOwned = false
    }

    struct Edge {
        var from: NodeID
        var to: NodeID
        /// Index of its name among the texts of the recording.
        var label: Int64
        var next: EdgeID
        var previous: EdgeID
        /// True while it is being dropped: searches ignore it, but it still counts.
        var isLeaving = false
    }

    private(set) var nodes = Table<NodeTag, Node>()
    private(set) var edges = Table<EdgeTag, Edge>()
    private var freeEdges: [EdgeID] = []
    private var freeNodes: [NodeID] = []

    mutating func insert(_ kind: Kind, index: Int32, entity: EntityID) -> NodeID {
        nodes.insert(Node(kind: kind, index: index, entity: entity), reusing: &freeNodes)
    }

    mutating func retain(_ to: NodeID, from: NodeID, label: Int64) -> EdgeID {
        let edge = Edge(from: from, to: to, label: label, next: .none, previous: nodes[from].lastEdge)
        let number = edges.insert(edge, reusing: &freeEdges)
        if edge.previous.exists { edges[edge.previous].next = number } else { nodes[from].firstEdge = number }
        nodes[from].lastEdge = number
        nodes[to].count += 1
        return number
    }

    mutating func remove(_ number: EdgeID) -> Edge {
        let edge = edges[number]
        if edge.previous.exists {
            edges[edge.previous].next = edge.next
        } else {
            nodes[edge.from].firstEdge = edge.next
        }
        if edge.next.exists {
            edges[edge.next].previous = edge.previous
        } else {
            nodes[edge.from].lastEdge = edge.previous
        }
        freeEdges.append(number)
        nodes[edge.to].count -= 1
        return edge
    }

    /// A retain without an edge: a callout keeps the object that it calls.
    mutating func hold(_ node: NodeID) { nodes[node].count += 1 }

    func isKeptBesides(_ node: NodeID) -> Bool { nodes[node].count > 1 && !nodes[node].isDead }

    mutating func unhold(_ node: NodeID) { nodes[node].count -= 1 }

    mutating func overRelease(_ node: NodeID) {
        nodes[node].count -= 1
        nodes[node].overReleases += 1
    }

    /// True if a strong reference to a dead node is left, and so one to freed memory.
    func isDangling(_ node: NodeID) -> Bool { nodes[node].isDead && nodes[node].count + nodes[node].overReleases > 0 }

    mutating func markOwned(_ node: NodeID) { nodes[node].wasOwned = true }

    /// Hides a reference from every search; it counts until it is removed.
    mutating func leave(_ edge: EdgeID) { edges[edge].isLeaving = true }

    /// The outgoing references of a node, oldest first.
    func edges(from node: NodeID) -> [EdgeID] {
        var found: [EdgeID] = []
        var next = nodes[node].firstEdge
        while next.exists {
            if !edges[next].isLeaving { found.append(next) }
            next = edges[next].next
        }
        return found
    }

    /// The oldest reference from one node to another, with this label if one is given.
    func edge(from: NodeID, to: NodeID, label: Int64? = nil) -> EdgeID? {
        firstEdge(from: from) { $0.to == to && (label == nil || $0.label == label) }
    }

    /// The oldest reference of a node with a label, to a node that meets a condition.
    func edge(from: NodeID, label: Int64, where fits: (NodeID) -> Bool = { _ in true }) -> EdgeID? {
        firstEdge(from: from) { $0.label == label && fits($0.to) }
    }

    private func firstEdge(from: NodeID, where fits: (Edge) -> Bool) -> EdgeID? {
        var next = nodes[from].firstEdge
        while next.exists {
            if !edges[next].isLeaving, fits(edges[next]) { return next }
            next = edges[next].next
        }
        return nil
    }

    /// True if the node is alive and not in its deallocation, so that a weak reference would read it.
    func isReadableWeakly(_ node: NodeID) -> Bool { !nodes[node].isDead && !nodes[node].isDeallocating }

    mutating func beginDeallocation(_ node: NodeID) { nodes[node].isDeallocating = true }

    mutating func endDeallocation(_ node: NodeID) { nodes[node].isDead = true }

    /// Frees the place of a dead node; no part may refer to it any more.
    mutating func free(_ node: NodeID) {
        guard nodes[node].isDead, nodes[node].count <= 0, !isDangling(node) else { return }
        freeNodes.append(node)
    }
}

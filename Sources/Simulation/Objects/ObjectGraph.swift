/// Nodes that are retained and released, and the strong references between them.
///
/// Reference counting alone decides who dies: a node's count is the number of strong edges that lead to it plus the
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
        /// Index into the table of its kind.
        var index: Int32
        var entity: Int32
        var count: Int32 = 0
        /// Releases that no retain stood against.
        var overReleases: Int32 = 0
        /// First edge that leads away from it; -1: none.
        var firstEdge: Int32 = -1
        var lastEdge: Int32 = -1
        var isDeallocating = false
        var isDead = false
        /// Whether a reference other than an autorelease pool's has ever led to it.
        var wasOwned = false
    }

    struct Edge {
        var from: Int32
        var to: Int32
        /// Index of its name among the texts of the recording.
        var label: Int64
        var next: Int32
        var previous: Int32
        /// About to be dropped: nobody finds it any more, but it still counts.
        var isLeaving = false
    }

    private(set) var nodes: [Node] = []
    private(set) var edges: [Edge] = []
    private var freeEdges: [Int32] = []
    private var freeNodes: [Int32] = []

    mutating func add(_ kind: Kind, index: Int32, entity: Int32) -> Int32 {
        if let free = freeNodes.popLast() {
            nodes[Int(free)] = Node(kind: kind, index: index, entity: entity)
            return free
        }
        nodes.append(Node(kind: kind, index: index, entity: entity))
        return Int32(nodes.count - 1)
    }

    /// Adds a strong reference and counts it.
    mutating func retain(_ to: Int32, from: Int32, label: Int64) -> Int32 {
        let edge = Edge(from: from, to: to, label: label, next: -1, previous: nodes[Int(from)].lastEdge)
        let number: Int32
        if let free = freeEdges.popLast() {
            number = free
            edges[Int(free)] = edge
        } else {
            number = Int32(edges.count)
            edges.append(edge)
        }
        if edge.previous >= 0 { edges[Int(edge.previous)].next = number } else { nodes[Int(from)].firstEdge = number }
        nodes[Int(from)].lastEdge = number
        nodes[Int(to)].count += 1
        return number
    }

    /// Takes a reference out of the graph and counts down; returns where it led.
    mutating func remove(_ number: Int32) -> Edge {
        let edge = edges[Int(number)]
        if edge.previous >= 0 {
            edges[Int(edge.previous)].next = edge.next
        } else {
            nodes[Int(edge.from)].firstEdge = edge.next
        }
        if edge.next >= 0 {
            edges[Int(edge.next)].previous = edge.previous
        } else {
            nodes[Int(edge.from)].lastEdge = edge.previous
        }
        freeEdges.append(number)
        nodes[Int(edge.to)].count -= 1
        return edge
    }

    /// A hold without an edge: a callout keeps whom it calls.
    mutating func hold(_ node: Int32) { nodes[Int(node)].count += 1 }

    /// Whether one hold less leaves it alive.
    func isKeptBesides(_ node: Int32) -> Bool { nodes[Int(node)].count > 1 && !nodes[Int(node)].isDead }

    /// Counts down a hold.
    mutating func unhold(_ node: Int32) { nodes[Int(node)].count -= 1 }

    /// Counts down once more than was counted up.
    mutating func overRelease(_ node: Int32) {
        nodes[Int(node)].count -= 1
        nodes[Int(node)].overReleases += 1
    }

    /// Whether somebody still refers strongly to what is dead, and so to freed memory.
    func isDangling(_ node: Int32) -> Bool {
        nodes[Int(node)].isDead && nodes[Int(node)].count + nodes[Int(node)].overReleases > 0
    }

    mutating func markOwned(_ node: Int32) { nodes[Int(node)].wasOwned = true }

    /// Hides a reference from everybody who looks for one; it counts until it is removed.
    mutating func leave(_ edge: Int32) { edges[Int(edge)].isLeaving = true }

    /// The references that lead away from a node, oldest first.
    func edges(from node: Int32) -> [Int32] {
        var found: [Int32] = []
        var next = nodes[Int(node)].firstEdge
        while next >= 0 {
            if !edges[Int(next)].isLeaving { found.append(next) }
            next = edges[Int(next)].next
        }
        return found
    }

    /// The oldest reference from one node to another, with this label if one is given.
    func edge(from: Int32, to: Int32, label: Int64? = nil) -> Int32? {
        var next = nodes[Int(from)].firstEdge
        while next >= 0 {
            let edge = edges[Int(next)]
            if edge.to == to, !edge.isLeaving, label.map({ $0 == edge.label }) ?? true { return next }
            next = edge.next
        }
        return nil
    }

    func edge(from: Int32, label: Int64) -> Int32? {
        var next = nodes[Int(from)].firstEdge
        while next >= 0 {
            if edges[Int(next)].label == label, !edges[Int(next)].isLeaving { return next }
            next = edges[Int(next)].next
        }
        return nil
    }

    /// Whether the node is alive and not in its deallocation: what a weak reference would read.
    func isReadableWeakly(_ node: Int32) -> Bool {
        !nodes[Int(node)].isDead && !nodes[Int(node)].isDeallocating
    }

    mutating func beginDeallocation(_ node: Int32) { nodes[Int(node)].isDeallocating = true }

    mutating func endDeallocation(_ node: Int32) { nodes[Int(node)].isDead = true }

    /// Lets a dead node's place be taken by a new one; nobody may ask for it any more.
    mutating func free(_ node: Int32) {
        guard nodes[Int(node)].isDead, nodes[Int(node)].count <= 0, !isDangling(node) else { return }
        freeNodes.append(node)
    }
}

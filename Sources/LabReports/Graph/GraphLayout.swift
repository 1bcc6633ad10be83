/// The places of boxes and the paths of arrows, in pixels.
///
/// Ranks are distances, so an arrow leads at most one column to the right, in the gap between two columns. A zone
/// beside each column is for labels, without boxes and arrows.
struct GraphLayout {
    struct Box {
        var x = 0
        var y = 0
        var width: Int
        var height: Int
        var middle: Int { y + height / 2 }
    }

    enum Side { case left, right }

    /// The path of an edge, by node number.
    struct Route {
        var from: (x: Int, y: Int)
        var to: (x: Int, y: Int)
        var sides: (from: Side, to: Side)
        /// The ends of the curve; for an arrow that goes back several columns, the places where it goes down and up.
        var turns: (from: Int, to: Int)
        /// The height, below everything, of an arrow that goes back several columns.
        var lane: Int?
    }

    static let letter = 7
    static let portGap = 20
    static let boxGap = 26
    static let margin = 24
    private static let curve = 64
    private static let trackGap = 10

    private(set) var boxes: [Box]
    private(set) var routes: [Route] = []
    private(set) var width = 0
    private(set) var height = 0
    private let drawing: ReferenceDrawing
    private let ranks: GraphRanks

    private struct Port {
        var edge: Int
        var isSource: Bool
        var other: Int
    }

    init(_ drawing: ReferenceDrawing, top: Int) {
        self.drawing = drawing
        ranks = GraphRanks(drawing)
        boxes = drawing.nodes.map { node in
            let letters = max(DisplayWidth.of(node.title), DisplayWidth.of(node.note) * 6 / 7)
            return Box(width: letters * GraphLayout.letter + 28, height: node.note.isEmpty ? 34 : 50)
        }
        let ports = self.ports()
        for (node, sides) in ports.enumerated() {
            let most = sides.values.map(\.count).max() ?? 0
            boxes[node].height = max(boxes[node].height, most * GraphLayout.portGap + 6)
        }
        placeRows(top)
        placeColumns()
        route(ports)
    }

    // MARK: Boxes

    /// Places each box beside the middle of its children, which have a band of rows of their own.
    private mutating func placeRows(_ top: Int) {
        let order = ranks.order
        var bands = boxes.map(\.height)
        var inner = [Int](repeating: 0, count: boxes.count)
        for node in order.reversed() {
            bands[node] = max(bands[node], inner[node] - GraphLayout.boxGap)
            if let parent = ranks.parent[node] { inner[parent] += bands[node] + GraphLayout.boxGap }
        }
        var free = [Int](repeating: 0, count: boxes.count)
        var below = top
        for node in order {
            let start = ranks.parent[node].map { free[$0] } ?? below
            let end = start + bands[node] + GraphLayout.boxGap
            if let parent = ranks.parent[node] { free[parent] = end } else { below = end }
            boxes[node].y = start + (bands[node] - boxes[node].height) / 2
            free[node] = start + max(0, bands[node] - inner[node] + GraphLayout.boxGap) / 2
        }
        height = boxes.map { $0.y + $0.height }.max() ?? top
    }

    private mutating func placeColumns() {
        var x = GraphLayout.margin
        for (column, nodes) in ranks.columns.enumerated() {
            let widest = nodes.map { boxes[$0].width }.max() ?? 0
            for node in nodes {
                boxes[node].width = widest
                boxes[node].x = x
            }
            x += widest
            let gap = self.gap(behind: column)
            x += gap.isUsed ? gap.width : 0
            width = x + GraphLayout.margin
        }
    }

    // MARK: Gaps

    private struct Gap {
        var left = 16
        var right = 16
        var tracks = 0
        var isUsed = false
        var width: Int { left + GraphLayout.curve + tracks * GraphLayout.trackGap + right }
    }

    private func sides(of edge: ReferenceDrawing.Edge) -> (from: Side, to: Side) {
        let (from, to) = (ranks.rank[edge.from], ranks.rank[edge.to])
        return (from <= to ? .right : .left, from < to ? .left : .right)
    }

    private func gap(behind column: Int) -> Gap {
        var gap = Gap()
        gap.isUsed = column + 1 < ranks.columns.count
        for edge in drawing.edges {
            let room = DisplayWidth.of(edge.label) * GraphLayout.letter * 6 / 7 + 22
            let (from, to) = (ranks.rank[edge.from], ranks.rank[edge.to])
            if from == column, from <= to {
                gap.left = max(gap.left, room)
                gap.isUsed = true
            }
            if from == column + 1, from > to { gap.right = max(gap.right, room) }
            if from > to + 1, column == from - 1 || column == to { gap.tracks += 1 }
        }
        return gap
    }

    // MARK: Arrows

    private func ports() -> [[Side: [Port]]] {
        var ports = [[Side: [Port]]](repeating: [:], count: boxes.count)
        for (index, edge) in drawing.edges.enumerated() {
            let sides = self.sides(of: edge)
            ports[edge.from][sides.from, default: []].append(Port(edge: index, isSource: true, other: edge.to))
            ports[edge.to][sides.to, default: []].append(Port(edge: index, isSource: false, other: edge.from))
        }
        return ports
    }

    private mutating func route(_ ports: [[Side: [Port]]]) {
        var starts = [Int](repeating: 0, count: drawing.edges.count)
        var ends = starts
        for (node, sides) in ports.enumerated() {
            for side in sides.values {
                let sorted = side.sorted {
                    (boxes[$0.other].middle, $0.edge, $0.isSource ? 0 : 1)
                        < (boxes[$1.other].middle, $1.edge, $1.isSource ? 0 : 1)
                }
                for (index, port) in sorted.enumerated() {
                    let y = boxes[node].middle + (2 * index - sorted.count + 1) * GraphLayout.portGap / 2
                    if port.isSource { starts[port.edge] = y } else { ends[port.edge] = y }
                }
            }
        }
        let gaps = ranks.columns.indices.map(gap)
        var tracks = [Int](repeating: 0, count: gaps.count)
        // The arrows that go back more than one column, in the order of their lanes.
        let long = drawing.edges.indices.filter { index in
            ranks.rank[drawing.edges[index].from] > ranks.rank[drawing.edges[index].to] + 1
        }
        for (index, edge) in drawing.edges.enumerated() {
            let sides = self.sides(of: edge)
            let (from, to) = (end(at: edge.from, sides.from, gaps), end(at: edge.to, sides.to, gaps))
            var route = Route(
                from: (from.x, starts[index]), to: (to.x, ends[index]), sides: sides, turns: (from.turn, to.turn))
            if let lane = long.firstIndex(of: index) {
                route.lane = height + 14 + lane * 14
                tracks[from.gap] += 1
                route.turns.from -= tracks[from.gap] * GraphLayout.trackGap
                tracks[to.gap] += 1
                route.turns.to += tracks[to.gap] * GraphLayout.trackGap
            }
            routes.append(route)
        }
        if !long.isEmpty { height += 14 + long.count * 14 }
    }

    /// The point where an arrow meets a side of a box, its gap, and its turn in the gap.
    private func end(at node: Int, _ side: Side, _ gaps: [Gap]) -> (x: Int, gap: Int, turn: Int) {
        let (box, column) = (boxes[node], ranks.rank[node])
        let right = box.x + box.width
        return side == .right
            ? (right, column, right + gaps[column].left) : (box.x, column - 1, box.x - gaps[column - 1].right)
    }
}

/// The column of every box, which is its distance from the roots, and its parent.
struct GraphRanks {
    /// Breadth first.
    private(set) var order: [Int] = []
    /// By node.
    private(set) var rank: [Int]
    private(set) var parent: [Int?]
    private(set) var columns: [[Int]] = []

    init(_ drawing: ReferenceDrawing) {
        let nodes = drawing.nodes.indices
        var ways = [[Int]](repeating: [], count: nodes.count)
        for edge in drawing.edges { ways[edge.from].append(edge.to) }
        rank = [Int](repeating: -1, count: nodes.count)
        parent = [Int?](repeating: nil, count: nodes.count)
        let roots = nodes.filter { drawing.nodes[$0].shape == .root }
        spread(from: roots, at: 0, ways)
        // Boxes without a path from a root begin in the second column, first those that nothing holds.
        let held = Set(drawing.edges.map(\.to))
        for node in nodes.filter({ !held.contains($0) }) + Array(nodes) where rank[node] < 0 {
            spread(from: [node], at: roots.isEmpty ? 0 : 1, ways)
        }
        columns = Array(repeating: [], count: (rank.max() ?? -1) + 1)
        for node in order { columns[rank[node]].append(node) }
    }

    private mutating func spread(from start: [Int], at first: Int, _ ways: [[Int]]) {
        var next = order.count
        for node in start where rank[node] < 0 {
            rank[node] = first
            order.append(node)
        }
        while next < order.count {
            let node = order[next]
            for other in ways[node] where rank[other] < 0 {
                (rank[other], parent[other]) = (rank[node] + 1, node)
                order.append(other)
            }
            next += 1
        }
    }
}

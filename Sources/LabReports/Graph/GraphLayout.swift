/// The places of boxes and the paths of arrows, in pixels.
///
/// The boxes are in one column, roots first. An arrow leads from the right side of one, along its own track, into the
/// right side of another. Between boxes and tracks is room for labels.
struct GraphLayout {
    struct Box {
        var y = 0
        var width: Int
        var height: Int
        var middle: Int { y + height / 2 }
        var right: Int { GraphLayout.margin + width }
    }

    /// The path of an edge: the heights at which it leaves and enters its boxes, and the place of its track.
    typealias Route = (from: Int, to: Int, track: Int)

    static let letter = 7
    private static let portGap = 20
    private static let boxGap = 26
    static let margin = 24
    private static let trackGap = 12

    private(set) var boxes: [Box]
    private(set) var routes: [Route]
    private(set) var width = 0
    private(set) var height = 0

    init(_ drawing: ReferenceDrawing, top: Int) {
        let letters = drawing.nodes.map { max(DisplayWidth.of($0.title), DisplayWidth.of($0.note) * 6 / 7) }.max() ?? 0
        var ports = [[(edge: Int, isSource: Bool, other: Int)]](repeating: [], count: drawing.nodes.count)
        for (index, edge) in drawing.edges.enumerated() {
            ports[edge.from].append((index, true, edge.to))
            ports[edge.to].append((index, false, edge.from))
        }
        boxes = drawing.nodes.enumerated().map { index, node in
            Box(
                width: letters * Self.letter + 28,
                height: max(node.note.isEmpty ? 34 : 50, ports[index].count * Self.portGap + 6))
        }
        routes = Array(repeating: (0, 0, 0), count: drawing.edges.count)
        var y = top
        let nodes = drawing.nodes
        for node in nodes.indices.sorted(by: { nodes[$0].shape == .root && nodes[$1].shape != .root }) {
            boxes[node].y = y
            y += boxes[node].height + Self.boxGap
        }
        height = max(top, y - Self.boxGap)
        for node in ports.indices {
            let sorted = ports[node].sorted {
                (boxes[$0.other].middle, $0.edge, $0.isSource ? 0 : 1)
                    < (boxes[$1.other].middle, $1.edge, $1.isSource ? 0 : 1)
            }
            for (index, port) in sorted.enumerated() {
                let y = boxes[node].middle + (2 * index - sorted.count + 1) * Self.portGap / 2
                if port.isSource { routes[port.edge].from = y } else { routes[port.edge].to = y }
            }
        }
        placeTracks(drawing)
    }

    /// Gives each arrow the first track that is free between its ends.
    private mutating func placeTracks(_ drawing: ReferenceDrawing) {
        let label = drawing.edges.map { DisplayWidth.of($0.label) }.max() ?? 0
        let right = boxes.map(\.right).max() ?? Self.margin
        let first = right + label * Self.letter * 6 / 7 + 44
        var ends: [Int] = []
        let order = routes.indices.sorted { min(routes[$0].from, routes[$0].to) < min(routes[$1].from, routes[$1].to) }
        for edge in order {
            let (from, to) = (routes[edge].from, routes[edge].to)
            let track = ends.firstIndex { $0 < min(from, to) } ?? ends.count
            if track == ends.count { ends.append(0) }
            ends[track] = max(from, to)
            routes[edge].track = first + track * Self.trackGap
        }
        width = (ends.isEmpty ? right : first + (ends.count - 1) * Self.trackGap) + Self.margin
    }
}

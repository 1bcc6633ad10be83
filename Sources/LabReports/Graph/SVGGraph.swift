extension ReferenceDrawing {
    private static let top = 92
    private static let legendRow = 24
    /// The length of an arrow's head in front of its line, which would hide it.
    private static let head = 8

    /// Writes a picture without other files (SVG 1.1).
    func writeSVG(to stream: ByteStream) {
        let layout = GraphLayout(self, top: Self.top)
        let legend = self.legend()
        let legendWidth = legend.map { 40 + DisplayWidth.of($0.text) * 7 }.max() ?? 0
        let titles = max(DisplayWidth.of(title) * 10, DisplayWidth.of(subtitle) * 7) + 48
        let width = max(layout.width, titles, legendWidth + 48)
        let legendTop = max(layout.height, Self.top) + 32
        let height = legendTop + legend.count * Self.legendRow + 12
        let head = HTML.filled(
            "graph",
            [
                "width": "\(width)", "height": "\(height)", "title": HTML.escaped(title),
                "subtitle": HTML.escaped(subtitle), "arrow": GraphPaint.arrow, "cycle": GraphPaint.cycle,
            ])
        let arrows = zip(edges, layout.routes)
        var lines = (arrows.filter { !$0.0.isInCycle } + arrows.filter(\.0.isInCycle)).flatMap {
            arrow($0, $1, layout.boxes[$0.from].right)
        }
        for (number, node) in nodes.enumerated() { lines += box(node, layout.boxes[number]) }
        if nodes.isEmpty { lines.append(text("nothing is held", x: 24, y: Self.top + 14)) }
        for (index, row) in legend.enumerated() {
            let y = legendTop + index * Self.legendRow
            lines += [row.sign(y), text(row.text, x: 64, y: y + 4, class: "note")]
        }
        stream.write(head + lines.joined(separator: "\n") + "\n</svg>\n")
    }

    private func box(_ node: Node, _ box: GraphLayout.Box) -> [String] {
        let paint = GraphPaint.of(node)
        let middle = GraphLayout.margin + box.width / 2
        let base = box.middle + (node.note.isEmpty ? 4 : -3)
        let title = text(node.title, x: middle, y: base, isCentred: true)
        let note = text(node.note, x: middle, y: base + 16, class: "note", isCentred: true)
        return [outline(node.shape, box, paint, isHeavy: node.isInCycle, isDashed: !node.isReached), title]
            + (node.note.isEmpty ? [] : [note])
    }

    private func text(_ words: String, x: Int, y: Int, class name: String = "", isCentred: Bool = false) -> String {
        "<text \(name.isEmpty ? "" : "class=\"\(name)\" ")x=\"\(x)\" y=\"\(y)\""
            + (isCentred ? " text-anchor=\"middle\"" : "") + ">\(HTML.escaped(words))</text>"
    }

    private func outline(
        _ shape: Shape, _ box: GraphLayout.Box, _ paint: GraphPaint.Pair, isHeavy: Bool = false, isDashed: Bool
    ) -> String {
        "<rect x=\"\(GraphLayout.margin)\" y=\"\(box.y)\" width=\"\(box.width)\" height=\"\(box.height)\" rx=\"\(shape.row.radius)\" "
            + "fill=\"\(paint.fill)\" stroke=\"\(paint.line)\" stroke-width=\"\(isHeavy ? 2 : 1)\""
            + (isDashed ? " stroke-dasharray=\"5 3\"/>" : "/>")
    }

    private func arrow(_ edge: Edge, _ route: GraphLayout.Route, _ right: Int) -> [String] {
        let (from, to, track) = (route.from, route.to, route.track)
        let bend = from <= to ? 6 : -6
        let way =
            "M\(right) \(from) H\(track - 6) Q\(track) \(from) \(track) \(from + bend) V\(to - bend) "
            + "Q\(track) \(to) \(track - 6) \(to) H\(right + Self.head)"
        let words = edge.label + (edge.isCut ? " ✂" : "")
        let label = text(
            words, x: right + 8, y: from - (edge.isCut ? 6 : 4), class: edge.isInCycle ? "label cycle" : "label")
        return [line(way, of: edge)] + (words.isEmpty ? [] : [label])
    }

    private func line(_ way: String, of edge: Edge) -> String {
        let (colour, head) = edge.isInCycle ? (GraphPaint.cycle, "cycle") : (GraphPaint.arrow, "arrow")
        let width = edge.isCut ? 4 : edge.isInCycle ? 2 : 1
        return "<path class=\"line\" d=\"\(way)\" stroke=\"\(colour)\" stroke-width=\"\(width)\" "
            + (edge.isWeak ? "stroke-dasharray=\"4 4\" " : "") + "marker-end=\"url(#\(head))\"/>"
    }

    private typealias Sign = (Int) -> String

    private func legend() -> [(text: String, sign: Sign)] {
        func box(_ paint: GraphPaint.Pair, _ shape: Shape = .object, isDashed: Bool = false) -> Sign {
            { outline(shape, GraphLayout.Box(y: $0 - 8, width: 30, height: 16), paint, isDashed: isDashed) }
        }
        func line(isInCycle: Bool = false, isWeak: Bool = false, isCut: Bool = false) -> Sign {
            let edge = Edge(from: 0, to: 0, label: "", isInCycle: isInCycle, isWeak: isWeak, isCut: isCut)
            return { self.line("M24 \($0) H\(54 - Self.head)", of: edge) }
        }
        let shapes = Shape.allCases.map { shape in
            (nodes.contains { $0.shape == shape && !$0.isKept }, shape.row.name, box(shape.row.paint, shape))
        }
        let others = [
            (nodes.contains(where: \.isKept), "alive although its owners let go", box(GraphPaint.kept)),
            (
                nodes.contains { !$0.isReached }, "no root leads to it",
                box(Shape.object.row.paint, isDashed: true)
            ),
            (edges.contains { !$0.isInCycle && !$0.isWeak }, "holds, under the name written where it begins", line()),
            (edges.contains(where: \.isWeak), "weak: keeps nothing alive", line(isWeak: true)),
            (edges.contains(where: \.isInCycle), "part of a reference cycle", line(isInCycle: true)),
            (edges.contains(where: \.isCut), "✂ the reference to give up", line(isCut: true)),
        ]
        return (shapes + others).filter(\.0).map { ($0.1, $0.2) }
    }
}

/// The colours of graphs on a light background.
private enum GraphPaint {
    typealias Pair = (fill: String, line: String)

    static let cycle = "#dc2626"
    static let arrow = "#475569"
    static let kept = (fill: "#fef3c7", line: "#d97706")

    static func of(_ node: ReferenceDrawing.Node) -> Pair {
        let paint = node.isKept ? kept : node.shape.row.paint
        return (paint.fill, node.isInCycle ? cycle : paint.line)
    }
}

extension ReferenceDrawing.Shape {
    /// Its meaning, its colours, and the radius of its corners.
    fileprivate var row: (name: String, paint: GraphPaint.Pair, radius: Int) {
        switch self {
        case .root: ("root: a run loop, a thread, a variable", ("#e2e8f0", "#334155"), 0)
        case .object: ("object", ("#ffffff", "#64748b"), 9)
        case .timer: ("timer or source", ("#dbeafe", "#2563eb"), 9)
        case .block: ("block", ("#f3e8ff", "#9333ea"), 0)
        case .other: ("queue, observer, event", ("#dcfce7", "#16a34a"), 3)
        }
    }
}

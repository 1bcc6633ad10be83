/// Who holds whom, in the language of Graphviz.
struct DOTGraph {
    let drawing: ReferenceDrawing

    func write(to stream: ByteStream) {
        var lines = [
            "digraph references {",
            "  graph [rankdir=LR, labelloc=t, fontname=\"Helvetica\", fontsize=14, nodesep=0.35, ranksep=0.9,",
            "    label=\(quoted(drawing.title + "\n" + drawing.subtitle))];",
            "  node [fontname=\"Helvetica\", fontsize=12, style=filled, shape=box, margin=\"0.16,0.08\"];",
            "  edge [fontname=\"Helvetica\", fontsize=10, color=\"#475569\", fontcolor=\"#334155\"];",
        ]
        let roots = drawing.nodes.indices.filter { drawing.nodes[$0].shape == .root }
        if !roots.isEmpty {
            lines += ["  {", "    rank=source;"] + roots.map { "    " + line(ofNode: $0) } + ["  }"]
        }
        lines += drawing.nodes.indices.filter { drawing.nodes[$0].isReached && drawing.nodes[$0].shape != .root }
            .map { "  " + line(ofNode: $0) }
        let lost = drawing.nodes.indices.filter { !drawing.nodes[$0].isReached }
        if !lost.isEmpty {
            lines += [
                "  subgraph cluster_unreached {",
                "    label=\"no root leads here\"; style=dashed; color=\"#94a3b8\"; fontcolor=\"#64748b\";",
            ]
            lines += lost.map { "    " + line(ofNode: $0) } + ["  }"]
        }
        lines += drawing.edges.map(line)
        stream.write(lines.joined(separator: "\n") + "\n}\n")
    }

    private func line(ofNode number: Int) -> String {
        let node = drawing.nodes[number]
        let paint = GraphPaint.of(node)
        let shape =
            switch node.shape {
            case .root: "shape=cds"
            case .object: "shape=box, style=\"filled,rounded\""
            case .timer: "shape=octagon, margin=\"0.05,0.02\""
            case .block: "shape=note"
            case .other: "shape=component"
            }
        let label = node.title + (node.note.isEmpty ? "" : "\n" + node.note)
        let pen = node.isInCycle ? ", penwidth=2" : ""
        return
            "n\(number) [label=\(quoted(label)), \(shape), fillcolor=\"\(paint.fill)\", color=\"\(paint.line)\"\(pen)];"
    }

    private func line(_ edge: ReferenceDrawing.Edge) -> String {
        var attributes = ["label=" + quoted(edge.label)]
        if edge.isWeak { attributes.append("style=dashed, arrowhead=vee") }
        if edge.isInCycle { attributes.append("color=\"\(GraphPaint.cycle)\", penwidth=2") }
        return "  n\(edge.from) -> n\(edge.to) [\(attributes.joined(separator: ", "))];"
    }

    private func quoted(_ text: String) -> String {
        "\""
            + text.unicodeScalars.reduce(into: "") { result, scalar in
                switch scalar {
                case "\"": result += "\\\""
                case "\\": result += "\\\\"
                case "\n": result += "\\n"
                case _ where VisibleText.isHidden(scalar): result += "\\" + VisibleText.escape(of: scalar)
                default: result.unicodeScalars.append(scalar)
                }
            } + "\""
    }
}

/// The colours of graphs, on a light ground.
enum GraphPaint {
    static let cycle = "#dc2626"
    static let arrow = "#475569"
    static let kept = (fill: "#fef3c7", line: "#d97706")

    static func of(_ node: ReferenceDrawing.Node) -> (fill: String, line: String) {
        let paint = node.isKept ? kept : of(node.shape)
        return (paint.fill, node.isInCycle ? cycle : paint.line)
    }

    static func of(_ shape: ReferenceDrawing.Shape) -> (fill: String, line: String) {
        switch shape {
        case .root: ("#e2e8f0", "#334155")
        case .object: ("#ffffff", "#64748b")
        case .timer: ("#dbeafe", "#2563eb")
        case .block: ("#f3e8ff", "#9333ea")
        case .other: ("#dcfce7", "#16a34a")
        }
    }
}

import Analysis
import ExactTime
import Recording

/// Who held whom from change to change, as drawings under a slider.
struct ReferenceFigure {
    private var drawings: [(time: Int64, drawing: ReferenceDrawing)] = []

    /// More would make a large file and a slider that cannot be set.
    private static let mostDrawings = 24

    /// - Returns: nil where no object lived.
    init?(_ report: RunReport) {
        guard report.analysis.lifetimes.contains(where: { report.trace.entity($0.entity)?.kind == .object }) else {
            return nil
        }
        var times = report.trace.records.filter { KeptRecords.references.contains($0.kind) }.map(\.time)
        times.append(report.analysis.crash?.time ?? report.trace.header.duration)
        times = ReferenceFigure.some(times.enumerated().filter { $0 == 0 || times[$0 - 1] != $1 }.map(\.1))
        for time in times {
            let drawing = ReferenceDrawing(report, at: time)
            let isLast = time == times.last
            if let last = drawings.last?.drawing, last.nodes == drawing.nodes, last.edges == drawing.edges {
                if isLast { drawings.removeLast() } else { continue }
            }
            drawings.append((time, drawing))
        }
    }

    /// All where they are few; else as many, evenly spread, with the last.
    private static func some(_ times: [Int64]) -> [Int64] {
        guard times.count > mostDrawings else { return times }
        return (0..<mostDrawings).map { times[$0 * (times.count - 1) / (mostDrawings - 1)] }
    }

    var html: String {
        let figures = drawings.enumerated().map { index, frame in
            figure(frame.drawing, frame.time, isLast: index + 1 == drawings.count)
        }
        return """
            <section>
            <h2>Who holds whom</h2>
            <div class="tools" id="instants" hidden>
            <label>at <input type="range" id="instant" min="0" max="\(drawings.count - 1)" value="\(drawings.count - 1)"></label>
            <output for="instant"></output>
            </div>
            \(figures.joined())</section>

            """
    }

    private func figure(_ drawing: ReferenceDrawing, _ time: Int64, isLast: Bool) -> String {
        let instant = DurationText.format(time, digits: 6) + (isLast ? ", the end" : "")
        let edges = drawing.edges.map { edge in
            let label = edge.label.isEmpty ? "" : " (\(edge.label))"
            return drawing.nodes[edge.from].title + (edge.isWeak ? " refers weakly to " : " holds ")
                + drawing.nodes[edge.to].title + label + (edge.isInCycle ? ", in a cycle" : "")
        }
        let picture = ByteStream.text { SVGGraph(drawing: drawing).write(to: $0) }
        return """
            <figure class="references" data-at="\(HTML.escaped(instant))"\(isLast ? "" : " hidden")>
            <div class="scroll" tabindex="0" role="region" aria-label="References at \(HTML.escaped(instant))">
            <img alt="\(HTML.escaped(drawing.title)): \(edges.count) references, in words below" \
            src="\(HTML.dataURI("image/svg+xml", picture))">
            </div>
            <figcaption><details><summary>At \(HTML.escaped(instant)), in words</summary>
            <ul>\(edges.map { "<li>\(HTML.escaped($0))</li>" }.joined())</ul></details></figcaption>
            </figure>

            """
    }
}

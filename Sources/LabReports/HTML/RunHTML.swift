import LabAnalysis
import LabExactTime
import LabRecording
import LabTOML

extension RunReport {
    /// The records for the HTML document, beside the analysis.
    package static let recordsForHTML = KeptRecords.log.union(.firings).union(.references)

    /// The most notes below a line: one line may have thousands of copies.
    private static let mostNotes = 100

    /// The report of a run or a log as an HTML document: `run --html FILE`, `analyze --html FILE`.
    ///
    /// The text report's page, with the scenario beside the answer, a timeline, and drawings of references.
    package func writeHTML(to stream: ByteStream) {
        var page = page(log: .most(2000))
        let lanes = page.sections.removeFirst()
        var writer = PageHTML()
        if !source.bytes.isEmpty {
            writer.lined = fileName
            writer.aside = annotatedSource
        }
        let data = TimelineData(self)
        if data.hasLanes {
            writer.data = data.json
            writer.figures.append(timeline(lanes, left: data.left))
        } else {
            page.sections.insert(lanes, at: 0)
        }
        if let referenceFigure {
            // The drawing explains a leak best.
            let isLeak = analysis.findings.first?.harm == .leak
            writer.figures.insert(referenceFigure, at: isLeak ? 0 : writer.figures.count)
        }
        writer.write(page, to: stream)
    }

    /// A note below a line of the scenario.
    private typealias Note = (role: TextRole, html: String)

    private var annotatedSource: String {
        var notes: [Int: [Note]] = [:]
        func append(_ note: Note, at place: Range<Int>) {
            if let line = source.line(of: place) { notes[line, default: []].append(note) }
        }
        for finding in analysis.findings { append(remark(finding), at: finding.place) }
        for attribution in analysis.attributions {
            for share in attribution.shares where share.percent > 0 {
                let what = trace.entity(attribution.timer)?.timer?.isChain == true ? "falls behind" : "waits"
                let text =
                    "\(share.percent) % of how long \(trace.name(attribution.timer)) \(what): \(share.cause.title)"
                append((.faint, "<p>\(HTML.escaped(text))</p>"), at: trace.place(of: share.reason))
            }
        }
        for verdict in verdicts where !verdict.passed {
            let text = "✗ \(verdict.subject): expected \(verdict.expected), but \(verdict.actual)"
            append((.bad, "<p>\(HTML.escaped(text))</p>"), at: verdict.place)
        }
        let lines = source.lines.prefix(5000).enumerated().map { index, text in
            let role = notes[index + 1]?.first?.role ?? .plain
            let all = (notes[index + 1] ?? []).map(\.html).unique
            let left = all.count - Self.mostNotes
            let shown = all.prefix(Self.mostNotes) + (left > 0 ? ["<p>\(left) more</p>"] : [])
            return "<li id=\"L\(index + 1)\"\(HTML.class(role))><code>\(HTML.escaped(text))</code>"
                + shown.map { "<div class=\"note\">\($0)</div>" }.joined() + "</li>\n"
        }
        return HTML.filled("source", ["name": HTML.escaped(fileName), "lines": lines.joined()])
    }

    private func remark(_ finding: Finding) -> Note {
        let code = finding.code.rawValue
        let severity = finding.severity
        var html = "<details><summary>\(severity.rawValue) <b>\(code)</b> \(HTML.escaped(finding.code.title))</summary>"
        html += "<p>\(HTML.escaped(text(finding.message)))</p>"
        html += "<p><b>do</b> \(HTML.escaped(finding.remedy))</p>"
        return (severity.role, html + "</details>")
    }

    private func timeline(_ lanes: ReportSection, left: Int) -> String {
        let text = lanes.blocks.map { block in
            if case .lanes(let lines) = block { HTML.pre(lines(120).map { $0.rendered(.plain) }) } else { "" }
        }
        let more = left > 0 ? "\(left) more timers have no lane · " : ""
        return HTML.filled("timeline", ["left": more, "lanes": text.joined()])
    }

    /// The references from change to change, as drawings under a slider; nil if there was no object.
    private var referenceFigure: String? {
        guard analysis.lifetimes.contains(where: { trace.entity($0.entity)?.kind == .object }) else { return nil }
        let changes = trace.records.filter { KeptRecords.references.contains($0.kind) }.map(\.time)
        var times = (changes + [analysis.crash?.time ?? trace.duration]).unique
        // More would make a large file and a slider that is hard to use: evenly spread ones, with the last.
        let most = 24
        if times.count > most { times = (0..<most).map { [times] in times[$0 * (times.count - 1) / (most - 1)] } }
        var drawings: [(time: Int64, drawing: ReferenceDrawing)] = []
        for time in times {
            let drawing = ReferenceDrawing(self, at: time)
            let isLast = time == times.last
            if let last = drawings.last?.drawing, last.nodes == drawing.nodes, last.edges == drawing.edges {
                if isLast { drawings.removeLast() } else { continue }
            }
            drawings.append((time, drawing))
        }
        let figures = drawings.enumerated().map { index, frame in
            figure(frame.drawing, frame.time, isLast: index + 1 == drawings.count)
        }
        return HTML.filled("references", ["last": "\(drawings.count - 1)", "drawings": figures.joined()])
    }

    private func figure(_ drawing: ReferenceDrawing, _ time: Int64, isLast: Bool) -> String {
        let instant = DurationText.format(time, digits: 6) + (isLast ? ", the end" : "")
        let edges = drawing.edges.map { edge in
            let label = edge.label.isEmpty ? "" : " (\(edge.label))"
            return drawing.nodes[edge.from].title + (edge.isWeak ? " refers weakly to " : " holds ")
                + drawing.nodes[edge.to].title + label + (edge.isInCycle ? ", in a cycle" : "")
                + (edge.isCut ? ": give this one up" : "")
        }
        let picture = ByteStream.text { drawing.writeSVG(to: $0) }
        return HTML.filled(
            "drawing",
            [
                "instant": HTML.escaped(instant), "hidden": isLast ? "" : " hidden",
                "title": HTML.escaped(drawing.title), "count": "\(edges.count)",
                "picture": "data:image/svg+xml," + URIText.encoded(picture, keeping: ".-="),
                "references": edges.map { "<li>\(HTML.escaped($0))</li>" }.joined(),
            ])
    }
}

extension SourceText {
    var lines: [String] {
        bytes.split(separator: 0x0A, omittingEmptySubsequences: false).map { line in
            String(decoding: line.last == 0x0D ? line.dropLast() : line, as: UTF8.self)
        }
    }
}

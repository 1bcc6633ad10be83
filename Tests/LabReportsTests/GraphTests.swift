import LabAnalysis
import LabRecording
import Testing

@testable import LabReports

@Suite("Drawings of who holds whom")
struct GraphTests {
    private static let second: Int64 = 1_000_000_000

    /// A controller that navigation lets go at 2 s and that its repeating timer keeps.
    private func report(controller: String = "controller", detail: String = "TimerViewController") -> RunReport {
        var trace = Trace()
        trace.header.title = "Kept"
        trace.header.duration = 5 * GraphTests.second
        trace.texts = ["timer", "target", "tick", "navigation", "proxy"]
        trace.entities = [
            Entity(.thread, name: "main"), Entity(.timer, name: "tick", detail: "nstimer"),
            Entity(.object, name: controller, detail: detail),
        ]
        let (main, tick, object) = (EntityID(0), EntityID(1), EntityID(2))
        trace.records = [
            Record(.created, at: 0, entity: object), Record(.created, at: 0, entity: tick),
            Record(.retained, at: 0, entity: object, value: -1, extra: 3),
            Record(.retained, at: 0, entity: tick, value: Int64(main.index), extra: 0),
            Record(.retained, at: 0, entity: object, value: Int64(tick.index), extra: 1),
            Record(.retained, at: 0, entity: tick, value: Int64(object.index), extra: 2),
            Record(.released, at: 2 * GraphTests.second, entity: object, value: -1, extra: 3),
        ]
        return RunReport(trace: trace, analysis: RunAnalysis(of: trace), file: "kept.toml")
    }

    private func text(_ report: RunReport, at instant: Int64? = nil) -> String {
        ByteStream.text { report.writeGraph(at: instant, to: $0) }
    }

    @Test("the end shows what is kept, by whom and in which cycle")
    func end() {
        let drawing = ReferenceDrawing(report(), at: nil)
        #expect(drawing.subtitle == "references at the end, 5 s · kept.toml")
        #expect(drawing.nodes.map(\.title).contains("controller : TimerViewController"))
        #expect(drawing.edges.filter(\.isInCycle).map(\.label).sorted() == ["target", "tick"])
        let isHeld = drawing.nodes.contains { $0.title == "navigation" }
        #expect(!isHeld)
    }

    @Test("an instant shows what was then, and nothing that came later")
    func instant() {
        let drawing = ReferenceDrawing(report(), at: GraphTests.second)
        #expect(drawing.subtitle == "references at 1 s · kept.toml")
        #expect(drawing.nodes.contains { $0.title == "navigation" })
    }

    @Test("names with quotes, markup and controls can neither break nor steer a file")
    func hostile() {
        let name = "a\"<b>&\\\u{1B}\u{0}\u{FFFF}" + String(repeating: "定", count: 500)
        let svg = text(report(controller: name, detail: "]]>"))
        #expect(svg.contains(#"a&quot;&lt;b&gt;&amp;\\u{1b}\u{0}\u{ffff}定"#))
        #expect(!svg.contains("<b>"))
        #expect(svg.utf8.count < 20_000)
    }

    @Test("boxes stand apart, and what is written at arrows meets no box", arguments: 1...12)
    func layout(seed: UInt64) {
        let drawing = ReferenceDrawing(tangle(seed), at: nil)
        let layout = GraphLayout(drawing, top: 90)
        let boxes = layout.boxes.map { Area(GraphLayout.margin, $0.y, $0.right, $0.y + $0.height) }
        for (index, box) in boxes.enumerated() {
            #expect(box.left >= 0 && box.top >= 90 && box.right <= layout.width && box.bottom <= layout.height)
            let isMet = boxes[..<index].contains { $0.meets(box) }
            #expect(!isMet)
        }
        var labels: [Area] = []
        for (edge, route) in zip(drawing.edges, layout.routes) where !edge.label.isEmpty {
            let width = edge.label.count * 6
            let left = layout.boxes[edge.from].right + 8
            let label = Area(left, route.from - 13, left + width, route.from - 3)
            #expect(label.right < route.track && route.track < layout.width)
            let isMet = (boxes + labels).contains { $0.meets(label) }
            #expect(!isMet)
            labels.append(label)
        }
        #expect(drawing.edges.count == layout.routes.count)
    }

    @Test("the same recording is drawn the same way every time, thousands of objects included")
    func determinism() {
        let report = tangle(7, objects: 3000)
        #expect(text(report) == text(report))
        #expect(text(report) == text(report))
    }

    @Test("a weak variable is a dashed arrow, reaches nobody and is gone with whom it refers to")
    func weakVariables() {
        var report = report()
        let (tick, object) = (EntityID(1), EntityID(2))
        report.trace.entities.append(Entity(.object, name: "proxy", detail: "WeakProxy"))
        report.trace.records += [
            Record(.created, at: 0, entity: EntityID(3)),
            Record(.weaklyReferred, at: 0, entity: EntityID(3), value: Int64(object.index), extra: 4),
            Record(.weaklyReferred, at: 0, entity: tick, value: 3, extra: 2),
            Record(.weaklyReferredNoMore, at: GraphTests.second, entity: tick, value: 3, extra: 2),
            Record(.deallocBegan, at: 3 * GraphTests.second, entity: EntityID(3)),
        ]
        report.trace.records.sort { $0.time < $1.time }
        #expect(ReferenceDrawing(report, at: 0).edges.contains { $0.label == "tick" && $0.isWeak })
        let drawing = ReferenceDrawing(report, at: 2 * GraphTests.second)
        let weak = drawing.edges.filter { $0.isWeak }.map {
            "\(drawing.nodes[$0.from].title) → \(drawing.nodes[$0.to].title)"
        }
        #expect(weak == ["controller : TimerViewController → proxy : WeakProxy"])
        let unreached = drawing.nodes.filter { !$0.isReached }.map { $0.title }
        #expect(unreached == ["proxy : WeakProxy"])
        #expect(ReferenceDrawing(report, at: nil).edges.allSatisfy { !$0.isWeak })
        #expect(text(report, at: 0).contains("weak: keeps nothing alive"))
    }

    @Test("copies of a timer are one box, and a cycle of one copy is no cycle of others")
    func copies() {
        var trace = Trace()
        trace.texts = ["timer", "next"]
        trace.entities = [Entity(.thread, name: "main"), Entity(.timer, name: "tick", detail: "nstimer")]
        for _ in 0..<3 { trace.entities.append(Entity(.timer, name: "tick 1", detail: "nstimer", group: EntityID(1))) }
        for copy in 2..<5 {
            trace.records.append(Record(.retained, at: 0, entity: EntityID(copy), value: 0, extra: 0))
        }
        trace.records.append(Record(.retained, at: 0, entity: EntityID(3), value: 2, extra: 1))
        let drawing = ReferenceDrawing(
            RunReport(trace: trace, analysis: RunAnalysis(of: trace), file: "copies.toml"), at: nil)
        let titles = drawing.nodes.map { $0.title }
        #expect(titles == ["run loop main", "timer tick : nstimer ×3"])
        let labels = drawing.edges.map { $0.label }
        #expect(labels == ["timer", "next"])
        let cycles = drawing.edges.filter { $0.isInCycle }
        #expect(cycles.isEmpty)
    }

    private struct Area {
        let left, top, right, bottom: Int
        init(_ left: Int, _ top: Int, _ right: Int, _ bottom: Int) {
            (self.left, self.top, self.right, self.bottom) = (left, top, right, bottom)
        }
        func meets(_ other: Area) -> Bool {
            left < other.right && other.left < right && top < other.bottom && other.top < bottom
        }
    }

    /// Objects that hold each other at random, some of them out of reach of the only root.
    private func tangle(_ seed: UInt64, objects: Int = 14) -> RunReport {
        var trace = Trace()
        trace.texts = ["timer", "a rather long property", "x"]
        trace.entities = [Entity(.thread, name: "main")]
        var state = seed
        let draw = { (limit: Int) in
            state = Fingerprint.mix(state &+ 0x9E37_79B9_7F4A_7C15)
            return Int(state % UInt64(limit))
        }
        for index in 1...objects {
            trace.entities.append(Entity(.object, name: "object\(index)", detail: "Class\(draw(9))"))
            trace.records.append(Record(.created, at: 0, entity: EntityID(index)))
        }
        for _ in 0..<objects * 2 {
            let (holder, held) = (draw(objects), 1 + draw(objects))
            trace.records.append(
                Record(.retained, at: 0, entity: EntityID(held), value: Int64(holder), extra: Int64(draw(3))))
        }
        for _ in 0..<objects / 2 {
            let (owner, known) = (1 + draw(objects), 1 + draw(objects))
            trace.records.append(
                Record(.weaklyReferred, at: 0, entity: EntityID(known), value: Int64(owner), extra: Int64(draw(3))))
        }
        return RunReport(trace: trace, analysis: RunAnalysis(of: trace), file: "tangle.toml")
    }
}

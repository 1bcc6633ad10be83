import Analysis
import JSON
import Recording
import Reports
import Testing

@testable import Laboratory

/// What is told of single callbacks: rows and the trace for Perfetto.
@Suite("Single callbacks")
struct TraceExportTests {
    private static let paths = Shipped.listings.map(\.path)

    @Test("rows of callbacks add up to the figures of their timer", arguments: paths)
    func rowsAddUp(path: String) throws {
        let report = try Shipped.workbench.run(path, keeping: .firings).report
        let text = ByteStream.text { FiringRows(report).writeJSON(to: $0) }
        var rows: [String: [JSONValue]] = [:]
        for line in text.split(separator: "\n") {
            let row = try #require(JSONValue.parse(line.utf8)?["payload"])
            rows[row["timer"]?.text ?? "", default: []].append(row)
        }
        for timer in report.analysis.timers where timer.copies == 1 && timer.hasSchedule {
            let own = rows[timer.name] ?? []
            #expect(own.count { $0["fired"] != .null } == Int(timer.fired - timer.firedByHand), "\(timer.name)")
            let waits = own.compactMap { $0["fired"] == .null ? nil : $0["waiting"]?.whole }
            if let lateness = timer.lateness { #expect(waits.max() == lateness.max, "\(timer.name)") }
            #expect(own.allSatisfy { ($0["due"]?.whole ?? 0) <= ($0["fired"]?.whole ?? .max) }, "\(timer.name)")
        }
    }

    @Test("slices of a track lie one inside another, times are not negative, arrows come in pairs", arguments: paths)
    func laws(path: String) throws {
        let report = try Shipped.workbench.run(path, keeping: .all).report
        let text = ByteStream.text { TraceExport(report).write(to: $0) }
        let events = try #require(JSONValue.parse(text.utf8)?["traceEvents"]?.items)
        var slices: [Int64: [(from: Double, to: Double)]] = [:]
        var arrows: [Int64: [String]] = [:]
        for event in events {
            let (time, track) = (event["ts"]?.real ?? -1, event["tid"]?.whole ?? -1)
            #expect(time >= 0 && track >= 0)
            switch event["ph"]?.text {
            case "X": slices[track, default: []].append((time, time + (event["dur"]?.real ?? -1)))
            case "s", "f": arrows[event["id"]?.whole ?? -1, default: []].append(event["ph"]?.text ?? "")
            default: break
            }
        }
        #expect(arrows.values.allSatisfy { $0 == ["s", "f"] })
        for (_, spans) in slices {
            var open: [Double] = []
            for span in spans.sorted(by: { ($0.from, -$0.to) < ($1.from, -$1.to) }) {
                while let end = open.last, end <= span.from { open.removeLast() }
                #expect(span.to >= span.from && span.to <= open.last ?? .infinity)
                open.append(span.to)
            }
        }
        let fired = report.trace.records.count { $0.kind == .fired }
        let timers = Set(report.trace.entities.indices.filter { report.trace.entities[$0].kind == .timer })
        #expect(events.count { $0["ph"] == "s" } <= fired && (fired == 0 || !timers.isEmpty))
    }
}

extension JSONValue {
    fileprivate var items: [JSONValue]? { if case .array(let items) = self { items } else { nil } }

    fileprivate var real: Double? {
        switch self {
        case .number(let number): number
        case .integer(let integer): Double(integer)
        default: nil
        }
    }
}

import LabAnalysis
import LabCatalogue
import LabJSON
import LabRecording
import LabReports
import LabTOML
import LabTestBench
import LabTestFolders
import Testing

@testable import LabWorkbench

/// What is told of single callbacks: rows and the trace for Perfetto.
@Suite("Single callbacks")
struct TraceExportTests {
    /// Every twelfth of the shipped scenarios is enough.
    private static let paths = Shipped.listings.enumerated().filter { $0.offset % 12 == 0 }.map(\.element.path)

    @Test("rows of callbacks add up to the figures of their timer", arguments: paths)
    func rowsAddUp(path: String) throws {
        let report = try Shipped.workbench.run(path, keeping: .firings).report
        let text = ByteStream.text { report.writeFiringsAsJSON(to: $0) }
        var rows: [String: [JSONValue]] = [:]
        for line in text.split(separator: "\n") {
            let row = try #require(JSONValue.parse(line.utf8)?["payload"])
            rows[row["timer"]?.text ?? "", default: []].append(row)
        }
        // Timers may have one name, as requests for the same method have.
        for (name, timers) in Dictionary(grouping: report.analysis.timers, by: \.name) {
            guard timers.allSatisfy({ $0.copies == 1 && $0.hasSchedule }) else { continue }
            let own = rows[name] ?? []
            let fired = timers.reduce(0) { $0 + $1.fired }
            #expect(own.count { $0["fired"] != .null } == Int(fired), "\(name)")
            #expect(own.allSatisfy { ($0["due"]?.whole ?? 0) <= ($0["fired"]?.whole ?? .max) }, "\(name)")
            #expect(own.allSatisfy { ($0["fired"] == .null) == ($0["thread"] == .null) }, "\(name)")
            let waits = own.compactMap { $0["fired"] == .null ? nil : $0["waiting"]?.whole }
            guard timers.count == 1, let lateness = timers[0].lateness else { continue }
            // What is armed again after each call waits for no point of a grid.
            #expect(waits.max() == (timers[0].waiting == nil ? nil : lateness.max), "\(name)")
            #expect(own.last { $0["fired"] != .null }?["lag"]?.whole == timers[0].lag, "\(name)")
        }
    }

    @Test("what very many copies do to one of them is told as one cause, and not copy by copy")
    func copies() throws {
        let scenario = """
            duration = "3s"
            \(Toml.timer("tick", "nstimer"))
            copies = 65
            interval = "1s"
            repeats = true
            do = [{ work = "1ms" }]
            """
        let folder = try ScratchFolder()
        let report = try Shipped.workbench.run(folder.write("copies.toml", scenario), keeping: .firings).report
        let last = try #require(report.trace.entities.firstIndex { $0.name == "tick[64]" })
        let causes = report.analysis.accounts(of: EntityID(last))[0].shares
        #expect(causes.map { report.trace.entity($0.culprit)?.name } == ["tick"])
        #expect(causes.map(\.nanoseconds) == [64_000_000])
    }

    @Test("a row of CSV says what the line of JSON says", arguments: paths)
    func csv(path: String) throws {
        let report = try Shipped.workbench.run(path, keeping: .firings).report
        let lines = ByteStream.text { report.writeFiringsAsCSV(hasHead: false, to: $0) }.split(separator: "\n")
        let rows = try ByteStream.text { report.writeFiringsAsJSON(to: $0) }.split(separator: "\n").map {
            try #require(JSONValue.parse($0.utf8)?["payload"])
        }
        try #require(lines.count == rows.count)
        for (line, row) in zip(lines, rows) where !line.contains("\"") && !line.contains("'") {
            let cause = row["causes"]?.items?.first
            let values: [JSONValue?] = [
                row["timer"], row["point"], row["due"], row["fired"], row["waiting"], row["lag"],
                .integer(Int64(row["skipped"]?.items?.count ?? 0)), cause?["cause"], cause?["culprit"], cause?["line"],
                row["thread"],
            ]
            let texts = values.map { $0?.text ?? $0?.whole.map { String($0) } ?? "" }
            #expect(line.split(separator: ",", omittingEmptySubsequences: false).dropFirst().map(String.init) == texts)
        }
    }

    @Test(
        "a callback that came late by its tolerance alone blames nothing that passed within the window",
        arguments: [("nstimer", "tolerance"), ("gcd", "leeway")],
        [#"work = "60ms""#, #"mode = "tracking", for = "60ms""#])
    func tolerance(timer: (kind: String, key: String), step: String) throws {
        let scenario = """
            duration = "4.5s"
            [device]
            wake_in_window = "latest"
            \(Toml.timer("tick", "\(timer.kind)", "1s"))
            \(timer.key) = "100ms"
            queue = "main"
            repeats = true
            [[event]]
            at = "990ms"
            every = "1s"
            do = [{ \(step) }]
            """
        let folder = try ScratchFolder()
        let text = timer.kind == "gcd" ? scenario : scenario.replacing("queue = \"main\"\n", with: "")
        let report = try Shipped.workbench.run(folder.write("late.toml", text), keeping: .all).report
        let tick = report.analysis.timers[0].entity
        for row in report.analysis.accounts(of: tick) {
            #expect(row.shares.map(\.cause) == [.tolerance])
            #expect(AccountPage("tick", tick, row, report).wishes.map(\.wish) == ["no tolerance"])
        }
    }

    @Test("slices of a track lie one inside another, times are not negative, arrows come in pairs", arguments: paths)
    func laws(path: String) throws {
        let report = try Shipped.workbench.run(path, keeping: .all).report
        let text = ByteStream.text { report.writeTrace(to: $0) }
        let events = try #require(JSONValue.parse(text.utf8)?["traceEvents"]?.items)
        var slices: [Int64: [(from: Int64, to: Int64)]] = [:]
        var arrows: [Int64: [String]] = [:]
        for event in events {
            let (time, track) = (event["ts"]?.nanoseconds ?? -1, event["tid"]?.whole ?? -1)
            #expect(time >= 0 && track >= 0)
            switch event["ph"]?.text {
            case "X": slices[track, default: []].append((time, time + (event["dur"]?.nanoseconds ?? -1)))
            case "s", "f": arrows[event["id"]?.whole ?? -1, default: []].append(event["ph"]?.text ?? "")
            default: break
            }
        }
        #expect(arrows.values.allSatisfy { $0 == ["s", "f"] })
        for (_, spans) in slices {
            var open: [Int64] = []
            for span in spans.sorted(by: { ($0.from, -$0.to) < ($1.from, -$1.to) }) {
                while let end = open.last, end <= span.from { open.removeLast() }
                #expect(span.to >= span.from && span.to <= open.last ?? .max)
                open.append(span.to)
            }
        }
    }
}

extension JSONValue {
    var items: [JSONValue]? { if case .array(let items) = self { items } else { nil } }

    /// Of a time in µs.
    fileprivate var nanoseconds: Int64? {
        switch self {
        case .number(let number): Int64((number * 1000).rounded())
        case .integer(let integer): integer * 1000
        default: nil
        }
    }
}

import LabAnalysis
import LabGate
import LabInventedScenarios
import LabJSON
import LabRecording
import LabReports
import LabTestBench
import Testing

@testable import LabWorkbench

/// The account of each call: its pieces, the row that they make, and the shares that all rows make.
@Suite("Accounts of calls")
struct AccountTests {
    @Test(
        "pieces are a wait without gaps, and rows sum to shares: shipped scenarios",
        arguments: Shipped.listings.map(\.path))
    func shipped(path: String) throws {
        let report = try Shipped.workbench.run(path, keeping: .firings).report
        #expect(report.analysis.wrongSums(in: report.trace) == [])
    }

    private static let two = """
        duration = "20s"
        \(Toml.timer("a", "Timer", "1s", repeats: true))
        do = [{ work = "600ms" }]
        \(Toml.timer("b", "Timer", "1s", repeats: true))
        do = [{ work = "600ms" }]
        """

    @Test("a call is explained by its own point, and the points skipped before it by theirs, in text and in JSON")
    func explained() throws {
        let page = try Bench.explain(Self.two, "b#2")
        #expect(page.page.title == "b#2: due at 3 s, called at 3.6 s")
        let line = ByteStream.text { page.writeJSON(to: $0) }
        let account = try #require(JSONValue.parse(line.utf8)?["payload"])
        #expect(account["due"] == .integer(3_000_000_000) && account["call"] == .integer(3_600_000_000))
        #expect(line.contains(#""first":2000000000,"last":2000000000,"count":1"#))
        #expect(line.contains(#""from":3000000000,"to":3600000000,"cause":"other work""#))
    }

    @Test("a callback that runs a loop for no time takes none, whatever runs after it")
    func emptyLoop() throws {
        let scenario = """
            duration = "3s"
            \(Toml.timer("tick", "Timer", "500ms", repeats: true))
            do = [{ run_loop = { in_mode = "default", for = "0s" } }]
            \(Toml.timer("other", "Timer", "700ms", repeats: true))
            do = [{ work = "10ms" }]
            """
        let report = try Bench.run(scenario)
        #expect(report.analysis.timers.map(\.busy) == [0, 40_000_000])
    }

    @Test("a wait within a timer's own callback is the callback's, also before a call inside it")
    func nestedCall() throws {
        let scenario = """
            duration = "3s"
            \(Toml.timer("tick", "Timer", "1s", repeats: true))
            do = [
              { work = "300ms" },
              { run_loop = { in_mode = "default", for = "600ms" }, when = { fired = 1 } },
            ]
            \(Toml.event("800ms", #"{ fire = "tick" }"#))
            """
        let report = try Bench.run(scenario, keeping: .firings)
        let tick = try #require(report.analysis.timers.first).entity
        let late = report.analysis.accounts(of: tick).flatMap(\.pieces)
        #expect(late.map(\.reason.cause) == [.ownCallback] && late.map(\.length) == [100_000_000])
    }

    @Test("a wait behind very many callbacks is a hundred pieces at most, and each culprit has all of its time")
    func manyPieces() throws {
        let scenario = """
            duration = "1s"
            \(Toml.timer("t", "async-timer", "2ms"))
            copies = 3
            do = [{ work = "1ms" }]
            """
        let report = try Bench.run(scenario, keeping: .firings)
        let timer = try #require(report.trace.entities.firstIndex { $0.name == "t[0]" })
        let account = report.analysis.accounts(of: EntityID(timer))[299]
        #expect(account.pieces.count < 100 && account.waiting == 299_000_000)
        let times = Dictionary(grouping: account.pieces, by: \.reason.culprit).mapValues { pieces in
            pieces.reduce(0) { $0 + $1.length } / 1_000_000
        }
        #expect(times.values.sorted() == [99, 100, 100])
        #expect(times[EntityID(timer)] == 99)
    }

    @Test("an account has at most twenty lines, however many pieces its wait has")
    func oneScreen() throws {
        let blocks = (10..<30).map { "{ async = \"main\", name = \"b\($0)\", do = [{ work = \"1\($0)ms\" }] }" }
        let scenario = """
            duration = "9s"
            \(Toml.timer("t", "Timer", "1s", repeats: true))
            do = [{ log = "a" }, { log = "b" }, { log = "c" }]
            \(Toml.event("900ms", blocks.joined(separator: ", ")))
            """
        let page = try Bench.explain(scenario, "t#1")
        #expect(page.account.pieces.count >= 18 && page.account.lostCount == 2)
        let text = Bench.text(page.page)
        #expect(text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().count <= 20, "\(text)")
    }

    @Test("the row of a chain has what its own step added to the lag, and the first has nothing")
    func chain() throws {
        let scenario = """
            duration = "5s"
            \(Toml.timer("t", "perform", "1s", repeats: true))
            do = [{ work = "100ms" }]
            """
        let report = try Bench.run(scenario, keeping: .firings)
        let timer = report.analysis.timers[0].entity
        let sums = report.analysis.accounts(of: timer).map {
            $0.shares.map(\.nanoseconds)
        }
        #expect(sums == [[], [100_000_000], [100_000_000], [100_000_000]])
    }

    @Test("timers of one id have their thread in CSV, in JSON and in the baseline, where they mixed")
    func namesakes() throws {
        let scenario = """
            duration = "10s"
            [[object]]
            id = "a"
            class = "A"
            [[thread]]
            id = "idle"
            do = [{ perform = "save", target = "a", after = "1s" }, { work = "3s" }, { run_loop = { for = "5s" } }]
            [[thread]]
            id = "running"
            do = [{ perform = "save", target = "a", after = "1s" }, { run_loop = { for = "5s" } }]
            """
        let report = try Bench.run(scenario)
        let csv = ByteStream.text { report.writeCSV(to: $0) }
        #expect(csv.contains(",save,idle,perform,") && csv.contains(",save,running,perform,"))
        let json = ByteStream.text { report.writeJSON(to: $0) }
        #expect(json.contains(#""timer":"save","thread":"idle""#) && json.contains(#""thread":"running""#))
        let kept = DriftNumbers(of: report.trace, report.analysis, guards: []).exact
        let waits = kept.filter { $0.key.text.hasSuffix("waiting.max") }.map { "\($0.key.timer) \($0.value)" }
        #expect(waits.sorted() == ["save@idle 2000000000", "save@running 0"])
        let single = try Bench.run(Self.two)
        #expect(ByteStream.text { single.writeJSON(to: $0) }.contains(#""thread":null"#))
    }

    @Test("other work that waits for a queue is named by the block that is busy there")
    func synchronous() throws {
        let scenario = """
            duration = "6s"
            [[queue]]
            id = "q"
            \(Toml.timer("t", "Timer", "1s", repeats: true))
            [[event]]
            at = "2500ms"
            do = [
                { async = "q", do = [{ work = "1500ms" }] },
                { sync = "q", do = [{ work = "1ms" }] },
            ]
            """
        let report = try Bench.run(scenario)
        let call = try #require(report.analysis.accounts(of: report.analysis.timers[0].entity).dropFirst(2).first)
        let pieces = call.pieces.map { piece in
            let line = report.source.line(of: report.trace.place(of: piece.reason)) ?? 0
            return "\(report.trace.name(piece.reason.culprit)), line \(line): \(piece.length)"
        }
        #expect(pieces == ["async block, line 12: 1000000000", "event 1, line 13: 1000000"])
    }
}

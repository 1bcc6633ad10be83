import LabReports
import LabTestBench
import Testing

@testable import LabWorkbench

/// The code of a remedy says what the written file does.
extension RemedyWishTests {
    private func outcome(_ bug: EverydayBug) throws -> (best: RemedyReport.Row, text: String, names: [String]) {
        let outcome = try Shipped.remedies(bug.path)
        let best = try #require(outcome.report.rows.first)
        let text = String(decoding: try #require(outcome.texts.first), as: UTF8.self)
        return (best, text, outcome.report.rows.map(\.name))
    }

    @Test("another object than the one with the timer has its name in a block, and does not end the timer as it goes")
    func anotherObject() throws {
        let (best, text, _) = try outcome(.singletonKeepsScreen)
        #expect(best.code.swift.contains("{ [weak screen] _ in") && best.code.swift.contains("screen?.refresh()"))
        #expect(!best.code.swift.contains("self"))
        #expect(best.code.objectiveC.contains("__weak typeof(screen) weakScreen = screen;"))
        #expect(best.code.objectiveC.contains("[weakScreen refresh]") && !best.code.objectiveC.contains("weakSelf"))
        #expect(!best.code.swift.contains("deinit") && !text.contains("invalidate"))
    }

    @Test("what stands behind a wait comes behind the signal, and what is awaited is given to no queue")
    func behindSignal() throws {
        let (_, text, names) = try outcome(.testWaitsForAnswer)
        #expect(text.contains(#"{ count = "answered" }, { async = "main", do = [{ log = "test passed" }] }"#))
        #expect(!text.contains("wait_for") && !names.contains("queue of its own") && !names.contains("dispatch source"))
    }

    @Test("the line that is removed is the user's, not the one that comes instead")
    func removedLine() throws {
        #expect(try outcome(.retryInCompletion).best.code.swift.hasPrefix("- timer = Timer(fire:"))
    }

    @Test("a source that is made again is activated if it does not begin active", arguments: [true, false])
    func activatedAgain(isActive: Bool) throws {
        let report = try report(
            """
            duration = "6s"
            [[timer]]
            id = "poll"
            kind = "gcd"
            queue = "main"
            interval = "1s"
            repeats = true
            active = \(isActive)
            weak = "screen"
            [[object]]
            id = "screen"
            held_by = "navigation"
            strong = { source = "poll" }
            dealloc = [{ cancel = "poll" }]
            \(Toml.event("500ms", #"{ resume = "poll" }"#))
            \(Toml.event("3s", #"{ resume = "poll" }"#))
            """)
        let row = try #require(report.rows.first { $0.name == "made again, not resumed" })
        #expect(row.code.swift.components(separatedBy: "activate()").count == 2, "\(row.code.swift)")
    }

    @Test("what ends with the body of main is not mended")
    func endOfMain() throws {
        let report = try report(
            """
            duration = "8s"
            [[thread]]
            id = "main"
            do = [{ create = "tick" }, { run_loop = { for = "5.5s" } }]
            \(Toml.timer("tick", "nstimer", "1s", repeats: true))
            """)
        #expect(report.rows.isEmpty && report.finding == nil && report.advised.swift.isEmpty)
    }
}

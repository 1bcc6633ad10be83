import LabRecording
import LabReports
import LabTestBench
import LabTestFolders
import LabWorkbench
import Testing

@Suite("A log is held against a scenario by the lines that its timers write")
struct LogExpectationTests {
    private let folder: ScratchFolder

    init() throws { folder = try ScratchFolder() }

    private func printed(_ report: RunReport) -> String {
        Bench.text(report.page())
    }

    private func held(_ text: String, against scenario: String) throws -> RunOutcome {
        return try Shipped.workbench.analyze(folder.write("device.log", text), expectations: scenario)
    }

    /// Scenarios with calls that raise, or that a dead target does not answer: a log has no line of them to count.
    static let silentCalls = ["lifetime-intermediary.toml", "lifetime-nsproxy-outlived.toml"]

    @Test("every shipped scenario of five lines or more whose calls all print is satisfied by its own log")
    func ownLogs() throws {
        var (held, kept) = (0, 0)
        for listing in Shipped.listings {
            let report = try Shipped.run(listing.path).report
            guard report.trace.records.count(where: { $0.kind == .logged }) >= 5, report.verdicts.allSatisfy(\.passed),
                !Self.silentCalls.contains(where: listing.path.hasSuffix)
            else { continue }
            let outcome = try self.held(printed(report), against: listing.path)
            let failed = outcome.report.verdicts.filter { !$0.passed }.map {
                "\($0.subject) \($0.expected): \($0.actual)"
            }
            #expect(outcome.status == .success, "\(listing.path): \(failed)")
            held += 1
            kept += outcome.report.verdicts.count
        }
        #expect(held >= 40 && kept >= 60, "\(held) \(kept)")
    }

    @Test("each line belongs to the timer whose template wrote it, and a change in one fails that one")
    func templates() throws {
        let text = printed(try Shipped.run("tracking").report)
        #expect(
            try held(text, against: "tracking").report.verdicts.map(\.subject) == [
                "plain", "plain", "common", "common",
            ])
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).filter { !$0.hasSuffix("common 5") }
        let failed = try held(lines.joined(separator: "\n"), against: "tracking").report.verdicts.filter { !$0.passed }
        #expect(failed.map(\.expected) == ["fired = 11", "skipped = 0"])
    }

    private let once = """
        duration = "5.5s"
        \(Toml.tick)
        do = [{ work = "20ms" }, { log = "beat {n}" }]
        \(Toml.timer("quiet", "nstimer", "1s", repeats: true))
        do = [{ log = "now and then", when = { fired = ">= 3" } }]
        [[expect]]
        timer = "tick"
        fired = 5
        waiting = { max = "0s" }
        finding = ["TL0101"]
        [[expect]]
        timer = "quiet"
        fired = 5
        """

    @Test(
        "what no log can decide is listed and does not fail: a finding, lateness behind work, lines that come now and then"
    )
    func undecided() throws {
        let scenario = try folder.write("once.toml", once)
        let lines = (1...5).map { "09:00:0\($0).0\($0 * 11) beat \($0)\n" } + ["09:00:05.200 now and then\n"]
        let outcome = try held(lines.joined(), against: scenario)
        #expect(outcome.status == .success)
        #expect(outcome.report.verdicts.map(\.expected) == ["fired = 5"])
        #expect(outcome.report.log?.undecided.count == 3)
        let short = try held(lines.dropFirst().joined(), against: scenario)
        #expect(short.status == .failed)
    }

    @Test(
        "skipped points are decided behind equally long work, right or wrong; behind other work they are never held",
        arguments: [
            #"{ work = "1ms" }"#, #"{ work = { p0 = "1ms", p100 = "2s" } }"#,
            #"{ work = "1ms", when = { fired = 3 } }"#,
        ])
    func skipped(step: String) throws {
        let seconds = [1, 2, 3, 4, 7, 8, 9, 10, 11, 12]
        let text = seconds.map { "09:00:\($0 < 10 ? "0" : "")\($0).001 beat\n" }.joined()
        func held(_ count: Int) throws -> RunOutcome {
            let scenario = """
                duration = "12.5s"
                \(Toml.tick)
                do = [\(step), { log = "beat" }]
                [[expect]]
                timer = "tick"
                skipped = \(count)
                """
            return try self.held(text, against: folder.write("a.toml", scenario))
        }
        let isSteady = step == #"{ work = "1ms" }"#
        for count in [1, 2, 9] {
            let report = try held(count).report
            #expect(report.verdicts.map(\.passed) == (isSteady ? [count == 2] : []), "\(count)")
            #expect(report.log?.undecided.count == (isSteady ? 0 : 1))
        }
    }
}

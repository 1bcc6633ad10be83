import Foundation
import LabQuotedLogs
import LabRecording
import LabReports
import LabTestBench
import Testing

@testable import LabWorkbench

@Suite("Shipped scenarios")
struct ShippedScenarioTests {
    @Test("every scenario keeps its promises", arguments: Shipped.listings.map(\.path))
    func promises(path: String) throws {
        let outcome = try Shipped.run(path)
        #expect(outcome.problems.isEmpty)
        for verdict in outcome.report.verdicts where !verdict.passed {
            Issue.record("\(verdict.subject): \(verdict.expected), but \(verdict.actual)")
        }
        #expect(outcome.status == .success)
        #expect(!outcome.report.verdicts.isEmpty, "a scenario without promises shows nothing")
    }

    @Test("lost points and what is never deallocated have a finding", arguments: Shipped.listings.map(\.path))
    func isFound(path: String) throws {
        // A question that is reproduced without an explanation says itself what is lacking.
        guard try !path.contains("/questions/") || Question(path: path).behaviour == nil else { return }
        // A replayed log tells when, not why.
        guard !path.contains("/quoted/") else { return }
        let report = try Shipped.run(path).report
        let subjects = Set(report.analysis.findings.flatMap { [$0.subject, $0.related] })
        for timer in report.analysis.timers where timer.skipped > 0 {
            // What a pause has cost was asked for.
            let shares = report.analysis.attributions.first { $0.timer == timer.entity }?.shares ?? []
            let asked = shares.filter { $0.cause == .suspended }.reduce(0) { $0 + $1.lost }
            if asked == timer.skipped { continue }
            #expect(subjects.contains(timer.entity), "\(timer.name) has lost \(timer.skipped) points")
        }
        for life in report.analysis.lifetimes where life.isKept && report.trace.entity(life.entity)?.kind == .object {
            #expect(subjects.contains(life.entity), "\(report.trace.name(life.entity)) is kept")
        }
    }

    @Test("every scenario opens with a comment that teaches, and has a title", arguments: Shipped.listings.map(\.path))
    func teaches(path: String) throws {
        let text = try String(contentsOfFile: path, encoding: .utf8)
        let comment = text.split(separator: "\n").prefix { $0.hasPrefix("#") }
        #expect(comment.count >= 2)
        #expect(comment.joined(separator: " ").count > 120)
        #expect(text.contains("\ntitle"))
    }

    @Test("a run can be repeated bit for bit", arguments: Shipped.listings.map(\.path))
    func determinism(path: String) throws {
        let (first, second) = (try Shipped.run(path), try Shipped.workbench.run(path))
        #expect(first.report.trace == second.report.trace)
        #expect(first.report.trace.fingerprint != 0)
    }

    @Test("what draws keeps its promises with 19 of 20 seeds", arguments: Shipped.listings.map(\.path))
    func seeds(path: String) throws {
        func run(seed: UInt64) throws -> RunReport {
            try Shipped.workbench.run(path, changes: ScenarioChanges(seed: seed)).report
        }
        guard try run(seed: 1).trace.fingerprint != run(seed: 2).trace.fingerprint else { return }
        let kept = try (1...20).count { try run(seed: $0).verdicts.allSatisfy(\.passed) }
        #expect(kept >= 19)
    }

    @Test(
        "a log that an article quotes keeps the promises of the scenario that simulates it",
        arguments: QuotedLog.allCases)
    func quoted(_ log: QuotedLog) throws {
        let isSimulated = Shipped.listings.contains { $0.name == log.rawValue }
        let outcome = try Shipped.workbench.analyze(
            log.path, expectations: (isSimulated ? "" : "quoted-") + log.rawValue)
        #expect(outcome.report.verdicts.filter { !$0.passed }.map(\.expected) == [])
        #expect(outcome.report.verdicts.count >= 4)
        #expect(outcome.status == .success)
    }

    @Test("the scenario of a quoted log prints its lines to the letter", arguments: QuotedLog.allCases)
    func replayed(_ log: QuotedLog) throws {
        let outcome = try Shipped.run("\(Shipped.folder)/quoted/quoted-\(log.rawValue).toml")
        let text = Bench.text(outcome.report.page())
        let lines = text.split(separator: "\n").filter { $0.hasPrefix("2017-11-10") }
        #expect(lines.joined(separator: "\n") + "\n" == log.text)
    }
}

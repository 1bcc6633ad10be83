import Foundation
import Recording
import Testing

@testable import Laboratory

/// The scenarios in `Scenarios`, found from here upwards so that the tests run in any checkout.
enum Shipped {
    static let folder: String = {
        var url = URL(filePath: #filePath).deletingLastPathComponent()
        while url.path != "/" {
            let candidate = url.appending(path: "Scenarios")
            if FileManager.default.fileExists(atPath: candidate.path) { return candidate.path }
            url.deleteLastPathComponent()
        }
        return "Scenarios"
    }()

    static let workbench = Workbench(finder: ScenarioFinder(folder: folder, executable: "/nowhere/timerlab"))

    static let listings = workbench.list().scenarios

    /// The rows of the claims ledger: each a list of ids of which one is enough.
    static func ledger() throws -> [[String]] {
        let url = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Ledger/claims.txt")
        return try String(contentsOf: url, encoding: .utf8).split(separator: "\n").map {
            $0.split(separator: " ").map(String.init)
        }
    }
}

@Suite("Shipped scenarios")
struct ShippedScenarioTests {
    @Test("every scenario keeps its promises", arguments: Shipped.listings.map(\.path))
    func promises(path: String) throws {
        let outcome = try Shipped.workbench.run(path)
        #expect(outcome.problems.isEmpty)
        for verdict in outcome.report.verdicts where !verdict.passed {
            Issue.record("\(verdict.subject): \(verdict.promised), but \(verdict.actual)")
        }
        #expect(outcome.status == .success)
        #expect(!outcome.report.verdicts.isEmpty, "a scenario without promises shows nothing")
    }

    @Test("lost points and what is never deallocated have a finding", arguments: Shipped.listings.map(\.path))
    func isFound(path: String) throws {
        // A question that is reproduced without an explanation says itself what is lacking.
        guard try !path.contains("/questions/") || Question(path: path).behaviour == nil else { return }
        let report = try Shipped.workbench.run(path).report
        let subjects = Set(report.analysis.findings.flatMap { [$0.subject, $0.related] })
        for timer in report.analysis.timers where timer.skipped > 0 {
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

    @Test("the rows that scenarios name stand in the ledger, and these are covered")
    func coverage() throws {
        let rows = try Shipped.ledger()
        let known = Set(rows.flatMap { $0 })
        let covered = Set(Shipped.listings.flatMap(\.claims))
        #expect(covered.subtracting(known).sorted() == [])
        let missing = rows.filter { row in !row.contains(where: covered.contains) }
        print(
            "claims ledger: \(rows.count - missing.count) of \(rows.count) rows have a scenario; without one: "
                + (missing.isEmpty ? "none" : missing.map { $0[0] }.joined(separator: " ")))
        #expect(missing.count < rows.count)
    }

    @Test("a run can be repeated bit for bit", arguments: Shipped.listings.map(\.path))
    func determinism(path: String) throws {
        let (first, second) = (try Shipped.workbench.run(path), try Shipped.workbench.run(path))
        #expect(first.report.trace == second.report.trace)
        #expect(first.report.trace.fingerprint != 0)
    }
}

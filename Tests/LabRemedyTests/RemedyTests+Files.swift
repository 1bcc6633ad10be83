import Foundation
import LabAnalysis
import LabCatalogue
import LabInventedScenarios
import LabRecording
import LabReports
import LabScenarioLanguage
import LabTestBench
import Testing

@testable import LabWorkbench

/// What is written to a file does what the table says of it.
extension RemedyTests {
    /// `TIMERLAB_INVENTED=500` tries so many.
    static let invented = ProcessInfo.processInfo.environment["TIMERLAB_INVENTED"].flatMap(UInt64.init) ?? 6

    @Test("what is written does what the table says, also of invented scenarios", arguments: 1...invented)
    func written(seed: UInt64) throws {
        let text = ScenarioText(RandomScenarios.scenario(seed: seed)).toml
        try holds(try remedies(text), of: text, isClean: false)
    }

    @Test("so it does of each finding's example", arguments: FindingCode.allCases)
    func writtenExample(rule: FindingCode) throws { try holds(try Shipped.remedies(of: rule), of: rule.example) }

    /// - Parameter isClean: whether the scenario gave no warnings before.
    func holds(_ outcome: RemedyOutcome, of text: String, isClean: Bool = true) throws {
        let path = try folder.write("scenario.toml", text)
        let plan = try workbench.plan(try workbench.read(path), changes: ScenarioChanges())
        let wish = Wish(
            plan: plan, worst: outcome.report.worst, isNote: outcome.report.finding?.severity == .note,
            isExpecting: !outcome.report.failed.isEmpty, isForbidding: false)
        for (number, row) in outcome.report.rows.enumerated() where row.helps {
            let text = try outcome.text(number + 1, writtenTo: "\(folder.path)/new.toml", replacing: false)
            let written = try folder.write("written.toml", text)
            let run = try workbench.run(written, keeping: .log.union(KeptRecords([.created])))
            #expect(run.problems.isEmpty && (run.warnings == nil || !isClean))
            #expect(run.status == .success || wish.isExpecting || row.figures.crashes > 0)
            let figures = wish.figures(
                of: run.report.trace, run.report.analysis, failed: run.report.verdicts.count { !$0.passed })
            #expect(figures == row.figures, "\(row.name)")
            #expect(row.figures != outcome.report.before)
        }
    }

    @Test("a file that exists is replaced only when that is asked for")
    func exists() throws {
        let outcome = try Shipped.remedies(of: "TL0103")
        let path = try folder.write("there.toml")
        do throws(Problem) {
            _ = try outcome.text(1, writtenTo: path, replacing: false)
            Issue.record("replaced")
        } catch { #expect(error.status == .cannotWrite) }
        #expect(try outcome.text(1, writtenTo: path, replacing: true).contains("modes = [\"common\"]"))
        #expect(throws: Problem.self) { try outcome.text(99, writtenTo: path, replacing: true) }
    }

    @Test("comments stay, and expectations that hold; those that described the fault go, and claims")
    func edited() throws {
        let outcome = try remedies(
            """
            # Why?
            title = "late" # a title
            claims = ["0.1"]
            duration = "4s"
            [[timer]]
            id = "tick" # this one
            kind = "nstimer"
            interval = "0.5s"
            repeats = true
            # What it is to be.
            [[expect]]
            timer = "tick"
            first = "0.5s"
            # What it was.
            [[expect]]
            timer = "tick"
            fired = 4
            [[event]] # a drag
            at = "1.2s"
            do = [{ mode = "tracking", for = "2s" }]
            """)
        let text = try outcome.text(1, writtenTo: "\(folder.path)/new.toml", replacing: false)
        #expect(
            text == """
                # Why?
                title = "late, remedied: common modes" # a title
                duration = "4s"
                [[timer]]
                id = "tick" # this one
                modes = ["common"]
                kind = "nstimer"
                interval = "0.5s"
                repeats = true
                # What it is to be.
                [[expect]]
                timer = "tick"
                first = "0.5s"
                [[event]] # a drag
                at = "1.2s"
                do = [{ mode = "tracking", for = "2s" }]
                """)
    }

    @Test("a title that is new stands below the opening comment")
    func newTitle() throws {
        let outcome = try remedies(
            """
            # Why?

            # A drag.
            duration = "4s"
            \(Toml.timer("tick", "nstimer", "0.5s", repeats: true))
            \(Toml.event("1.2s", #"{ mode = "tracking", for = "2s" }"#))
            """)
        let text = try outcome.text(1, writtenTo: "\(folder.path)/new.toml", replacing: false)
        #expect(
            text.hasPrefix("# Why?\n\n# A drag.\ntitle = \"scenario, remedied: common modes\"\nduration = \"4s\"\n"))
    }
}

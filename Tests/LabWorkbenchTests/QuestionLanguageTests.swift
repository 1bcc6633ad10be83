import Foundation
import LabAnalysis
import LabReports
import LabTestBench
import Testing

@testable import LabWorkbench

/// What scenarios of questions have to be able to say, each as a small scenario with expectations of its own.
@Suite("What a question's scenario can say")
struct QuestionLanguageTests {
    /// A scenario of the folder Stories, told by its opening comment.
    struct Story: Sendable, CustomTestStringConvertible {
        var text: String
        var testDescription: String { String(text.prefix { $0 != "\n" }) }

        static let all = Result {
            let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Stories").path
            return try ScenarioFinder.scenarios(below: folder).map {
                Story(text: try String(contentsOfFile: $0, encoding: .utf8))
            }
        }
    }

    @Test("holds what it expects", arguments: try Story.all.get())
    func holds(story: Story) throws {
        let verdicts = try Bench.run(story.text).verdicts
        #expect(!verdicts.isEmpty && verdicts.filter { !$0.passed }.map { "\($0.expected), but \($0.actual)" } == [])
    }

    @Test("an event comes at an instant that each run draws")
    func drawnInstant() throws {
        var instants: Set<String> = []
        for seed in 1...5 {
            let report = try Bench.run(
                """
                duration = "3s"
                seed = \(seed)
                [[event]]
                at = { p0 = "1s", p100 = "2s" }
                every = "500ms"
                until = "2.9s"
                do = [{ log = "{now}" }]
                """)
            let times = report.analysis.deliveries.map(\.from)
            #expect(times.count >= 2 && (1_000_000_000...2_000_000_000).contains(times.first ?? 0))
            #expect(zip(times, times.dropFirst()).allSatisfy { $1 - $0 == 500_000_000 })
            instants.insert("\(times)")
        }
        #expect(instants.count == 5)
    }
}

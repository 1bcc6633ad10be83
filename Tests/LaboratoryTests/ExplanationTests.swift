import Analysis
import Laboratory
import ScenarioLanguage
import Testing

@Suite("Explanations")
struct ExplanationTests {
    private let folder: ScratchFolder
    private let workbench = Workbench(finder: ScenarioFinder(roots: []))

    init() throws { folder = try ScratchFolder() }

    @Test("every code has one, complete")
    func complete() {
        let codes = Explanations.all.map(\.code)
        #expect(Set(codes).count == codes.count)
        #expect(codes == codes.sorted())
        for code in FindingCode.allCases { #expect(codes.contains(code.rawValue)) }
        for code in DiagnosticCode.allCases { #expect(codes.contains(code.rawValue)) }
        for explanation in Explanations.all {
            #expect(!explanation.title.isEmpty && !explanation.meaning.isEmpty, "\(explanation.code)")
            #expect(!explanation.remedy.isEmpty, "\(explanation.code)")
            if explanation.code < "TL11" { #expect(!explanation.rule.isEmpty, "\(explanation.code)") }
            #expect(explanation.meaning.hasSuffix("."), "\(explanation.code)")
        }
    }

    @Test("case does not count in a code")
    func caseInsensitive() {
        #expect(Explanations.of("tl0101")?.code == "TL0101")
        #expect(Explanations.of("TL0100") == nil)
    }

    @Test("the example of every mistake is that mistake")
    func mistakeExamples() throws {
        for explanation in Explanations.all where explanation.code.hasPrefix("TL1") && !explanation.example.isEmpty {
            if explanation.code.hasPrefix("TL19") { continue }
            let path = try folder.write("example.toml", "duration = \"5s\"\n" + explanation.example)
            let found = try workbench.lint(path).reading.diagnostics.map(\.code)
            #expect(found.contains(explanation.code), "\(explanation.code): \(found)")
        }
    }

    @Test("the example of what a host lacks is refused when it is to run live, with the code and status 65")
    func refusedExample() throws {
        let explanation = try #require(Explanations.of("TL1902"))
        let path = try folder.write("example.toml", explanation.example)
        do {
            _ = try workbench.runLive(path, options: LiveOptions())
            Issue.record("it ran")
        } catch {
            #expect(error.status == .wrongData)
            guard case .diagnostics(let diagnostics, _, _) = error.kind else {
                Issue.record("no diagnostics")
                return
            }
            #expect(diagnostics.map(\.code) == ["TL1902"])
            #expect(diagnostics.first?.message == "live runs on this host have no display link")
        }
    }

    @Test("the example of a run without end is stopped, with the code and status 65")
    func endlessExample() throws {
        let explanation = try #require(Explanations.of("TL1901"))
        let path = try folder.write("example.toml", explanation.example)
        let outcome = try workbench.run(path, changes: ScenarioChanges(budget: 10_000))
        #expect(outcome.status == .wrongData)
        guard case .diagnostics(let diagnostics, _, _)? = outcome.problems.first?.kind else {
            Issue.record("no diagnostics")
            return
        }
        #expect(diagnostics.map(\.code) == ["TL1901"])
    }
}

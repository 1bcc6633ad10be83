import Analysis
import Laboratory
import Testing

/// Each kind of finding is held against its own example.
@Suite("The registry of findings")
struct FindingRegistryTests {
    private let folder: ScratchFolder
    private let workbench = Workbench(finder: ScenarioFinder(roots: []))

    init() throws { folder = try ScratchFolder() }

    private func findings(_ scenario: String, sets: [String] = []) throws -> [Finding] {
        let path = try folder.write("example.toml", scenario)
        return try workbench.run(path, changes: ScenarioChanges(sets: sets)).report.analysis.findings
    }

    @Test("every code stands in it once, with all of its texts")
    func complete() {
        let codes = FindingRule.all.map(\.code)
        #expect(Set(codes).count == codes.count)
        for rule in FindingRule.all {
            let texts = [rule.title, rule.meaning, rule.source, rule.swift, rule.objectiveC, rule.remedy.text(for: "")]
            #expect(texts.allSatisfy { !$0.isEmpty } && !rule.rule.paragraphs.isEmpty, "\(rule.code.rawValue)")
            #expect(rule.remedy.paragraphs.allSatisfy { !$0.hasSuffix(".") }, "\(rule.code.rawValue)")
            #expect(rule.example.text.split(separator: "\n").count <= 20, "\(rule.code.rawValue)")
        }
    }

    @Test("the example has the finding, at its place in the text", arguments: FindingRule.all)
    func example(rule: FindingRule) throws {
        let finding = try #require(try findings(rule.example.text).first { $0.code == rule.code })
        #expect(!finding.place.isEmpty && finding.severity == rule.harm.severity)
        #expect(finding.remedy != nil)
    }

    @Test(
        "the remedy takes it away, brings no other, and leaves no timer that fires for nothing",
        arguments: FindingRule.all)
    func mended(rule: FindingRule) throws {
        let before = try findings(rule.example.text)
        let after: [Finding]
        switch rule.example.mending {
        case .never(let reason):
            #expect(!reason.isEmpty && rule.harm == .asked, "what is no note can be mended")
            return
        case .setting:
            let setting = try #require(before.first { $0.code == rule.code }?.remedy?.setting)
            after = try findings(rule.example.text, sets: [setting])
        case .replacing(let changes):
            for (text, _) in changes { #expect(rule.example.text.contains(text)) }
            after = try findings(changes.reduce(rule.example.text) { $0.replacing($1.0, with: $1.1) })
        }
        let codes = Set(after.map(\.code))
        #expect(!codes.contains(rule.code) && codes.isSubset(of: before.map(\.code)), "\(after.map(\.message))")
        #expect(codes.isDisjoint(with: ["TL0301", "TL0302", "TL0304", "TL0312"]))
    }

    @Test("an AsyncTimerSequence whose body is too slow has a backlog, one that catches up has none")
    func sequence() throws {
        func codes(_ work: String) throws -> [FindingCode] {
            try findings(
                """
                duration = "10s"
                [[timer]]
                id = "ticks"
                kind = "async-timer"
                interval = "100ms"
                do = [{ work = "300ms", when = \(work) }]
                """
            ).map(\.code)
        }
        #expect(try codes("{ not = { fired = 0 } }").contains("TL0111"))
        #expect(try !codes("{ fired = \"< 10\" }").contains("TL0111"))
    }

    @Test("a run that spins without letting time pass is told at its step")
    func spinning() throws {
        let path = try folder.write(
            "spin.toml",
            """
            duration = "1s"
            [[thread]]
            id = "worker"
            do = [{ repeat = 10_000_000, do = [{ run_loop = { before = "1s" } }] }]
            """)
        let outcome = try workbench.run(path, changes: ScenarioChanges(budget: 10_000))
        guard case .diagnostics(let diagnostics, _, _)? = outcome.problems.first?.kind else {
            Issue.record("no diagnostics")
            return
        }
        #expect(diagnostics.map(\.code) == ["TL0209"] && diagnostics.first?.span.isEmpty == false)
    }
}

extension FindingRule: CustomTestStringConvertible {
    public var testDescription: String { code.rawValue }
}

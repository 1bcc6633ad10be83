import Foundation
import LabAnalysis
import LabReports
import LabTestBench
import Testing

@testable import LabWorkbench

/// The question that a scenario was written for, and what its opening comment says of it as lines `# KEY = VALUE`.
struct Question: Sendable, CustomTestStringConvertible {
    /// Where the scenario is.
    var path: String
    /// The question in one line, and where it was asked.
    var question: String
    var source: String
    /// What was answered there, and whether that is right.
    var answered: String
    /// What the report's answer says; nil where it says nothing of the cause.
    var explained: String?
    /// What the report lacks, or why its mechanism is only put in; nil where it lacks nothing.
    var behaviour: String?
    /// Changes that take the question's subject away, each a list of `PATH=VALUE`.
    var without: [[String]]

    /// - Throws: when a key is missing, or is no string.
    init(path: String) throws {
        let comment = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
            .prefix { $0.hasPrefix("#") }
        var values: [String: String] = [:]
        for line in comment {
            let parts = line.dropFirst(2).split(separator: "=", maxSplits: 1)
            guard parts.count == 2, ["\"", "["].contains(parts[1].trimmingCharacters(in: .whitespaces).prefix(1))
            else { continue }
            values[parts[0].trimmingCharacters(in: .whitespaces)] = parts[1].trimmingCharacters(in: .whitespaces)
        }
        func text(_ key: String) throws -> String? {
            try values[key].map { try JSONDecoder().decode(String.self, from: Data($0.utf8)) }
        }
        self.path = path
        let listing = ScenarioListing(path: path)
        question = listing.question
        // A scenario with tables [[source]] can have no key of that name.
        source = try listing.source.isEmpty ? text("source") ?? "" : listing.source
        answered = try #require(try text("answered"), "\(path) does not say what was answered")
        explained = try text("explained")
        behaviour = try text("behaviour")
        let changes = try JSONDecoder().decode([String].self, from: Data((values["without"] ?? "[]").utf8))
        without = changes.map { $0.components(separatedBy: " ; ") }
    }

    var testDescription: String { ScenarioFinder.name(of: path) }

    static let ledger = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Ledger/questions")

    static let told = Result { try ScenarioFinder.scenarios(below: Shipped.folder + "/questions").map(Question.init) }

    /// Questions that are answered by a refusal, which no shipped scenario can be.
    static let refused = Result { try ScenarioFinder.scenarios(below: ledger.path).map(Question.init) }

    /// Questions that no scenario can tell, each with its source and the reason.
    static func untold() throws -> [(question: String, source: String, reason: String)] {
        try String(contentsOf: ledger.appending(path: "untold.txt"), encoding: .utf8)
            .components(separatedBy: "\n\n").map { block in
                let lines = block.split(separator: "\n").map(String.init)
                try #require(lines.count == 3, "\(block): a question, its source, the reason")
                return (lines[0], lines[1], lines[2])
            }
    }
}

/// The scenarios in `Scenarios/questions`, and the table of them, written anew when `RECORD_GOLDEN` is set.
@Suite("Questions that were really asked")
struct QuestionTests {
    @Test("have a source, and either an explanation or a missing behaviour", arguments: try Question.told.get())
    func header(question: Question) {
        #expect(!question.question.isEmpty && question.source.hasPrefix("https://"))
        #expect((question.explained == nil) != (question.behaviour == nil))
        #expect(!question.without.isEmpty)
    }

    @Test("are explained by what the report answers", arguments: try Question.told.get())
    func explanation(question: Question) throws {
        guard let explained = question.explained else { return }
        let report = try Shipped.run(question.path).report
        let text = Bench.text(report.page(isQuiet: true))
        let answer = try #require(text.components(separatedBy: "\nAnswer").last)
            .split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(answer.contains(explained), "the answer is: \(answer)")
    }

    @Test("lose each promise when their subject is taken away", arguments: try Question.told.get())
    func subject(question: Question) throws {
        var held = Set(try verdicts(of: question, []).map(\.expected))
        for changes in question.without {
            for verdict in try verdicts(of: question, changes) where !verdict.passed { held.remove(verdict.expected) }
        }
        #expect(held.sorted() == [])
    }

    /// Promises with their subjects, of a scenario that changes have made another one of.
    private func verdicts(of question: Question, _ changes: [String]) throws -> [(expected: String, passed: Bool)] {
        let workbench = Shipped.workbench
        let file = try workbench.read(question.path, sets: changes)
        let plan = try workbench.plan(file, changes: ScenarioChanges(sets: changes))
        return try workbench.run(file, plan: plan, keeping: .log).report.verdicts.map {
            ("\($0.subject): \($0.expected)", $0.passed)
        }
    }

    @Test("that are answered by a refusal get it", arguments: try Question.refused.get())
    func refusal(question: Question) throws {
        let explained = try #require(question.explained)
        let problem = try #require(throws: Problem.self) { _ = try Shipped.run(question.path) }
        #expect("\(problem.kind)".contains(explained))
    }

    @Test("stand in the table")
    func table() throws {
        let file = URL(filePath: Shipped.folder + "/questions/README.md")
        let text = try QuestionTable(
            told: Question.told.get(), refused: Question.refused.get(), untold: Question.untold()
        ).text()
        if ProcessInfo.processInfo.environment["RECORD_GOLDEN"] != nil {
            try Data(text.utf8).write(to: file)
            return
        }
        #expect(text == (try String(contentsOf: file, encoding: .utf8)), "README.md is not what the scenarios give")
    }
}

/// The page of all questions, by what became of them.
private struct QuestionTable {
    var told: [Question]
    var refused: [Question]
    var untold: [(question: String, source: String, reason: String)]

    func text() throws -> String {
        let explained = told.filter { $0.explained != nil }
        let behaviour = told.filter { $0.explained == nil }
        let count = told.count + refused.count + untold.count
        var lines = [
            "# Questions that were really asked", "",
            "Observations that people reported, with their numbers, as scenarios: `timerlab run NAME`. A test writes this page",
            "(`RECORD_GOLDEN=1`) from the openings of the scenarios, which have the answer given there and a change that removes the cause.",
            "",
            "Of \(count) questions \(explained.count + refused.count) are reproduced and explained, \(behaviour.count) are reproduced "
                + "without an explanation, and \(untold.count) cannot be expressed.",
            "", "## Reproduced and explained", "",
            "| question | scenario | answer | answered there |", "| --- | --- | --- | --- |",
        ]
        for question in explained {
            let codes = try findings(of: question)
            lines.append(row(question, (codes + [question.explained ?? ""]).joined(separator: ": ")))
        }
        for question in refused { lines.append(row(question, "refused: " + (question.explained ?? ""))) }
        lines += [
            "", "## Behaviour only", "",
            "The numbers come out; the cause is not named, or its mechanism is the reporter's own numbers.", "",
            "| question | scenario | what is lacking | answered there |", "| --- | --- | --- | --- |",
        ]
        for question in behaviour { lines.append(row(question, question.behaviour ?? "")) }
        lines += ["", "## Not", "", "| question | why |", "| --- | --- |"]
        for row in untold { lines.append("| [\(cell(row.question))](\(row.source)) | \(cell(row.reason)) |") }
        return lines.joined(separator: "\n") + "\n"
    }

    private func row(_ question: Question, _ answer: String) -> String {
        "| [\(cell(question.question))](\(question.source)) | `\(ScenarioFinder.name(of: question.path))` | "
            + "\(cell(answer)) | \(cell(question.answered)) |"
    }

    private func cell(_ text: String) -> String { text.replacing("|", with: "\\|") }

    /// The codes that its scenario requires, in order.
    private func findings(of question: Question) throws -> [String] {
        let report = try Shipped.run(question.path).report
        let promised = report.verdicts.map(\.expected).filter { $0.hasPrefix("finding") }.joined()
        let codes = Set(report.analysis.findings.map(\.code.rawValue)).filter(promised.contains).sorted()
        return codes.isEmpty ? [] : [codes.joined(separator: ", ")]
    }
}

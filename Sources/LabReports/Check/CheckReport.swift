import LabGate

/// Everything that a check has to tell, for whatever format tells it.
package struct CheckReport: Sendable {
    /// The scenarios in the order in which they were named, then their baselines.
    package var suites: [CheckSuite]
    /// The other results of the check: a baseline that was written, a number that was broken on purpose.
    package var notes: [String]
    /// With what the command ends; nil when that is not known.
    package var status: Int32?
    /// A move without a failure is a failure, too.
    package var isStrict = false

    package init(suites: [CheckSuite] = [], notes: [String] = [], status: Int32? = nil) {
        (self.suites, self.notes, self.status) = (suites, notes, status)
    }

    package var scenarios: [CheckSuite] { suites.filter { $0.kind == .scenario } }

    /// All points that did not pass, with their suites.
    var troubles: [(suite: CheckSuite, point: CheckPoint)] {
        suites.flatMap { suite in suite.points.filter { $0.outcome != .passed }.map { (suite, $0) } }
    }
}

/// The results of the check of one file.
package struct CheckSuite: Hashable, Sendable {
    package enum Kind: String, Hashable, Sendable { case scenario, baseline }

    package var kind: Kind
    /// As it is shown: below the working directory without that.
    package var file: String
    package var title: String
    /// Nil when there was nothing to compare with.
    package var comparison: DriftComparison?
    package var points: [CheckPoint]

    package init(
        _ kind: Kind, file: String, title: String = "", comparison: DriftComparison? = nil, points: [CheckPoint] = []
    ) {
        (self.kind, self.file, self.title, self.comparison, self.points) = (kind, file, title, comparison, points)
    }

    /// All points one by one, those that share a cause with another behind it.
    package var eachPoint: [CheckPoint] { points.flatMap { [$0] + $0.consequences } }

    /// The worst of its points.
    package var outcome: CheckPoint.Outcome { points.map(\.outcome).max() ?? .passed }
}

/// A result of the check.
package struct CheckPoint: Hashable, Sendable {
    /// The kind of a point; the raw values are the rule names of every format.
    package enum Rule: String, Hashable, Sendable, CaseIterable {
        case scenario, expectation, crash, `guard`, code, finding, numbers, mutation, determinism, baseline

        /// The law that a point of this kind holds to.
        package var title: String {
            switch self {
            case .scenario: "The scenario can be read and run."
            case .expectation: "The expectations of the scenario hold."
            case .crash: "The simulated process does not crash unless that is expected."
            case .guard: "A guarded figure is no worse than its guard allows."
            case .code: "The code that a scenario models is the code that its baseline was taken with."
            case .finding: "No fault or warning is found, and no object kept, that the baseline does not have."
            case .numbers: "Every figure and fact is the one in the baseline."
            case .mutation: "A guard, a finding or an expectation notices when the scenario is made worse."
            case .determinism: "Two runs give the same bytes."
            case .baseline: "The baseline exists and names nothing but what there is."
            }
        }
    }

    /// From good to bad; the raw values are the words of every format.
    package enum Outcome: String, Hashable, Sendable, CaseIterable, Comparable {
        case passed
        /// It moved, and nothing that matters for the worse.
        case better
        case moved, failed
        /// It could not be checked at all.
        case faulty = "error"

        package static func < (left: Outcome, right: Outcome) -> Bool {
            allCases.drop { $0 != left }.dropFirst().contains(right)
        }
    }

    package var rule: Rule
    package var outcome: Outcome
    /// The subject: `tick: fired = 7`, `tick.lateness.p99`.
    package var name: String
    /// The result in one line; empty for a point that passed without a word.
    package var message: String
    /// Lines that help to understand it.
    package var details: [String]
    /// The scenario's line, from 1; nil when it is about the whole file.
    package var line: Int?
    /// The command that reproduces it.
    package var command: String?
    /// The timer or object that it is about; nil for the scenario as a whole.
    package var subject: String?
    /// Other failures that have the same cause.
    package var consequences: [CheckPoint] = []

    package init(
        _ rule: Rule, _ outcome: Outcome, name: String, message: String = "", details: [String] = [], line: Int? = nil,
        command: String? = nil, subject: String? = nil
    ) {
        (self.rule, self.outcome, self.name, self.message) = (rule, outcome, name, message)
        (self.details, self.line, self.command, self.subject) = (details, line, command, subject)
    }

    /// Its name, or failing that its kind.
    var title: String { name.isEmpty ? rule.rawValue : name }

    /// With no more than so many details.
    func shortened(details limit: Int) -> CheckPoint {
        guard details.count > limit else { return self }
        var short = self
        short.details = details.prefix(limit) + ["… and \(details.count - limit) more"]
        return short
    }

    /// Message, details and command as one text of several lines; each stays on one line, whatever characters it has.
    var fullText: String {
        let others = consequences.flatMap { ["also \($0.title)" + $0.rule.separator + $0.message] + $0.details }
        return ([message] + details + others + (command.map { ["reproduce with: " + $0] } ?? []))
            .filter { !$0.isEmpty }.map(VisibleText.lineStart).joined(separator: "\n")
    }
}

/// The ways to tell what a check has found.
package enum CheckFormat: String, CaseIterable, Sendable {
    case text, jsonl, junit, github, markdown, sarif, html

    package func write(_ report: CheckReport, to stream: ByteStream, as text: PageText = PageText()) {
        switch self {
        case .text: text.write(report.page, to: stream)
        case .jsonl: JSONCheckReport().write(report, to: stream)
        case .junit: JUnitReport().write(report, to: stream)
        case .github: GitHubReport().write(report, to: stream)
        case .markdown: PageMarkdown().write(report.page, to: stream)
        case .sarif: SARIFReport().write(report, to: stream)
        case .html: PageHTML().write(report.page, to: stream)
        }
    }
}

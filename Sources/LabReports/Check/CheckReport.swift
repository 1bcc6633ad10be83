import LabGate

/// All results of a check, for every format.
package struct CheckReport {
    /// The scenarios in the order in which they were named, then their baselines.
    package var suites: [CheckSuite]
    /// Other results: a baseline that was written, a number that was broken on purpose.
    package var notes: [String] = []
    /// The exit status of the command; nil if it is not known.
    package var status: Int32?
    /// True if a move without a failure counts as a failure.
    package var isStrict = false

    package init(suites: [CheckSuite] = []) { self.suites = suites }

    package var scenarios: [CheckSuite] { suites.filter { $0.kind == .scenario } }

    var troubles: [(suite: CheckSuite, point: CheckPoint)] {
        suites.flatMap { suite in suite.points.filter { $0.outcome != .passed }.map { (suite, $0) } }
    }
}

/// The results of the check of one file.
package struct CheckSuite {
    package enum Kind: String, Hashable { case scenario, baseline }

    var kind: Kind
    /// The path as the page prints it, relative to the working directory.
    var file: String
    package var title: String
    /// The comparison; nil if there was no baseline.
    package var comparison: DriftComparison?
    package var points: [CheckPoint]

    package init(
        _ kind: Kind, file: String, title: String = "", comparison: DriftComparison? = nil, points: [CheckPoint] = []
    ) { (self.kind, self.file, self.title, self.comparison, self.points) = (kind, file, title, comparison, points) }

    /// All points, each followed by the points with the same cause.
    var eachPoint: [CheckPoint] { points.flatMap { [$0] + $0.consequences } }

    /// The worst of its points.
    package var outcome: CheckPoint.Outcome { points.map(\.outcome).max() ?? .passed }
}

/// A result of the check.
package struct CheckPoint: Sendable {
    /// The kind of a point; the raw values are the rule names of every format.
    package enum Rule: String, CaseIterable {
        case scenario, expectation, crash, `guard`, code, finding, numbers, mutation, determinism, baseline

        /// The rule that a point of this kind checks, and the text before its result.
        ///
        /// A new baseline resolves what is against it. Of failures with one cause the first by precedence leads; kinds
        /// without one stand alone.
        var row: (title: String, separator: String, isAgainstBaseline: Bool, precedence: Int?) {
            switch self {
            case .scenario: ("The scenario can be read and run.", ": ", false, nil)
            case .expectation: ("The expectations of the scenario hold.", ", ", false, 3)
            case .crash: ("The simulated process does not crash unless that is expected.", ", ", false, 0)
            case .guard: ("A guarded figure is no worse than its guard allows.", ": ", true, 1)
            case .code:
                ("The code that a scenario models is the code that its baseline was taken with.", ": ", true, nil)
            case .finding:
                ("No fault or warning is found, and no object kept, that the baseline does not have.", ": ", true, 2)
            case .numbers: ("Every figure and fact is the one in the baseline.", ": ", true, nil)
            case .mutation:
                ("A guard, a finding or an expectation notices when the scenario is made worse.", ": ", false, nil)
            case .determinism: ("Two runs give the same bytes.", ", ", false, nil)
            case .baseline: ("The baseline exists and names nothing but what there is.", ": ", true, nil)
            }
        }
    }

    /// From good to bad; the raw values are the words of every format.
    package enum Outcome: String, CaseIterable, Comparable {
        case passed
        /// It moved, but nothing that matters became worse.
        case better
        case moved, failed
        /// It could not be checked at all.
        case faulty = "error"

        package static func < (left: Outcome, right: Outcome) -> Bool {
            allCases.drop { $0 != left }.dropFirst().contains(right)
        }

        var mark: (sign: String, role: TextRole) {
            switch self {
            case .passed: ("✓", .good)
            case .better: ("+", .warning)
            case .moved: ("~", .warning)
            case .failed: ("✗", .bad)
            case .faulty: ("!", .bad)
            }
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
    /// The moved figures with the same cause; a page has them in columns.
    var moves: [String] = []
    /// The scenario's line, from 1; nil for the whole file.
    var line: Int?
    var command: String?
    /// The timer or object concerned; nil for the scenario as a whole.
    var subject: String?
    /// Other failures with the same cause.
    var consequences: [CheckPoint] = []

    package init(
        _ rule: Rule, _ outcome: Outcome, name: String, message: String = "", details: [String] = [], line: Int? = nil,
        command: String? = nil, subject: String? = nil
    ) {
        (self.rule, self.outcome, self.name, self.message) = (rule, outcome, name, message)
        (self.details, self.line, self.command, self.subject) = (details, line, command, subject)
    }

    var title: String { name.isEmpty ? rule.rawValue : name }

    /// Message, details and command, each on one line, even with control characters.
    func fullText(details limit: Int = .max) -> String {
        let others = consequences.flatMap { ["also \($0.title)" + $0.rule.row.separator + $0.message] + $0.details }
        let lines = [message] + (details + moves).shortened(to: limit) + others
        return (lines + (command.map { ["reproduce with: " + $0] } ?? []))
            .filter { !$0.isEmpty }.map(VisibleText.lineStart).joined(separator: "\n")
    }
}

extension [String] {
    func shortened(to limit: Int) -> [String] {
        count > limit ? prefix(limit) + ["… and \(count - limit) more"] : self
    }
}

/// The formats of a check's report.
package enum CheckFormat: String, CaseIterable {
    case text, jsonl, junit, github, markdown, sarif, html

    package func write(_ report: CheckReport, to stream: ByteStream, as text: PageText = PageText()) {
        switch self {
        case .text: text.write(report.page, to: stream)
        case .jsonl: report.writeJSON(to: stream)
        case .junit: report.writeJUnit(to: stream)
        case .github: report.writeGitHub(to: stream)
        case .markdown: PageMarkdown().write(report.page, to: stream)
        case .sarif: report.writeSARIF(to: stream)
        case .html: PageHTML().write(report.page, to: stream)
        }
    }
}

import LabExactTime
import LabGate

extension CheckReport {
    /// The most timers, or details, of a scenario on the page.
    static let linesShown = 10

    /// The page for a person: the changes, the next step, and the count.
    package var page: Page {
        let headline = StyledText(self.headline, (suites.map(\.outcome).max() ?? .passed).mark.role)
        let sum = ReportBlock.sum(headline, aside: status.map { "status \($0)" } ?? "")
        return Page(
            name: "timerlab check",
            sections: suites.filter { $0.outcome != .passed || !$0.pointsBesideMoves.isEmpty }.map(\.section),
            answer: [ReportSection("", notes.map { .paragraph($0) } + [.paragraph(numbers), sum])])
    }

    /// True if a new baseline would resolve something.
    package var isMendedByUpdate: Bool {
        troubles.contains { suite, point in
            guard point.rule.row.isAgainstBaseline, point.outcome != .faulty else { return false }
            // A guarded figure without a value has none after an update.
            let hasValue = suite.comparison?.moves.first { $0.name.text == point.name }.map { $0.new != nil } ?? false
            return point.rule != .guard || hasValue
        }
    }

    var compared: Int { scenarios.reduce(0) { $0 + ($1.comparison?.compared ?? 0) } }

    /// The counts of all suites, stale baselines too: `1 worse · 2 better · 39 as before`.
    var headline: String {
        let verdicts = scenarios.map(\.verdict)
        let parts = CheckVerdict.allCases.compactMap { verdict -> String? in
            let count = verdicts.count { $0 == verdict }
            guard count > 0 else { return nil }
            return verdict == .error ? Plural.of(count, verdict.rawValue) : "\(count) \(verdict.rawValue)"
        }
        let baselines = suites.filter { $0.kind == .baseline && $0.outcome != .passed }
        let states = baselines.map { $0.isMissing ? "missing" : $0.outcome == .faulty ? "unusable" : "out of date" }
        let all =
            parts + states.unique.map { state in "\(Plural.of(states.count { $0 == state }, "baseline")) \(state)" }
        return all.isEmpty ? "nothing to check" : all.joined(separator: " · ")
    }

    /// `5021 values compared (exact)`.
    var numbers: String {
        let mutated = scenarios.flatMap(\.points).filter { $0.rule == .mutation }
        if !mutated.isEmpty {
            let seen = mutated.count { $0.outcome == .passed }
            return "\(seen) of \(mutated.count) changes are noticed or harmless"
        }
        guard compared > 0 else { return "nothing compared with a baseline" }
        return "\(Plural.of(compared, "value")) compared (\(kinds))"
    }

    /// The method of comparison; if there were both, with the number of scenarios each.
    private var kinds: String {
        let all = scenarios.compactMap(\.comparison?.method)
        guard all.unique.count > 1 else { return all.first ?? "" }
        return all.unique.map { kind in "\(Plural.of(all.count { $0 == kind }, "scenario")) \(kind)" }
            .joined(separator: "; ")
    }
}

extension CheckSuite {
    /// The differences: changes of the scenario, moved figures, then the other points.
    fileprivate var section: ReportSection {
        let points = pointsBesideMoves
        let told = points.indices.map { index in
            // Details that several share follow the last one, once.
            let isLast = index + 1 == points.count || points[index + 1].command != points[index].command
            return item(points[index], command: isLast ? points[index].command : nil)
        }
        var section = ReportSection(file, (comparison.map(Self.moves) ?? []) + [.items(told)])
        section.mark = StyledText(outcome.mark.sign, outcome.mark.role)
        if kind == .scenario { section.note = verdict.rawValue }
        if let comparison, comparison.pairs != nil { section.note += " · " + comparison.method }
        return section
    }

    private static func moves(_ comparison: DriftComparison) -> [ReportBlock] {
        let reasons = comparison.rows.isEmpty && comparison.notes.isEmpty ? [] : comparison.reasons
        let rest = comparison.rows.count - CheckReport.linesShown
        let notes = (rest > 0 ? ["… and \(rest) lines more"] : []) + comparison.notes
        let rows = comparison.rows.prefix(CheckReport.linesShown).map { ReportItem($0.text, $0.role) }
        return [.items(reasons.map { ReportItem("because " + $0) } + rows + notes.map { ReportItem($0) })]
    }

    private func item(_ point: CheckPoint, command: String?) -> ReportItem {
        var text = point.title
        if !point.message.isEmpty { text += point.rule.row.separator + point.message }
        if let line = point.line, point.outcome != .passed { text += " (\(file):\(line))" }
        return ReportItem(
            StyledText(point.outcome.mark.sign, point.outcome.mark.role),
            [.init(text: text)] + point.details.shortened(to: CheckReport.linesShown).map(ReportItem.Line.detail)
                + (command.map { [.init(text: $0, role: .code)] } ?? []))
    }

    /// The points that did not pass and are not in the table of moves.
    var pointsBesideMoves: [CheckPoint] {
        eachPoint.filter { point in
            switch point.rule {
            case .numbers: point.outcome != .passed && comparison == nil
            case .guard:
                point.outcome != .passed && comparison?.failures.contains { $0.name.text == point.name } != true
            case .scenario, .expectation, .crash, .code, .finding, .determinism, .baseline: point.outcome != .passed
            case .mutation: true
            }
        }
    }

    /// True for a baseline that was never written.
    package var isMissing: Bool { points.contains { $0.rule == .baseline && $0.name == Self.missing } }
    package static let missing = "missing"

    var verdict: CheckVerdict {
        switch outcome {
        case .faulty: .error
        case .failed where points.contains { $0.rule == .mutation && $0.outcome == .failed }: .unguarded
        case .failed where eachPoint.contains { $0.outcome == .failed && !$0.rule.row.isAgainstBaseline }: .failed
        case .failed: comparison?.judgement == .worse ? .worse : .failed
        // Only failures are called worse: without a guard the status is 0.
        case .moved: .changed
        case .better: .better
        case .passed: comparison == nil ? .passed : .asBefore
        }
    }
}

/// The result of a scenario in a word; from bad to good.
enum CheckVerdict: String, CaseIterable {
    case error
    /// A point without a baseline (an expectation, a crash), or neither worse nor better.
    case failed
    case worse, changed, better
    case unguarded = "not guarded"
    case asBefore = "as before"
    /// There was nothing to compare it with.
    case passed
}

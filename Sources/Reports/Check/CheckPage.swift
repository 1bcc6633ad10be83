import Gate

extension CheckReport {
    /// So many timers, or details, are told a scenario.
    static let linesShown = 10

    /// What a person reads: what is not as it was, what to do about it, and the count.
    package var page: Page {
        var page = Page(name: "timerlab check")
        page.sections = suites.filter { $0.outcome != .passed || !$0.pointsBesideMoves.isEmpty }.map(\.section)
        let headline = StyledText(self.headline, (suites.map(\.outcome).max() ?? .passed).mark.role)
        let sum = ReportBlock.sum(headline, aside: status.map { "status \($0)" } ?? "")
        page.answer = [PlainSection("", notes.map { .paragraph($0) } + [.paragraph(numbers), sum])]
        return page
    }
}

extension CheckSuite {
    /// What is not as it was: what was changed, what moved, then the points that tell something else.
    fileprivate var section: PlainSection {
        var section = PlainSection(file, comparison.map(CheckSuite.moves) ?? [])
        section.mark = StyledText(outcome.mark.sign, outcome.mark.role)
        if kind == .scenario { section.note = verdict.rawValue }
        if let kind = comparison?.kind, kind != .exact { section.note += " · " + kind.title }
        let points = pointsBesideMoves
        let told = points.indices.map { index in
            // What several have in common is told once, behind the last.
            let isLast = index + 1 == points.count || points[index + 1].command != points[index].command
            return item(points[index], command: isLast ? points[index].command : nil)
        }
        if !told.isEmpty { section.blocks.append(.items(told)) }
        return section
    }

    private static func moves(_ comparison: DriftComparison) -> [ReportBlock] {
        let table = MoveTable(comparison)
        let reasons = table.rows.isEmpty && table.notes.isEmpty ? [] : table.reasons
        let rows = table.rows.prefix(CheckReport.linesShown).map { row in
            row.cells.enumerated().map { StyledText($1, $0 == 4 ? row.role : .plain) }
        }
        let rest = table.rows.count - rows.count
        let notes = (rest > 0 ? ["… and \(rest) lines more"] : []) + table.notes
        return [
            .items(reasons.map { ReportItem("because " + $0) }), .grid(heads: MoveTable.columns, rows: rows),
            .items(notes.map { ReportItem($0) }),
        ].filter { !$0.isEmpty }
    }

    private func item(_ point: CheckPoint, command: String?) -> ReportItem {
        var text = point.title
        if !point.message.isEmpty { text += point.rule.separator + point.message }
        if let line = point.line, point.outcome != .passed { text += " (\(file):\(line))" }
        return ReportItem(
            StyledText(point.outcome.mark.sign, point.outcome.mark.role),
            [.init(text: text)]
                + point.shortened(details: CheckReport.linesShown).details.map { .init(text: $0, isVerbatim: true) }
                + (command.map { [.init(text: $0, role: .code)] } ?? []))
    }

    /// The points that did not pass and are not told by the table of what moved.
    var pointsBesideMoves: [CheckPoint] {
        points.filter { point in
            switch point.rule {
            case .numbers: point.outcome != .passed && comparison == nil
            case .guard:
                point.outcome != .passed && comparison?.failures.contains { $0.name.text == point.name } != true
            case .scenario, .expectation, .crash, .finding, .determinism, .baseline: point.outcome != .passed
            case .mutation: true
            }
        }
    }
}

extension CheckPoint.Rule {
    /// An expectation goes on with what came out instead.
    fileprivate var separator: String {
        switch self {
        case .expectation, .crash, .determinism: ", "
        case .scenario, .guard, .finding, .numbers, .mutation, .baseline: ": "
        }
    }
}

extension CheckPoint.Outcome {
    fileprivate var mark: (sign: String, role: TextRole) {
        switch self {
        case .passed: ("✓", .good)
        case .better: ("+", .warning)
        case .moved: ("~", .warning)
        case .failed: ("✗", .bad)
        case .faulty: ("!", .bad)
        }
    }
}

extension MoveTable.Row {
    fileprivate var role: TextRole {
        isFailure || judgement == .worse ? .bad : judgement == .better ? .good : .warning
    }
}

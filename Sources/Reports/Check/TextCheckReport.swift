import Gate

/// What a person reads: what is not as it was, what to do about it, and at the end the count.
public struct TextCheckReport: CheckFormat {
    public var decorator: TextDecorator
    /// So many timers, or details, are told a scenario.
    public static let linesShown = 10
    private static let width = 80

    public init(decorator: TextDecorator = .plain) { self.decorator = decorator }

    public func write(_ report: CheckReport, to stream: ByteStream) {
        let put = { (line: StyledText) in stream.write(line.rendered(decorator) + "\n") }
        for suite in report.suites where suite.outcome != .passed || !suite.pointsBesideMoves.isEmpty {
            lines(suite).forEach(put)
            put(StyledText())
        }
        let summary = CheckSummary(report: report)
        for note in report.notes { put(StyledText(note)) }
        put(StyledText(summary.numbers))
        var last = StyledText(summary.headline, role(report.suites.map(\.outcome).max() ?? .passed))
        if let status = report.status {
            let text = "status \(status)"
            last.pad(to: TextCheckReport.width - text.count)
            last.append((last.width > TextCheckReport.width - text.count ? "  " : "") + text, .strong)
        }
        put(last)
    }

    private func lines(_ suite: CheckSuite) -> [StyledText] {
        var head = StyledText(sign(suite.outcome) + " ", role(suite.outcome))
        head.append(suite.file, .strong)
        if suite.kind == .scenario { head.append("  " + suite.verdict.rawValue, suite.verdict.role) }
        if let kind = suite.comparison?.kind, kind != .exact { head.append("  " + kind.title, .faint) }
        let points = suite.pointsBesideMoves
        let told = points.indices.flatMap { index in
            // What several have in common is told once, behind the last.
            let isLast = index + 1 == points.count || points[index + 1].command != points[index].command
            return lines(points[index], suite, command: isLast ? points[index].command : nil)
        }
        return [head] + (suite.comparison.map(moves) ?? []) + told
    }

    private func moves(_ comparison: DriftComparison) -> [StyledText] {
        let table = MoveTable(comparison)
        let rows = table.rows
        let widths = MoveTable.columns.indices.map { column in
            rows.map { DisplayWidth.of($0.cells[column]) }.max() ?? 0
        }
        var lines = rows.isEmpty && table.notes.isEmpty ? [] : table.reasons.map { StyledText("  because " + $0) }
        for row in rows.prefix(TextCheckReport.linesShown) {
            var line = StyledText("  ")
            var end = 2
            for (column, cell) in row.cells.enumerated() where widths[column] > 0 {
                line.append(cell, column == 4 ? role(row) : .plain)
                end += widths[column] + 2
                line.pad(to: end)
            }
            line.trimEnd()
            lines.append(line)
        }
        if rows.count > TextCheckReport.linesShown {
            lines.append(StyledText("  … and \(rows.count - TextCheckReport.linesShown) lines more"))
        }
        return lines + table.notes.map { StyledText("  " + $0) }
    }

    private func lines(_ point: CheckPoint, _ suite: CheckSuite, command: String?) -> [StyledText] {
        var head = StyledText("  ")
        head.append(sign(point.outcome), role(point.outcome))
        head.append(" " + point.title)
        if !point.message.isEmpty { head.append(separator(point.rule) + point.message) }
        if let line = point.line, point.outcome != .passed { head.append("  \(suite.file):\(line)", .code) }
        var lines = [head]
        for detail in point.shortened(details: TextCheckReport.linesShown).details {
            lines.append(StyledText("      " + detail))
        }
        if let command { lines.append(StyledText("      " + command, .code)) }
        return lines
    }

    /// A promise goes on with what came out instead.
    private func separator(_ rule: CheckPoint.Rule) -> String {
        switch rule {
        case .expectation, .crash, .determinism: ", "
        case .scenario, .guard, .finding, .numbers, .mutation, .baseline: ": "
        }
    }

    private func sign(_ outcome: CheckPoint.Outcome) -> String {
        switch outcome {
        case .passed: "✓"
        case .better: "+"
        case .moved: "~"
        case .failed: "✗"
        case .faulty: "!"
        }
    }

    private func role(_ outcome: CheckPoint.Outcome) -> TextRole {
        switch outcome {
        case .passed: .good
        case .better, .moved: .warning
        case .failed, .faulty: .bad
        }
    }

    private func role(_ row: MoveTable.Row) -> TextRole {
        row.isFailure || row.judgement == .worse ? .bad : row.judgement == .better ? .good : .warning
    }
}

extension CheckSuite {
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

import Gate

/// What a person reads: what is not as it was, what to do about it, and the count.
public struct TextCheckReport: CheckFormat {
    public var decorator: TextDecorator
    /// Of the numbers that only moved, so many are told a scenario; the other formats tell all.
    public static let movesShown = 10

    public init(decorator: TextDecorator = .plain) { self.decorator = decorator }

    public func write(_ report: CheckReport, to stream: ByteStream) {
        let put = { (line: StyledText) in stream.write(line.rendered(decorator) + "\n") }
        for suite in report.suites where suite.outcome != .passed {
            lines(suite).forEach(put)
            put(StyledText())
        }
        let summary = CheckSummary(report: report)
        let worst = report.suites.map(\.outcome).max() ?? .passed
        put(StyledText(summary.headline, role(worst)))
        put(StyledText(summary.numbers))
        for note in report.notes { put(StyledText(note)) }
    }

    private func lines(_ suite: CheckSuite) -> [StyledText] {
        var head = StyledText(sign(suite.outcome) + " ", role(suite.outcome))
        head.append(suite.file, .strong)
        if let kind = suite.comparison?.kind { head.append("  " + kind.title, .faint) }
        return [head] + suite.points.filter { $0.outcome != .passed }.flatMap { lines($0, suite) }
    }

    private func lines(_ point: CheckPoint, _ suite: CheckSuite) -> [StyledText] {
        var head = StyledText("  ")
        head.append(sign(point.outcome), role(point.outcome))
        head.append(" " + point.title)
        if !point.message.isEmpty { head.append(separator(point.rule) + point.message) }
        if let line = point.line { head.append("  \(suite.file):\(line)", .code) }
        var lines = [head]
        let shown = point.rule == .numbers ? point.shortened(details: TextCheckReport.movesShown) : point
        for detail in shown.details { lines.append(StyledText("      " + detail)) }
        if let command = point.command { lines.append(StyledText("      " + command, .code)) }
        return lines
    }

    /// A promise goes on with what came out instead.
    private func separator(_ rule: CheckPoint.Rule) -> String {
        switch rule {
        case .expectation, .crash, .determinism: ", "
        case .scenario, .guard, .numbers, .baseline: ": "
        }
    }

    private func sign(_ outcome: CheckPoint.Outcome) -> String {
        switch outcome {
        case .passed: "✓"
        case .moved: "~"
        case .failed: "✗"
        case .faulty: "!"
        }
    }

    private func role(_ outcome: CheckPoint.Outcome) -> TextRole {
        switch outcome {
        case .passed: .good
        case .moved: .warning
        case .failed, .faulty: .bad
        }
    }
}

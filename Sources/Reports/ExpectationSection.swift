import Expectations

/// What the scenario promised, one line each; a failure shows what happened instead, and where the promise stands.
struct ExpectationSection: TextSection {
    let report: RunReport

    let title = "Expectations"

    var note: String {
        let total = report.verdicts.count
        return report.failures == 0 ? "all \(total) hold" : "\(report.failures) of \(total) failed"
    }

    func lines(width: Int) -> [StyledText] {
        let names = min(report.verdicts.map { DisplayWidth.of($0.subject) }.max() ?? 0, width / 3)
        return report.verdicts.flatMap { lines($0, names: names, width: width) }
    }

    private func lines(_ verdict: Verdict, names: Int, width: Int) -> [StyledText] {
        var line = StyledText("  ")
        line.append(verdict.passed ? "✓" : "✗", verdict.passed ? .good : .bad)
        line.append(" " + DisplayWidth.clipped(verdict.subject, to: names))
        let start = names > 0 ? names + 6 : 4
        line.pad(to: start)
        guard !verdict.passed else {
            line.append(DisplayWidth.clipped(verdict.promised, to: max(8, width - line.width)))
            let value = measured(verdict)
            let room = width - line.width - 3
            if room >= 8, !value.isEmpty { line.append("   " + DisplayWidth.clipped(value, to: room), .faint) }
            return [line]
        }
        line.append(verdict.promised)
        if let place = report.place(verdict.place) { line.append("  " + place, .code) }
        var lines = [line]
        for text in ["but " + verdict.actual] + verdict.details {
            var line = StyledText()
            line.pad(to: start)
            line.append(text, text == verdict.actual ? .bad : .plain)
            lines.append(line)
        }
        return lines
    }

    /// What was measured, without the name of the figure, where it says more than the promise.
    private func measured(_ verdict: Verdict) -> String {
        guard verdict.actual != verdict.promised else { return "" }
        let name = verdict.promised.prefix { $0 != "=" } + "= "
        return verdict.actual.hasPrefix(name) ? String(verdict.actual.dropFirst(name.count)) : verdict.actual
    }
}

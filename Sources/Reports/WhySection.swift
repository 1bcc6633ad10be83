import Analysis
import ExactTime
import Recording

/// Why timers were late: shares of the waiting time with the scenario lines that caused them, then the findings.
struct WhySection: TextSection {
    let report: RunReport

    let title = "Why"
    let note = ""

    func lines(width: Int) -> [StyledText] {
        var lines: [StyledText] = []
        let shown = Set(report.shownTimers.map(\.entity))
        for blame in report.analysis.attributions where shown.contains(blame.timer) && !blame.shares.isEmpty {
            if !lines.isEmpty { lines.append(StyledText()) }
            lines.append(heading(blame))
            lines += shares(blame, width)
        }
        if !lines.isEmpty, !report.analysis.findings.isEmpty { lines.append(StyledText()) }
        for finding in report.analysis.findings { lines += self.lines(finding, width) }
        if !report.analysis.findings.isEmpty {
            let code = report.analysis.findings[0].code.rawValue
            lines.append(StyledText("  more: timerlab explain \(code)", .faint))
        }
        return lines
    }

    private func heading(_ blame: Attribution) -> StyledText {
        var line = StyledText("  ")
        line.append(report.trace.name(blame.timer), .strong)
        let hasFired = report.analysis.timers.first { $0.entity == blame.timer }.map { $0.fired > 0 } ?? true
        var facts: [String] = []
        if !hasFired {
            facts.append("never fired: \(Plural.of(blame.skippedPoints, "point")) missed")
        } else {
            if blame.lateFirings > 0 {
                facts.append(blame.lateFirings == 1 ? "late once" : "late \(blame.lateFirings) times")
            }
            let isQueued = report.trace.entity(blame.timer)?.detail == "async-timer"
            let fate = isQueued ? "not served yet" : "lost"
            if blame.skippedPoints > 0 { facts.append("\(Plural.of(blame.skippedPoints, "point")) \(fate)") }
        }
        let time = DurationText.format(blame.nanoseconds)
        facts.append(blame.isChain ? "fallen behind by \(time) in all" : "\(time) of waiting in all")
        line.append("  " + facts.joined(separator: ", "), .faint)
        return line
    }

    private func shares(_ blame: Attribution, _ width: Int) -> [StyledText] {
        let rows = report.shownShares(blame).map { share in
            (
                percent: share.percent == 0 && share.nanoseconds > 0 ? "<1 %" : "\(share.percent) %",
                cause: (blame.isChain && share.cause == .ownCallback ? "re-arms after its " : "") + share.cause.title,
                culprit: culprit(share, of: blame.timer), time: DurationText.format(share.nanoseconds),
                place: report.place(share.place) ?? "", quote: report.source.text(of: share.place)
            )
        }
        let causes = rows.map { DisplayWidth.of($0.cause) }.max() ?? 0
        let culprits = min(rows.map { DisplayWidth.of($0.culprit) }.max() ?? 0, 20)
        let times = rows.map { DisplayWidth.of($0.time) }.max() ?? 0
        return rows.map { row in
            var line = StyledText(String(repeating: " ", count: max(4, 9 - DisplayWidth.of(row.percent))))
            line.append(row.percent, .strong)
            line.append("  " + row.cause)
            line.pad(to: 11 + causes)
            if culprits > 0 {
                line.append("  " + DisplayWidth.clipped(row.culprit, to: culprits), .code)
                line.pad(to: 13 + causes + culprits)
            }
            let start = line.width + 2
            line.pad(to: start + times - DisplayWidth.of(row.time))
            line.append(row.time, .faint)
            if row.place.isEmpty { return line }
            line.append("  " + row.place, .code)
            let room = width - line.width - 2
            if room >= 12 { line.append("  " + DisplayWidth.clipped(row.quote, to: room), .faint) }
            return line
        }
    }

    /// Who ran instead, unless the cause already says so.
    private func culprit(_ share: BlameShare, of timer: EntityID) -> String {
        share.culprit == timer ? "" : report.trace.entity(share.culprit)?.name ?? ""
    }

    private func lines(_ finding: Finding, _ width: Int) -> [StyledText] {
        let place = report.place(finding.place).map { " (\($0))" } ?? ""
        var lines = entry(finding.code.rawValue, .warning, finding.message + place, width)
        if let remedy = finding.remedy {
            lines += entry("    do", .faint, remedy.sentence, width)
            if let option = remedy.option { lines += entry("    try", .faint, option, width) }
        }
        return lines
    }

    /// A text beside its label.
    private func entry(_ label: String, _ role: TextRole, _ text: String, _ width: Int) -> [StyledText] {
        let indent = 10
        return DisplayWidth.wrapped(text, to: width - indent).enumerated().map { index, part in
            var line = StyledText("  ")
            if index == 0 { line.append(label, role) }
            line.pad(to: indent)
            line.append(part)
            return line
        }
    }
}

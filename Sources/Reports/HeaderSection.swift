import Analysis
import ExactTime
import Recording

/// What was run, and the answer in short: it is said again at the end, where it has its cause, line and remedy.
struct HeaderSection {
    let report: RunReport

    func lines(width: Int) -> [StyledText] {
        var lines = DisplayWidth.wrapped(report.trace.header.title, to: width).map { StyledText($0, .strong) }
        if report.trace.header.title.isEmpty { lines = [] }
        lines += folded(facts, width)
        let answers = self.answers
        if !answers.isEmpty { lines.append(StyledText()) }
        return lines + ReportBlock.items(answers).lines(width: width)
    }

    private var facts: [String] {
        let header = report.trace.header
        var facts = [report.file]
        if !header.deviceProfile.isEmpty { facts.append(header.deviceProfile) }
        if header.clock == .simulated { facts.append("seed \(header.seed)") }
        facts.append(DurationText.format(header.duration) + " \(header.clock.rawValue)")
        return facts + [Fingerprint.text(report.trace.fingerprint)]
    }

    private func folded(_ facts: [String], _ width: Int) -> [StyledText] {
        var lines = [StyledText()]
        for fact in facts {
            if !lines[lines.count - 1].isEmpty {
                if lines[lines.count - 1].width + 3 + DisplayWidth.of(fact) > width {
                    lines.append(StyledText())
                } else {
                    lines[lines.count - 1].append(" · ", .faint)
                }
            }
            lines[lines.count - 1].append(fact, .faint)
        }
        return lines
    }

    private var answers: [ReportItem] {
        var answers: [ReportItem] = []
        if let crash = CrashLine(report: report) { answers.append(ReportItem(crash.text, .bad)) }
        answers += AnswerSection.sentences(report).map { ReportItem($0.text, $0.role) }
        for life in report.analysis.lifetimes where life.isKept && report.trace.entity(life.entity)?.kind == .object {
            let path = (life.chains.first ?? life.cycle).map { ": " + $0.text } ?? ""
            answers.append(ReportItem("\(report.trace.name(life.entity)) is never deallocated\(path)", .strong))
        }
        return answers
    }
}

import LabAnalysis
import LabExactTime
import LabRecording

/// What a run comes to, where the eye is when a command ends: the worst first, each with its cause, its line, and what
/// to do about it. Where nothing is wrong, how the timers kept time.
struct AnswerSection: ReportSection {
    let report: RunReport

    let title = "Answer"

    var note: String {
        let count = report.analysis.findings.count
        return count > 1 ? "\(count) findings, the worst first" : ""
    }

    /// What does not fit on a small terminal has its head said again.
    private static let mostLines = 20
    private static let mostTimers = 4
    private static let mostShares = 4

    func blocks(width: Int) -> [ReportBlock] {
        var items = problems
        if items.isEmpty {
            items = AnswerSection.sentences(report).map { ReportItem($0.text, $0.role) }
        } else if PageText(width: width).lines(of: .items(items)).count > AnswerSection.mostLines {
            let parts = items.dropFirst().prefix(while: \.isPart)
            items += [ReportItem("The worst of them again:", .faint)] + items.prefix(1) + parts
        }
        items += (report.log?.timers ?? []).compactMap { timer in
            timer.facts.verdict.map { ReportItem("\(timer.name): \($0.sentence)", .strong) }
        }
        return items.isEmpty ? [] : [.items(items)]
    }

    /// A sentence for each timer, those with a problem first; the first few.
    static func sentences(_ report: RunReport) -> [(text: String, role: TextRole)] {
        let all = report.shownTimers.map { TimerSentence($0, in: report) }
        let sorted = all.filter { !$0.isGood } + all.filter(\.isGood)
        let rest = all.count - mostTimers
        return sorted.prefix(mostTimers).map { ($0.text, .strong) }
            + (rest > 0 ? [("… and \(Plural.of(rest, "more timer"))", .faint)] : [])
    }

    private var problems: [ReportItem] {
        var items = report.crashLine.map { [$0] } ?? []
        var sentences = report.shownTimers.map { TimerSentence($0, in: report) }
        let findings = self.findings
        for (index, (finding, others)) in findings.enumerated() {
            let told = sentences.firstIndex { $0.tells(finding) }
            let next = index + 1 < findings.count ? findings[index + 1].finding : nil
            items += self.items(
                finding, told.map { sentences.remove(at: $0) }, others: others,
                remedy: next?.code == finding.code && next?.remedy == finding.remedy ? nil : finding.remedy)
        }
        items += sentences.filter { !$0.isGood }.map { ReportItem($0.text, .strong) }
        if let code = findings.first?.finding.code.rawValue {
            items.append(.part("more", "timerlab explain \(code)", .code))
            if let remedy = report.remedy {
                // It is for the worst that is no note.
                let mended = findings.first { $0.finding.severity != .note }?.finding.code.rawValue ?? code
                var item = ReportItem.part("best", remedy + (mended == code ? ":" : " (\(mended)):"))
                item.lines.append(.init(text: "timerlab remedy \(report.argument)", role: .code))
                items.append(item)
            }
        }
        return items
    }

    /// Those about copies of one timer as the first of them, with the number of the others.
    private var findings: [(finding: Finding, others: Int)] {
        report.analysis.findings.reduce(into: []) { told, finding in
            let group = report.trace.entity(finding.subject)?.group ?? .none
            if group != .none, let last = told.last?.finding, last.code == finding.code,
                report.trace.entity(last.subject)?.group == group
            {
                told[told.count - 1].others += 1
            } else {
                told.append((finding, 0))
            }
        }
    }

    /// - Parameters:
    ///   - sentence: says what the finding says, and more.
    ///   - others: how many more copies have the same finding.
    ///   - remedy: nil where the next finding has the same.
    private func items(_ finding: Finding, _ sentence: TimerSentence?, others: Int, remedy: Remedy?) -> [ReportItem] {
        var text = sentence?.text ?? finding.message + report.placed(finding.place)
        if others > 0, sentence == nil { text += " (and \(others) more \(others == 1 ? "copy" : "copies"))" }
        let role: TextRole = sentence == nil ? .plain : .strong
        var items = [ReportItem(StyledText(finding.code.rawValue, .warning), [.init(text: text, role: role)])]
        let wait = finding.code == .deadlock ? report.source.text(of: finding.place) : ""
        if !wait.isEmpty { items.append(.part("step", wait, .faint)) }
        items += shares(finding, besides: sentence?.place ?? finding.place)
        guard let remedy else { return items }
        items.append(.part("do", remedy.sentence))
        if let option = remedy.option, report.log == nil {
            items.append(.part("try", "timerlab run \(report.argument) \(option)", .code))
        }
        return items
    }

    /// What caused the waiting that a finding is about.
    private func shares(_ finding: Finding, besides place: Range<Int>) -> [ReportItem] {
        guard let attribution = report.attribution(of: finding.subject) else { return [] }
        let shares = report.shownShares(attribution).filter {
            $0.cause.codes.contains(finding.code)
                || attribution.isChain && finding.code == .relativeDrift
        }
        // Of points that were lost to something else than what most of the waiting was for.
        let isLossElsewhere = shares.dropFirst().contains { $0.lost > shares[0].lost }
        let whole = isLossElsewhere ? "of the waiting of all points: " : "of the waiting: "
        return shares.prefix(AnswerSection.mostShares).enumerated().map { index, share in
            var text = index > 0 ? "" : attribution.isChain ? "of the lag: " : whole
            text += (attribution.isChain && share.cause == .ownCallback ? "re-arms after its " : "") + share.cause.title
            if share.culprit != finding.subject, let who = report.trace.entity(share.culprit)?.name {
                text += ", " + who
            }
            let quote = report.source.text(of: share.place)
            if !quote.isEmpty, !quote.hasPrefix("[[") { text += ": " + quote }
            if share.place != place { text += report.placed(share.place) }
            if isLossElsewhere { text += "; " + Plural.of(share.lost, "point") + " lost" }
            let percent = share.percent == 0 && share.nanoseconds > 0 ? "<1 %" : "\(share.percent) %"
            return .part(StyledText(percent), text, .faint)
        }
    }
}

extension RunReport {
    /// What a finding says, in the words of the timer's sentence where that says it.
    package func text(of finding: Finding) -> String {
        let sentences = shownTimers.lazy.map { TimerSentence($0, in: self) }
        return sentences.first { $0.tells(finding) }?.text ?? finding.message
    }

    /// The end of a simulated process in one line: when, why, and the step that led to it.
    var crashLine: ReportItem? {
        analysis.crash.map { crash in
            ReportItem(
                "✗ crashed at \(DurationText.format(crash.time, digits: 6)): \(crash.reason)\(placed(crash.place))",
                .bad)
        }
    }
}

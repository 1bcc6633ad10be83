import LabAnalysis
import LabCatalogue
import LabExactTime

extension RunReport {
    /// The answer, at the end, where a reader looks first. It has each cause once, the worst first, with its line, the
    /// remedy and one next command; then notes. If nothing is wrong, it says how the timers kept time.
    var answer: [ReportItem] {
        let groups = FindingGroup.all(in: self)
        let (notes, wrong) = (groups.filter { $0.severity == .note }, groups.filter { $0.severity != .note })
        var items: [ReportItem] = []
        if let crash = analysis.crash {
            let end = text("the process ends at \(at: crash.time): \(crash.reason)\(place: crash.place)")
            items.append(ReportItem("crash", .bad, end, .strong))
        }
        for (index, group) in wrong.prefix(mostTold).enumerated() {
            let next = index + 1 < min(wrong.count, mostTold) ? wrong[index + 1].worst : nil
            items += self.items(group, hasRemedy: mending == nil && next?.remedy != group.worst.remedy)
        }
        if wrong.count > mostTold {
            let rest = Plural.of(wrong.count - mostTold, "more finding")
            items.append(ReportItem("more", .faint, "\(rest): timerlab run \(argument) --details"))
        }
        items += notes.prefix(mostTold).flatMap { self.items($0, hasRemedy: false) }
        // A note explains no expectation that fails.
        let findings = analysis.findings.filter { failures == 0 || $0.severity != .note }
        let told = Set(findings.flatMap { [$0.subject, trace.group(of: $0.subject)] })
        let sentences = shownTimers.filter { !told.contains($0.entity) }.map { TimerSentence($0, in: self) }
        items += rows(sentences.filter { !$0.isGood })
        if items.isEmpty, isStopped {
            items = [ReportItem("note", .faint, "no fault and no warning was found until the run was stopped")]
        }
        if items.isEmpty { items = rows(sentences.filter(\.isGood)) }
        if items.isEmpty, analysis.timers.isEmpty {
            items = [ReportItem("ok", .good, "no fault and no warning was found")]
        }
        items += (log?.timers ?? []).compactMap { timer in
            timer.facts.verdict.map { ReportItem("timer", .faint, "\(timer.name): \($0.sentence)", .strong) }
        }
        items += [mending.map { ReportItem("do", .faint, $0) }].compactMap(\.self)
        let worst = (wrong.first ?? notes.first)?.worst
        if let command = remedy.map({ _ in "remedy \(argument)" }) ?? worst.map({ "explain \($0.code.rawValue)" }) {
            items.append(ReportItem("next", .faint, "timerlab " + command, .code))
        }
        return items
    }

    private var mostTold: Int { isDetailed ? .max : 4 }
    private static let mostNames = 3

    private func rows(_ sentences: [TimerSentence]) -> [ReportItem] {
        let rest = sentences.count - mostTold
        return sentences.prefix(mostTold).map {
            let isGood = $0.isGood && failures == 0
            return ReportItem(isGood ? "ok" : "note", isGood ? .good : .faint, $0.text, .strong)
        } + (rest > 0 ? [ReportItem("more", .faint, Plural.of(rest, "timer"))] : [])
    }

    private func items(_ group: FindingGroup, hasRemedy: Bool) -> [ReportItem] {
        let (worst, severity) = (group.worst, group.severity)
        let names = group.others.prefix(Self.mostNames).joined(separator: ", ")
        let rest = group.others.count - Self.mostNames
        let others = names.isEmpty ? "" : "; also \(names)" + (rest > 0 ? " and \(rest) more" : "")
        let text = (group.load.map(self.text) ?? self.text(of: worst)) + "\(others) \(group.codes)"
        var items = [ReportItem(severity.rawValue, severity.role, text, severity == .note ? .plain : .strong)]
        // The step names the lock, the queue or the thread.
        let step = worst.cause == .awaiting ? trace.entity(worst.subject)?.wait?.step : nil
        let place = step.map { trace.place(ofStep: $0, orOf: .none) } ?? (worst.code == .deadlock ? worst.place : 0..<0)
        let wait = source.text(of: place)
        if !wait.isEmpty { items.append(ReportItem("step", .faint, wait)) }
        if let cut = group.cut { items.append(ReportItem("cut", .faint, cut)) }
        if hasRemedy { items.append(ReportItem("do", .faint, worst.remedy)) }
        return items
    }

    /// The sentence of a finding with its line.
    package func text(of finding: Finding) -> String { text("\(finding.message)\(place: finding.place)") }
}

extension Severity {
    var role: TextRole {
        switch self {
        case .fault: .bad
        case .warning: .warning
        case .note: .faint
        }
    }
}

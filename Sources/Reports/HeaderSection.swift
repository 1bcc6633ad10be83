import Analysis
import ExactTime
import Recording

/// What was run, and the answer: how often each timer fires, and why not as often as it should.
struct HeaderSection {
    let report: RunReport

    func lines(width: Int) -> [StyledText] {
        var lines = header(width)
        let answers = self.answers()
        if !answers.isEmpty { lines.append(StyledText()) }
        for answer in answers {
            for (index, line) in DisplayWidth.wrapped(answer.text, to: width - 4).enumerated() {
                lines.append(StyledText((index == 0 ? "  " : "    ") + line, answer.role))
            }
        }
        return lines
    }

    /// One line; where it does not fit, the title gets a line of its own.
    private func header(_ width: Int) -> [StyledText] {
        let header = report.trace.header
        var facts = [report.file]
        if !header.deviceProfile.isEmpty { facts.append(header.deviceProfile) }
        if header.clock == .simulated { facts.append("seed \(header.seed)") }
        facts.append(DurationText.format(header.duration) + " \(header.clock.rawValue)")
        facts.append("fingerprint " + Fingerprint.text(report.trace.fingerprint))
        var line = StyledText(header.title, .strong)
        let details = StyledText(facts.joined(separator: " · "), .faint)
        guard !line.isEmpty else { return folded(facts, width) }
        if line.width + 3 + details.width > width { return [line] + folded(facts, width) }
        line.append(" · ", .faint)
        line.append(details)
        return [line]
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

    private func answers() -> [(text: String, role: TextRole)] {
        var answers: [(text: String, role: TextRole)] = []
        if let crash = report.analysis.crash {
            answers.append(("crashes at \(DurationText.format(crash.time, digits: 6)): \(crash.reason)", .bad))
        }
        let limit = 4
        let timers = report.shownTimers
        for timer in timers.prefix(limit) { answers.append((answer(timer), .strong)) }
        if timers.count > limit { answers.append(("… and \(timers.count - limit) more timers, below", .faint)) }
        for life in report.analysis.lifetimes where life.isKept && report.trace.entity(life.entity)?.kind == .object {
            let path = (life.chains.first ?? life.cycle).map { ": " + $0.text } ?? ""
            answers.append(("\(report.trace.name(life.entity)) is never deallocated\(path)", .strong))
        }
        return answers
    }

    private func answer(_ timer: TimerSummary) -> String {
        let name = timer.copies > 1 ? "\(timer.name) (\(timer.copies) timers)" : timer.name
        guard timer.fired > 0 else {
            let finding = report.analysis.findings.first { $0.subject == timer.entity }
            return "\(name) never fires" + (finding.map { ": \($0.message)" } ?? "")
        }
        var text = name
        if timer.fired == 1, let first = timer.first {
            text += " fires once, at \(DurationText.format(first, digits: 6))"
        } else if timer.copies > 1 {
            text += " fire \(timer.fired) times"
        } else if let period = timer.period {
            text += " fires every \(DurationText.format(period.mean))\(asked(timer, period.mean))"
        }
        if let cause = mainCause(timer) { text += ": " + cause }
        if timer.due > 0 { text += "; \(timer.served) of \(Plural.of(timer.due, "due point")) served" }
        return text
    }

    /// What was asked for, where a hundredth or more lies between that and the truth.
    private func asked(_ timer: TimerSummary, _ mean: Int64) -> String {
        guard let interval = timer.interval?.scaled(1), interval > 0 else { return "" }
        let distance = (Int128(mean) - Int128(interval)).magnitude
        return distance * 100 >= UInt128(interval) ? " instead of \(DurationText.format(interval))" : ""
    }

    private func mainCause(_ timer: TimerSummary) -> String? {
        guard let blame = report.attribution(of: timer.entity), let share = blame.shares.first else {
            return timer.lateness.map { $0.max == 0 ? "always on time" : "at most \(DurationText.format($0.max)) late" }
        }
        let part = "\(share.percent) % of the waiting"
        let culprit = report.trace.entity(share.culprit)?.name
        switch share.cause {
        case .ownCallback:
            let length = timer.callback.map { " takes \(DurationText.format($0.mean))" } ?? " runs on"
            return "its own callback\(length), \(part)"
        case .otherWork: return "\(culprit ?? "other work") keeps it waiting, \(part)"
        case .modeNotRun: return "its mode is not run, \(part)"
        case .tolerance, .systemSlept, .background, .suspended, .loopNotRunning, .disposed:
            return "\(share.cause.title), \(part)"
        case .wakeUp: return timer.lateness.map { "at most \(DurationText.format($0.max)) late" }
        }
    }
}

/// Counted nouns.
enum Plural {
    static func of(_ count: Int64, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }
}

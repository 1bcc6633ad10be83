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
            for (index, line) in wrapped(answer.text, to: width - 4).enumerated() {
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
        if let crash = CrashLine(report: report) { answers.append((crash.text, .bad)) }
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
        guard timer.fired > 0 else { return "\(name) never fires" + reason(timer) }
        if timer.isChain, timer.copies == 1, let text = chainAnswer(timer) { return name + text }
        var text = name
        if timer.fired == 1, let first = timer.first {
            text += " fires once, at \(DurationText.format(first, digits: 6))"
            text += punctuality(timer).map { ", " + $0 } ?? ""
            if let cause = mainCause(timer) { text += ": " + cause }
            return timer.due > 1 ? text + "; \(Plural.of(timer.skipped, "of \(timer.due) point")) lost" : text
        }
        if timer.copies > 1 {
            text += " fire \(timer.fired) times"
        } else if let median = timer.interval?.p50 {
            text += " fires every \(DurationText.format(shown(median, timer)))\(asked(timer, median))"
        }
        if isSteady(timer), let worst = timer.episodes.max(by: { $0.to - $0.from < $1.to - $1.from }) {
            text += "; " + EpisodeText(report: report, timer: timer).episode(worst)
            return timer.skipped > 0 ? text + "; \(lost(timer)) in all" : text
        }
        if let cause = mainCause(timer) ?? punctuality(timer).map({ $0 == "on time" ? "always on time" : $0 }) {
            text += ": " + cause
        }
        return timer.skipped > 0 ? text + "; " + lost(timer) : text
    }

    private func lost(_ timer: TimerSummary) -> String { "\(timer.skipped) of \(timer.due) due points lost" }

    /// `: each second takes 1.1 s (+10 %), since it is armed anew after each callback; after 60 s it is 5.3 s behind`.
    private func chainAnswer(_ timer: TimerSummary) -> String? {
        guard let drift = timer.drift, case .value = drift.verdict, let parts = drift.partsPerBillion, parts > 0,
            let lag = timer.lag
        else { return nil }
        let second: Int64 = 1_000_000_000
        let pace =
            parts >= 10_000_000
            ? "each second takes \(DurationText.format(second &+ parts))"
            : "falls behind by \(DurationText.format(parts)) a second"
        let ticks = timer.skipped > 0 ? ", \(Plural.of(timer.skipped, "tick")) fewer" : ""
        return ": \(pace) (\(drift.text())), since it is armed anew after each callback; after "
            + "\(DurationText.format(report.trace.header.duration)) it is \(DurationText.format(lag.last)) behind\(ticks)"
    }

    /// Whether its usual interval is the one that was asked for.
    private func isSteady(_ timer: TimerSummary) -> Bool {
        guard let interval = timer.requested?.scaled(1), interval > 0, let median = timer.interval?.p50 else {
            return false
        }
        return (Int128(median) - Int128(interval)).magnitude * 100 < UInt128(interval)
    }

    /// An interval that differs by less than a thousandth from what was asked for is that.
    private func shown(_ median: Int64, _ timer: TimerSummary) -> Int64 {
        guard let interval = timer.requested?.scaled(1), (median &- interval).magnitude <= interval.magnitude / 1000
        else { return median }
        return interval
    }

    /// Why it never fires: what was found out, with "it" for the name that stands before.
    private func reason(_ timer: TimerSummary) -> String {
        guard let finding = report.analysis.findings.first(where: { $0.subject == timer.entity }) else {
            return timer.due == 0 ? ": nothing was due" : ""
        }
        let name = timer.name + " "
        return ": "
            + (finding.message.hasPrefix(name) ? "it " + finding.message.dropFirst(name.count) : finding.message)
    }

    /// What was asked for, where a hundredth or more lies between that and the truth.
    private func asked(_ timer: TimerSummary, _ median: Int64) -> String {
        guard let interval = timer.requested?.scaled(1), interval > 0, !isSteady(timer) else { return "" }
        return " instead of \(DurationText.format(interval))"
    }

    private func punctuality(_ timer: TimerSummary) -> String? {
        guard let late = timer.waiting?.max ?? timer.stepLateness?.max else { return nil }
        if late == 0 { return timer.isChain ? nil : "on time" }
        return timer.fired == 1 ? "\(DurationText.format(late)) late" : "at most \(DurationText.format(late)) late"
    }

    /// What made it wait; nil when nothing but the wake-up did.
    private func mainCause(_ timer: TimerSummary) -> String? {
        guard let share = report.attribution(of: timer.entity)?.shares.first else { return nil }
        let part =
            share.percent == 100 && timer.fired == 1 ? "" : ", \(share.percent)\(HeaderSection.tie)% of the waiting"
        let culprit = report.trace.entity(share.culprit)?.name
        switch share.cause {
        case .ownCallback:
            return "its own callback\(timer.callback.map(HeaderSection.length) ?? " runs on")\(part)"
        case .otherWork: return "\(culprit ?? "other work") keeps it waiting\(part)"
        case .modeNotRun: return "its mode is not run\(part)"
        case .tolerance: return "its tolerance is used\(part)"
        case .systemSlept: return "the system slept\(part)"
        case .background: return "the app was in the background\(part)"
        case .suspended: return "it was suspended\(part)"
        case .loopNotRunning: return "its run loop did not run\(part)"
        case .disposed: return "then it was disposed of\(part)"
        case .wakeUp: return nil
        }
    }

    /// The mean where all take about as long, else the longest: it is the long ones that make a timer wait.
    private static func length(of callback: Spread) -> String {
        let isEven = Int128(callback.max - callback.mean) * 100 <= Int128(callback.max)
        return " takes \(isEven ? "" : "up to ")\(DurationText.format(isEven ? callback.mean : callback.max))"
    }

    /// A space at which no line ends; printed as an ordinary one.
    private static let tie: Character = "\u{A0}"

    private func wrapped(_ text: String, to width: Int) -> [String] {
        DisplayWidth.wrapped(text, to: width).map { line in
            String(line.map { $0 == HeaderSection.tie ? " " : $0 })
        }
    }
}

/// The end of a simulated process in one line: when, why, and the step that led to it.
struct CrashLine {
    let text: String

    init?(report: RunReport) {
        guard let crash = report.analysis.crash else { return nil }
        let place = report.place(crash.place).map { " (\($0))" } ?? ""
        text = "✗ crashed at \(DurationText.format(crash.time, digits: 6)): \(crash.reason)\(place)"
    }
}

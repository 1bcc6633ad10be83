import LabAnalysis
import LabRecording

/// A sentence on a timer without a finding: its pace, its worst episode or lateness, skipped points.
struct TimerSentence {
    private var statement: Statement
    var text: String { report.text(statement) }
    /// True if it kept its rhythm and skipped nothing.
    private(set) var isGood = true
    let report: RunReport
    let timer: TimerSummary

    init(_ timer: TimerSummary, in report: RunReport) {
        self.report = report
        self.timer = timer
        let isOne = timer.copies == 1
        statement = isOne ? "\(timer.name)" : "\(timer.name) (\(timer.copies) timers)"
        guard timer.fired > timer.firedManually else {
            statement +=
                timer.fired == 0 ? " never fire\(isOne ? "s" : "")" : " \(isOne ? "is" : "are") only fired manually"
            isGood = timer.due == 0
            if timer.fired == 1, timer.kind == .nstimer, report.trace.entity(timer.entity)?.timer?.repeats == false {
                statement += ", at \(at: timer.first ?? 0), which ended it: it does not repeat"
                return
            }
            let due = isOne ? report.analysis.firstPoint(of: timer.entity) ?? 0 : 0
            let isLater = due >= report.trace.duration && due < .max
            let rest: Statement = isLater ? ": it is due at \(at: due), after the end of the run" : ": nothing was due"
            if isGood { statement += ended.map { ": \($0), before it was due" } ?? rest }
            return
        }
        statement += pace
        let hold = timer.isMixed ? nil : report.trace.entity(timer.entity)?.timer?.frameHold
        if let hold { statement += " (held there by \(hold))" }
        let worst = isSteady ? timer.episodes.max { ($0.lost, $0.to - $0.from) < ($1.lost, $1.to - $1.from) } : nil
        if let worst, worst.reason?.cause != .tolerance || worst.lost > 0 {
            isGood = false
            statement += "; " + account(worst)
        } else {
            isGood = isSteady
            punctuality()
        }
        if timer.replacedDates > 0 {
            let times = timer.replacedDates > 1 ? " \(timer.replacedDates) times" : ""
            let replaced: Statement =
                made > 1
                ? "it was made \(made) times: one that is ended before it is due does not fire"
                : "its date was set again\(times) before it was due: the last one counts"
            statement += "; " + replaced
        }
        if timer.fired == 1, timer.firedAfterOwner ?? 0 > 0 {
            statement += "; all that it refers to is gone by then"
            isGood = isGood && report.failures == 0
        }
        if timer.kind == .displayLink, let rest = report.analysis.rest(of: timer.entity) {
            statement += "; \(kind: rest.by, or: "a step") paused it at \(at: rest.at), and nothing resumes it"
        }
        if report.verdicts.contains(where: { !$0.passed && $0.subject == timer.name }), made == 1, let ended {
            statement += "; " + ended
        }
        if timer.firedManually > 0 {
            statement += "; `fire` called it \(timer.firedManually, "more time") and left its dates as they are"
        }
        guard timer.skipped > 0 else { return }
        isGood = false
        statement += "; \(timer.skipped) of \(timer.due) due points skipped"
    }

    private var made: Int64 { report.analysis.life(of: timer.entity)?.made ?? report.analysis.made(timer.entity) }

    private var ended: Statement? {
        report.analysis.end(of: timer.entity).map { "\(kind: $0.by, or: "a step") ended it at \(at: $0.at)" }
    }

    /// Adds the lag of a chain, the drift, and the lateness with its main cause.
    private mutating func punctuality() {
        var facts: [Statement] = []
        if let drift = timer.drift, case .value = drift.verdict { facts.append("drifting by \(drift.text())") }
        if timer.isChain, let lag = timer.lag, lag > 0 {
            facts.append("\(ShortNumber.duration(lag)) behind at the end")
        }
        // A point that still waits at the end is not late yet.
        let late = (timer.isLongestOpen ? nil : timer.waiting?.max) ?? timer.lateness?.max
        if let late, late > 0 {
            facts.append("\(timer.fired == 1 ? "" : "at most ")\(ShortNumber.duration(late)) late")
        } else if facts.isEmpty, timer.skipped == 0 {
            statement += late == nil ? "" : timer.fired == 1 ? ", on time" : ": always on time"
            return
        }
        for fact in facts { statement += ", " + fact }
        guard let share = report.analysis.shares(of: timer.entity).first, share.cause != .wakeUp else { return }
        statement += ": " + words(share.reason, 0..<(timer.last ?? report.trace.duration))
    }

    /// The requested interval if it is kept on average or mostly, else the mean; without one the number of firings.
    private var pace: Statement {
        let verb = " fire\(timer.copies > 1 ? "" : "s")"
        if timer.fired == 1 { return "\(verb) once, at \(at: timer.first ?? 0)" }
        let count: Statement = "\(verb) \(timer.fired) times"
        guard timer.copies == 1, let asked = timer.requested?.scaled(1), let spread = timer.interval else {
            return count
        }
        if timer.schedules > 1, timer.isMixed || !isSteady { return "\(count), on \(timer.schedules) schedules" }
        guard let mean = timer.every else { return count }
        // An interval that was guessed from a log was not requested.
        let isGuessed = report.log?.timers.contains { $0.name == timer.name && $0.facts.source != .given } ?? false
        if isSteady { return "\(verb) every \(ns: timer.isChain || asked == 0 ? spread.p50 : asked)" }
        let wanted: Statement = isGuessed ? "" : " instead of \(ns: asked)"
        return "\(verb) every \(ShortNumber.duration(mean))\(wanted)"
    }

    /// True if it keeps the requested interval to a hundredth, mostly or, on a grid, on average; `fire` does not count.
    private var isSteady: Bool {
        if timer.firedManually > 0, !timer.isChain, timer.skipped == 0 { return true }
        func isAsked(_ interval: Int64?) -> Bool {
            guard let asked = timer.requested?.scaled(1), asked > 0, let interval else { return true }
            return (Int128(interval) - Int128(asked)).magnitude * 100 < UInt128(asked)
        }
        return isAsked(timer.interval?.p50) || !timer.isChain && isAsked(timer.interval?.mean)
    }

    private func words(_ reason: Reason, _ during: Range<Int64>) -> Statement {
        CauseWords(timer, report.trace, report.analysis).placed(reason, during)
    }

    /// `silent from 1.5 s to 3.7 s: event 1 runs the tracking mode, which it is not in (tracking.toml:26)`.
    private func account(_ episode: Episode) -> Statement {
        // Within its tolerance a timer keeps its rhythm.
        let isTolerated = episode.reason?.cause == .tolerance && episode.lost == 0
        var text: Statement = episode.isSilent ? "silent " : isTolerated ? "late " : "out of rhythm "
        if episode.from > 0 {
            text += "from \(ns: episode.from) to "
        } else if !episode.isOpen {
            text += "until "
        }
        text += episode.isOpen ? "the end" : "\(ns: episode.to)"
        // Neither a tolerance nor a wake-up lasts to the end.
        guard let reason = episode.reason, !episode.isOpen || ![.tolerance, .wakeUp].contains(reason.cause) else {
            return text
        }
        return text + ": " + words(reason, episode.from..<episode.to)
    }

    /// `a step of +15 s at 20 s: the system sleeps`.
    private func account(_ step: LagStep) -> Statement {
        let sign = step.size < 0 ? "-" : "+"
        let text: Statement = "a step of \(sign)\(ns: Int64(clamping: step.size.magnitude)) at \(ns: step.at)"
        guard let reason = step.reason else { return text }
        return text + ": " + words(reason, step.at..<Int64.max)
    }

    /// The most lines, the longest first; the rest are counted.
    private static let mostShown = 3

    var departures: [String] {
        var lines = timer.steps.prefix(Self.mostShown).map { step in
            (report.trace.entity(step.timer)?.name ?? timer.name) + ": " + report.text(account(step))
        }
        func append(_ statement: Statement) { lines.append(timer.name + ": " + report.text(statement)) }
        let steps = timer.steps.count - Self.mostShown
        if steps > 0 { append("\(steps, "more step")") }
        if timer.copies > 1 {
            if timer.episodeCount > 0 { append("\(timer.episodeCount, "episode") in all copies") }
            return lines
        }
        // A log has its own lines about holds, with the possible causes.
        if report.log != nil { return lines }
        let worst = timer.episodes.longest(Self.mostShown)
        for episode in worst {
            append(account(episode) + (episode.lost > 0 ? "; \(episode.lost, "point") skipped" : ""))
        }
        if let last = timer.notBack { append("behind by \(ns: last.size) since \(ns: last.at), not back at the end") }
        let rest = timer.episodeCount - Int64(worst.count)
        if rest > 0 { append("\(rest, "more episode")") }
        return lines
    }
}

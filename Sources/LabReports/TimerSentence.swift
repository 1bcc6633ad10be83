import LabAnalysis
import LabCatalogue
import LabExactTime
import LabRecording

/// The schedule of a timer in one sentence: the median interval, the worst episode with its cause and line, and the
/// skipped points.
struct TimerSentence {
    private(set) var text: String
    /// True if it kept its rhythm and skipped nothing.
    private(set) var isGood = true
    /// The place of the cause that it names.
    private(set) var place = 0..<0
    /// The cause that it names first.
    private(set) var named: (cause: Cause, culprit: EntityID)?
    /// The episode that it tells.
    private(set) var episode: Episode?
    /// The findings with the same message in other words.
    private(set) var codes: [FindingCode] = []
    let report: RunReport
    let timer: TimerSummary
    /// The causes, the most important one first.
    private let shares: [CauseShare]

    init(_ timer: TimerSummary, in report: RunReport) {
        self.report = report
        self.timer = timer
        shares = report.attribution(of: timer.entity)?.shares ?? []
        text = timer.copies > 1 ? "\(timer.name) (\(timer.copies) timers)" : timer.name
        if timer.fired == timer.firedManually {
            never()
        } else if timer.isChain, timer.copies == 1 {
            chain()
        } else if timer.fired == 1 {
            once()
        } else {
            rhythm()
        }
    }

    /// True if it already has the message of a finding; for copies it is about each of them.
    func tells(_ finding: Finding) -> Bool {
        isAboutTimer(finding) && (codes.contains(finding.code) || codes.isEmpty && timer.copies > 1 && !isGood)
    }

    private func isAboutTimer(_ finding: Finding) -> Bool {
        finding.subject == timer.entity || report.trace.entity(finding.subject)?.group == timer.entity
    }

    /// The reason why it never fires, with "it" for the name before.
    private mutating func never() {
        let isOne = timer.copies == 1
        text += timer.fired == 0 ? " never fire\(isOne ? "s" : "")" : " \(isOne ? "is" : "are") only fired manually"
        isGood = timer.due == 0
        let found = report.analysis.findings.filter(isAboutTimer)
        guard let finding = found.first(where: { $0.harm == .neverRuns }) ?? found.first else {
            if isGood { text += ": nothing was due" }
            return
        }
        write(finding, after: ": ")
    }

    /// Adds the sentence of a finding, with "it" for the name after another sentence.
    private mutating func write(_ finding: Finding, after mark: String, isNamed: Bool = true) {
        (isGood, codes) = (false, [finding.code])
        let name = report.trace.name(finding.subject) + " "
        let isNamed = isNamed && finding.message.hasPrefix(name)
        text += mark + (isNamed ? "it " + finding.message.dropFirst(name.count) : finding.message)
        point(at: finding.place)
    }

    /// Adds a fact that no figure shows; true if there is one.
    private mutating func tellHidden() -> Bool {
        let found = report.analysis.findings.first { Self.hidden.contains($0.code) && isAboutTimer($0) }
        if let found { write(found, after: "; ", isNamed: timer.copies == 1) }
        return found != nil
    }

    /// The findings that no figure shows, about a timer that keeps its rhythm.
    private static let hidden = [FindingCode.wallClockSet, .startedTwice, .swallowedCancellation, .madeAnew]

    /// `: each second takes 1.1 s (+10 %): it re-arms after its work; after 60 s it is 5.3 s behind, 5 ticks fewer`.
    private mutating func chain() {
        let behind = timer.lag ?? 0
        codes = [FindingCode.relativeDrift]
        let cause = shares.first
        named = cause.map { ($0.cause, $0.culprit) }
        if timer.isDrifting, let drift = timer.drift, let parts = drift.partsPerBillion {
            isGood = false
            let second: Int64 = 1_000_000_000
            let pace =
                parts >= 10_000_000
                ? "each second takes \(DurationText.format(second &+ parts))"
                : "falls behind by \(DurationText.format(parts)) a second"
            text += ": \(pace) (\(drift.text()))"
        } else if behind <= 0 || timer.fired == 1 {
            return timer.fired == 1 ? once() : rhythm()
        } else {
            isGood = timer.skipped == 0
            text += pace
        }
        if let cause, [.systemSlept, .background, .suspended].contains(cause.cause) {
            codes = cause.cause.codes
            text += ": " + words(cause.cause, cause.culprit, 0..<report.trace.header.duration)
        } else {
            text += cause?.cause == .ownCallback ? ": it re-arms after its work" : ": it re-arms after each callback"
        }
        point(at: cause?.place ?? 0..<0)
        let duration = report.trace.header.duration
        // A timer that was cancelled before.
        let end = report.analysis.end(of: timer.entity).flatMap { $0 < duration && $0 >= timer.last ?? 0 ? $0 : nil }
        text += "; after \(DurationText.format(end ?? duration))\(end == nil ? "" : ", when it ends,") it is "
        text += "\(DurationText.format(behind)) behind"
        if timer.skipped > 0 { text += ", \(Plural.of(timer.skipped, "tick")) fewer" }
        guard let longest = shares.max(by: { $0.nanoseconds < $1.nanoseconds }), longest != cause else { return }
        text += "; \(longest.percent) % of the lag: " + words(longest.cause, longest.culprit, 0..<duration)
        text += report.placed(longest.place)
    }

    /// True also for an episode without a cause.
    private func isOfMainCause(_ episode: Episode) -> Bool {
        guard let cause = episode.cause, let main = shares.first else { return true }
        return main.cause == cause && main.culprit == episode.culprit
    }

    private mutating func once() {
        text += " fire\(timer.copies > 1 ? "" : "s") once, at \(DurationText.format(timer.first ?? 0, digits: 6))"
        let late = timer.lateness?.max
        if late == 0, tellHidden() { return }
        if let late { text += late == 0 ? ", on time" : ", \(short(late)) late" }
        // For a timer that is on time, the cause of its skipped points.
        if late == 0 { lose() }
        if late != 0 || timer.skipped > 0 { tellMainCause(ofLoss: late == 0) }
        if late != 0 { lose() }
    }

    private mutating func rhythm() {
        text += pace
        let isSteady = isSteady || isRescheduled
        let worst = timer.episodes.filter(isOfMainCause)
            .max { ($0.lost, $0.to - $0.from) < ($1.lost, $1.to - $1.from) }
        if isSteady, timer.skipped == 0, worst?.cause == .tolerance {
            punctuality()
        } else if isSteady, let worst {
            (isGood, episode) = (false, worst)
            text += "; " + account(worst)
            (codes, place) = (worst.cause?.codes ?? [], worst.place)
            named = worst.cause.map { ($0, worst.culprit) }
            if timer.skipped > worst.lost, worst.lost > 0 {
                text += "; \(Plural.of(worst.lost, "point")) skipped then, \(timer.skipped) of \(timer.due) in all"
                return
            }
            if timer.skipped > worst.lost { return lose() }
            if worst.lost > 0 { text += "; \(Plural.of(worst.lost, "point")) skipped" }
        } else if timer.skipped > 0 || !isSteady {
            (isGood, episode) = (false, timer.episodeCount == 1 ? worst : nil)
            let isOfLoss = isSteady || shares.first.map { $0.lost > 0 && $0.lost < timer.skipped } ?? false
            if isOfLoss { lose() }
            tellMainCause(ofLoss: isOfLoss)
            if isOfLoss, let second = shares.dropFirst().first, second.lost > 0 {
                text += ", and \(second.lost): " + words(second.cause, second.culprit, 0..<report.trace.header.duration)
                text += report.placed(second.place)
            }
            if codes.isEmpty { _ = tellHidden() }
            if !isOfLoss { lose() }
        } else {
            punctuality()
        }
    }

    /// The sentence of a timer that keeps its rhythm.
    private mutating func punctuality() {
        if tellHidden() { return }
        // A point that still waits at the end is not late yet.
        let late = (timer.isLongestOpen ? nil : timer.waiting?.max) ?? timer.lateness?.max
        var drifts = false
        if let drift = timer.drift, case .value = drift.verdict {
            drifts = true
            text += ", drifting by " + drift.text()
        }
        guard let late else { return }
        if late == 0, !drifts {
            text += ": always on time"
            return
        }
        text += ", at most \(short(late)) late"
        tellMainCause()
    }

    private mutating func lose() {
        guard timer.skipped > 0 else { return }
        isGood = false
        // A mechanism that queues its points would still serve those after the end of the run.
        let isQueued = report.trace.entity(timer.entity)?.timer?.passedPoints == .queued
        let waits = isQueued && timer.openPoints >= timer.skipped
        text += "; \(timer.skipped) of \(timer.due) due points " + (waits ? "still wait at the end" : "skipped")
    }

    // MARK: The interval

    /// The requested interval if it is kept on average or mostly; else the mean. Without an interval, the number of
    /// firings.
    private var pace: String {
        let count = " fire\(timer.copies > 1 ? "" : "s") \(timer.fired) times"
        guard timer.copies == 1, timer.requested != nil, let spread = timer.interval else { return count }
        if isRescheduled { return "\(count), on \(timer.schedules) schedules" }
        return timer.every.map { " fires every " + interval($0, spread.p50) } ?? count
    }

    private func interval(_ mean: Int64, _ median: Int64) -> String {
        // An interval that was guessed from a log was not requested.
        let isGuessed = report.log?.timers.contains { $0.name == timer.name && $0.facts.source != .given } ?? false
        guard let asked = timer.requested?.scaled(1), asked > 0, !isGuessed || isSteady else { return short(mean) }
        if isSteady { return DurationText.format(timer.isChain || isGuessed ? median : asked) }
        return short(mean) + " instead of \(DurationText.format(asked))"
    }

    /// Three digits; what a simulation knows beyond them is noise.
    private func short(_ time: Int64) -> String { ShortNumber.duration(time) }

    /// True if it keeps the requested interval, mostly or, on a grid, on average.
    private var isSteady: Bool { isMedianSteady || !timer.isChain && isAsked(timer.interval?.mean) }

    /// True if the timer was rescheduled; its first interval then says little.
    private var isRescheduled: Bool { timer.copies == 1 && timer.schedules > 1 && (timer.isMixed || !isSteady) }

    private var isMedianSteady: Bool { isAsked(timer.interval?.p50) }

    /// True if an interval is the requested one, to a hundredth.
    private func isAsked(_ interval: Int64?) -> Bool {
        guard let asked = timer.requested?.scaled(1), asked > 0, let interval else { return true }
        return (Int128(interval) - Int128(asked)).magnitude * 100 < UInt128(asked)
    }

    // MARK: Causes

    private mutating func point(at place: Range<Int>) {
        self.place = place
        text += report.placed(place)
    }

    /// The cause of the wait, or of most skipped points; nothing if it is only the wake-up.
    private mutating func tellMainCause(ofLoss: Bool = false) {
        let loser = ofLoss ? shares.first.flatMap { $0.lost > 0 ? $0 : nil } : nil
        guard let share = shares.first, share.cause != .wakeUp else {
            if timer.skipped > 0, let endlessWait { text += endlessWait }
            return
        }
        (codes, named) = (share.cause.codes, (share.cause, share.culprit))
        if let loser {
            text += loser.lost < timer.skipped ? ", \(loser.lost) of them: " : ": "
        } else {
            text += share.percent < 100 ? "; \(share.percent) % of the waiting: " : ": "
        }
        text += words(share.cause, share.culprit, 0..<report.trace.header.duration)
        point(at: share.place)
    }

    private var endlessWait: String? {
        let deadlock = report.analysis.findings.first { $0.code == .deadlock }
        return deadlock.map { ": a thread waits for ever" + report.placed($0.place) }
    }

    func words(_ cause: Cause, _ culprit: EntityID, _ during: Range<Int64>) -> String {
        CauseWords(timer, report.trace, report.analysis).text(cause, culprit, during)
    }

    /// `silent from 1.5 s to 3.7 s: event 1 runs the tracking mode, which it is not in (tracking.toml:26)`.
    func account(_ episode: Episode) -> String {
        // Within its tolerance a timer keeps its rhythm.
        let isTolerated = episode.cause == .tolerance && episode.lost == 0
        var text = episode.isSilent ? "silent " : isTolerated ? "late " : "out of rhythm "
        if episode.from > 0 {
            text += "from \(DurationText.format(episode.from)) to "
        } else if !episode.isOpen {
            text += "until "
        }
        text += episode.isOpen ? "the end" : DurationText.format(episode.to)
        // Neither a tolerance nor a wake-up lasts to the end.
        if episode.isOpen, [nil, .tolerance, .wakeUp].contains(episode.cause), let endlessWait {
            return text + endlessWait
        }
        guard let cause = episode.cause else { return text }
        let found = report.analysis.findings.first { $0.code == .runReturned && isAboutTimer($0) }
        if cause == .loopNotRunning, let found {
            return text + ": its run loop is not run again" + report.placed(found.place)
        }
        return text + ": " + words(cause, episode.culprit, episode.from..<episode.to) + report.placed(episode.place)
    }
}

extension Cause {
    /// The findings that name it as the cause.
    var codes: [FindingCode] { rules.map(\.code) }

    private var rules: [FindingRule] {
        switch self {
        case .ownCallback: [.ownCallback, .frameOutlasted]
        case .otherWork, .awaiting: [.otherWork]
        case .modeNotRun: [.modeNotRun]
        case .tolerance: [.toleranceUsed, .defaultLeeway]
        case .systemSlept: [.systemSlept]
        case .background: [.inBackground]
        case .suspended: [.suspended]
        case .disposed: [.sourceWithoutOwner]
        case .loopNotRunning: [.runReturned]
        case .notAdded, .wakeUp, .rampUp: []
        }
    }
}

extension RunReport {
    /// The sentences that name another cause than the first row of their timers' causes; none, by a law.
    package var disagreeingHeadlines: [String] {
        shownTimers.compactMap { timer in
            let sentence = TimerSentence(timer, in: self)
            guard let named = sentence.named else { return nil }
            let first = attribution(of: timer.entity)?.shares.first
            return first?.cause == named.cause && first?.culprit == named.culprit ? nil : sentence.text
        }
    }
}

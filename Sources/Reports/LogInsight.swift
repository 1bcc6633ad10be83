import Analysis
import ExactTime
import Expectations
import Recording

/// What is to be said about an imported log beside its figures.
package struct LogInsight: Sendable, Hashable {
    /// Something odd that was found and mended, or that limits what can be told.
    package struct Note: Sendable, Hashable {
        /// A word for programs: `daylight-saving`.
        package var kind: String
        /// The line of the log, from 1; nil when it is about no line in particular.
        package var line: Int?
        package var message: String
        package var count: Int

        package init(kind: String, line: Int? = nil, message: String, count: Int = 1) {
            (self.kind, self.line, self.message, self.count) = (kind, line, message, count)
        }
    }

    /// One timer of the log.
    package struct Timer: Sendable, Hashable {
        package var name: String
        /// Whether the interval was told; otherwise it was inferred.
        package var isIntervalGiven: Bool
        /// ns; nil when none could be inferred.
        package var interval: Rational?
        /// nil for a timer with fewer than three lines.
        package var verdict: MechanismVerdict?
        package var holds: LogHolds

        package init(
            name: String, isIntervalGiven: Bool, interval: Rational?, verdict: MechanismVerdict?,
            holds: LogHolds = LogHolds()
        ) {
            (self.name, self.isIntervalGiven, self.interval) = (name, isIntervalGiven, interval)
            (self.verdict, self.holds) = (verdict, holds)
        }
    }

    /// How its lines are written.
    package var style: String
    package var lineCount: Int
    package var firingCount: Int
    package var notes: [Note]
    package var timers: [Timer]
    /// What was expected and a log cannot decide.
    package var undecided: [Verdict] = []

    package init(style: String, lineCount: Int, firingCount: Int, notes: [Note], timers: [Timer]) {
        (self.style, self.lineCount, self.firingCount) = (style, lineCount, firingCount)
        (self.notes, self.timers) = (notes, timers)
    }
}

/// How the log was read, and what is odd about it.
struct LogNoteSection: ReportSection {
    let report: RunReport

    let title = "Log"
    var note: String {
        guard let log = report.log else { return "" }
        return "\(log.style), \(Plural.of(log.lineCount, "line")), "
            + "\(Plural.of(log.firingCount, "firing")) of \(Plural.of(log.timers.count, "timer"))"
    }

    func blocks(width: Int) -> [ReportBlock] {
        guard let log = report.log else { return [] }
        var items = [
            ReportItem(
                "A line is written after the work of its callback, so the true firings come earlier by that work. "
                    + "Lateness is told against the grid on which no line is early; the log's own seconds start with "
                    + "the first line.", .faint)
        ]
        for timer in log.timers where !timer.isIntervalGiven {
            let interval = timer.interval?.scaled(1).map { "about \(LogNoteSection.threeDigits($0)) (guessed)" }
            let name = log.timers.count > 1 ? " of \(timer.name)" : ""
            items.append(ReportItem("the interval\(name) is \(interval ?? "unknown")"))
        }
        for timer in report.shownTimers {
            guard let offset = timer.logOffset, log.timers.count == 1 else { continue }
            items.append(
                ReportItem(
                    "against the first line: \(DurationText.format(offset.min)) … \(DurationText.format(offset.max))"))
        }
        items += log.notes.map { note in ReportItem((note.line.map { "line \($0): " } ?? "") + note.message, .warning) }
        return [.items(items)]
    }

    /// A duration with at least three digits: a guess is no round number, even if it is the roundest.
    static func threeDigits(_ nanoseconds: Int64) -> String {
        let text = DurationText.format(nanoseconds, digits: 2)
        guard let space = text.firstIndex(of: " ") else { return text }
        var number = String(text[..<space])
        let missing = 3 - number.count { $0.isNumber }
        if missing > 0 { number += (number.contains(".") ? "" : ".") + String(repeating: "0", count: missing) }
        return number + text[space...]
    }
}

/// Which kind of timer made the log, and what speaks for that.
struct MechanismSection: ReportSection {
    let report: RunReport

    let title = "Mechanism"

    func blocks(width: Int) -> [ReportBlock] {
        guard let log = report.log else { return [] }
        return [
            .items(
                log.timers.flatMap { timer -> [ReportItem] in
                    guard let verdict = timer.verdict else {
                        let why = timer.interval == nil ? "cannot tell: no rhythm found" : "too short to tell"
                        return [ReportItem("\(timer.name): \(why)", .faint)]
                    }
                    let head = ReportItem(
                        "\(timer.name): \(verdict.sentence)", verdict.kind == nil ? .warning : .strong)
                    return [head] + verdict.reasons.map { ReportItem(isPart: true, [.init(text: $0)]) }
                        + timer.holds.lines(timer.name).map { ReportItem($0) }
                })
        ]
    }
}

extension MechanismVerdict {
    /// The verdict in one sentence.
    var sentence: String {
        guard let kind else {
            let doubt = doubt ?? .undecided
            return doubt == .tooShort
                ? "\(doubt.title) (\(Plural.of(intervals, "interval")))" : "cannot tell: \(doubt.title)"
        }
        var text = "\(kind.title), \(kind.examples) (over \(MechanismVerdict.certainty) % sure)"
        if usualMultiple > 1 {
            text +=
                "; nearly every firing comes \(usualMultiple) intervals after the one before, so its callback "
                + "outlasts the interval"
        }
        return text
    }
}

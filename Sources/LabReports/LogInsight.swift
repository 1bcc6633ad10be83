import LabAnalysis
import LabExactTime
import LabExpectations
import LabLogImport

/// The facts about an imported log beside its figures.
package struct LogInsight {
    /// A timer of the log; it is counted if its lines are numbered without a gap.
    package typealias Timer = (name: String, facts: Identification, isCounted: Bool)

    /// The form of its lines, and the number of lines, firings and timers.
    fileprivate let size: String
    package var notes: [LogNote]
    package var timers: [Timer]
    /// The expectations that a log cannot decide.
    package var undecided: [Verdict] = []

    package init(_ log: LogReading, timers: [Timer]) {
        size =
            "\(log.style.rawValue), \(Plural.of(log.counts.lines, "line")), "
            + "\(Plural.of(log.firingCount, "firing")) of \(Plural.of(timers.count, "timer"))"
        (notes, self.timers) = (log.notes, timers)
    }
}

extension RunReport {
    /// The way the log was read, and its irregularities.
    var logSection: ReportSection {
        guard let log else { return ReportSection("Log", []) }
        var items = [
            ReportItem(
                "A line is written after the work of its callback, so the true firings come earlier by that work. "
                    + "Lateness is measured from the grid on which no line is early.", .faint)
        ]
        items += log.timers.filter { $0.facts.source != .given }.map { name, facts, _ in
            let time = facts.interval?.scaled(1).map { "about \(ShortNumber.duration($0))" }
            let interval = time.map { "\($0) (\(facts.source?.rawValue ?? ""))" } ?? "unknown"
            return ReportItem("the interval\(log.timers.count > 1 ? " of \(name)" : "") is \(interval)")
        }
        let offsets = log.timers.count == 1 ? shownTimers.compactMap(\.logOffset) : []
        items += offsets.map {
            ReportItem("against the first line: \(DurationText.format($0.min)) … \(DurationText.format($0.max))")
        }
        items += log.notes.map { note in ReportItem((note.line.map { "line \($0): " } ?? "") + note.message, .warning) }
        return ReportSection("Log", note: log.size, [.items(items)])
    }

    /// The kind of timer that made the log, and the evidence.
    var mechanismSection: ReportSection {
        let items = zip(log?.timers ?? [], analysis.timers).flatMap { timer, summary -> [ReportItem] in
            guard let verdict = timer.facts.verdict else {
                let why = timer.facts.interval == nil ? "cannot tell: no rhythm found" : "too short to tell"
                return [ReportItem("\(timer.name): \(why)", .faint)]
            }
            var head = ReportItem("\(timer.name): \(verdict.sentence)", verdict.kind == nil ? .warning : .strong)
            head.parts = verdict.reasons
            let drift = timer.facts.driftOfChain.map {
                let value = $0 == 0 ? "+0 %" : DriftEstimate.text(partsPerBillion: $0)
                return ReportItem("\(timer.name): drift +0 % if it keeps a grid, \(value) if it is armed again")
            }
            return [head] + (drift.map { [$0] } ?? []) + silences(of: timer, summary).map { ReportItem($0) }
        }
        return ReportSection("Mechanism", [.items(items)])
    }

    /// The longest few, then the causes of each kind once, since a log cannot tell which of them applies.
    private func silences(of timer: LogInsight.Timer, _ summary: TimerSummary) -> [String] {
        let shown = summary.episodes.longest(5)
        let epoch = trace.header.epoch
        // Stamps without a date have no time of day.
        var stamp = LogStamp(trace.header)
        var lines = shown.map {
            let stamps = epoch > 31_536_000_000_000_000 ? " (\(stamp.span($0.from, $0.to)))" : ""
            return "\(timer.name): \($0.silence)" + stamps
        }
        let more = summary.episodeCount - Int64(shown.count)
        if more > 0 { lines.append("\(timer.name): \(Plural.of(more, "more hold"))") }
        return lines + shown.compactMap(\.end).unique.map { $0.causes(isCounted: timer.isCounted) }
    }
}

extension MechanismVerdict {
    var sentence: String {
        guard let kind else {
            let doubt = doubt ?? .undecided
            return doubt == .tooShort
                ? "\(doubt.rawValue) (\(Plural.of(intervals, "interval")))" : "cannot tell: \(doubt.rawValue)"
        }
        let examples =
            switch kind {
            case .grid: "as a repeating NSTimer, a GCD timer or a display link"
            case .rescheduled: "as performSelector:afterDelay:, asyncAfter or a loop that sleeps"
            }
        var text = "\(kind.title), \(examples) (over \(Self.certainty) % sure)"
        if usualMultiple > 1 { text += "; nearly every firing comes \(usualMultiple) intervals after the one before" }
        return text
    }
}

extension Episode {
    /// A log's silence in words: `held from 2.197 s for 1.075 s, 10 points gone, back on the grid`.
    package var silence: String {
        let from = DurationText.format(from)
        if isOpen { return "silent from \(from) to the end" }
        // Before another grid, no log tells if points were due.
        let points = (end == .offGrid ? "up to " : "") + Plural.of(lost, "point")
        return "held from \(from) for \(DurationText.format(length)), \(points) gone"
            + (end.map { ", \($0.title)" } ?? "")
    }
}

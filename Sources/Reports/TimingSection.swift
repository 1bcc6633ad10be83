import Analysis
import ExactTime
import Recording

/// What each timer was asked for and what came of it, one row a timer; then its steps and episodes.
struct TimingSection: ReportSection {
    let report: RunReport

    let title = "Timing"
    let note = ""

    func blocks(width: Int) -> [ReportBlock] {
        let timers = report.shownTimers
        guard !timers.isEmpty else { return [] }
        let timing = TimingTable(report: report)
        let departures = timers.flatMap { EpisodeText(report: report, timer: $0).lines }
        return [
            .table(timing.table), .items((timing.onlyRates + departures).map { ReportItem($0) }),
            .legend(timing.legend),
        ].filter { !$0.isEmpty }
    }
}

/// The table of timing with its columns, each in one unit.
struct TimingTable {
    let report: RunReport

    private var timers: [TimerSummary] { report.shownTimers }

    /// A column, and its cell of a timer; `TextTable.blank` where it has none.
    private struct Column {
        var name: String
        var cell: (TimerSummary) -> StyledText
    }

    var table: TextTable {
        // One row's rates are told below it.
        let all = [("", counts), ("waiting ", waiting), ("", rearmed), ("", timers.count > 1 ? rates : [])]
        let groups = all.map { title, columns in
            // What no timer has is no column.
            var shown = columns.filter { column in timers.contains { column.cell($0) != TextTable.blank } }
            if !shown.isEmpty { shown[0].name = title + shown[0].name }
            return shown
        }.filter { !$0.isEmpty }
        var table = TextTable(rowTitle: "timer", groups: groups.map { .init(title: "", columns: $0.map(\.name)) })
        table.rows = timers.map { timer in
            var name = StyledText(timer.name)
            if timer.copies > 1 { name.append(" ×\(timer.copies)", .faint) }
            return TextTable.Row(name: name, cells: groups.map { $0.map { $0.cell(timer) } })
        }
        return table
    }

    private var counts: [Column] {
        let asked = DurationColumn(timers.map(requested), beside: timers.map(every), digits: 4)
        let intervals = DurationColumn(timers.map(every), beside: timers.map(requested))
        // What is as asked reads as it does there.
        let isAsAsked = timers.allSatisfy { every($0) == nil || every($0) == requested($0) }
        return [
            Column(name: "asked") { self.text(self.requested($0).map(asked.text)) },
            Column(name: "every") { self.text(self.every($0).map((isAsAsked ? asked : intervals).text), .strong) },
            Column(name: "fired") {
                StyledText(String($0.fired), $0.fired == 0 && $0.due > 0 ? .bad : .plain)
            },
            Column(name: "due") { StyledText(String($0.due)) },
            Column(name: "lost") { StyledText(String($0.skipped), $0.skipped > 0 ? .warning : .plain) },
        ]
    }

    private var waiting: [Column] {
        let waits = DurationColumn(
            timers.flatMap { [$0.waiting?.p50, $0.waiting?.p95, $0.waiting?.p99, $0.waiting?.max] }, digits: 4)
        return [
            Column(name: "p50") { self.text($0.waiting.flatMap { $0.count > 1 ? waits.text($0.p50) : nil }) },
            Column(name: "p95") { self.text(($0.waiting?.p95).map(waits.text)) },
            Column(name: "p99") { self.text(($0.waiting?.p99).map(waits.text)) },
            Column(name: "max") { timer in
                self.text((timer.waiting?.max).map { (timer.openPoints > 0 ? "≥ " : "") + waits.text($0) })
            },
        ]
    }

    private var rearmed: [Column] {
        let lags = DurationColumn(timers.filter(\.isChain).map { $0.lag?.last })
        let steps = DurationColumn(timers.filter(\.isChain).map { $0.stepLateness?.max })
        return [
            Column(name: "behind at end") { self.text($0.isChain ? ($0.lag?.last).map(lags.text) : nil) },
            Column(name: "step late max") {
                self.text($0.isChain ? ($0.stepLateness?.max).map(steps.text) : nil)
            },
        ]
    }

    private var rates: [Column] {
        let jitters = DurationColumn(timers.map { $0.jitter?.rms })
        return [
            Column(name: "drift") { self.text($0.drift?.text()) },
            Column(name: "jitter rms") { self.text(($0.jitter?.rms).map(jitters.text)) },
            Column(name: "wake-ups/s") { self.text($0.wakeUps.map { self.perSecond($0.alone + $0.shared) }) },
        ]
    }

    private func text(_ text: String?, _ role: TextRole = .plain) -> StyledText {
        text.map { StyledText($0, role) } ?? TextTable.blank
    }

    /// The rates of an only timer, which need no columns.
    var onlyRates: [String] {
        guard timers.count == 1, let timer = timers.first else { return [] }
        let rates = [
            timer.drift.flatMap { $0.text() == "–" ? nil : "drift " + $0.text(marksExact: true) },
            timer.jitter.map { "jitter \(DurationColumn([$0.rms]).text($0.rms)) rms" },
            timer.wakeUps.map { "\(perSecond($0.alone + $0.shared)) wake-ups a second" },
        ].compactMap { $0 }
        return rates.isEmpty ? [] : [rates.joined(separator: " · ")]
    }

    /// What is not plain about the columns.
    var legend: String {
        var lines: [String] = []
        let spreads = timers.compactMap(\.waiting)
        if !spreads.isEmpty {
            lines.append("waiting: from each due point to the next call")
            if spreads.contains(where: { $0.p95 == nil }) {
                lines.append("p95 needs 20 points, p99 100")
            } else if spreads.contains(where: { $0.p99 == nil }) {
                lines.append("p99 needs 100 points")
            }
        }
        if timers.contains(where: { $0.openPoints > 0 }) { lines.append("≥ nothing followed before the end") }
        if timers.contains(where: \.isChain) { lines.append("behind: a timer that re-arms after each call") }
        if timers.count > 1, timers.contains(where: { $0.wakeUps != nil }) {
            lines.append("\(perSecond(report.analysis.wakeUps)) wake-ups a second in all")
        }
        return lines.joined(separator: " · ")
    }

    private func requested(_ timer: TimerSummary) -> Int64? { timer.requested?.scaled(1) }

    /// The median interval; noise below a thousandth of what was asked for is not shown.
    private func every(_ timer: TimerSummary) -> Int64? {
        guard let median = timer.interval?.p50 else { return nil }
        guard let requested = requested(timer), (median &- requested).magnitude <= requested.magnitude / 1000 else {
            return median
        }
        return requested
    }

    private func perSecond(_ count: Int64) -> String {
        let seconds = max(1, report.trace.header.duration)
        let milli = UInt64(clamping: Int128(count) * 1_000_000_000_000 / Int128(seconds))
        return DurationText.decimal(milli, scale: 1000, digits: milli < 10_000 ? 2 : 0)
    }
}

/// Steps and episodes of a timer in words.
struct EpisodeText {
    let report: RunReport
    let timer: TimerSummary
    /// The one that the timer's sentence tells already.
    private var told: Episode? { TimerSentence(timer, in: report).episode }

    init(report: RunReport, timer: TimerSummary) {
        self.report = report
        self.timer = timer
    }

    /// The longest few; the rest are counted.
    private static let mostShown = 3

    var lines: [String] {
        var lines = timer.steps.prefix(EpisodeText.mostShown).map { step in
            "\(report.trace.entity(step.timer)?.name ?? timer.name): " + self.step(step)
        }
        if timer.copies > 1 {
            if timer.episodeCount > 0 {
                lines.append("\(timer.name): \(Plural.of(timer.episodeCount, "episode")) in all copies")
            }
            return lines
        }
        if timer.steps.count > EpisodeText.mostShown {
            lines.append("\(timer.name): \(timer.steps.count - EpisodeText.mostShown) more steps")
        }
        // What held a timer is told of a log line by line, with what may have done it.
        if report.log != nil { return lines }
        let worst = timer.episodes.sorted { ($0.to - $0.from, $1.from) > ($1.to - $1.from, $0.from) }
            .prefix(EpisodeText.mostShown).sorted { $0.from < $1.from }
        lines += worst.filter { $0 != told }.map { "\(timer.name): " + episode($0) }
        if let last = timer.notBack {
            lines.append(
                "\(timer.name): behind by \(DurationText.format(last.size)) since \(DurationText.format(last.at)), "
                    + "not back at the end")
        }
        let rest = timer.episodeCount - Int64(worst.count)
        if rest > 0 { lines.append("\(timer.name): \(Plural.of(rest, "more episode"))") }
        return lines
    }

    /// `a step of +15 s at 20 s: system slept`.
    private func step(_ step: LagStep) -> String {
        let sign = step.size < 0 ? "-" : "+"
        let size = sign + DurationText.format(Int64(clamping: step.size.magnitude))
        return "a step of \(size) at \(DurationText.format(step.at))" + reason(step.cause, step.culprit, step.place)
    }

    /// `silent from 1.5 s to 3.7 s, 3 points lost: mode not run, event 1 (tracking.toml:26)`.
    private func episode(_ episode: Episode) -> String {
        let end = episode.isOpen ? "to the end" : "to \(DurationText.format(episode.to))"
        let lost = episode.lost > 0 ? ", \(Plural.of(episode.lost, "point")) lost" : ""
        return (episode.isSilent ? "silent" : "out of rhythm")
            + " from \(DurationText.format(episode.from)) \(end)\(lost)"
            + reason(episode.cause, episode.culprit, episode.place)
    }

    private func reason(_ cause: Cause?, _ culprit: EntityID, _ place: Range<Int>) -> String {
        guard let cause else { return "" }
        let who = culprit == timer.entity ? nil : report.trace.entity(culprit)?.name
        return ": " + [cause.title, who].compactMap { $0 }.joined(separator: ", ")
            + (report.place(place).map { " (\($0))" } ?? "")
    }
}

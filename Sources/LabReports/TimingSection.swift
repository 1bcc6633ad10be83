import LabAnalysis
import LabExactTime

extension RunReport {
    /// The schedule of each timer and its result, one row a timer; in detail also steps, episodes and causes.
    var timingSection: PlainSection {
        let timers = shownTimers
        guard !timers.isEmpty else { return PlainSection("Timing", []) }
        let timing = TimingTable(report: self)
        let departures = isDetailed ? timers.flatMap { TimerSentence($0, in: self).departures } : []
        return PlainSection(
            "Timing", [.table(timing.table), .items(departures.map { ReportItem($0) }), .legend(timing.legend)])
    }

    /// The share of each cause in the waiting of each timer.
    var causeSection: PlainSection {
        let rows = attributions.flatMap { attribution in
            attribution.shares.map { share -> [StyledText] in
                let percent = share.percent == 0 && share.nanoseconds > 0 ? "<1 %" : "\(share.percent) %"
                let who = share.culprit == attribution.timer ? nil : trace.entity(share.culprit)?.name
                let quote = source.text(of: share.place)
                return [
                    StyledText(trace.name(attribution.timer)), StyledText(percent),
                    StyledText(share.lost > 0 ? "\(share.lost) skipped" : ""),
                    StyledText(share.cause.title + (who.map { ", " + $0 } ?? "")),
                    StyledText(quote.hasPrefix("[[") ? "" : quote, .code), StyledText(placed(share.place), .faint),
                ]
            }
        }
        return PlainSection(
            "Causes", [.grid(heads: ["timer", "waiting", "skipped", "cause", "step", "line"], rows: rows)])
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
        let all = [("", counts), ("waiting ", waiting), ("", rearmed), ("", rates)]
        let groups = all.map { title, columns in
            // A figure that no timer has gets no column.
            var shown = columns.filter { column in timers.contains { column.cell($0) != TextTable.blank } }
            if !shown.isEmpty { shown[0].name = title + shown[0].name }
            return shown
        }.filter { !$0.isEmpty }
        var table = TextTable(rowTitle: "timer", groups: groups.map { .init(columns: $0.map(\.name)) })
        table.rows = timers.map { timer in
            var name = StyledText(timer.name)
            if timer.copies > 1 { name.append(" ×\(timer.copies)", .faint) }
            return TextTable.Row(name: name, cells: groups.map { $0.map { $0.cell(timer) } })
        }
        return table
    }

    private var counts: [Column] {
        let asked = DurationColumn(timers.map(requested), beside: timers.map(\.every), digits: 4)
        let intervals = DurationColumn(timers.map(\.every), beside: timers.map(requested))
        // A value that equals the requested one has the same text.
        let isAsAsked = timers.allSatisfy { $0.every == nil || $0.every == requested($0) }
        return [
            Column(name: "asked") { self.text(self.requested($0).map(asked.text)) },
            Column(name: "every") { self.text($0.every.map((isAsAsked ? asked : intervals).text), .strong) },
            Column(name: "fired") { StyledText(String($0.fired), $0.fired == 0 && $0.due > 0 ? .bad : .plain) },
            Column(name: "due") { self.text($0.hasSchedule ? String($0.due) : nil) },
            Column(name: "skipped") {
                self.text($0.hasSchedule ? String($0.skipped) : nil, $0.skipped > 0 ? .warning : .plain)
            },
        ]
    }

    private var waiting: [Column] {
        let waits = DurationColumn(
            timers.flatMap {
                [$0.waiting?.p50, $0.waiting?.max] + (report.isDetailed ? [$0.waiting?.p95, $0.waiting?.p99] : [])
            }, digits: 4)
        // Points without a later call wait at least so long.
        func percentile(_ timer: TimerSummary, _ value: Int64?) -> StyledText {
            text(value.map { (timer.openPoints == timer.waiting?.count ? "≥ " : "") + waits.text($0) })
        }
        let further = [
            Column(name: "p95") { percentile($0, $0.waiting?.p95) },
            Column(name: "p99") { percentile($0, $0.waiting?.p99) },
        ]
        return [Column(name: "p50") { percentile($0, $0.waiting.flatMap { $0.count > 1 ? $0.p50 : nil }) }]
            + (report.isDetailed ? further : []) + [
                Column(name: "max") { timer in
                    self.text((timer.waiting?.max).map { (timer.isLongestOpen ? "≥ " : "") + waits.text($0) })
                }
            ]
    }

    private var rearmed: [Column] {
        let lags = DurationColumn(timers.filter(\.isChain).map { $0.lag })
        let steps = DurationColumn(timers.filter(\.isChain).map { $0.lateness?.max })
        return [
            Column(name: "behind at end") { self.text($0.isChain ? $0.lag.map(lags.text) : nil) },
            Column(name: "late max") { self.text($0.isChain ? ($0.lateness?.max).map(steps.text) : nil) },
        ]
    }

    private var rates: [Column] {
        let jitters = DurationColumn(timers.map { $0.jitter?.rms })
        let drift = Column(name: "drift") { self.text($0.drift?.text(isShort: !report.isDetailed)) }
        return !report.isDetailed
            ? [drift]
            : [
                drift, Column(name: "jitter rms") { self.text(($0.jitter?.rms).map(jitters.text)) },
                Column(name: "wake-ups/\(isSlow ? "h" : "s")") {
                    self.text($0.wakeUps.map { self.rate($0.alone + $0.shared, isSlow) })
                },
            ]
    }

    private func text(_ text: String?, _ role: TextRole = .plain) -> StyledText {
        text.map { StyledText($0, role) } ?? TextTable.blank
    }

    /// Explains columns whose names do not.
    var legend: String {
        var lines: [String] = []
        if report.isDetailed, timers.contains(where: { $0.waiting != nil }) {
            lines.append("waiting: from each due point to the next call; p95 needs 20 points, p99 100")
        }
        if timers.contains(where: \.isLongestOpen) { lines.append("≥ nothing followed before the end") }
        if report.isDetailed, timers.contains(where: \.isChain) {
            lines.append("due, skipped, behind: re-armed after each call, against the grid asked for")
        }
        if report.isDetailed, timers.contains(where: { $0.wakeUps != nil }) {
            let threads = report.analysis.wakeUpsByThread.map {
                "\(rate($0.count, isSlow)) on \(report.trace.name($0.thread))"
            }
            let all = report.analysis.timers
            let apart = all.compactMap(\.wakeUps).reduce(0) { $0 + $1.alone + $1.shared }
            let isTolerant = all.contains {
                $0.wakeUps?.shared ?? 0 > 0 && report.trace.entity($0.entity)?.timer?.tolerance ?? 0 > 0
            }
            // For copies only the total is known.
            let isSaved = isTolerant && apart > report.analysis.wakeUps && all.allSatisfy { $0.copies == 1 }
            lines.append(
                wakeUps(report.analysis.wakeUps) + " in all"
                    + (isSaved ? ", \(rate(apart, isSlow)) if none were shared" : "")
                    + ((2...4).contains(threads.count) ? ": " + threads.joined(separator: ", ") : ""))
        }
        return lines.joined(separator: " · ")
    }

    private func requested(_ timer: TimerSummary) -> Int64? { timer.requested?.scaled(1) }

    private func wakeUps(_ count: Int64) -> String {
        let rate = rate(count, isSlow)
        return "\(rate) wake-up\(rate == "1" ? "" : "s") \(isSlow ? "an hour" : "a second")"
    }

    /// Few wake-ups, less than one in ten seconds, are counted by the hour.
    private var isSlow: Bool {
        Int128(report.analysis.wakeUps) * 10_000_000_000 < Int128(report.trace.header.duration)
    }

    private func rate(_ count: Int64, _ isSlow: Bool) -> String {
        let time = Int128(max(1, report.trace.header.duration))
        let milli = UInt64(clamping: Int128(count) * (isSlow ? 3600 : 1) * 1_000_000_000_000 / time)
        return DurationText.decimal(milli, scale: 1000, digits: milli < 10_000 ? 2 : 0)
    }
}

extension TimerSentence {
    /// `a step of +15 s at 20 s: the system sleeps`.
    private func account(_ step: LagStep) -> String {
        let size = (step.size < 0 ? "-" : "+") + DurationText.format(Int64(clamping: step.size.magnitude))
        let text = "a step of \(size) at \(DurationText.format(step.at))"
        guard let cause = step.cause else { return text }
        return text + ": " + words(cause, step.culprit, step.at..<Int64.max) + report.placed(step.place)
    }

    /// The most lines, the longest first; the rest are counted.
    private static let mostShown = 3

    /// The steps, and the episodes that the sentence leaves out.
    var departures: [String] {
        var lines = timer.steps.prefix(Self.mostShown).map { step in
            (report.trace.entity(step.timer)?.name ?? timer.name) + ": " + account(step)
        }
        func append(_ text: String) { lines.append(timer.name + ": " + text) }
        let steps = timer.steps.count - Self.mostShown
        if steps > 0 { append(Plural.of(steps, "more step")) }
        if timer.copies > 1 {
            if timer.episodeCount > 0 { append("\(Plural.of(timer.episodeCount, "episode")) in all copies") }
            return lines
        }
        // A log has its own lines about holds, with the possible causes.
        if report.log != nil { return lines }
        let worst = timer.episodes.sorted { ($0.to - $0.from, $1.from) > ($1.to - $1.from, $0.from) }
            .prefix(Self.mostShown).sorted { $0.from < $1.from }
        for episode in worst where episode != self.episode {
            append(account(episode) + (episode.lost > 0 ? "; \(Plural.of(episode.lost, "point")) skipped" : ""))
        }
        if let last = timer.notBack {
            append(
                "behind by \(DurationText.format(last.size)) since \(DurationText.format(last.at)), not back at the end"
            )
        }
        let rest = timer.episodeCount - Int64(worst.count)
        if rest > 0 { append(Plural.of(rest, "more episode")) }
        return lines
    }
}

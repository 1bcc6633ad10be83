import LabAnalysis
import LabExactTime

extension RunReport {
    /// The schedule of each timer and its result, one row a timer; in detail also steps, episodes and causes.
    var timingSection: PlainSection {
        let timers = shownTimers
        guard !timers.isEmpty else { return PlainSection("Timing", []) }
        let departures = isDetailed ? timers.flatMap { TimerSentence($0, in: self).departures } : []
        return PlainSection(
            "Timing",
            [
                .table(TimerTable(self).table(of: timers).text), .items(departures.map { ReportItem($0) }),
                .legend(timingLegend),
            ])
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

extension RunReport {
    /// Explains columns whose names do not.
    var timingLegend: String {
        let timers = shownTimers
        var lines: [String] = []
        if isDetailed, timers.contains(where: { $0.waiting != nil }) {
            lines.append("waiting: from each due point to the next call; p95 needs 20 points, p99 100")
        }
        if timers.contains(where: \.isLongestOpen) { lines.append("≥ no call followed before the end") }
        if isDetailed, timers.contains(where: \.isChain) {
            lines.append("due, skipped, behind: re-armed after each call, against the grid asked for")
        }
        if isDetailed, timers.contains(where: { $0.wakeUps != nil }) {
            let threads = analysis.wakeUpsByThread.map {
                "\(rate($0.count)) on \(trace.name($0.thread))"
            }
            let all = analysis.timers
            let apart = all.compactMap(\.wakeUps).reduce(0) { $0 + $1.alone + $1.shared }
            let isTolerant = all.contains {
                $0.wakeUps?.shared ?? 0 > 0 && trace.entity($0.entity)?.timer?.tolerance ?? 0 > 0
            }
            // Of copies no more is known than how often one of them was needed.
            let isSaved = isTolerant && apart > analysis.wakeUps && all.allSatisfy { $0.copies == 1 }
            lines.append(
                wakeUps(analysis.wakeUps) + " in all"
                    + (isSaved ? ", \(rate(apart)) if none were shared" : "")
                    + ((2...4).contains(threads.count) ? ": " + threads.joined(separator: ", ") : ""))
        }
        return lines.joined(separator: " · ")
    }

    private func wakeUps(_ count: Int64) -> String {
        let rate = rate(count)
        return "\(rate) wake-up\(rate == "1" ? "" : "s") \(countsByHour ? "an hour" : "a second")"
    }

    /// Few wake-ups, less than one in ten seconds, are counted by the hour.
    var countsByHour: Bool {
        Int128(analysis.wakeUps) * 10_000_000_000 < Int128(trace.header.duration)
    }

    func rate(_ count: Int64) -> String {
        let time = Int128(max(1, trace.header.duration))
        let milli = UInt64(clamping: Int128(count) * (countsByHour ? 3600 : 1) * 1_000_000_000_000 / time)
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

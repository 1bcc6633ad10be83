import LabAnalysis
import LabExactTime
import LabRecording

extension RunReport {
    /// The schedule of each timer and its result, one row a timer; in detail also steps, episodes and causes.
    var timingSection: ReportSection {
        let timers = shownTimers
        let departures = isDetailed ? timers.flatMap { TimerSentence($0, in: self).departures } : []
        return ReportSection(
            "Timing",
            [
                .table(table(of: timers).text), .items(departures.map { ReportItem($0) }),
                .legend(timingLegend),
            ])
    }

    /// The share of each cause in the waiting of each timer.
    var causeSection: ReportSection {
        typealias Row = (timer: EntityID, share: CauseShare, all: Int64)
        let table = Table<Row>(
            columns: [
                .text("timer", isWords: true) { StyledText(trace.name($0.timer)) },
                .text("waiting") {
                    let (time, percent) = ($0.share.nanoseconds, $0.share.percent)
                    let isRounded = percent == 0 ? time > 0 : percent == 100 && time < $0.all
                    return StyledText(isRounded ? percent == 0 ? "<1 %" : ">99 %" : "\(percent) %")
                },
                .text("skipped") { $0.share.lost > 0 ? StyledText("\($0.share.lost)") : nil },
                .text("cause", isWords: true) { StyledText(title(of: $0.share.reason, for: $0.timer)) },
                .text("line", isWords: true) { place(trace.place(of: $0.share.reason)).map { StyledText($0, .faint) } },
                .text("step", isWords: true) { row in
                    let quote = source.text(of: trace.place(of: row.share.reason))
                    return quote.isEmpty || quote.hasPrefix("[[") ? nil : StyledText(quote, .code)
                },
            ],
            rows: analysis.attributions.flatMap { attribution in
                let all = attribution.nanoseconds
                return attribution.shares.map { (attribution.timer, $0, all) }
            })
        return ReportSection("Causes", [.table(table.text)])
    }

    var timingLegend: String {
        let timers = shownTimers
        var lines: [String] = []
        if isDetailed, timers.contains(where: { $0.waiting != nil }) {
            lines.append("waiting: from each due point to the next call; p95 needs 20 points, p99 100")
        }
        // A point that came due as the run ended, 1 ns before its end, has not waited.
        if timers.contains(where: { $0.isLongestOpen && $0.waiting?.max ?? 0 > 1 }) {
            lines.append("≥ no call followed before the end")
        }
        if isDetailed, timers.contains(where: \.isChain) {
            lines.append("due, skipped, behind: re-armed after each call, against the grid asked for")
        }
        if isDetailed, timers.contains(where: { $0.wakeUps != nil }) {
            let threads = analysis.wakeUpsByThread.map { "\(rate($0.count)) on \(trace.name($0.thread))" }
            let apart = analysis.timers.compactMap(\.wakeUps).sum(\.all)
            let isTolerant = analysis.timers.contains {
                $0.wakeUps?.shared ?? 0 > 0 && trace.entity($0.entity)?.timer?.tolerance ?? 0 > 0
            }
            // Of copies no more is known than how often one of them was needed.
            let isSaved = isTolerant && apart > analysis.wakeUps && analysis.timers.allSatisfy { $0.copies == 1 }
            let all = rate(analysis.wakeUps)
            lines.append(
                "\(all) wake-up\(all == "1" ? "" : "s") \(countsByHour ? "an hour" : "a second") in all"
                    + (isSaved ? ", \(rate(apart)) if none were shared" : "")
                    + ((2...4).contains(threads.count) ? ": " + threads.joined(separator: ", ") : ""))
        }
        return lines.joined(separator: " · ")
    }

    /// Few wake-ups, less than one in ten seconds, are counted by the hour.
    var countsByHour: Bool { Int128(analysis.wakeUps) * 10_000_000_000 < Int128(trace.duration) }

    func rate(_ count: Int64) -> String {
        let time = Int128(max(1, trace.duration))
        let milli = Int128(count) * (countsByHour ? 3600 : 1) * 1_000_000_000_000 / time
        return DurationText.decimal(milli, scale: 1000, digits: milli < 10_000 ? 2 : 0)
    }
}

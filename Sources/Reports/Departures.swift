import Analysis
import ExactTime
import Recording

extension TimerSentence {
    /// `a step of +15 s at 20 s: the system sleeps`.
    private func account(_ step: LagStep) -> String {
        let size = (step.size < 0 ? "-" : "+") + DurationText.format(Int64(clamping: step.size.magnitude))
        let text = "a step of \(size) at \(DurationText.format(step.at))"
        guard let cause = step.cause else { return text }
        return text + ": " + words(cause, step.culprit, step.at..<Int64.max) + report.placed(step.place)
    }

    /// Of several the longest; the rest are counted.
    private static let mostShown = 3

    /// The steps, and the episodes that the sentence does not tell.
    var departures: [String] {
        var lines = timer.steps.prefix(Self.mostShown).map { step in
            (report.trace.entity(step.timer)?.name ?? timer.name) + ": " + account(step)
        }
        func add(_ text: String) { lines.append(timer.name + ": " + text) }
        let steps = timer.steps.count - Self.mostShown
        if steps > 0 { add(Plural.of(steps, "more step")) }
        if timer.copies > 1 {
            if timer.episodeCount > 0 { add("\(Plural.of(timer.episodeCount, "episode")) in all copies") }
            return lines
        }
        // What held a timer is told of a log line by line, with what may have done it.
        if report.log != nil { return lines }
        let worst = timer.episodes.sorted { ($0.to - $0.from, $1.from) > ($1.to - $1.from, $0.from) }
            .prefix(Self.mostShown).sorted { $0.from < $1.from }
        for episode in worst where episode != self.episode {
            add(account(episode) + (episode.lost > 0 ? "; \(Plural.of(episode.lost, "point")) lost" : ""))
        }
        if let last = timer.notBack {
            add(
                "behind by \(DurationText.format(last.size)) since \(DurationText.format(last.at)), not back at the end"
            )
        }
        let rest = timer.episodeCount - Int64(worst.count)
        if rest > 0 { add(Plural.of(rest, "more episode")) }
        return lines
    }
}

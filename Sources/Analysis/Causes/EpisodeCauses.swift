import ExactTime
import Recording

/// Names the causes of a timer's episodes and steps.
struct EpisodeCauses {
    let finder: CauseFinder
    let trace: Trace

    /// How many pieces of one stretch are looked at: what lasts through more of them has no one cause.
    private static let patience = 100_000

    func explain(_ summary: inout TimerSummary) {
        for index in summary.episodes.indices {
            let episode = summary.episodes[index]
            guard let key = mainCause(from: episode.from, to: episode.to) else { continue }
            summary.episodes[index].cause = key.cause
            summary.episodes[index].culprit = key.culprit
            summary.episodes[index].place = trace.place(ofStep: key.step, orOf: key.culprit)
        }
        for index in summary.steps.indices { explain(&summary.steps[index], interval: summary.requested) }
    }

    func explain(_ step: inout LagStep, interval: Rational?) {
        let end = saturatingSum(step.at, step.size)
        let begin = saturatingDifference(step.at, interval?.scaled(1) ?? 0)
        if let sleep = finder.circumstances.sleeps.first(where: { $0.to > begin && $0.from <= end }) {
            step.cause = .systemSlept
            step.at = sleep.from
        } else if let key = mainCause(from: begin, to: max(step.at, end)) {
            step.cause = key.cause
            step.culprit = key.culprit
            step.place = trace.place(ofStep: key.step, orOf: key.culprit)
        }
    }

    /// What kept the timer from being called for most of a stretch; nil when nothing did.
    private func mainCause(from: Int64, to: Int64) -> Tally.Key? {
        var patience = EpisodeCauses.patience
        let parts = finder.causes(of: ServedPoints(due: from, until: to), patience: &patience)
        return parts.filter { $0.key.cause != .wakeUp && $0.value > 0 }
            .max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
    }
}

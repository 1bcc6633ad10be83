import LabExactTime
import LabRecording

/// What kept a timer from being called during a stretch of time, shared out as far as the recording has come.
struct StretchCauses: Hashable, Sendable {
    private var parts: [Tally.Key: Int128] = [:]
    private var until: Int64?
    /// How many pieces are looked at: what lasts through more of them has no one cause.
    private var patience = 100_000
    /// How many delays of what is armed anew have been shared out.
    private var taken = 0

    /// Shares out an episode: what is armed anew waits for its interval as it should.
    mutating func take(_ episode: Episode, _ finder: CauseFinder) {
        if episode.delays.isEmpty { return take(from: episode.from, to: episode.to, finder) }
        for delay in episode.delays.dropFirst(taken) {
            var wait = ServedPoints(due: delay.from, until: delay.to)
            wait.asleep = delay.asleep
            parts.merge(finder.causes(of: wait, isRearming: !delay.isArmed, patience: &patience), uniquingKeysWith: +)
        }
        taken = episode.delays.count
    }

    /// Shares out the stretch to its end, from where it was left off.
    mutating func take(from begin: Int64, to end: Int64, _ finder: CauseFinder) {
        var start = until ?? begin
        until = max(start, end)
        while start < end {
            let (key, reach) = finder.cause(
                at: start, toleratedUntil: begin.adding(saturating: finder.tolerance), endingAt: end)
            patience -= 1
            let next = patience > 0 ? min(reach, end) : end
            parts[key, default: 0] += Int128(next) - Int128(start)
            start = next
        }
    }

    /// What did so for most of it; nil when nothing did.
    var main: Tally.Key? {
        parts.filter { $0.key.cause != .wakeUp && $0.value > 0 }.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
    }
}

extension LagStep {
    /// What happened from an interval before the step until it was made.
    func causes(interval: Int64, _ finder: CauseFinder) -> StretchCauses {
        var causes = StretchCauses()
        causes.take(from: at.subtracting(saturating: interval), to: max(at, at.adding(saturating: size)), finder)
        return causes
    }
}

extension TimerSummary {
    /// Names the causes of its episodes and steps, by the finder of the timer or of the copy whose step it is.
    mutating func explain(in trace: Trace, finder: (EntityID) -> CauseFinder) {
        if copies == 1 {
            for index in episodes.indices {
                let episode = episodes[index]
                var causes = StretchCauses()
                causes.take(episode, finder(entity))
                guard let key = causes.main else { continue }
                (episodes[index].cause, episodes[index].culprit) = (key.cause, key.culprit)
                episodes[index].place = trace.place(of: key)
            }
        }
        let told = copies == 1 ? steps.count : EpisodeFinder.mostListed
        for index in steps.indices.prefix(told) {
            let finder = finder(copies == 1 ? entity : steps[index].timer)
            steps[index].explain(in: trace, interval: requested?.scaled(1) ?? 0, finder)
        }
        // Its own callback holds a grid up for as long as it takes, and moves nothing.
        if !isChain { steps.removeAll { $0.cause == .ownCallback } }
    }
}

extension LagStep {
    fileprivate mutating func explain(in trace: Trace, interval: Int64, _ finder: CauseFinder) {
        let (begin, end) = (at.subtracting(saturating: interval), at.adding(saturating: size))
        if let sleep = finder.circumstances.sleeps.first(where: { $0.to > begin && $0.from <= end }) {
            cause = .systemSlept
            at = sleep.from
            place = trace.place(ofStep: sleep.step, orOf: .none)
        } else if let key = causes(interval: interval, finder).main {
            (cause, culprit) = (key.cause, key.culprit)
            place = trace.place(of: key)
        }
    }
}

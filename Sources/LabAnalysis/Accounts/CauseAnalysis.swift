import LabCatalogue
import LabRecording

/// The effect of a cause on a timer.
struct Delay {
    var timer: EntityID
    /// The first share of the cause: that with most skipped points, or else the largest.
    var share: CauseShare
    var effect: Tally.Effect
    /// The waiting time that the cause explains, ns.
    var cost: Int64
}

/// The attributions of all timers, and their facts for findings.
struct CauseAnalysis {
    private(set) var attributions: [Attribution] = []
    /// By the raw value of the cause, the timers that were late or skipped points for it, in the order of entities.
    private(set) var delays = [[Delay]](repeating: [], count: Cause.allCases.count)

    /// The shares of each timer alone, also of one that represents copies; none if it was never late and skipped nothing.
    private(set) var own: [EntityID: [CauseShare]] = [:]

    /// Also names the causes of the summaries' steps.
    init(
        _ trace: Trace, _ statistics: TimerStatistics, _ circumstances: borrowing Circumstances,
        _ tallies: [(timer: Int, tally: Tally)], _ summaries: inout [TimerSummary]
    ) {
        var groups: [EntityID: Tally] = [:]
        for (index, tally) in tallies {
            let attribution = Attribution(timer: EntityID(index), shares: tally.shares)
            guard !attribution.shares.isEmpty else { continue }
            attributions.append(attribution)
            own[attribution.timer] = attribution.shares
            for (cause, shares) in Dictionary(grouping: attribution.shares, by: { tally.told($0.cause) }) {
                let effect = tally.effect(of: cause)
                guard effect.isFelt, let share = shares.first(where: { $0.cause == cause }) else { continue }
                let cost = shares.sum(\.nanoseconds)
                delays[cause.rawValue].append(Delay(timer: attribution.timer, share: share, effect: effect, cost: cost))
            }
            let group = trace.group(of: attribution.timer)
            if statistics.copyCount(of: group) > 0 { groups[group, default: Tally()].fold(tally, naming: trace.group) }
        }
        if !groups.isEmpty {
            attributions.removeAll { groups[$0.timer] != nil }
            attributions += groups.map { Attribution(timer: $0, shares: $1.shares) }
            attributions.sort { $0.timer < $1.timer }
        }
        for (timer, causes) in StepCause.all(in: summaries, circumstances.sleeps) {
            var causes = causes
            statistics.forEachAccount(of: Int(timer.index), statistics.finder(of: timer, circumstances)) { account in
                for place in causes.indices { causes[place].fold(account) }
            }
            for cause in causes { cause.explain(&summaries) }
        }
        // Its own callback delays a grid only while it runs, and moves nothing.
        for index in summaries.indices where !summaries[index].isChain {
            summaries[index].steps.removeAll { $0.reason?.cause == .ownCallback }
        }
    }
}

/// A step of a timer's lag, with the reasons of the calls around it.
struct StepCause {
    /// The index of the summary, and of the step in it.
    private let summary: Int
    private let index: Int
    private let from: Int64
    private let to: Int64
    private var times = ReasonTimes()
    private let slept: Span?

    /// The steps without a cause, by timer; for copies only a few.
    static func all(in summaries: [TimerSummary], _ sleeps: [Span]) -> [EntityID: [StepCause]] {
        var causes: [EntityID: [StepCause]] = [:]
        for (place, summary) in summaries.enumerated() {
            let isOne = summary.copies == 1
            for index in summary.steps.indices.prefix(isOne ? .max : EpisodeFinder.mostListed) {
                let timer = isOne ? summary.entity : summary.steps[index].timer
                causes[timer, default: []].append(StepCause(summary, index, at: place, sleeps))
            }
        }
        return causes
    }

    /// A step results from the calls within an interval before and after it; a system sleep in that time is the cause.
    private init(_ summary: TimerSummary, _ index: Int, at place: Int, _ sleeps: [Span]) {
        let (step, interval) = (summary.steps[index], summary.requested?.scaled(1) ?? 0)
        let (begin, end) = (step.at.subtracting(saturating: interval), step.at.adding(saturating: step.size))
        (self.summary, self.index, from) = (place, index, begin)
        to = max(step.at, end).adding(saturating: interval)
        slept = sleeps.first { $0.to > begin && $0.from <= end }
    }

    mutating func fold(_ account: Account) {
        if account.until > from, account.until <= to { times.fold(account) }
    }

    func explain(_ summaries: inout [TimerSummary]) {
        guard let reason = slept.map({ Reason(.systemSlept, step: $0.step) }) ?? times.longest else { return }
        summaries[summary].steps[index].reason = reason
        if let slept { summaries[summary].steps[index].at = slept.from }
    }
}

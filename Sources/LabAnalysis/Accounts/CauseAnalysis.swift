import LabCatalogue
import LabExactTime
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
struct CauseAnalysis: Sendable {
    private(set) var attributions: [Attribution] = []
    /// By the raw value of the cause, the timers that were late or skipped points for it, in the order of entities.
    private(set) var delays = [[Delay]](repeating: [], count: Cause.allCases.count)

    /// Those of timers alone, also of one that represents copies.
    private var own: [Attribution] = []

    /// The shares of one timer; none if it was never late and skipped nothing.
    func shares(of timer: EntityID) -> [CauseShare] {
        let place = own.boundary { $0.timer >= timer }
        return place < own.count && own[place].timer == timer ? own[place].shares : []
    }

    /// Also names the causes of the summaries' steps.
    init(
        _ trace: Trace, _ statistics: TimerStatistics, _ circumstances: Circumstances,
        _ tallies: [(timer: Int, tally: Tally)], _ summaries: inout [TimerSummary]
    ) {
        var groups: [EntityID: Tally] = [:]
        for (index, tally) in tallies {
            let attribution = Attribution(timer: EntityID(index), shares: tally.shares)
            guard !attribution.shares.isEmpty else { continue }
            attributions.append(attribution)
            for share in attribution.shares { record(share, of: EntityID(index), tally.effect(of: share.cause)) }
            let group = EntityID(statistics.group(of: index))
            if statistics.copyCount(of: group) > 0 {
                groups[group, default: Tally()].fold(tally) {
                    $0 == .none ? $0 : EntityID(statistics.group(of: Int($0.index)))
                }
            }
        }
        own = attributions
        if !groups.isEmpty {
            attributions.removeAll { groups[$0.timer] != nil }
            attributions += groups.map { Attribution(timer: $0, shares: $1.shares) }
            attributions.sort { $0.timer < $1.timer }
        }
        for (timer, causes) in StepCause.all(in: summaries, circumstances.sleeps) {
            var causes = causes
            let finder = statistics.finder(of: timer, circumstances)
            statistics.forEachAccount(of: Int(timer.index), finder) { account in
                for place in causes.indices { causes[place].fold(account) }
            }
            for cause in causes { cause.explain(&summaries) }
        }
        // Its own callback delays a grid only while it runs, and moves nothing.
        for index in summaries.indices where !summaries[index].isChain {
            summaries[index].steps.removeAll { $0.reason?.cause == .ownCallback }
        }
    }

    /// The shares of a timer come in the order of their skipped points and their waiting.
    private mutating func record(_ share: CauseShare, of timer: EntityID, _ effect: Tally.Effect) {
        guard effect.lateFirings > 0 || effect.skipped > 0 else { return }
        let cause = share.cause.rawValue
        if let last = delays[cause].indices.last, delays[cause][last].timer == timer {
            delays[cause][last].cost = delays[cause][last].cost.adding(saturating: share.nanoseconds)
        } else {
            delays[cause].append(Delay(timer: timer, share: share, effect: effect, cost: share.nanoseconds))
        }
    }
}

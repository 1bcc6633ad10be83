import LabExactTime
import LabRecording

/// Adds up what explains every late firing and every lost point of a timer that keeps a grid, and all lag of one that
/// is armed anew after each callback.
struct TallyBuilder {
    /// ns; nil for a timer that keeps a grid.
    private let chainInterval: Int64?
    private(set) var tally = Tally()
    private var walk: ScheduleWalk
    private var previous: Int64?

    init(_ traits: TimerTraits?) {
        chainInterval = traits?.isChain == true ? traits?.interval?.scaled(1) : nil
        walk = ScheduleWalk(traits, folding: false)
    }

    /// Adds a timer's history.
    mutating func take(
        _ history: TimerHistory, _ finder: CauseFinder, until duration: Int64, patience: inout Int
    ) {
        var walk = walk
        walk.take(history, sleeps: finder.circumstances.sleeps, until: duration) {
            take($0, finder, patience: &patience)
        }
        self.walk = walk
    }

    mutating func end(at duration: Int64, _ finder: CauseFinder, patience: inout Int) {
        let walk = walk
        walk.end(at: duration) { take($0, finder, patience: &patience) }
    }

    /// What explains everything since this was last called.
    mutating func takeTally() -> Tally {
        defer { tally = Tally() }
        return tally
    }

    mutating func take(_ event: WalkedEvent, _ finder: CauseFinder, patience: inout Int) {
        switch event {
        case .schedule: previous = nil
        case .firings(let firings, let points):
            if let chainInterval {
                addLag(firings, interval: chainInterval, finder, patience: &patience)
            } else if let points {
                add(points, finder, patience: &patience)
            }
        case .unserved(let points): add(points, finder, patience: &patience)
        case .ended: break
        }
    }

    private mutating func add(_ points: ServedPoints, _ finder: CauseFinder, patience: inout Int) {
        guard points.longest > 0 || points.lost > 0 else { return }
        let (lost, served) = points.parts
        for part in lost { addPart(part, finder, patience: &patience) }
        if let served, served.longest > 0 { addPart(served, finder, patience: &patience) }
    }

    private mutating func addPart(_ points: ServedPoints, _ finder: CauseFinder, patience: inout Int) {
        if let (key, time) = finder.onlyCause(of: points) {
            patience -= 1
            return tally.add(key, time, late: points.served == nil ? 0 : 1, times: points.repeats)
        }
        var parts = finder.causes(of: points, patience: &patience)
        if points.lost > 0, parts.allSatisfy({ $0.value == 0 || $0.key == Tally.Key.wakeUp }) {
            // Given up at the very instant at which it was due, to what ended then.
            let before = finder.cause(
                at: points.from.adding(saturating: -1), toleratedUntil: .min, endingAt: points.until
            ).key
            parts = [before: parts.values.reduce(0, +)]
        }
        tally.add(parts, late: points.served == nil ? 0 : 1, lost: points.lost, times: points.repeats)
    }

    /// Lag grows by what a step is late, and by what the next one is armed later than an interval after it.
    private mutating func addLag(
        _ firings: WalkedFirings, interval: Int64, _ finder: CauseFinder, patience: inout Int
    ) {
        func armed(from start: Int64, for next: Int64, _ patience: inout Int) -> [Tally.Key: Int128] {
            let until = next.subtracting(saturating: firings.lateness).subtracting(saturating: interval)
            guard until > start else { return [:] }
            return finder.causes(of: ServedPoints(due: start, until: until), isRearming: true, patience: &patience)
        }
        if firings.lateness > 0 {
            let parts = finder.causes(of: finder.wait(of: firings), patience: &patience)
            tally.add(parts, late: 1, lost: 0, times: firings.count)
        }
        if let previous {
            tally.add(armed(from: previous, for: firings.start, &patience), late: 0, lost: 0)
        }
        if firings.count > 1 {
            let next = firings.start.adding(saturating: firings.step)
            tally.add(
                armed(from: firings.start, for: next, &patience), late: 0, lost: 0,
                times: firings.count - 1)
        }
        previous = firings.last
    }
}

/// What a cause has done to a timer.
struct Delay {
    var timer: EntityID
    /// The largest share that the cause has, or the one that most points were lost to.
    var share: CauseShare
    var effect: Tally.Effect
    /// The waiting time that the cause explains, ns.
    var cost: Int64
}

/// Attributions of all timers, with what findings need to know of them.
struct CauseAnalysis {
    let firingThreads: FiringThreads
    private(set) var attributions: [Attribution] = []
    /// By the raw value of the cause, the timers that were late or lost points for it, in the order of entities.
    private(set) var delays = [[Delay]](repeating: [], count: Cause.allCases.count)

    /// nil: it was never late, and skipped nothing.
    func attribution(of timer: EntityID) -> Attribution? {
        attributions[attributions.boundary { $0.timer >= timer }...].first.flatMap { $0.timer == timer ? $0 : nil }
    }

    /// How many pieces of waits are told apart before the rest is judged by its beginning: seconds, not hours, for a
    /// recording in which a hundred thousand timers wait for each other.
    static let patience = 20_000_000

    /// Explains what the summaries tell, too: their episodes and steps.
    init(
        _ trace: Trace, _ statistics: TimerStatistics, _ circumstances: Circumstances, firingThreads: FiringThreads,
        _ summaries: inout [TimerSummary]
    ) {
        self.firingThreads = firingThreads
        var patience = CauseAnalysis.patience
        func finder(of timer: EntityID) -> CauseFinder {
            CauseFinder(circumstances, timer: timer, runsOn: firingThreads.threads(of: Int(timer.index)))
        }
        var next = 0
        for index in trace.entities.indices where trace.entities[index].kind == .timer {
            let timer = EntityID(index)
            let isTold = next < summaries.count && summaries[next].entity == timer
            defer { next += isTold ? 1 : 0 }
            // What never waited needs no cause.
            if statistics.punctualFirings(of: index) != nil { continue }
            let history = statistics.history(of: index)
            let own = finder(of: timer)
            // A group has no history of its own.
            if isTold { summaries[next].explain(in: trace) { $0 == timer ? own : finder(of: $0) } }
            guard !history.grids.isEmpty || history.lastRun != nil else { continue }
            let tally = statistics.tally(of: index, own, patience: &patience)
            var attribution = tally.attribution(of: timer, in: trace)
            guard !attribution.shares.isEmpty else { continue }
            if statistics.isOneOfMany(index) { attribution.keepLargest(8) }
            attributions.append(attribution)
            for share in attribution.shares { note(share, of: timer, tally.effect(of: share.cause)) }
        }
    }

    /// The shares of a timer come largest first.
    private mutating func note(_ share: CauseShare, of timer: EntityID, _ effect: Tally.Effect) {
        guard effect.lateFirings > 0 || effect.skipped > 0 else { return }
        let cause = share.cause.rawValue
        if let last = delays[cause].indices.last, delays[cause][last].timer == timer {
            delays[cause][last].cost = delays[cause][last].cost.adding(saturating: share.nanoseconds)
            if share.lost > delays[cause][last].share.lost { delays[cause][last].share = share }
        } else {
            delays[cause].append(Delay(timer: timer, share: share, effect: effect, cost: share.nanoseconds))
        }
    }
}

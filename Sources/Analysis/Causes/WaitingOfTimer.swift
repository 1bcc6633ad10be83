import ExactTime
import Recording

/// Adds up what explains every late firing and every lost point of a timer that keeps a grid, and all lag of one that
/// is armed anew after each callback.
struct TallyBuilder {
    let finder: CauseFinder
    /// ns; nil for a timer that keeps a grid.
    let chainInterval: Int64?
    private(set) var tally = Tally()
    private var previous: Int64?

    init(_ finder: CauseFinder, chainInterval: Int64?) {
        self.finder = finder
        self.chainInterval = chainInterval
    }

    mutating func take(_ event: WalkedEvent, patience: inout Int) {
        switch event {
        case .schedule: previous = nil
        case .firings(let firings, let points):
            if let chainInterval {
                addLag(firings, interval: chainInterval, patience: &patience)
            } else if let points {
                add(points, patience: &patience)
            }
        case .unserved(let points): add(points, patience: &patience)
        case .ended: break
        }
    }

    private mutating func add(_ points: ServedPoints, patience: inout Int) {
        guard points.longest > 0 || points.lost > 0 else { return }
        let (lost, served) = points.parts
        for part in lost { addPart(part, patience: &patience) }
        if let served, served.longest > 0 { addPart(served, patience: &patience) }
    }

    private mutating func addPart(_ points: ServedPoints, patience: inout Int) {
        var parts = finder.causes(of: points, patience: &patience)
        if !points.isServed, parts.allSatisfy({ $0.value == 0 || $0.key == Tally.Key.wakeUp }) {
            // Given up at the very instant at which it was due, to what ended then.
            let before = finder.cause(at: saturatingSum(points.from, -1), toleratedUntil: .min).key
            parts = [before: parts.values.reduce(0, +)]
        }
        tally.add(parts, late: points.isServed ? 1 : 0, lost: points.lost, times: points.repeats)
    }

    /// Lag grows by what a step is late, and by what the next one is armed later than an interval after it.
    private mutating func addLag(_ firings: WalkedFirings, interval: Int64, patience: inout Int) {
        func armed(from start: Int64, for next: Int64, _ patience: inout Int) -> [Tally.Key: Int128] {
            let until = saturatingDifference(saturatingDifference(next, firings.lateness), interval)
            guard until > start else { return [:] }
            var parts = finder.causes(of: ServedPoints(due: start, until: until), patience: &patience)
            // What the thread did in its callback beside work is the callback's, too.
            if let idle = parts.removeValue(forKey: Tally.Key.wakeUp) {
                parts[Tally.Key(cause: .ownCallback, culprit: finder.timer, step: -1), default: 0] += idle
            }
            return parts
        }
        if firings.lateness > 0 {
            var wait = ServedPoints(
                due: saturatingDifference(firings.start, firings.lateness), until: firings.start)
            wait.asleep = firings.slept
            let parts = finder.causes(of: wait, patience: &patience)
            tally.add(parts, late: 1, lost: 0, times: firings.count)
        }
        if let previous {
            tally.add(armed(from: previous, for: firings.start, &patience), late: 0, lost: 0)
        }
        if firings.count > 1 {
            let next = saturatingSum(firings.start, firings.step)
            tally.add(
                armed(from: firings.start, for: next, &patience), late: 0, lost: 0,
                times: firings.count - 1)
        }
        previous = firings.last
    }
}

/// Attributions of all timers, with what findings need to know of them.
struct CauseAnalysis {
    let firingThreads: FiringThreads
    private(set) var attributions: [Attribution] = []
    /// By timer, in the order of entities.
    private(set) var tallies: [(timer: EntityID, tally: Tally)] = []

    /// How many pieces of waits are told apart before the rest is judged by its beginning: seconds, not hours, for a
    /// recording in which a hundred thousand timers wait for each other.
    static let patience = 20_000_000

    init(
        _ trace: Trace, _ statistics: TimerStatistics, _ circumstances: Circumstances, firingThreads: FiringThreads
    ) {
        self.firingThreads = firingThreads
        var patience = CauseAnalysis.patience
        for index in trace.entities.indices where trace.entities[index].kind == .timer {
            let timer = EntityID(index)
            let history = statistics.history(of: index)
            guard !history.grids.isEmpty || !history.runs.isEmpty else { continue }
            let finder = CauseFinder(circumstances, timer: timer, runsOn: firingThreads.threads(of: index))
            let traits = trace.entities[index].timer
            var builder = TallyBuilder(
                finder, chainInterval: traits?.isChain == true ? traits?.interval?.scaled(1) : nil)
            statistics.walk(of: index).walk(folding: false) { builder.take($0, patience: &patience) }
            let tally = builder.tally
            let attribution = tally.attribution(of: timer, in: trace)
            guard !attribution.shares.isEmpty else { continue }
            tallies.append((timer, tally))
            attributions.append(attribution)
        }
    }
}

import ExactTime
import Recording

extension TimerHistory {
    /// Adds up what explains every late firing and every skipped point of a timer.
    func tally(_ finder: CauseFinder, callbacks: ArraySlice<CallbackSpan>, patience: inout Int) -> Tally {
        var tally = Tally()
        var previous: Int64 = 0
        for run in runs where !run.isByHand {
            defer { previous = run.last }
            if run.lateness <= 0 { continue }
            for index in 0..<Int64(run.count) {
                let start = run.start &+ run.step &* index
                let wait = Waiting(due: start &- run.lateness, until: start)
                var parts = finder.causes(of: wait, patience: &patience)
                finder.blameSleep(before: wait.from, since: index == 0 ? previous : start &- run.step, in: &parts)
                tally.addLate(parts, lateness: run.lateness)
            }
        }
        forEachSkipped(folding: false) { range in
            var rest = range
            if !range.isMerged, let after = range.after, let own = callbacks.span(at: after).span {
                // What falls into its own callback is given up when that returns (CFRunLoop.c: __CFRunLoopDoTimer).
                let last = min(range.last, range.grid.firstIndex(after: own.to) - 1)
                if last >= range.first {
                    let wait = Waiting(grid: range.grid, first: range.first, last: last, until: own.to)
                    add(wait, finder, to: &tally, patience: &patience)
                    rest.first = last + 1
                }
            }
            guard rest.first <= rest.last else { return }
            let until = range.isMerged ? range.after ?? range.next : range.next
            add(
                Waiting(grid: rest.grid, first: rest.first, last: rest.last, until: until), finder, to: &tally,
                patience: &patience)
        }
        return tally
    }

    private func add(_ wait: Waiting, _ finder: CauseFinder, to tally: inout Tally, patience: inout Int) {
        var parts = finder.causes(of: wait, patience: &patience)
        // A point that waits for the next one on its grid, although the thread is free again, was lost before.
        if parts.contains(where: { $0.key.cause != .wakeUp && $0.value > 0 }) {
            parts = parts.filter { $0.key.cause != .wakeUp }
        }
        if parts.allSatisfy({ $0.value == 0 }) {
            // Given up at the very instant at which it was due: it counts, though it did not wait.
            let before = finder.cause(at: saturatingSum(wait.from, -1), toleratedUntil: .min).key
            parts = [before: Int128(wait.count)]
        }
        tally.addSkipped(parts, count: wait.count, longest: wait.until &- wait.from)
    }
}

/// Attributions of all timers, with what findings need to know of them.
struct CauseAnalysis {
    private(set) var attributions: [Attribution] = []
    /// By timer, in the order of entities.
    private(set) var tallies: [(timer: EntityID, tally: Tally)] = []

    /// How many pieces of waits are told apart before the rest is judged by its beginning: seconds, not hours, for a
    /// recording in which a hundred thousand timers wait for each other.
    static let patience = 20_000_000

    init(
        _ trace: Trace, _ statistics: TimerStatistics, _ circumstances: Circumstances, firingThreads: FiringThreads
    ) {
        var patience = CauseAnalysis.patience
        for index in trace.entities.indices where trace.entities[index].kind == .timer {
            let timer = EntityID(index)
            let history = statistics.history(of: index)
            guard !history.grids.isEmpty || !history.runs.isEmpty else { continue }
            let finder = CauseFinder(circumstances, timer: timer, runsOn: firingThreads.threads(of: index))
            let tally = history.tally(finder, callbacks: circumstances.callbacks[index], patience: &patience)
            let attribution = tally.attribution(of: timer, in: trace)
            guard !attribution.shares.isEmpty else { continue }
            tallies.append((timer, tally))
            attributions.append(attribution)
        }
    }
}

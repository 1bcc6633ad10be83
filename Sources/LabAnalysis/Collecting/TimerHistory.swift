import LabExactTime
import LabRecording

/// The firings and grids of a timer, as runs.
struct TimerHistory {
    var runs: ArraySlice<FiringRun>
    var grids: ArraySlice<GridSpan>
    var intervals: [Rational]

    func grid(_ span: GridSpan) -> Grid {
        let index = Int(span.interval)
        let interval = intervals.indices.contains(index) && intervals[index] > .zero ? intervals[index] : nil
        return Grid(anchor: span.anchor, interval: interval)
    }

    var lastGrid: Grid? { grids.last.map(grid) }

    var firstRun: FiringRun? { runs.first }

    var lastRun: FiringRun? { runs.last }

    /// Its first armed point, ns.
    var firstAnchor: Int64? { grids.first?.anchor }

    var firedCount: Int64 { runs.reduce(0) { $0 + Int64($1.count) } }

    var servedCount: Int64 { runs.reduce(0) { $0 + ($1.isByHand ? 0 : Int64($1.count)) } }

    /// The number of callbacks that began strictly after an instant.
    func firings(after instant: Int64) -> Int64 {
        runs.reduce(0) { $0 + $1.firings(after: instant) }
    }

    /// The first callback that began strictly after an instant, ns; nil if there was none.
    func firstCall(after instant: Int64) -> Int64? {
        runs.first { $0.last > instant }?.starts.first { $0 > instant }
    }

    /// The cancellation that ended a task's sleep although its body was still called, ns; nil if there was none. The
    /// point is due at the very instant at which it is set.
    var swallowedAt: Int64? {
        guard let last = grids.last, last.interval < 0, last.since == last.anchor, firedCount > last.firingsBefore,
            grids.count > 1 || last.anchor != firstAnchor
        else { return nil }
        return last.since
    }

    /// Its runs without the call of a swallowed cancellation, which is not part of its rhythm.
    var runsInRhythm: [FiringRun] {
        var runs = Array(runs)
        guard swallowedAt != nil, let last = runs.popLast(), last.count > 1 else { return runs }
        var rest = last
        rest.count -= 1
        return runs + [rest]
    }

    enum Part {
        /// The start of a grid.
        case grid(Grid, GridSpan)
        /// A run, or the part of one that falls on one grid, without manual firings.
        case piece(FiringRun)
    }

    /// Calls `body` for each grid, and then for the pieces of runs that fired on it.
    func forEachPart(_ body: (Part) -> Void) {
        var runIndex = runs.startIndex
        var used: Int64 = 0
        var seen: Int64 = 0
        for offset in grids.indices {
            let span = grids[offset]
            let end = offset + 1 < grids.endIndex ? grids[offset + 1].firingsBefore : Int64.max
            body(.grid(grid(span), span))
            while runIndex < runs.endIndex, seen < end {
                let run = runs[runIndex]
                let take = min(Int64(run.count) - used, end - seen)
                if !run.isByHand, seen + take > span.firingsBefore {
                    var piece = run
                    (piece.start, piece.count) = (run.start &+ run.step &* used, Int32(take))
                    body(.piece(piece))
                }
                used += take
                seen += take
                if used == Int64(run.count) {
                    runIndex += 1
                    used = 0
                }
            }
        }
    }
}

extension FiringRun {
    /// The number of its callbacks that began strictly after an instant.
    func firings(after instant: Int64) -> Int64 {
        if start > instant { return Int64(count) }
        guard last > instant, step > 0 else { return 0 }
        return Int64(count) - 1 - (instant - start) / step
    }
}

import ExactTime
import Recording

/// One timer's firings and grids, as runs.
struct TimerHistory {
    var runs: ArraySlice<FiringRun>
    var grids: ArraySlice<GridSpan>
    var intervals: [Rational]
    var duration: Int64

    func grid(_ span: GridSpan) -> Grid {
        let index = Int(span.interval)
        let interval = intervals.indices.contains(index) && intervals[index] > .zero ? intervals[index] : nil
        return Grid(anchor: span.anchor, interval: interval)
    }

    var firedCount: Int64 { runs.reduce(0) { $0 + Int64($1.count) } }

    var servedCount: Int64 { runs.reduce(0) { $0 + ($1.isByHand ? 0 : Int64($1.count)) } }

    /// A run, or the part of one that falls on one grid, without firings by hand.
    struct Piece {
        var start: Int64
        var step: Int64
        var lateness: Int64
        var count: Int64

        func servesEveryPoint(of grid: Grid) -> Bool { grid.interval == Rational(whole: step) }

        /// Whether the period is a whole number of intervals, so that every gap looks the same.
        func isPeriodic(on grid: Grid) -> Bool {
            guard let interval = grid.interval, step > 0 else { return false }
            return Int128(step) * Int128(interval.denominator) % Int128(interval.numerator) == 0
        }
    }

    /// Calls `body` for each grid with the pieces of runs that fired while it was in force.
    func forEachSpan(_ body: (Grid, GridSpan, [Piece]) -> Void) {
        var runIndex = runs.startIndex
        var used: Int64 = 0
        var seen: Int64 = 0
        for offset in grids.indices {
            let span = grids[offset]
            let end = offset + 1 < grids.endIndex ? grids[offset + 1].firingsBefore : Int64.max
            var pieces: [Piece] = []
            while runIndex < runs.endIndex, seen < end {
                let run = runs[runIndex]
                let take = min(Int64(run.count) - used, end - seen)
                let counts = seen + take > span.firingsBefore
                if !run.isByHand, counts {
                    pieces.append(
                        Piece(
                            start: run.start &+ run.step &* used, step: run.step, lateness: run.lateness, count: take))
                }
                used += take
                seen += take
                if used == Int64(run.count) {
                    runIndex += 1
                    used = 0
                }
            }
            body(grid(span), span, pieces)
        }
    }
}

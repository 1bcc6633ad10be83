import ExactTime
import Recording

/// Grid points in a row that no firing served as its own.
struct SkippedRange {
    var grid: Grid
    /// Indices into the grid, both included.
    var first: Int64
    var last: Int64
    /// Start of the firing before them, on the same grid.
    var after: Int64?
    /// Whether they were due when that firing began, so that it stood for them too.
    var isMerged: Bool
    /// Start of the next firing on the same grid, or the end of the grid or the recording.
    var next: Int64
    /// How often the same constellation comes in a row.
    var repeats: Int64 = 1

    var count: Int64 { last - first + 1 }
}

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

    /// How many grid points there are before the end of the recording.
    var duePoints: Int64 { forEachSkipped(folding: true) { _ in } }

    var firedCount: Int64 { runs.reduce(0) { $0 + Int64($1.count) } }

    var servedCount: Int64 { runs.reduce(0) { $0 + ($1.isByHand ? 0 : Int64($1.count)) } }

    /// Calls `body` for the skipped points in the order in which they were due.
    ///
    /// A point at the very instant at which its grid ends was due if a firing served it: a timer that is invalidated in
    /// its own callback was due.
    ///
    /// - Parameter folding: says constellations that repeat at the distance of a run's period only once, with a count.
    /// - Returns: how many grid points there are before the end of the recording, served ones included.
    @discardableResult
    func forEachSkipped(folding: Bool, _ body: (SkippedRange) -> Void) -> Int64 {
        guard !grids.isEmpty else { return servedCount }
        var due: Int64 = 0
        func deliver(_ range: SkippedRange) {
            guard range.first <= range.last else { return }
            let merged = range.after.map { min(range.last, range.grid.firstIndex(after: $0) - 1) } ?? range.first - 1
            if merged >= range.first {
                var part = range
                part.last = merged
                part.isMerged = true
                body(part)
            }
            if merged < range.last {
                var part = range
                part.first = max(range.first, merged + 1)
                body(part)
            }
        }
        forEachSpan { grid, span, pieces in
            var index: Int64 = 0
            var after: Int64?
            for piece in pieces {
                deliver(
                    SkippedRange(
                        grid: grid, first: index, last: grid.points(before: piece.due) - 1, after: after,
                        isMerged: false, next: piece.start))
                index = grid.firstIndex(after: piece.due)
                after = piece.start
                if piece.count > 1, !piece.servesEveryPoint(of: grid) {
                    let isPeriodic = folding && piece.isPeriodic(on: grid)
                    for step in 1..<(isPeriodic ? 2 : piece.count) {
                        let start = piece.start &+ piece.step &* step
                        let due = start &- piece.lateness
                        deliver(
                            SkippedRange(
                                grid: grid, first: index, last: grid.points(before: due) - 1, after: after,
                                isMerged: false, next: start, repeats: isPeriodic ? piece.count - 1 : 1))
                        index = grid.firstIndex(after: due)
                        after = start
                    }
                }
                index = grid.firstIndex(after: piece.lastDue)
                after = piece.last
            }
            let end = pointCount(of: grid, span, lastServed: pieces.last?.lastDue)
            due = saturatingSum(due, end)
            deliver(
                SkippedRange(
                    grid: grid, first: index, last: end - 1, after: after, isMerged: false,
                    next: min(span.end, duration)))
        }
        return due
    }

    private func pointCount(of grid: Grid, _ span: GridSpan, lastServed: Int64?) -> Int64 {
        let before = grid.points(before: min(span.end, duration))
        guard let lastServed, lastServed < duration else { return before }
        return max(before, grid.firstIndex(after: lastServed))
    }

    /// A run, or the part of one that falls on one grid, without firings by hand.
    struct Piece {
        var start: Int64
        var step: Int64
        var lateness: Int64
        var count: Int64

        var due: Int64 { start &- lateness }
        var last: Int64 { start &+ step &* (count - 1) }
        var lastDue: Int64 { last &- lateness }

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

import LabExactTime

/// The firings and grids of a timer, as runs.
struct TimerHistory {
    var runs: ArraySlice<FiringRun>
    var grids: ArraySlice<GridSpan>
    var intervals: [Rational]

    func grid(_ span: GridSpan) -> Grid {
        Grid(anchor: span.anchor, interval: intervals[at: span.interval].flatMap { $0 > .zero ? $0 : nil })
    }

    var lastGrid: Grid? { grids.last.map(grid) }

    /// Its first armed point, ns.
    var firstAnchor: Int64? { grids.first?.anchor }

    var firedCount: Int64 { runs.sum { Int64($0.count) } }

    var servedCount: Int64 { runs.sum { $0.isByHand ? 0 : Int64($0.count) } }

    /// The number of callbacks that began strictly after an instant.
    func firings(after instant: Int64) -> Int64 { runs.sum { $0.firings(after: instant) } }

    /// The first callback that began strictly after an instant, ns, if any.
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

    /// The time from the first call to the last one, ns.
    var calledTime: Int64? { runs.last.flatMap { last in runs.first.map { last.last - $0.start } } }

    /// Its runs without the call of a swallowed cancellation, which is not part of its rhythm.
    var runsInRhythm: [FiringRun] {
        var runs = Array(runs)
        guard swallowedAt != nil, let last = runs.popLast(), last.count > 1 else { return runs }
        var rest = last
        rest.count -= 1
        return runs + [rest]
    }

    enum Part {
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

/// A run of equal periods with equal lateness, the usual case, in 32 bytes for any number of firings.
struct FiringRun {
    /// The first callback's start, ns.
    var start: Int64
    /// The time from callback start to callback start; meaningless for a single callback.
    var step: Int64
    /// Callback start minus due; `FiringRun.byHand` for a manual firing.
    var lateness: Int64
    var entity: Int32
    var count: Int32

    /// The lateness of a firing that was not due.
    static let byHand = Int64.min

    var isByHand: Bool { lateness == Self.byHand }
    var last: Int64 { start &+ step &* Int64(count - 1) }
    /// ns, ascending.
    var starts: some Sequence<Int64> { (0..<Int64(count)).lazy.map { start &+ step &* $0 } }

    /// The number of its callbacks that began strictly after an instant.
    func firings(after instant: Int64) -> Int64 {
        if start > instant { return Int64(count) }
        guard last > instant, step > 0 else { return 0 }
        return Int64(count) - 1 - (instant - start) / step
    }

    /// True if one of its callbacks, which is due, begins at an instant.
    func fires(at instant: Int64) -> Bool {
        guard !isByHand, start <= instant, instant <= last else { return false }
        return count == 1 || step > 0 && (instant - start) % step == 0
    }
}

/// The run that is being written: the only memory that a firing on time touches.
struct OpenRun {
    /// A value that no distance between two records has.
    static let noStep = Int64.min

    var last: Int64 = 0
    var step = Self.noStep
    var lateness: Int64 = 0
    var count: Int64 = 0

    /// True if the next firing was announced as a manual one.
    private var awaitsHand: Bool { count == 0 && lateness == FiringRun.byHand }

    /// Reads a firing that does not continue the run with the same period and lateness.
    mutating func turn(to time: Int64, lateness new: Int64, entity: Int, into runs: inout [FiringRun]) {
        if count == 1, new == lateness, !awaitsHand {
            step = time &- last
            count = 2
            last = time
            return
        }
        let hand = awaitsHand
        close(entity: entity, into: &runs)
        last = time
        lateness = hand ? FiringRun.byHand : new
        count = 1
    }

    /// Writes the run, in several pieces if it is too long for one.
    mutating func close(entity: Int, into runs: inout [FiringRun]) {
        var left = count
        let stride = count > 1 ? step : 0
        var start = last &- stride &* (count - 1)
        while left > 0 {
            let piece = min(left, Int64(Int32.max))
            runs.append(
                FiringRun(
                    start: start, step: stride, lateness: lateness, entity: Int32(truncatingIfNeeded: entity),
                    count: Int32(piece)))
            start = start &+ stride &* piece
            left -= piece
        }
        count = 0
        step = Self.noStep
        lateness = 0
    }
}

/// The due points of a timer from one `gridSet` to the next change.
///
/// For a timer that is armed again after each callback it is the whole chain, with its first armed instant.
struct GridSpan {
    var anchor: Int64
    var since: Int64
    /// The instant at which it was replaced or ended; `Int64.max` while it lasts.
    var end: Int64
    var firingsBefore: Int64
    /// The index of the interval in the trace; -1 for a one-shot.
    var interval: Int32
    var entity: Int32
    /// The number of further points of its first callback, if that was due before it: a jump of the wall clock has
    /// passed them.
    var passed: Int64 = 0
}

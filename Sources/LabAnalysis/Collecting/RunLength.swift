/// A run of equal periods with equal lateness, the usual case, in 32 bytes for any number of firings.
struct FiringRun: Hashable, Sendable {
    /// The first callback's start, ns.
    var start: Int64
    /// The time from callback start to callback start; meaningless for a single callback.
    var step: Int64
    /// Callback start minus due; `FiringRun.byHand` for a manual firing.
    var lateness: Int64
    var entity: Int32
    var count: Int32

    /// The mark for the lateness of a firing that was not due.
    static let byHand = Int64.min

    var isByHand: Bool { lateness == FiringRun.byHand }
    var last: Int64 { start &+ step &* Int64(count - 1) }
    /// ns, ascending.
    var starts: some Sequence<Int64> { (0..<Int64(count)).lazy.map { start &+ step &* $0 } }
}

/// The run that is being written: the only memory that a firing on time touches.
struct OpenRun {
    /// A value that no distance between two records has.
    static let noStep = Int64.min

    var last: Int64 = 0
    var step = OpenRun.noStep
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
        step = OpenRun.noStep
        lateness = 0
    }

    /// The next firing is a manual one.
    mutating func expectHand(entity: Int, into runs: inout [FiringRun]) {
        close(entity: entity, into: &runs)
        lateness = FiringRun.byHand
    }
}

/// The due points of a timer from one `gridSet` to the next change.
///
/// For a timer that is armed again after each callback it is the whole chain, with its first armed instant.
struct GridSpan: Hashable, Sendable {
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

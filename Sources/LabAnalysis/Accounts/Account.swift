import LabExactTime

/// A part of one point's wait with one reason, ns.
package struct Piece: Hashable {
    package var from: Int64
    package var to: Int64
    package var reason: Reason

    package var length: Int64 { to.subtracting(saturating: from) }
}

/// Skipped points in a row, and the reasons for their waiting until the next call.
package struct LostPoints {
    /// The requested schedule, and the points by index.
    let grid: Grid
    let indices: ClosedRange<Int64>
    /// The number of points due at each instant: a jump of the wall clock passes several.
    var repeats: Int64 = 1
    /// The number of points before the grid.
    var leading: Int64 = 0
    /// The end of their wait, ns.
    let until: Int64
    /// The reasons, the longest first.
    var times: [ReasonTime] = []

    /// The number of the last point on the requested schedule, from 0.
    var last: Int64 { leading.adding(saturating: indices.upperBound) }

    package var count: Int64 {
        indices.upperBound.subtracting(saturating: indices.lowerBound - 1).multiplied(saturatingBy: repeats)
    }

    /// The instants of the first and the last of them, ns.
    package var from: Int64 { grid.point(indices.lowerBound) ?? until }
    package var to: Int64 { grid.point(indices.upperBound) ?? from }

    /// The reasons of their waiting as shares, the longest first.
    package var shares: [CauseShare] { Account(until: until, point: last, due: to, armed: to, lost: [self]).shares }

    /// Their instants, ns; of very many only the first.
    var instants: [Int64] {
        let most: Int64 = 1000
        if from == to { return Array(repeating: from, count: Int(min(count, most))) }
        return (indices.lowerBound...min(indices.upperBound, indices.lowerBound.adding(saturating: most - 1)))
            .compactMap(grid.point)
    }

    /// The total wait of all points between two instants, ns.
    func time(from start: Int64, to end: Int64) -> Int128 {
        let begun = min(indices.upperBound, grid.points(before: end) - 1)
        let before = min(begun, grid.firstIndex(after: start) - 1)
        var total: Int128 = 0
        if before >= indices.lowerBound {
            total = Int128(before - indices.lowerBound + 1) * (Int128(end) - Int128(start))
        }
        let inside = max(indices.lowerBound, before + 1)
        if inside <= begun {
            total += Int128(begun - inside + 1) * Int128(end) - grid.sum(from: inside, through: begun)
        }
        return total * Int128(repeats)
    }
}

/// The cause of a call.
package enum Occasion {
    case scheduled
    /// A `fire`, for which no due point waits.
    case manual
    /// The cancellation of a task's sleep, which the task mistook for its due point.
    case cancellation
}

/// A call of a timer with its due points, or points without a call.
package struct Account {
    package var occasion = Occasion.scheduled
    /// True if the timer is armed again after each call.
    package var isChain = false
    /// The start of the callback, ns; nil for no call.
    package var call: Int64?
    /// The end of the wait, ns: the call, or the end of the schedule or the recording.
    package var until: Int64
    /// True if there was no call before the end of the recording.
    var isOpen = false
    /// The interval of its schedule, ns; nil for a schedule of one point.
    var interval: Rational?
    /// The point of the requested schedule by number, from 0, and by instant, ns; the last point if there was no call.
    package var point: Int64 = 0
    package var due: Int64
    /// The instant for which the mechanism was armed, ns.
    package var armed: Int64
    /// The distance of the call from its point on the requested schedule, ns; nil for no call.
    package var lag: Int64?
    /// The call on the schedule as the mechanism continues it; there a system sleep is a step of lag.
    var onSchedule = LagPoint(index: 0, lag: 0)
    /// The time, ns, that the timer's clock may have been stopped since the call before, which delayed this one.
    var slept: Int64 = 0
    /// The resulting shift of its grid from here on, ns.
    var shifted: Int64 = 0
    /// True if the call has no point, since an earlier call had it.
    var isExtra = false
    /// The points that were skipped before the call, or after it, the earliest first.
    package var lost: [LostPoints] = []
    /// The wait of the call's own point, without gaps. For a chain it is the growth of its lag, before it was armed and
    /// from the armed instant to the call.
    package var pieces: [Piece] = []
    /// The number of equal calls in a row, each one point and `step` after the one before.
    var repeats: Int64 = 1
    var step: Int64 = 0

    var lastCall: Int64? { call.map { $0.adding(saturating: step.multiplied(saturatingBy: repeats - 1)) } }

    /// The time from its point to the call, ns; nil for a chain, whose points do not wait, and for a manual call.
    package var waiting: Int64? { isChain || occasion == .manual ? nil : until.subtracting(saturating: due) }

    package var lostCount: Int64 { lost.sum(\.count) }

    /// The instants of the skipped points, ns; of very many in a row only the first.
    package var lostInstants: [Int64] { lost.flatMap(\.instants) }

    func forEachCall(_ body: (Account) -> Void) {
        var single = self
        single.repeats = 1
        for _ in 0..<repeats {
            body(single)
            single.call = single.call.map { $0.adding(saturating: step) }
            single.until = single.until.adding(saturating: step)
            single.due = single.due.adding(saturating: step)
            single.armed = single.armed.adding(saturating: step)
            single.point += 1
            single.lost = []
            single.pieces = single.pieces.map {
                Piece(from: $0.from.adding(saturating: step), to: $0.to.adding(saturating: step), reason: $0.reason)
            }
        }
    }

    /// The reasons of its skipped points and of its pieces as shares, the longest first.
    package var shares: [CauseShare] {
        if pieces.isEmpty, lost.isEmpty { return [] }
        var tally = Tally()
        tally.fold(self)
        return tally.shares
    }
}

extension [Piece] {
    /// Adds a piece after the others, unless it is empty; equal neighbours become one.
    mutating func append(from: Int64, to: Int64, _ reason: Reason) {
        guard from < to else { return }
        if let last = indices.last, self[last].to == from, self[last].reason == reason {
            self[last].to = to
        } else {
            append(Piece(from: from, to: to, reason: reason))
        }
    }

    func relabelled(_ reason: (Reason) -> Reason) -> [Piece] {
        var pieces: [Piece] = []
        for piece in self { pieces.append(from: piece.from, to: piece.to, reason(piece.reason)) }
        return pieces
    }
}

extension ReasonTimes {
    /// Adds the waits of an account's points.
    mutating func fold(_ account: Account) {
        // The points of a chain do not wait.
        for lost in account.lost { for part in lost.times { add(part.reason, account.isChain ? 0 : part.time) } }
        for piece in account.pieces { add(piece.reason, Int128(piece.length) * Int128(account.repeats)) }
    }
}

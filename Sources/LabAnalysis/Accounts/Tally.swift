import LabCatalogue
import LabRecording

/// The waiting that each reason explains, added up over accounts.
struct Tally {
    /// The effect of a cause, for a finding.
    struct Effect {
        var lateFirings: Int64 = 0
        var skipped: Int64 = 0
        /// The largest delay of one firing by this cause alone, ns.
        var longest: Int64 = 0

        var isFelt: Bool { lateFirings > 0 || skipped > 0 }
    }

    private var times = ReasonTimes()
    /// Indexed by the raw value of the cause.
    private var causes = [OfCause](repeating: OfCause(), count: Cause.allCases.count)

    private struct OfCause {
        var effect = Effect()
        /// The share in the present call's wait, ns; 0 between calls.
        var late: Int64 = 0

        /// The call is complete, and so are `repeats - 1` more like it.
        mutating func close(_ repeats: Int64) {
            guard late > 0 else { return }
            effect.lateFirings = effect.lateFirings.adding(saturating: repeats)
            effect.longest = max(effect.longest, late)
            late = 0
        }
    }

    mutating func fold(_ account: Account) {
        times.fold(account)
        for lost in account.lost { lose(lost) }
        for piece in account.pieces {
            // A chain is late from the instant for which it was armed; a later arming only adds to its lag.
            if account.call != nil, !account.isChain || piece.from >= account.armed {
                causes[piece.reason.cause.rawValue].late += piece.length
            }
        }
        for piece in account.pieces { causes[piece.reason.cause.rawValue].close(account.repeats) }
    }

    /// Counts a skipped point once, for the longest cause of its wait.
    private mutating func lose(_ lost: LostPoints) {
        // The longest is the first, which of two also has the longest cause.
        var causes = ReasonTimes()
        if lost.times.count > 2 { for part in lost.times { causes.add(Reason(part.reason.cause), part.time) } }
        let loser = causes.rows.longest?.reason.cause ?? lost.times.first?.reason.cause
        guard let main = lost.times.first(where: { $0.reason.cause == loser }) else { return }
        times.add(main.reason, 0, lost: lost.count)
        let cause = main.reason.cause.rawValue
        self.causes[cause].effect.skipped = self.causes[cause].effect.skipped.adding(saturating: lost.count)
    }

    /// Adds another tally, with other names for its culprits.
    mutating func fold(_ other: Tally, naming name: (EntityID) -> EntityID) {
        for row in other.times.rows {
            let reason = Reason(row.reason.cause, name(row.reason.culprit), step: row.reason.step)
            times.add(reason, row.time, lost: row.lost)
        }
    }

    func effect(of cause: Cause) -> Effect { causes[cause.rawValue].effect }

    /// The cause whose finding tells of another one: work and waits for it share one, even if one is not felt.
    func told(_ cause: Cause) -> Cause {
        if effect(of: cause).isFelt { return cause }
        return cause == .awaiting ? .otherWork : cause == .otherWork ? .awaiting : cause
    }

    /// The causes in percent of all waiting; steps of one culprit count together. The one for which most points were
    /// skipped comes first, then the one for which most was waited.
    var shares: [CauseShare] {
        let groups = Dictionary(grouping: times.rows) { Reason($0.reason.cause, $0.reason.culprit) }
        let rows = groups.sorted { $0.key < $1.key }.map(\.value)
        let sums = rows.map { $0.reduce(Int128(0)) { $0 + $1.time } }
        let lost = rows.map { $0.sum(\.lost) }
        let percents = wholePercents(sums)
        let order = rows.indices.sorted { (lost[$1], sums[$1], $0) < (lost[$0], sums[$0], $1) }
        return order.compactMap { index in
            rows[index].longest.map {
                CauseShare(
                    reason: $0.reason, nanoseconds: Int64(clamping: sums[index]), percent: percents[index],
                    lost: lost[index])
            }
        }
    }
}

/// Whole percents that sum to 100, by the largest remainder; the earlier of equal remainders is rounded up.
func wholePercents(_ parts: [Int128]) -> [Int] {
    let total = parts.reduce(0, +)
    guard total > 0 else { return parts.indices.map { $0 == 0 ? 100 : 0 } }
    // Shifting keeps the products below within 128 bits and the error far below a percent.
    let shift = max(0, 128 - total.leadingZeroBitCount - 110)
    let scaled = parts.map { $0 >> Int128(shift) }
    let whole = max(1, scaled.reduce(0, +))
    var percents = scaled.map { Int($0 * 100 / whole) }
    let remainders = scaled.map { $0 * 100 % whole }
    let missing = 100 - percents.reduce(0, +)
    let order = parts.indices.sorted { (remainders[$1], $0) < (remainders[$0], $1) }
    for index in order.prefix(max(0, missing)) { percents[index] += 1 }
    return percents
}

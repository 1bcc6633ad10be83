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
        var causes: [Cause: Int128] = [:]
        for part in lost.times { causes[part.reason.cause, default: 0] += part.time }
        let loser = causes.max { ($0.value, $1.key.rawValue) < ($1.value, $0.key.rawValue) }?.key
        guard let main = lost.times.filter({ $0.reason.cause == loser }).longest else { return }
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

    /// The causes in percent of all waiting; steps of one culprit count together. The one for which most points were
    /// skipped comes first, then the one for which most was waited.
    var shares: [CauseShare] {
        /// Times with the step that has the largest part of each.
        var rows: [(reason: Reason, time: Int128, largestStep: Int128, lost: Int64)] = []
        for row in times.rows.sorted(by: { $0.reason < $1.reason }) {
            guard let last = rows.indices.last, rows[last].reason.cause == row.reason.cause,
                rows[last].reason.culprit == row.reason.culprit
            else {
                rows.append((row.reason, row.time, row.time, row.lost))
                continue
            }
            rows[last].time += row.time
            rows[last].lost = rows[last].lost.adding(saturating: row.lost)
            if row.time > rows[last].largestStep {
                (rows[last].reason, rows[last].largestStep) = (row.reason, row.time)
            }
        }
        let percents = wholePercents(rows.map(\.time))
        let order = rows.indices.sorted { (rows[$1].lost, rows[$1].time, $0) < (rows[$0].lost, rows[$0].time, $1) }
        return order.map { index in
            CauseShare(
                reason: rows[index].reason, nanoseconds: Int64(clamping: rows[index].time), percent: percents[index],
                lost: rows[index].lost)
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

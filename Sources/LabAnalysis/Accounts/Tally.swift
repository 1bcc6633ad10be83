import LabCatalogue
import LabRecording

/// How much waiting each reason explains, added up over accounts.
struct Tally {
    /// The effect of a cause, for a finding.
    struct Effect {
        var lateFirings: Int64 = 0
        var skipped: Int64 = 0
        /// The most that it made one firing late, ns: its own part of the wait.
        var longest: Int64 = 0
    }

    private struct Entry {
        var time: Int128 = 0
        var lost: Int64 = 0
    }

    private var entries: [Reason: Entry] = [:]
    /// By cause; causes that did nothing have none.
    private var effects: [Cause: Effect] = [:]

    mutating func fold(_ account: Account) {
        for lost in account.lost { add(lost.times, late: 0, lost: lost.count) }
        guard !account.pieces.isEmpty else { return }
        // A chain is late for what it was armed for; what armed it later only adds to its lag.
        let isLate = { (piece: Piece) in !account.isChain || piece.from >= account.armed }
        add(account.pieces.filter { !isLate($0) }.times, late: 0, lost: 0)
        add(account.pieces.filter(isLate).times, late: account.call == nil ? 0 : 1, lost: 0, calls: account.repeats)
    }

    /// Adds another tally, with other names for its culprits.
    mutating func fold(_ other: Tally, naming name: (EntityID) -> EntityID) {
        for (reason, entry) in other.entries {
            var reason = reason
            reason.culprit = name(reason.culprit)
            entries[reason, default: Entry()].time += entry.time
            entries[reason, default: Entry()].lost += entry.lost
        }
    }

    /// - Parameters:
    ///   - late: how many late calls ended these waits.
    ///   - lost: how many points were lost.
    ///   - calls: how many calls waited so.
    private mutating func add(_ times: [ReasonTime], late: Int64, lost: Int64, calls: Int64 = 1) {
        guard !times.isEmpty else { return }
        for part in times { entries[part.reason, default: Entry()].time += part.time * Int128(calls) }
        var byCause: [Cause: Int128] = [:]
        for part in times where part.time > 0 || times.count == 1 {
            byCause[part.reason.cause, default: 0] += part.time
        }
        // A lost point counts once, for what kept it waiting longest.
        let loser = byCause.max { ($0.value, $1.key.rawValue) < ($1.value, $0.key.rawValue) }?.key
        if lost > 0, let main = times.filter({ $0.reason.cause == loser }).longest {
            let known = entries[main.reason]?.lost ?? 0
            entries[main.reason, default: Entry()].lost = known.adding(saturating: lost)
        }
        for (cause, time) in byCause {
            var effect = effects[cause] ?? Effect()
            effect.lateFirings = effect.lateFirings.adding(saturating: late.multiplied(saturatingBy: calls))
            if cause == loser { effect.skipped = effect.skipped.adding(saturating: lost) }
            if late > 0 { effect.longest = max(effect.longest, Int64(clamping: time)) }
            effects[cause] = effect
        }
    }

    func effect(of cause: Cause) -> Effect { effects[cause] ?? Effect() }

    /// The causes in percent of all waiting, largest first; steps of one culprit count together.
    func attribution(of timer: EntityID, in trace: Trace) -> Attribution {
        /// Times with the step that has the largest part of each.
        var rows: [(reason: Reason, time: Int128, largestStep: Int128, lost: Int64)] = []
        for (reason, entry) in entries.sorted(by: { $0.key < $1.key }) {
            guard let last = rows.indices.last, rows[last].reason.cause == reason.cause,
                rows[last].reason.culprit == reason.culprit
            else {
                rows.append((reason, entry.time, entry.time, entry.lost))
                continue
            }
            rows[last].time += entry.time
            rows[last].lost = rows[last].lost.adding(saturating: entry.lost)
            if entry.time > rows[last].largestStep {
                (rows[last].reason, rows[last].largestStep) = (reason, entry.time)
            }
        }
        let percents = wholePercents(rows.map(\.time))
        let order = rows.indices.sorted { (rows[$1].time, $0) < (rows[$0].time, $1) }
        let shares = order.map { index in
            let reason = rows[index].reason
            return CauseShare(
                cause: reason.cause, culprit: reason.culprit, place: trace.place(of: reason),
                nanoseconds: Int64(clamping: rows[index].time), percent: percents[index], lost: rows[index].lost)
        }
        return Attribution(
            timer: timer, isChain: trace.entity(timer)?.timer?.isChain == true,
            nanoseconds: Int64(clamping: rows.reduce(0) { $0 + $1.time }), shares: shares)
    }
}

extension [Piece] {
    /// How much of them each reason explains.
    var times: [ReasonTime] {
        var times: [ReasonTime] = []
        var places: [Reason: Int] = [:]
        for piece in self {
            let known = count < 16 ? times.firstIndex { $0.reason == piece.reason } : places[piece.reason]
            if let known {
                times[known].time += Int128(piece.length)
            } else {
                if count >= 16 { places[piece.reason] = times.count }
                times.append(ReasonTime(reason: piece.reason, time: Int128(piece.length)))
            }
        }
        return times
    }
}

extension [ReasonTime] {
    /// The longest of them; of equal ones the first reason.
    var longest: ReasonTime? { self.max { ($0.time, $1.reason) < ($1.time, $0.reason) } }
}

extension Trace {
    /// The place of what a reason names: what lasts in a callback without work, sleep or a run loop is its wait.
    package func place(of reason: Reason) -> Range<Int> {
        let isWait = reason.step < 0 && [.otherWork, .ownCallback, .awaiting].contains(reason.cause)
        let step = isWait ? entity(reason.culprit)?.wait?.step ?? reason.step : reason.step
        return place(ofStep: step, orOf: reason.culprit)
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

import LabRecording

/// How much waiting each cause explains.
struct Tally {
    struct Key: Hashable, Comparable {
        var cause: Cause
        var culprit: EntityID
        var step: Int64

        static let wakeUp = Key(cause: .wakeUp, culprit: .none, step: -1)

        static func < (left: Key, right: Key) -> Bool {
            (left.cause.rawValue, left.culprit, left.step) < (right.cause.rawValue, right.culprit, right.step)
        }
    }

    /// What a finding says about a cause.
    struct Effect {
        var lateFirings: Int64 = 0
        var skipped: Int64 = 0
        /// The most that it made one firing late, ns: its own part of the wait.
        var longest: Int64 = 0
    }

    /// How many parts are told of one of many copies: it may have waited for each of the others.
    static let mostOfMany = 64

    private(set) var times: [Key: Int128] = [:]
    /// How many points were lost to each that has lost any.
    private var losses: [Key: Int64] = [:]
    /// By cause; of those that have done nothing there is none.
    private var effects: [(cause: Cause, effect: Effect)] = []

    /// Adds what explains firings that are equally late by itself.
    mutating func add(_ key: Key, _ time: Int128, late: Int64, times repeats: Int64) {
        times[key, default: 0] += time * Int128(repeats)
        note(key.cause, late: late, lost: 0, times: repeats, longest: time)
    }

    private mutating func note(_ cause: Cause, late: Int64, lost: Int64, times repeats: Int64, longest: Int128) {
        let place = effects.firstIndex { $0.cause == cause } ?? effects.count
        if place == effects.count { effects.append((cause, Effect())) }
        var effect = effects[place].effect
        effect.lateFirings = effect.lateFirings.adding(saturating: late.multiplied(saturatingBy: repeats))
        effect.skipped = effect.skipped.adding(saturating: lost.multiplied(saturatingBy: repeats))
        if late > 0 { effect.longest = max(effect.longest, Int64(clamping: longest)) }
        effects[place].effect = effect
    }

    /// Adds what explains some waits of the same kind.
    ///
    /// - Parameters:
    ///   - parts: of one wait for each cause if a late firing ended it.
    ///   - late: how many of them a late firing ended, and `lost` how many points were lost.
    mutating func add(_ parts: [Key: Int128], late: Int64, lost: Int64, times repeats: Int64 = 1) {
        for (key, time) in parts { times[key, default: 0] += time * Int128(repeats) }
        let whole = parts.count == 1
        var byCause: [Cause: Int128] = [:]
        for (key, time) in parts where time > 0 || whole { byCause[key.cause, default: 0] += time }
        // A lost point counts once, for what kept it waiting longest.
        let loser = byCause.max { ($0.value, $1.key.rawValue) < ($1.value, $0.key.rawValue) }?.key
        let blamed = lost > 0 ? parts.filter { $0.key.cause == loser } : [:]
        if let key = blamed.max(by: { ($0.value, $1.key) < ($1.value, $0.key) })?.key {
            losses[key] = (losses[key] ?? 0).adding(saturating: lost.multiplied(saturatingBy: repeats))
        }
        for (cause, time) in byCause {
            note(cause, late: late, lost: cause == loser ? lost : 0, times: repeats, longest: time)
        }
    }

    /// Keeps the largest times, and puts those of the same cause to the largest of it: what ever other one of many
    /// copies has done to one of them is not told.
    mutating func keepLargest(_ most: Int) {
        guard times.count > most else { return }
        let ordered = times.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
        var largest: [Cause: Key] = [:]
        times = [:]
        for (place, (key, time)) in ordered.enumerated() {
            let kept = place < most / 2 ? key : largest[key.cause] ?? key
            largest[key.cause] = largest[key.cause] ?? key
            times[kept, default: 0] += time
            if kept != key, let lost = losses.removeValue(forKey: key) { losses[kept, default: 0] += lost }
        }
    }

    /// The same with other culprits, whose times add up.
    func told(by name: (EntityID) -> EntityID) -> Tally {
        var told = self
        told.times = Dictionary(
            times.map { (Key(cause: $0.key.cause, culprit: name($0.key.culprit), step: $0.key.step), $0.value) },
            uniquingKeysWith: +)
        return told
    }

    func effect(of cause: Cause) -> Effect { effects.first { $0.cause == cause }?.effect ?? Effect() }

    /// The causes in percent of all waiting, largest first; steps of one culprit count together.
    func attribution(of timer: EntityID, in trace: Trace) -> Attribution {
        /// Times with the step that has the largest part of each.
        var rows: [(key: Key, time: Int128, largestStep: Int128, lost: Int64)] = []
        for (key, time) in times.sorted(by: { $0.key < $1.key }) {
            let lost = losses[key] ?? 0
            guard let last = rows.indices.last, rows[last].key.cause == key.cause, rows[last].key.culprit == key.culprit
            else {
                rows.append((key, time, time, lost))
                continue
            }
            rows[last].time += time
            rows[last].lost = rows[last].lost.adding(saturating: lost)
            if time > rows[last].largestStep { (rows[last].key, rows[last].largestStep) = (key, time) }
        }
        let percents = wholePercents(rows.map(\.time))
        let order = rows.indices.sorted { (rows[$1].time, $0) < (rows[$0].time, $1) }
        let shares = order.map { index in
            let key = rows[index].key
            return CauseShare(
                cause: key.cause, culprit: key.culprit, place: trace.place(of: key),
                nanoseconds: Int64(clamping: rows[index].time), percent: percents[index], lost: rows[index].lost)
        }
        return Attribution(
            timer: timer, isChain: trace.entity(timer)?.timer?.isChain == true,
            nanoseconds: Int64(clamping: rows.reduce(0) { $0 + $1.time }), shares: shares)
    }
}

extension Trace {
    /// Where what a cause names stands: what lasts in a callback without work, sleep or a run loop is its wait.
    func place(of key: Tally.Key) -> Range<Int> {
        let isWait = key.step < 0 && [.otherWork, .ownCallback, .awaiting].contains(key.cause)
        return place(ofStep: isWait ? entity(key.culprit)?.wait?.step ?? key.step : key.step, orOf: key.culprit)
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

import Recording

/// How much waiting each cause explains.
struct Tally {
    struct Key: Hashable {
        var cause: Cause
        var culprit: EntityID
        var step: Int64
    }

    /// What a finding says about a cause.
    struct Effect {
        var lateFirings: Int64 = 0
        var skipped: Int64 = 0
        var longest: Int64 = 0
    }

    private(set) var times: [Key: Int128] = [:]
    private(set) var effects = [Effect](repeating: Effect(), count: Cause.allCases.count)
    private(set) var lateFirings: Int64 = 0
    private(set) var skipped: Int64 = 0

    mutating func addLate(_ parts: [Key: Int128], lateness: Int64) {
        lateFirings += 1
        for cause in add(parts) {
            effects[cause.rawValue].lateFirings += 1
            effects[cause.rawValue].longest = max(effects[cause.rawValue].longest, lateness)
        }
    }

    mutating func addSkipped(_ parts: [Key: Int128], count: Int64, longest: Int64) {
        skipped = saturatingSum(skipped, count)
        for cause in add(parts) {
            effects[cause.rawValue].skipped = saturatingSum(effects[cause.rawValue].skipped, count)
            effects[cause.rawValue].longest = max(effects[cause.rawValue].longest, longest)
        }
    }

    /// Adds times and tells which causes had a part in them.
    private mutating func add(_ parts: [Key: Int128]) -> Set<Cause> {
        for (key, time) in parts { times[key, default: 0] += time }
        return Set(parts.lazy.filter { $0.value > 0 }.map(\.key.cause))
    }

    /// The causes in percent of all waiting, largest first; steps of one culprit count together.
    func attribution(of timer: EntityID, in trace: Trace) -> Attribution {
        struct Row {
            var cause: Cause
            var culprit: EntityID
            var time: Int128
            var step: Int64
            var largestStep: Int128
        }
        var rows: [Row] = []
        var numbers: [Key: Int] = [:]
        let ordered = times.filter { $0.value > 0 }.sorted {
            ($0.key.cause.rawValue, $0.key.culprit, $0.key.step) < ($1.key.cause.rawValue, $1.key.culprit, $1.key.step)
        }
        for (key, time) in ordered {
            let group = Key(cause: key.cause, culprit: key.culprit, step: 0)
            if let number = numbers[group] {
                rows[number].time += time
                if time > rows[number].largestStep {
                    rows[number].largestStep = time
                    rows[number].step = key.step
                }
            } else {
                numbers[group] = rows.count
                rows.append(
                    Row(cause: key.cause, culprit: key.culprit, time: time, step: key.step, largestStep: time))
            }
        }
        let percents = wholePercents(rows.map(\.time))
        let order = rows.indices.sorted { (rows[$1].time, $0) < (rows[$0].time, $1) }
        let shares = order.map { index in
            let (row, percent) = (rows[index], percents[index])
            return BlameShare(
                cause: row.cause, culprit: row.culprit, place: trace.place(ofStep: row.step, orOf: row.culprit),
                nanoseconds: Int64(clamping: row.time), percent: percent)
        }
        return Attribution(
            timer: timer, lateFirings: lateFirings, skippedPoints: skipped,
            nanoseconds: Int64(clamping: rows.reduce(0) { $0 + $1.time }), shares: shares)
    }
}

/// Whole percents that sum to 100, by the largest remainder; the earlier of equal remainders is rounded up.
func wholePercents(_ parts: [Int128]) -> [Int] {
    let total = parts.reduce(0, +)
    guard total > 0 else { return parts.map { _ in 0 } }
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

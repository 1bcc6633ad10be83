extension CountedValues {
    /// How many values there are once those are added that a skipping timer never recorded.
    public func correctedCount(expectedInterval interval: Int64) -> Int128 {
        guard interval > 0 else { return Int128(count) }
        return runs.reduce(0) { $0 + Int128($1.count) * Int128(Swift.max($1.value / interval, 1)) }
    }

    /// The values at several percentiles, corrected for coordinated omission; `nil` when there are no values.
    ///
    /// A timer that is late by v skips what was due meanwhile, so the waits of those ticks are missing. Each v is
    /// taken for v, v − interval, v − 2·interval … down to the interval itself, as HdrHistogram's recording with an
    /// expected interval does. An interval of zero or less corrects nothing.
    ///
    /// None of these values is made: with v = q·interval + r they are r + j·interval for j from 1 to q, so level j
    /// holds the remainders of all values with q ≥ j, and levels do not overlap. The level of a rank follows from
    /// counts, and selection among remainders does the rest.
    public func correctedValues(at percentiles: [Percentile], expectedInterval interval: Int64) -> [Int64]? {
        guard !isEmpty else { return nil }
        guard let maximum, interval > 0, maximum / interval > 1 else { return values(at: percentiles) }
        let levels = runs.map { run in
            let (level, remainder) = run.value.quotientAndRemainder(dividingBy: interval)
            // What is early stays as it is, on the lowest level.
            return level > 0
                ? Level(top: level, remainder: remainder, count: run.count)
                : Level(top: 0, remainder: run.value, count: run.count)
        }
        let total = correctedCount(expectedInterval: interval)
        return percentiles.map { percentile in
            levels.value(atRank: percentile.rank(amongWide: total), interval: interval, highest: maximum / interval)
        }
    }
}

/// Values that lie on all levels from 1 to `top`, or on level 0 alone.
private struct Level {
    var top: Int64
    var remainder: Int64
    var count: Int
}

extension [Level] {
    /// How many values lie on levels up to `level`.
    private func total(upTo level: Int64) -> Int128 {
        reduce(0) { $0 + Int128($1.count) * Int128($1.top == 0 ? 1 : Swift.min($1.top, level)) }
    }

    fileprivate func value(atRank rank: Int128, interval: Int64, highest: Int64) -> Int64 {
        var low: Int64 = 0
        var high = highest
        while low < high {
            let middle = low + (high - low) / 2
            if total(upTo: middle) >= rank { high = middle } else { low = middle + 1 }
        }
        var members = filter { low == 0 ? $0.top == 0 : $0.top >= low }
        let rankInLevel = low == 0 ? rank : rank - total(upTo: low - 1)
        let remainder = members.values(atRanks: [Int(rankInLevel)], value: \.remainder, weight: \.count)[0]
        return low * interval + remainder
    }
}

/// The times that due points wait for the next callback.
///
/// Skipped points count, which avoids the "coordinated omission" of HdrHistogram. Many skipped points are kept as
/// ranges of their grid, so that a grid of one nanosecond needs little memory.
struct WaitingTimes {
    var values = CountedValues()
    private var ranges: [LostPoints] = []
    /// The points without a later callback in the recording.
    private(set) var open: Int64 = 0
    /// The longest wait of these points, ns, if any.
    private(set) var longestOpen: Int64?

    /// Ranges longer than this stay ranges.
    private static let longestWrittenOut: Int64 = 64

    mutating func append(_ account: Account) {
        if account.isOpen {
            let longest = account.until.subtracting(saturating: account.lost.first?.from ?? account.due)
            open = open.adding(saturating: account.lost.first?.count ?? 1)
            longestOpen = max(longestOpen ?? 0, longest)
        }
        for points in account.lost {
            if points.count > Self.longestWrittenOut {
                ranges.append(points)
            } else {
                for index in points.indices { values.append(wait(points, index), count: Int(points.repeats)) }
            }
        }
        guard account.call != nil ? !account.isExtra : account.lost.isEmpty else { return }
        values.append(account.until.subtracting(saturating: account.due), count: Int(clamping: account.repeats))
    }

    var spread: Spread? {
        guard !ranges.isEmpty else { return Spread(values) }
        let total = ranges.reduce(Int128(values.count)) { $0 + Int128($1.count) }
        let extremes = values.extremes
        let least = min(extremes?.lowerBound ?? .max, ranges.map { wait($0, $0.indices.upperBound) }.min() ?? .max)
        let greatest = max(extremes?.upperBound ?? .min, ranges.map { wait($0, $0.indices.lowerBound) }.max() ?? .min)
        func atMost(_ value: Int64) -> Int128 {
            values.sum { $0.value <= value ? Int128($0.count) : 0 }
                + ranges.reduce(0) { $0 + count($1, atMost: value) * Int128($1.repeats) }
        }
        func select(_ percentile: Percentile) -> Int64 {
            let rank = percentile.rank(among: total)
            var (low, high) = (least, greatest)
            while low < high {
                let middle = Int64((Int128(low) + Int128(high)) >> 1)
                if atMost(middle) >= rank { high = middle } else { low = middle + 1 }
            }
            return low
        }
        let sum = ranges.reduce(values.sum) { $0 &+ $1.time(from: $1.from, to: $1.until) }
        let mean = Int64(nearest: Double(nearest: sum) / Double(nearest: total))
        var squares = values.sum { run in
            let distance = Double(nearest: Int128(run.value) - Int128(mean))
            return distance * distance * Double(run.count)
        }
        for range in ranges { squares += squaredWaits(range, around: mean) }
        return Spread(
            count: Int64(clamping: total), min: least, max: greatest, mean: mean,
            percentiles: Percentile.allCases.map(select),
            deviation: (squares / Double(nearest: total)).squareRoot())
    }

    private func wait(_ range: LostPoints, _ index: Int64) -> Int64 {
        range.until &- (range.grid.point(index) ?? range.until)
    }

    /// The number of points of the range that wait for at most `value`: those at or after `base − value`.
    private func count(_ range: LostPoints, atMost value: Int64) -> Int128 {
        let (instant, overflow) = range.until.subtractingReportingOverflow(value)
        let earlier = overflow ? (value > 0 ? 0 : Int64.max) : range.grid.points(before: instant)
        return max(0, Int128(range.indices.upperBound) - Int128(max(earlier, range.indices.lowerBound)) + 1)
    }

    /// Their points are almost even: the squares of an arithmetic series.
    private func squaredWaits(_ range: LostPoints, around mean: Int64) -> Double {
        let count = Double(range.count)
        let centre = Double(nearest: range.time(from: range.from, to: range.until)) / count - Double(mean)
        // Points that a jump passed together have no interval.
        let interval = range.grid.interval?.approximation ?? 0
        return count * centre * centre + interval * interval * count * (count * count - 1) / 12
    }
}

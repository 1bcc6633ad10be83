/// Values (ns) with their counts: 8 bytes for a single value, 16 for equal ones in a row.
struct CountedValues {
    struct Run: Equatable {
        var value: Int64
        var count: Int
    }

    /// The values in their order of arrival.
    private var singles: [Int64] = []
    private var runs: [Run] = []
    private var last = Run(value: 0, count: 0)
    private var inRuns = 0

    /// Nothing when `count` is not positive.
    mutating func append(_ value: Int64, count: Int = 1) {
        guard count > 0 else { return }
        if value == last.value { last.count += count } else { begin(Run(value: value, count: count)) }
    }

    mutating func append(contentsOf other: CountedValues) {
        if isEmpty { self = other } else { other.forEachRun { append($0.value, count: $0.count) } }
    }

    private mutating func begin(_ run: Run) {
        if last.count == 1 {
            singles.append(last.value)
        } else if last.count > 1 {
            runs.append(last)
            inRuns += last.count
        }
        last = run
    }

    /// Calls `body` with each run, in no particular order; a value may have several.
    func forEachRun(_ body: (Run) -> Void) {
        for value in singles { body(Run(value: value, count: 1)) }
        for run in runs { body(run) }
        if last.count > 0 { body(last) }
    }

    func sum<Sum: AdditiveArithmetic>(_ term: (Run) -> Sum) -> Sum {
        var sum = Sum.zero
        forEachRun { sum += term($0) }
        return sum
    }

    var count: Int { singles.count + inRuns + last.count }

    var isEmpty: Bool { count == 0 }

    var sum: Int128 { sum { Int128($0.value) * Int128($0.count) } }

    var mean: Double? { isEmpty ? nil : Double(nearest: sum) / Double(count) }

    /// The root mean square of the distances from the mean (divided by the count); `nil` when there are no values.
    var deviation: Double? {
        guard let mean else { return nil }
        let squares = sum { run in
            let distance = Double(run.value) - mean
            return distance * distance * Double(run.count)
        }
        return (squares / Double(count)).squareRoot()
    }

    /// The least and the greatest value, if any.
    var extremes: ClosedRange<Int64>? {
        if isEmpty { return nil }
        var (least, greatest) = (Int64.max, Int64.min)
        forEachRun { (least, greatest) = (Swift.min(least, $0.value), Swift.max(greatest, $0.value)) }
        return least...greatest
    }

    /// The values at percentiles by nearest rank, in their order; `nil` when there are no values.
    func values(at percentiles: [Percentile]) -> [Int64]? {
        if isEmpty { return nil }
        if singles.isEmpty, runs.isEmpty { return percentiles.map { _ in last.value } }
        var (ones, several) = (singles, runs + CollectionOfOne(last))
        ones.sort()
        several.sort { $0.value < $1.value }
        return percentiles.map { percentile in
            // Its place among the single values, without the runs before it.
            var place = percentile.rank(among: count) - 1
            for run in several {
                if place < ones.count, ones[place] <= run.value { return ones[place] }
                place -= run.count
                if place < 0 || place < ones.count && ones[place] <= run.value { return run.value }
            }
            return ones[place]
        }
    }
}

enum Percentile: Int, CaseIterable {
    case p50 = 50
    /// 95 of 100 values are not above it.
    case p95 = 95
    case p99 = 99

    /// The nearest rank among `count` values, from 1: the least whose share of all values reaches the fraction.
    func rank<Count: BinaryInteger>(among count: Count) -> Count {
        max(1, count / 100 * Count(rawValue) + (count % 100 * Count(rawValue) + 99) / 100)
    }
}

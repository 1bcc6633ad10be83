import LabExactTime

/// Values (ns) with their counts: 16 bytes for equal ones in a row.
struct CountedValues: Sendable {
    struct Run: Equatable, Sendable {
        var value: Int64
        var count: Int
    }

    /// The values in their order of arrival, but for the last run.
    private var runs: [Run] = []
    private var last = Run(value: 0, count: 0)
    private(set) var count = 0

    /// Nothing when `count` is not positive.
    mutating func append(_ value: Int64, count added: Int = 1) {
        guard added > 0 else { return }
        count += added
        if value == last.value {
            last.count += added
        } else {
            if last.count > 0 { runs.append(last) }
            last = Run(value: value, count: added)
        }
    }

    mutating func append(contentsOf other: CountedValues) {
        if isEmpty { self = other } else { other.forEachRun { append($0.value, count: $0.count) } }
    }

    /// Calls `body` with each run, in order; a value may have several.
    func forEachRun(_ body: (Run) -> Void) {
        for run in runs { body(run) }
        if last.count > 0 { body(last) }
    }

    func sum<Sum: AdditiveArithmetic>(_ term: (Run) -> Sum) -> Sum {
        var sum = Sum.zero
        forEachRun { sum += term($0) }
        return sum
    }

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

    /// The least and the greatest value; `nil` when there are none.
    var extremes: ClosedRange<Int64>? {
        if isEmpty { return nil }
        var (least, greatest) = (Int64.max, Int64.min)
        forEachRun { (least, greatest) = (Swift.min(least, $0.value), Swift.max(greatest, $0.value)) }
        return least...greatest
    }

    /// The values at percentiles by nearest rank, in their order; `nil` when there are no values.
    func values(at percentiles: [Percentile]) -> [Int64]? {
        if isEmpty { return nil }
        var sorted = runs + [last]
        sorted.sort(byNumber: \.value)
        // The number of values up to the end of each run.
        var ends = sorted.map(\.count)
        for place in ends.indices.dropFirst() { ends[place] += ends[place - 1] }
        return percentiles.map { percentile in
            let rank = percentile.rank(among: count)
            return sorted[ends.boundary { $0 >= rank }].value
        }
    }
}

/// A percentile in percent.
enum Percentile: Int, CaseIterable {
    case p50 = 50
    /// 95 of 100 values are not above it.
    case p95 = 95
    case p99 = 99

    /// The nearest rank among `count` values, from 1: the least whose share of all values reaches the fraction.
    func rank<Count: BinaryInteger>(among count: Count) -> Count {
        max(1, Count((Int128(count) * Int128(rawValue) + 99) / 100))
    }
}

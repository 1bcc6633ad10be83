import LabExactTime

/// Values (ns) of which only how often each occurred is kept.
///
/// A run of equal values takes the room of one, and nothing is allocated before a second distinct value arrives:
/// an undisturbed timer is never late, a million times.
struct CountedValues: Sendable {
    /// Equal values and how many there are.
    struct Run: Equatable, Sendable {
        let value: Int64
        let count: Int
    }

    private var lastValue: Int64 = 0
    private var lastCount = 0
    /// In the order in which they came, until there are many of them.
    private var fresh: [Run] = []
    private var packed = PackedRuns()
    private var closedCount = 0
    private var closedSum: Int128 = 0
    private var closedMinimum = Int64.max
    private var closedMaximum = Int64.min
    /// What values are rounded to, a power of two: 1 up to a million distinct ones.
    private(set) var resolution: Int64 = 1

    mutating func append(_ value: Int64) {
        if value == lastValue { lastCount += 1 } else { beginRun(value, 1) }
    }

    /// Nothing when `count` is not positive.
    mutating func append(_ value: Int64, count: Int) {
        guard count > 0 else { return }
        if value == lastValue { lastCount += count } else { beginRun(value, count) }
    }

    mutating func append(contentsOf other: CountedValues) {
        if isEmpty {
            self = other
        } else {
            other.forEachRun { append($0.value, count: $0.count) }
            resolution = Swift.max(resolution, other.resolution)
        }
    }

    private mutating func beginRun(_ value: Int64, _ count: Int) {
        if lastCount > 0 { closeRun() }
        lastValue = value
        lastCount = count
    }

    private mutating func closeRun() {
        fresh.append(Run(value: lastValue, count: lastCount))
        closedCount += lastCount
        closedSum += Int128(lastValue) * Int128(lastCount)
        closedMinimum = Swift.min(closedMinimum, lastValue)
        closedMaximum = Swift.max(closedMaximum, lastValue)
        if fresh.count >= Swift.max(Self.leastPacked, packed.distinctCount / 16) { pack() }
    }

    /// So many runs are put in order at once at least.
    private static let leastPacked = 4096
    /// So many distinct values are kept at most.
    private var mostDistinct = 1 << 20

    /// Keeps at most half as many distinct values from now on, unless they are few.
    mutating func coarsen() {
        mostDistinct = Swift.max(1 << 14, mostDistinct / 2)
        pack()
        fresh = []
    }

    /// Puts what came in order among the rest.
    ///
    /// Beyond what is kept values are rounded, ever more coarsely: count, sum, least and greatest value stay exact.
    private mutating func pack() {
        fresh.sort(byNumber: \.value)
        packed = packed.merged(with: fresh, resolution: resolution)
        fresh.removeAll(keepingCapacity: true)
        while packed.distinctCount > mostDistinct {
            resolution *= 2
            packed = packed.merged(with: [], resolution: resolution)
        }
    }
}

extension CountedValues {
    /// Calls `body` with each run, in no particular order; a value may have several.
    func forEachRun(_ body: (Run) -> Void) {
        for run in packed { body(run) }
        for run in fresh { body(run) }
        if lastCount > 0 { body(Run(value: lastValue, count: lastCount)) }
    }

    func sum<Sum: AdditiveArithmetic>(_ term: (Run) -> Sum) -> Sum {
        var sum = Sum.zero
        forEachRun { sum += term($0) }
        return sum
    }

    /// Bytes.
    var room: Int { fresh.capacity * MemoryLayout<Run>.stride + packed.room }

    var count: Int { closedCount + lastCount }

    var isEmpty: Bool { count == 0 }

    /// Exact.
    var sum: Int128 { closedSum + Int128(lastValue) * Int128(lastCount) }

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

    var minimum: Int64? {
        isEmpty ? nil : lastCount > 0 ? Swift.min(closedMinimum, lastValue) : closedMinimum
    }

    var maximum: Int64? {
        isEmpty ? nil : lastCount > 0 ? Swift.max(closedMaximum, lastValue) : closedMaximum
    }

    /// The values at percentiles by nearest rank, exact, in their order; `nil` when there are no values.
    func values(at percentiles: [Percentile]) -> [Int64]? {
        guard let minimum, let maximum else { return nil }
        if minimum == maximum { return percentiles.map { _ in minimum } }
        var sorted = self
        sorted.beginRun(0, 0)
        sorted.pack()
        let ranks = percentiles.map { $0.rank(among: count) }
        var (found, passed) = (ranks.map { _ in maximum }, 0)
        for run in sorted.packed {
            for place in ranks.indices where ranks[place] > passed && ranks[place] <= passed + run.count {
                // A value that was rounded may lie outside.
                found[place] = Swift.min(Swift.max(run.value, minimum), maximum)
            }
            passed += run.count
        }
        return found
    }
}

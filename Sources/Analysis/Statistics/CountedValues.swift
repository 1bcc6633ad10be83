import ExactTime

/// Values (ns) of which only how often each occurred is kept.
///
/// A run of equal values takes the room of one, and nothing is allocated before a second distinct value arrives:
/// an undisturbed timer is never late, a million times.
public struct CountedValues: Sendable {
    /// Equal values and how many there are.
    public struct Run: Equatable, Sendable {
        /// The value.
        public let value: Int64
        /// How often it occurred.
        public let count: Int
    }

    @usableFromInline var lastValue: Int64 = 0
    @usableFromInline var lastCount = 0
    private var closed: [Run] = []
    private var closedCount = 0
    private var closedSum: Int128 = 0
    private var closedMinimum = Int64.max
    private var closedMaximum = Int64.min
    /// How many runs may be kept before equal ones that lie apart are looked for.
    private var roomBeforeMerging = 4096
    /// What values are rounded to, a power of two: 1 up to a million distinct ones.
    public private(set) var resolution: Int64 = 1

    /// No values.
    public init() {}

    /// Counts the values of a sequence.
    public init(_ values: some Sequence<Int64>) {
        for value in values { append(value) }
    }

    /// Adds a value.
    @inlinable public mutating func append(_ value: Int64) {
        if value == lastValue { lastCount += 1 } else { beginRun(value, 1) }
    }

    /// Adds a value that occurred `count` times; nothing when `count` is not positive.
    public mutating func append(_ value: Int64, count: Int) {
        guard count > 0 else { return }
        if value == lastValue { lastCount += count } else { beginRun(value, count) }
    }

    /// Adds all values of another collection.
    public mutating func append(contentsOf other: CountedValues) {
        if isEmpty {
            self = other
        } else {
            // Without the array that `runs` makes.
            let last = Run(value: other.lastValue, count: other.lastCount)
            for run in other.closed { append(run.value, count: run.count) }
            append(last.value, count: last.count)
            resolution = Swift.max(resolution, other.resolution)
        }
    }

    @usableFromInline mutating func beginRun(_ value: Int64, _ count: Int) {
        if lastCount > 0 { closeRun() }
        lastValue = value
        lastCount = count
    }

    private mutating func closeRun() {
        closed.append(Run(value: lastValue, count: lastCount))
        closedCount += lastCount
        closedSum += Int128(lastValue) * Int128(lastCount)
        closedMinimum = Swift.min(closedMinimum, lastValue)
        closedMaximum = Swift.max(closedMaximum, lastValue)
        if closed.count >= roomBeforeMerging { mergeRuns() }
    }

    /// From so many runs on equal ones are looked for in any case.
    private static let mostUnmerged = 1 << 16
    /// So many distinct values are kept at most.
    private var mostDistinct = 1 << 20

    /// Keeps at most half as many distinct values from now on, unless they are few.
    mutating func coarsen() {
        mostDistinct = Swift.max(1 << 14, mostDistinct / 2)
        if closed.count > mostDistinct { joinRuns() }
    }

    /// Joins runs of the same value, unless there are few and a sample says that they hardly ever repeat.
    ///
    /// Beyond what is kept values are rounded, ever more coarsely: count, sum, least and greatest value stay exact.
    private mutating func mergeRuns() {
        if closed.count >= Swift.min(Self.mostUnmerged, mostDistinct) || sampleRepeats {
            joinRuns()
        } else {
            roomBeforeMerging = closed.count * 2
        }
    }

    private mutating func joinRuns() {
        closed.sort(byNumber: \.value)
        joinEqual()
        while closed.count > mostDistinct {
            resolution *= 2
            joinEqual()
        }
        roomBeforeMerging = Swift.max(4096, Swift.min(closed.count * 2, closed.count + closed.count / 4 + 1 << 16))
        var kept: [Run] = []
        kept.reserveCapacity(roomBeforeMerging)
        kept += closed
        closed = kept
    }

    /// The runs are in order.
    private mutating func joinEqual() {
        if resolution > 1 {
            for index in closed.indices {
                let rounded = closed[index].value.adding(saturating: resolution / 2) & ~(resolution - 1)
                closed[index] = Run(value: rounded, count: closed[index].count)
            }
        }
        var end = 0
        // Whoever goes through the runs themselves holds them, and has them copied.
        for index in closed.indices {
            let run = closed[index]
            if end > 0, closed[end - 1].value == run.value {
                closed[end - 1] = Run(value: run.value, count: closed[end - 1].count + run.count)
            } else {
                closed[end] = run
                end += 1
            }
        }
        closed.removeSubrange(end...)
    }

    /// Whether a quarter of some values spread over the runs are equal to others of them.
    private var sampleRepeats: Bool {
        let size = 256
        let step = closed.count / size
        let sample = (0..<size).map { closed[$0 * step].value }.sorted()
        let repeats = zip(sample, sample.dropFirst()).count { $0 == $1 }
        return repeats * 4 >= size
    }
}

extension CountedValues {
    /// The runs in no particular order; a value may have several.
    public var runs: [Run] { lastCount > 0 ? closed + [Run(value: lastValue, count: lastCount)] : closed }

    /// Bytes.
    var room: Int { closed.capacity * MemoryLayout<Run>.stride }

    /// How many values there are.
    public var count: Int { closedCount + lastCount }

    /// Whether there are no values.
    public var isEmpty: Bool { count == 0 }

    /// The sum of all values, exact.
    public var sum: Int128 { closedSum + Int128(lastValue) * Int128(lastCount) }

    /// The mean; `nil` when there are no values.
    public var mean: Double? { isEmpty ? nil : Double(nearest: sum) / Double(count) }

    /// The root mean square of the distances from the mean (divided by the count); `nil` when there are no values.
    public var deviation: Double? {
        guard let mean else { return nil }
        let squares = runs.reduce(0.0) { total, run in
            let distance = Double(run.value) - mean
            return total + distance * distance * Double(run.count)
        }
        return (squares / Double(count)).squareRoot()
    }

    /// The least value; `nil` when there are none.
    public var minimum: Int64? {
        isEmpty ? nil : lastCount > 0 ? Swift.min(closedMinimum, lastValue) : closedMinimum
    }

    /// The greatest value; `nil` when there are none.
    public var maximum: Int64? {
        isEmpty ? nil : lastCount > 0 ? Swift.max(closedMaximum, lastValue) : closedMaximum
    }

    /// The value at a percentile by nearest rank, exact; `nil` when there are no values.
    public func value(at percentile: Percentile) -> Int64? { values(at: [percentile])?.first }

    /// The values at several percentiles, in their order; `nil` when there are no values.
    public func values(at percentiles: [Percentile]) -> [Int64]? {
        guard let minimum, let maximum else { return nil }
        if minimum == maximum { return percentiles.map { _ in minimum } }
        var sorted = runs
        sorted.sort(byNumber: \.value)
        return percentiles.map { percentile in
            var left = percentile.rank(among: count)
            let found = sorted.first { run in
                left -= run.count
                return left <= 0
            }
            // A value that was rounded may lie outside.
            return Swift.min(Swift.max(found?.value ?? maximum, minimum), maximum)
        }
    }
}

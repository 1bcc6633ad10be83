/// The level about which a timer's lag scatters at the moment: a slope, the level of the last firings, their scatter.
///
/// Medians of the last 9 lags and of the last 63 residuals, renewed with every 16th firing (with each of the first 32).
struct RunningLevel: Sendable {
    private static let levelLength = 9
    private static let scatterLength = 63

    /// Bytes, about, of what stands apart.
    static let room = levelLength * MemoryLayout<LagPoint>.stride + 2 * scatterLength * MemoryLayout<Double>.stride

    private let origin: LagPoint
    private let resolution: Double
    private var slope: Double
    private var scatter: Double
    private var level = 0.0
    private var points = Ring<LagPoint>(capacity: levelLength)
    private var residuals = Ring<Double>(capacity: scatterLength)
    private var scratch: [Double] = []

    private var last: LagPoint?
    private(set) var count: Int64 = 0
    /// The largest change of lag beside the slope from one firing to the next of a segment, ns.
    private(set) var largestChange = 0.0
    private(set) var residualMagnitudes = 0.0

    /// The provisional slope and scatter are medians over the first firings' steps, series by series.
    init(origin: LagPoint, steps: some Sequence<(LagPoint, LagPoint)>, resolution: Double) {
        self.origin = origin
        self.resolution = resolution
        let slope = steps.map { Double($1.lag - $0.lag) / Double($1.index - $0.index) }.middle
        self.slope = slope
        scatter = max(resolution, 1.4826 * steps.map { abs($1.residual(from: $0, slope: slope)) }.middle)
        scratch.reserveCapacity(Self.scatterLength)
    }

    /// How far a firing is from the level, ns.
    func residual(_ point: LagPoint) -> Double { point.residual(from: origin, slope: slope) - level }

    /// How far one may be; a short series does not know its scatter well.
    func threshold(after seen: Int64) -> Double { 10 * scatter * (1 + 24 / Double(max(32, seen))) }

    /// A segment begins at the level of its first firings.
    mutating func begin(at first: some Sequence<LagPoint>) {
        level = middle(of: first)
        last = nil
        points.removeAll()
        residuals.removeAll()
    }

    /// How far a firing's neighbours are from the level in the middle, ns.
    mutating func residual(ofMiddle points: [LagPoint]) -> Double { middle(of: points) - level }

    mutating func take(_ point: LagPoint) {
        note(LagRun(point))
        append(point)
        if count <= 32 || count & 15 == 0 { renew() }
    }

    /// Takes a run in, all of whose firings are within the threshold.
    mutating func take(_ run: LagRun) {
        note(run)
        for place in max(0, run.count - Int64(Self.scatterLength))..<run.count { append(run[place]) }
        renew()
    }

    /// How many firings of a run stay within the threshold.
    func calmLength(of run: LagRun, after seen: Int64) -> Int64 {
        let (start, threshold) = (residual(run.first), threshold(after: seen))
        guard abs(start) <= threshold else { return 0 }
        guard abs(residual(run.last)) > threshold else { return run.count }
        let step = residual(run[1]) - start
        return min(run.count, Int64(nearest: ((threshold - (step < 0 ? -start : start)) / abs(step)).rounded(.down)))
    }

    mutating func turn(to slope: Double) {
        self.slope = slope
        level = middle(of: points.values)
    }

    private mutating func note(_ run: LagRun) {
        if let last { largestChange = max(largestChange, abs(run.first.residual(from: last, slope: slope))) }
        last = run.last
        count += run.count
        let (start, end, size) = (residual(run.first), residual(run.last), Double(run.count))
        residualMagnitudes += size * (abs(start) + abs(end)) / 2
    }

    private mutating func append(_ point: LagPoint) {
        points.append(point)
        residuals.append(abs(residual(point)))
    }

    private mutating func renew() {
        if residuals.values.count >= 16 {
            scratch.removeAll(keepingCapacity: true)
            scratch.append(contentsOf: residuals.values)
            scatter = max(resolution, 1.4826 * scratch.selectMiddle())
        }
        level = middle(of: points.values)
    }

    private mutating func middle(of points: some Sequence<LagPoint>) -> Double {
        scratch.removeAll(keepingCapacity: true)
        for point in points { scratch.append(point.residual(from: origin, slope: slope)) }
        return scratch.selectMiddle()
    }
}

/// The last so many values, in no certain order.
private struct Ring<Value: Sendable>: Sendable {
    private(set) var values: [Value] = []
    private let capacity: Int
    private var next = 0

    init(capacity: Int) { self.capacity = capacity }

    mutating func append(_ value: Value) {
        if values.count < capacity {
            if values.isEmpty { values.reserveCapacity(capacity) }
            values.append(value)
        } else {
            values[next] = value
            next = next + 1 == capacity ? 0 : next + 1
        }
    }

    mutating func removeAll() {
        values.removeAll(keepingCapacity: true)
        next = 0
    }
}

extension [Double] {
    /// The middle value, or the mean of the two; 0 for none.
    var middle: Double {
        var values = self
        return values.selectMiddle()
    }

    /// The same by quickselect, which leaves the values in some other order.
    mutating func selectMiddle() -> Double {
        guard !isEmpty else { return 0 }
        let wanted = count / 2
        var (low, high) = (0, count - 1)
        while low < high {
            let pivot = self[(low + high) / 2]
            var (left, right) = (low, high)
            while left <= right {
                while self[left] < pivot { left += 1 }
                while self[right] > pivot { right -= 1 }
                guard left <= right else { break }
                swapAt(left, right)
                left += 1
                right -= 1
            }
            if wanted <= right { high = right } else if wanted >= left { low = left } else { break }
        }
        if count % 2 == 1 { return self[wanted] }
        return (self[..<wanted].reduce(-.infinity) { Swift.max($0, $1) } + self[wanted]) / 2
    }
}

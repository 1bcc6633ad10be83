/// Neighbouring firings of one segment: their mean and their lowest point.
struct LagBlock {
    var first: LagPoint
    var last: LagPoint
    var lowest: LagPoint
    private(set) var count: Int64 = 0
    /// The sums of the firings' distances from the first one.
    private var index = 0.0
    private var lag = 0.0
    var segment: Int32

    init(startingAt point: LagPoint, segment: Int32) {
        (first, last, lowest) = (point, point, point)
        self.segment = segment
    }

    mutating func keep(_ run: LagRun, slope: Double) {
        let size = Double(run.count)
        count += run.count
        index += size * 0.5 * (Double(run.first.index - first.index) + Double(run.last.index - first.index))
        lag += size * 0.5 * (Double(run.first.lag - first.lag) + Double(run.last.lag - first.lag))
        last = run.last
        lower(to: run.first, slope: slope)
        lower(to: run.last, slope: slope)
    }

    mutating func merge(_ other: LagBlock, slope: Double) {
        count += other.count
        index += other.index + Double(other.count) * Double(other.first.index - first.index)
        lag += other.lag + Double(other.count) * Double(other.first.lag - first.lag)
        last = other.last
        lower(to: other.lowest, slope: slope)
    }

    private mutating func lower(to point: LagPoint, slope: Double) {
        if point.residual(from: lowest, slope: slope) < 0 { lowest = point }
    }

    func mean(from origin: LagPoint) -> FitPoint {
        let size = Double(count)
        return FitPoint(
            index: Double(first.index - origin.index) + index / size,
            lag: Double(first.lag - origin.lag) + lag / size, weight: size, segment: segment)
    }
}

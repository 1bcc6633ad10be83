/// Counted firings and the sums of their distances from the first point of their block.
struct LagSums {
    var count: Int64 = 0
    var index = 0.0
    var lag = 0.0

    mutating func add(_ run: LagRun, about base: LagPoint) {
        let size = Double(run.count)
        count += run.count
        index += size * 0.5 * (Double(run.first.index - base.index) + Double(run.last.index - base.index))
        lag += size * 0.5 * (Double(run.first.lag - base.lag) + Double(run.last.lag - base.lag))
    }

    mutating func add(_ other: LagSums, about base: LagPoint, insteadOf old: LagPoint) {
        count += other.count
        index += other.index + Double(other.count) * Double(old.index - base.index)
        lag += other.lag + Double(other.count) * Double(old.lag - base.lag)
    }
}

/// Neighbouring firings of one segment: their mean and their lowest point.
struct LagBlock {
    var first: LagPoint
    var last: LagPoint
    var lowest: LagPoint
    var kept = LagSums()
    var segment: Int32

    init(startingAt point: LagPoint, segment: Int32) {
        (first, last, lowest) = (point, point, point)
        self.segment = segment
    }

    mutating func keep(_ run: LagRun, slope: Double) {
        kept.add(run, about: first)
        last = run.last
        lower(to: run.first, slope: slope)
        lower(to: run.last, slope: slope)
    }

    mutating func merge(_ other: LagBlock, slope: Double) {
        kept.add(other.kept, about: first, insteadOf: other.first)
        last = other.last
        lower(to: other.lowest, slope: slope)
    }

    private mutating func lower(to point: LagPoint, slope: Double) {
        if point.residual(from: lowest, slope: slope) < 0 { lowest = point }
    }

    func mean(from origin: LagPoint) -> FitPoint {
        let size = Double(kept.count)
        return FitPoint(
            index: Double(first.index - origin.index) + kept.index / size,
            lag: Double(first.lag - origin.lag) + kept.lag / size, weight: size, segment: segment)
    }
}

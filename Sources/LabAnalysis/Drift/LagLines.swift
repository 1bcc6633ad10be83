/// A call on the requested schedule.
struct LagPoint {
    /// The number of requested points before it.
    var index: Int64
    /// Call minus requested instant, ns.
    var lag: Int64

    /// Values beyond 73 years move there, so that no difference of two overflows.
    init(index: Int64, lag: Int64) {
        let limit: Int64 = 1 << 61
        self.index = min(max(index, -limit), limit)
        self.lag = min(max(lag, -limit), limit)
    }

    /// The lag without a line through `origin` of `slope` ns an index, ns.
    func residual(from origin: LagPoint, slope: Double) -> Double {
        Double(lag - origin.lag) - slope * Double(index - origin.index)
    }
}

/// A slope with half the width of its 95 % interval, ns an index.
typealias LagSlope = (slope: Double, halfWidth: Double)

/// Lines of one slope through the kept calls of a timer; each segment has its own level.
struct LagLines {
    let segments: [[LagPoint]]
    /// The unit of a stamp, ns.
    private let resolution: Double
    /// The mean distance of a call from the level, ns.
    private let meanDistance: Double
    private let kept: Int
    /// The lag gained and the indices passed from the first to the last call of each segment.
    private let gain: Int128
    private let span: Int128

    init(_ segments: [[LagPoint]], resolution: Int64, meanDistance: Double) {
        (self.segments, self.resolution, self.meanDistance) = (segments, Double(resolution), meanDistance)
        kept = segments.reduce(0) { $0 + $1.count }
        gain = segments.reduce(0) { $0 + Int128($1[$1.count - 1].lag - $1[0].lag) }
        span = segments.reduce(0) { $0 + Int128($1[$1.count - 1].index - $1[0].index) }
    }

    /// The slope, if the calls of each segment are on a line to the nanosecond.
    var exactSlope: (lag: Int64, index: Int64)? {
        var slope: (lag: Int64, index: Int64)?
        for segment in segments where resolution == 1 {
            for point in segment.dropFirst() {
                let own = (lag: point.lag - segment[0].lag, index: point.index - segment[0].index)
                let first = slope ?? own
                slope = first
                guard Int128(own.lag) * Int128(first.index) == Int128(first.lag) * Int128(own.index) else { return nil }
            }
        }
        return slope
    }

    func fit(_ regime: DriftRegime, isShort: Bool) -> LagSlope? {
        switch regime {
        case .grid: grid
        case .chain: chain
        case .unknown: isShort ? [grid, chain].compactMap(\.self).max { $0.halfWidth < $1.halfWidth } : grid
        }
    }

    /// The least power of two of calls that makes at most 96 blocks, or a few of the longest segment.
    private var blockSize: Int {
        let longest = segments.map(\.count).max() ?? 0
        var size = 1
        while segments.reduce(0, { $0 + ($1.count + size - 1) / size }) > 96, 4 * size <= longest { size *= 2 }
        return size
    }

    private func points(ofBlocks size: Int, _ point: (ArraySlice<LagPoint>, _ segment: Int) -> FitPoint?) -> [FitPoint]
    {
        segments.enumerated().flatMap { number, segment in
            stride(from: 0, to: segment.count, by: size).compactMap {
                point(segment[$0..<min($0 + size, segment.count)], number)
            }
        }
    }

    private var grid: LagSlope? {
        guard let origin = segments.first?.first else { return nil }
        let size = blockSize
        let means = points(ofBlocks: size) { FitPoint(meanOf: $0, from: origin, segment: $1) }
        guard var line = WanderingLevelFit(means)?.line else { return nil }
        if kept >= 64 {
            var length = size
            while length * 32 < kept { length *= 2 }
            // The lowest of fewer calls would be higher.
            let lowest = points(ofBlocks: length) { [line] block, segment in
                guard block.count == length else { return nil }
                return block.min { $0.residual(from: $1, slope: line.slope) < 0 }
                    .map { FitPoint(meanOf: [$0], from: origin, segment: segment) }
            }
            if var envelope = WanderingLevelFit(lowest)?.line {
                if resolution > 1 { envelope.halfWidth += 2 * resolution / Double(nearest: span) }
                if envelope.halfWidth < line.halfWidth / 2 { line = envelope }
            }
        }
        // The stamps are too coarse for the lateness to even them out.
        if resolution > 1, meanDistance < resolution / 4 { line.halfWidth += resolution / Double(nearest: span) }
        return line
    }

    private var chain: LagSlope? {
        guard span > 0 else { return nil }
        let slope = Double(nearest: gain) / Double(nearest: span)
        let size = blockSize
        let gains = segments.flatMap { segment in
            let marks =
                stride(from: 0, to: segment.count - 1, by: size).map { segment[$0] } + [segment[segment.count - 1]]
            return zip(marks, marks.dropFirst()).map {
                $1.residual(from: $0, slope: slope) / Double($1.index - $0.index).squareRoot()
            }
        }
        guard gains.count > 1 else { return nil }
        let count = Double(gains.count)
        let squares = gains.reduce(0) { $0 + $1 * $1 }
        var halfWidth =
            Student.bound(degrees: gains.count - 1) * (squares / (count - 1) / Double(nearest: span)).squareRoot()
        if kept < 64, squares > 0 {
            let cubes = gains.reduce(0) { $0 + $1 * $1 * $1 }
            let skewness = cubes / count / ((squares / count) * (squares / count).squareRoot())
            halfWidth *= 1 + min(0.5, abs(skewness) / count.squareRoot())
        }
        return (slope, halfWidth)
    }
}

import LabPlatform

/// Every factor here is positive and less than the number of phases.
extension PhaseSeries {
    private func point(_ factor: Int, _ value: Double, _ count: Int) -> StabilityPoint {
        StabilityPoint(factor: factor, tau: Double(factor) * Double(interval), value: value, count: count)
    }

    /// How many places `0, step, 2·step …` there are from which `reach` more phases follow.
    private func places(reaching reach: Int, step: Int) -> Int {
        reach < phase.count ? (phase.count - 1 - reach) / step + 1 : 0
    }

    /// The root of the mean square of what `difference` makes of the phases from each place on, and of a part of it.
    @inline(__always)
    private func rootMeanSquare(
        _ factor: Int, reaching reach: Int, step: Int, over part: Double,
        _ difference: (UnsafeBufferPointer<Int64>, Int) -> Int64
    ) -> StabilityPoint? {
        let count = places(reaching: reach, step: step)
        guard count > 0 else { return nil }
        let sum = phase.withUnsafeBufferPointer { phase in
            (0..<count).reduce(0.0) { sum, place in
                let value = Double(difference(phase, place * step))
                return sum + value * value
            }
        }
        return point(factor, (sum / (part * Double(count))).squareRoot(), count)
    }

    /// The Allan deviation at a factor (SP 1065, 5.2.1 and 5.2.4).
    func allan(_ factor: Int, step: Int) -> StabilityPoint? {
        rootMeanSquare(factor, reaching: 2 * factor, step: step, over: 2) { phase, start in
            phase[start + 2 * factor] - 2 * phase[start + factor] + phase[start]
        }?.perTau
    }

    /// The Hadamard deviation at a factor (SP 1065, 5.2.8).
    func hadamard(_ factor: Int) -> StabilityPoint? {
        rootMeanSquare(factor, reaching: 3 * factor, step: factor, over: 6) { phase, start in
            phase[start + 3 * factor] - 3 * (phase[start + 2 * factor] - phase[start + factor]) - phase[start]
        }?.perTau
    }

    /// The root mean square change of phase over a factor.
    func changeRMS(_ factor: Int) -> StabilityPoint? {
        rootMeanSquare(factor, reaching: factor, step: 1, over: 1) { phase, start in
            phase[start + factor] - phase[start]
        }
    }

    /// The modified Allan deviation at a factor (SP 1065, 5.2.5).
    func modifiedAllan(_ factor: Int) -> StabilityPoint? {
        // A window of second differences ends one place before the next would begin.
        let count = places(reaching: 3 * factor - 1, step: 1)
        guard count > 0 else { return nil }
        let greatest = phase.reduce(0) { max($0, $1.magnitude) }
        let (bound, tooWide) = greatest.multipliedReportingOverflow(by: UInt64(factor) * 8)
        let sum =
            tooWide || bound > Int64.max.magnitude
            ? windowSquares(factor, count, as: Int128.self) : windowSquares(factor, count, as: Int64.self)
        return point(factor, (sum / (2 * Double(count))).squareRoot() / Double(factor), count).perTau
    }

    /// Adds up the squares of the sums of `factor` neighbouring second differences.
    ///
    /// Each sum follows exactly from the one before: what enters and what leaves is a third difference.
    private func windowSquares<Sum: FixedWidthInteger & SignedInteger>(
        _ factor: Int, _ count: Int, as _: Sum.Type
    ) -> Double {
        phase.withUnsafeBufferPointer { phase in
            var window: Sum = 0
            for start in 0..<factor {
                window += Sum(phase[start + 2 * factor] - 2 * phase[start + factor] + phase[start])
            }
            var sum = Double(window) * Double(window)
            for start in 0..<(count - 1) {
                let middle = phase[start + 2 * factor] - phase[start + factor]
                window += Sum(phase[start + 3 * factor] - 3 * middle - phase[start])
                let value = Double(window)
                sum += value * value
            }
            return sum
        }
    }

    /// The widest range of phase within any window, for ascending factors.
    ///
    /// The extremes of all windows of a power of two follow from those half as long, and two of them cover any window
    /// of up to twice their length.
    func widestRanges(_ factors: [Int]) -> [StabilityPoint] {
        var length = 1
        var greatest = phase
        var least = phase
        return factors.map { factor in
            let window = factor + 1
            while 2 * length <= window {
                greatest.joinNeighbours(length, by: max)
                least.joinNeighbours(length, by: min)
                length *= 2
            }
            let shift = window - length
            let count = phase.count - factor
            var widest: Int64 = 0
            for start in 0..<count {
                let high = max(greatest[start], greatest[start + shift])
                let low = min(least[start], least[start + shift])
                widest = max(widest, high - low)
            }
            return point(factor, Double(widest), count)
        }
    }
}

extension [Int64] {
    /// Turns the extremes of windows of a length into those of windows twice as long, as far as there are any.
    @inline(__always)
    fileprivate mutating func joinNeighbours(_ length: Int, by choose: (Int64, Int64) -> Int64) {
        withUnsafeMutableBufferPointer { extremes in
            for start in 0..<Swift.max(0, extremes.count - 2 * length + 1) {
                extremes[start] = choose(extremes[start], extremes[start + length])
            }
        }
    }
}

extension StabilityPoint {
    fileprivate var perTau: StabilityPoint {
        var point = self
        point.value /= tau
        return point
    }
}

extension Sequence<StabilityPoint> {
    /// The slope of value over τ on logarithmic scales, by least squares; `nil` with fewer than two positive values.
    ///
    /// It names the noise: for the overlapping Allan deviation −1 is white phase noise, a timer that keeps its grid;
    /// −1/2 is white frequency noise, a timer that is scheduled anew after each firing (SP 1065, 3.2).
    package var logLogSlope: Double? {
        let points = filter { $0.value > 0 }.map { (decimalLogarithm($0.tau), decimalLogarithm($0.value)) }
        let count = Double(points.count)
        let centre = points.reduce((0.0, 0.0)) { ($0.0 + $1.0 / count, $0.1 + $1.1 / count) }
        var scatter = 0.0
        var common = 0.0
        for (tau, value) in points {
            scatter += (tau - centre.0) * (tau - centre.0)
            common += (tau - centre.0) * (value - centre.1)
        }
        return scatter > 0 ? common / scatter : nil
    }
}

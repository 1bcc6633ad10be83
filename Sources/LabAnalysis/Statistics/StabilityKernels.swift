import LabPlatform

/// Every factor here is positive and less than the number of phases.
extension PhaseSeries {
    private func point(_ factor: Int, _ value: Double, _ count: Int) -> StabilityPoint {
        StabilityPoint(factor: factor, tau: Double(factor) * Double(interval), value: value, count: count)
    }

    /// How many places there are from which `reach` more phases follow.
    private func places(reaching reach: Int) -> Int { max(0, phase.count - reach) }

    /// The overlapping Allan deviation at a factor (SP 1065, 5.2.4).
    func allan(_ factor: Int) -> StabilityPoint? {
        let count = places(reaching: 2 * factor)
        guard count > 0 else { return nil }
        let sum = phase.withUnsafeBufferPointer { phase in
            (0..<count).reduce(0.0) { sum, start in
                let value = Double(phase[start + 2 * factor] - 2 * phase[start + factor] + phase[start])
                return sum + value * value
            }
        }
        return point(factor, (sum / (2 * Double(count))).squareRoot(), count).perTau
    }

    /// The modified Allan deviation at a factor (SP 1065, 5.2.5).
    func modifiedAllan(_ factor: Int) -> StabilityPoint? {
        // A window of second differences ends one place before the next would begin.
        let count = places(reaching: 3 * factor - 1)
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

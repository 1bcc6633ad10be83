import LabCLibrary

/// A point of a fit, relative to the first call: a mean of calls, or the lowest of them.
struct FitPoint {
    var index: Double
    var lag: Double
    var weight: Double
    var segment: Int

    init(meanOf calls: ArraySlice<LagPoint>, from origin: LagPoint, segment: Int) {
        weight = Double(calls.count)
        index = calls.reduce(0) { $0 + Double($1.index - origin.index) } / weight
        lag = calls.reduce(0) { $0 + Double($1.lag - origin.lag) } / weight
        self.segment = segment
    }
}

/// A straight line through points whose level wanders slowly about it, with the slope's 95 % interval.
///
/// The level of each segment is a random walk: the local level model with drift (Harvey, "Forecasting, structural time
/// series models and the Kalman filter"). The strength of the walk is not known. So a Kalman filter over the lags and
/// the indices fits the line for 16 strengths, from no walk to nothing but a walk. The result is the mean of the slopes,
/// weighted by likelihood. The prior gives the odds that lateness is independent from firing to firing.
struct WanderingLevelFit {
    let line: LagSlope

    private static let priorOfIndependence = 16.0
    private static let strengths =
        [0, 3.1622776601683794e-4, 1e-3, 3.1622776601683794e-3, 1e-2, 3.1622776601683794e-2, 0.1, 0.31622776601683794]
        + [1, 3.1622776601683794, 10, 31.622776601683794, 100, 316.22776601683794, 1000, Double.infinity]

    /// Fits the line; `nil` unless there are more points than levels and slope together.
    init?(_ points: [FitPoint]) {
        let gaps = zip(points, points.dropFirst()).compactMap { $0.segment == $1.segment ? $1.index - $0.index : nil }
        let degrees = gaps.count - 1
        guard degrees >= 1, let provisional = Self.commonSlope(of: points) else { return nil }
        // Subtracted first, so that the rest has the size of the noise and nothing cancels.
        var level = points
        for place in points.indices { level[place].lag -= provisional * points[place].index }
        let size = points.map(\.weight).middle()
        let step = gaps.middle() * size
        let fits = Self.strengths.compactMap { strength in
            ColouredFit(level, strength: strength, walk: strength / step, degrees: degrees, areMeans: size > 1)
        }
        guard let best = fits.map(\.logLikelihood).max() else { return nil }
        let weights = fits.map {
            exp($0.logLikelihood - best) * ($0.strength == 0 ? Self.priorOfIndependence : 1)
        }
        let total = weights.reduce(0, +)
        func mean(_ value: (ColouredFit) -> Double) -> Double {
            zip(fits, weights).reduce(0) { $0 + value($1.0) * $1.1 } / total
        }
        let centre = mean(\.slope)
        let variance = mean { $0.scale * $0.scale + ($0.slope - centre) * ($0.slope - centre) }
        line = (provisional + centre, Student.bound(degrees: degrees) * variance.squareRoot())
    }

    /// The common least squares slope of segments with their own levels, ns an index.
    static func commonSlope(of points: some Sequence<FitPoint>) -> Double? {
        var (scatter, common) = (0.0, 0.0)
        var (weight, index, lag) = (0.0, 0.0, 0.0)
        var segment: Int?
        for point in points {
            if point.segment != segment { (weight, index, lag, segment) = (0, point.index, point.lag, point.segment) }
            let (fromIndex, fromLag) = (point.index - index, point.lag - lag)
            let share = point.weight / (weight + point.weight)
            scatter += weight * share * fromIndex * fromIndex
            common += weight * share * fromIndex * fromLag
            index += share * fromIndex
            lag += share * fromLag
            weight += point.weight
        }
        return scatter > 0 ? common / scatter : nil
    }
}

private struct ColouredFit {
    let strength: Double
    let slope: Double
    let scale: Double
    let logLikelihood: Double

    /// - Parameter walk: the variance that a level gains per index, as a multiple of a single firing's.
    init?(_ points: [FitPoint], strength: Double, walk: Double, degrees: Int, areMeans: Bool) {
        var (indexSquares, products, lagSquares, logVariances) = (0.0, 0.0, 0.0, 0.0)
        var (levelOfIndex, levelOfLag, variance) = (0.0, 0.0, 0.0)
        var before: FitPoint?
        let isWalk = strength == .infinity
        for point in points {
            let noise = isWalk ? 0 : 1 / point.weight
            guard let last = before, last.segment == point.segment else {
                (levelOfIndex, levelOfLag, variance, before) = (point.index, point.lag, noise, point)
                continue
            }
            variance += (isWalk ? 1 : walk) * (point.index - last.index)
            let total = variance + noise
            let (newIndex, newLag) = (point.index - levelOfIndex, point.lag - levelOfLag)
            indexSquares += newIndex * newIndex / total
            products += newIndex * newLag / total
            lagSquares += newLag * newLag / total
            logVariances += log(total)
            let gain = variance / total
            levelOfIndex += gain * newIndex
            levelOfLag += gain * newLag
            variance *= 1 - gain
            before = point
        }
        guard indexSquares > 0, indexSquares.isFinite else { return nil }
        self.strength = strength
        slope = products / indexSquares
        // A millionth of a nanosecond stands for no scatter at all.
        let rest = max(lagSquares - slope * products, 1e-12 * Double(degrees))
        // Means over parts of a random walk scatter by two thirds only.
        let widening = areMeans ? 1 + (isWalk ? 0.5 : 0.5 * strength / (1 + strength)) : 1
        scale = (rest / Double(degrees) / indexSquares * widening).squareRoot()
        logLikelihood = -0.5 * (logVariances + log(indexSquares) + Double(degrees) * log(rest))
    }
}

/// Student's t distribution.
enum Student {
    /// The distance from zero that contains 95 %; for many degrees that of 95 degrees, which is 1 % wider.
    static func bound(degrees: Int) -> Double {
        let degrees = min(degrees, 95)
        var (low, high) = (1.0, 13.0)
        while high - low > 1e-9 {
            let middle = (low + high) / 2
            if share(within: middle, degrees: degrees) < 0.95 { low = middle } else { high = middle }
        }
        return high
    }

    /// The share of a t distribution between -t and t.
    ///
    /// Source: Abramowitz and Stegun, 26.7.3 and 26.7.4, a finite series for whole degrees of freedom.
    private static func share(within t: Double, degrees: Int) -> Double {
        let scaled = t / Double(degrees).squareRoot()
        let secant = (1 + scaled * scaled).squareRoot()
        let (sine, cosineSquare) = (scaled / secant, 1 / (secant * secant))
        let isOdd = degrees % 2 == 1
        var term = isOdd ? 1 / secant : 1
        var sum = degrees > 1 ? term : 0
        for next in stride(from: isOdd ? 3 : 2, through: degrees - 2, by: 2) {
            term *= cosineSquare * Double(next - 1) / Double(next)
            sum += term
        }
        return isOdd ? (atan(scaled) + sine * sum) * 2 / .pi : sine * sum
    }
}

import LabPlatform

/// A straight line through points whose level wanders slowly about it, with the slope's 95 % interval.
///
/// Each segment has a level of its own that walks at random (Harvey, "Forecasting, structural time series models and
/// the Kalman filter": the local level model with drift). How much it wanders is not known, so the line is fitted for
/// 16 strengths from none to nothing else, by a Kalman filter over the lags and the indices side by side, and the
/// slopes are averaged by likelihood. That lateness is independent from firing to firing has the odds of the prior.
struct WanderingLevelFit {
    /// ns an index.
    var slope: Double
    /// Half the width of the interval, ns an index.
    var halfWidth: Double

    private static let priorOfIndependence = 16.0
    private static let strengths =
        [0, 3.1622776601683794e-4, 1e-3, 3.1622776601683794e-3, 1e-2, 3.1622776601683794e-2, 0.1, 0.31622776601683794]
        + [1, 3.1622776601683794, 10, 31.622776601683794, 100, 316.22776601683794, 1000, Double.infinity]

    /// Fits the line; `nil` unless there is a point more than levels and slope take.
    init?(_ points: [FitPoint]) {
        let distances = zip(points, points.dropFirst()).filter { $0.segment == $1.segment }.map { $1.index - $0.index }
        let segments = points.count - distances.count
        let degrees = points.count - segments - 1
        guard degrees >= 1, let provisional = Self.commonSlope(of: points) else { return nil }
        // Taken away first, so that what is left is of the size of the noise and nothing cancels.
        let level = points.map {
            FitPoint(index: $0.index, lag: $0.lag - provisional * $0.index, weight: $0.weight, segment: $0.segment)
        }
        let step = distances.middle * points.map(\.weight).middle
        let size = points.map(\.weight).middle
        let fits = Self.strengths.compactMap { strength in
            ColouredFit(level, strength: strength, walk: strength / step, degrees: degrees, areMeans: size > 1)
        }
        guard let best = fits.map(\.logLikelihood).max() else { return nil }
        var parts = fits.map { fit in
            StudentMixture.Part(
                weight: exponential(fit.logLikelihood - best) * (fit.strength == 0 ? Self.priorOfIndependence : 1),
                centre: fit.slope, scale: fit.scale)
        }
        let total = parts.reduce(0) { $0 + $1.weight }
        parts.removeAll { $0.weight < 1e-9 * total }
        for place in parts.indices { parts[place].weight /= total }
        let centre = parts.reduce(0) { $0 + $1.weight * $1.centre }
        slope = provisional + centre
        halfWidth = StudentMixture(parts: parts, degrees: degrees).halfWidth(about: centre, probability: 0.95)
    }

    /// The least squares slope that segments with levels of their own have in common, ns an index.
    static func commonSlope(of points: some Sequence<FitPoint>) -> Double? {
        var (scatter, common) = (0.0, 0.0)
        var (weight, index, lag) = (0.0, 0.0, 0.0)
        var segment: Int32?
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
    var slope: Double
    var scale: Double
    var logLikelihood: Double

    /// - Parameter walk: the variance that a level gains per index, in those of a single firing's lateness.
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
            logVariances += naturalLogarithm(total)
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
        scale = (rest / Double(degrees) / indexSquares).squareRoot()
        // Means over parts of a random walk scatter by two thirds only.
        if areMeans { scale *= (1 + (isWalk ? 0.5 : 0.5 * strength / (1 + strength))).squareRoot() }
        logLikelihood =
            -0.5 * (logVariances + naturalLogarithm(indexSquares) + Double(degrees) * naturalLogarithm(rest))
    }
}

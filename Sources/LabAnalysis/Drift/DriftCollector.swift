import LabExactTime

/// Finds a timer's drift from its calls on the requested schedule.
///
/// `Rhythm` takes departures out. At the end
/// - calls on lines of one slope, to the nanosecond, have that slope, exactly;
/// - a grid's lateness does not add up: `WanderingLevelFit` fits a line through the means of up to 96 blocks. It fits
///   another through their lowest points if that interval is less than half as wide. Lateness is one-sided, so the
///   lowest points often tell more. (Moon, Skelly and Towsley, "Estimation and removal of clock skew from network delay
///   measurements", INFOCOM 1999, do the same with a linear program);
/// - a chain's lateness adds up: its slope is the lag gained by index, and its interval follows from the scatter of the
///   blocks' gains.
package struct DriftCollector {
    private let interval: Rational
    private let resolution: Int64
    private let regime: DriftRegime
    private var points: [LagPoint] = []
    /// The first point of each series.
    private var starts = [0]
    private var lastIndex = Int64.min
    private var ignored: Int64 = 0

    /// The most calls in even steps; of more calls, some represent all.
    private static let mostEven: Int64 = 1024

    /// No calls yet.
    ///
    /// - Parameters: - interval: the requested interval, ns, more than 0. - resolution: the unit of stamps, ns: 1 for
    ///   runs. Coarser stamps are never exact.
    package init(interval: Rational, resolution: Int64 = 1, regime: DriftRegime) {
        precondition(interval > .zero, "a timer without an interval has no drift")
        (self.interval, self.resolution, self.regime) = (interval, max(1, resolution), regime)
    }

    /// Adds a call, or `count` of them, each a point after the one before it and as late.
    ///
    /// - Parameters:
    ///   - index: the point of the requested schedule, points that a grid dropped counted. A call that does not begin
    ///     above the last one's index is left out.
    ///   - lag: call minus that point, ns.
    package mutating func append(index: Int64, lag: Int64, count: Int64 = 1) {
        guard count > 0 else { return }
        guard index > lastIndex else {
            ignored += 1
            return
        }
        lastIndex = index.adding(saturating: count - 1)
        for place in stride(from: 0, to: count - 1, by: Int64.Stride(max(1, count / Self.mostEven))) {
            points.append(LagPoint(index: index.adding(saturating: place), lag: lag))
        }
        points.append(LagPoint(index: lastIndex, lag: lag))
    }

    /// A new date begins a new series: its indices and lags are relative to the new schedule.
    mutating func beginSegment() {
        starts.append(points.count)
        lastIndex = .min
    }

    /// The drift of all calls so far.
    package func result() -> DriftEstimate {
        let length = interval.approximation
        let rhythm = Rhythm(of: points, starts: starts, resolution: resolution, leastStep: length / 10)
        var estimate = DriftEstimate(
            regime: regime, leftOut: rhythm.leftOut + ignored, steps: rhythm.steps, notBack: rhythm.notBack)
        let lines = LagLines(rhythm.segments, resolution: resolution, meanDistance: rhythm.meanDistance)
        guard lines.segments.contains(where: { $0.count >= 3 }) else { return estimate }
        if let slope = lines.exactSlope, let exact = drift(lag: slope.lag, over: slope.index),
            let value = partsPerBillion(exact.approximation)
        {
            (estimate.exact, estimate.partsPerBillion, estimate.halfWidth) = (exact, value, 0)
        } else if let fit = lines.fit(regime, isShort: points.count < 30), fit.halfWidth <= length,
            let value = partsPerBillion(fit.slope / length),
            let halfWidth = partsPerBillion(fit.halfWidth / length, .up)
        {
            (estimate.partsPerBillion, estimate.halfWidth) = (value, max(1, halfWidth))
        }
        return estimate
    }

    private func drift(lag: Int64, over index: Int64) -> Rational? {
        Rational(Int128(lag) * Int128(interval.denominator), over: Int128(index) * Int128(interval.numerator))
    }

    private func partsPerBillion(_ ratio: Double, _ rule: FloatingPointRoundingRule = .toNearestOrAwayFromZero)
        -> Int64?
    {
        // Nine digits before the point: a larger value is not drift but another interval.
        abs(ratio) < 1e9 ? Int64(exactly: (ratio * 1e9).rounded(rule)) : nil
    }
}

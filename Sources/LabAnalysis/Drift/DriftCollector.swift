import LabExactTime

/// Finds a timer's drift from its firings as they come, in 20 KiB at most and none while its firings are even.
///
/// Firings in even steps are one run, whatever its length; what breaks the run goes through `DriftSeries`, which takes
/// departures from rhythm out and keeps the rest in at most 96 blocks. At the end
/// - a series whose kept firings stand on one line, to the nanosecond, has that line's slope, exactly;
/// - a grid's lateness does not add up: a line with a slowly wandering level is fitted through the means of the blocks
///   (`WanderingLevelFit`), and through their lowest points if that interval is less than half as wide. Lateness is
///   one-sided, so the lowest points often tell more (Moon, Skelly and Towsley, "Estimation and removal of clock skew
///   from network delay measurements", INFOCOM 1999, do the same with a linear program);
/// - a chain's lateness adds up: its slope is the lag gained by index, its interval comes from how much the gains of
///   the blocks scatter.
package struct DriftCollector: Sendable {
    let interval: Rational
    private let regime: DriftRegime
    private var run: LagRun?
    private var lastIndex = Int64.min
    private var ignored: Int64 = 0
    /// Whether all firings so far are one run.
    private var isEven = true
    private var series: DriftSeries

    /// No firings yet.
    ///
    /// - Parameters:
    ///   - interval: the requested interval, ns, more than 0.
    ///   - resolution: what a stamp is a multiple of, ns: 1 for runs. Coarser stamps are never exact.
    package init(interval: Rational, resolution: Int64 = 1, regime: DriftRegime) {
        precondition(interval > .zero, "a timer without an interval has no drift")
        self.interval = interval
        self.regime = regime
        series = DriftSeries(resolution: resolution, leastStep: interval.approximation / 10)
    }

    /// Adds a firing, or `count` of them, each `indexStep` points and `lagStep` ns of lag after the one before it.
    ///
    /// - Parameters:
    ///   - index: which point of the requested schedule it is, points that a grid dropped counted. What does not begin
    ///     above the last one's index is left out.
    ///   - lag: firing minus that point, ns.
    package mutating func add(index: Int64, lag: Int64, indexStep: Int64 = 1, lagStep: Int64 = 0, count: Int64 = 1) {
        guard count > 0, indexStep > 0 else { return }
        guard index > lastIndex else {
            ignored += 1
            return
        }
        let new = LagRun(from: LagPoint(index: index, lag: lag), indexStep: indexStep, lagStep: lagStep, count: count)
        lastIndex = count == 1 ? index : new.last.index
        if run?.extend(by: new) == true { return }
        flush()
        run = new
    }

    /// A new date begins a new series: its indices and lags are relative to the new schedule.
    package mutating func beginSegment() {
        flush()
        isEven = false
        series.beginSegment()
        lastIndex = .min
    }

    /// Departures that may turn out to be steps.
    var candidates: [DriftEstimate.Departure] { series.steps }

    /// Bytes, about, of what stands apart.
    var room: Int { series.room }

    /// The drift of all firings so far.
    package func result() -> DriftEstimate {
        if let even { return even }
        var copy = self
        copy.flush()
        copy.series.finish()
        return copy.estimate()
    }

    private mutating func flush() {
        guard let run else { return }
        series.add(run)
        isEven = false
        self.run = nil
    }
}

extension DriftCollector {
    /// The drift of firings that are all one run; nil where there is more to look at.
    private var even: DriftEstimate? {
        guard isEven, ignored == 0, series.resolution == 1, let run, run.count >= 3,
            let exact = drift(lag: run.lagStep, over: run.indexStep),
            let value = partsPerBillion(exact.approximation)
        else { return nil }
        return DriftEstimate(partsPerBillion: value, halfWidth: 0, exact: exact, regime: regime)
    }

    private func drift(lag: Int64, over index: Int64) -> Rational? {
        Rational(Int128(lag) * Int128(interval.denominator), over: Int128(index) * Int128(interval.numerator))
    }

    private func estimate() -> DriftEstimate {
        var estimate = DriftEstimate(
            partsPerBillion: nil, halfWidth: nil, exact: nil, regime: regime, leftOut: series.leftOut + ignored,
            steps: series.steps, notBack: series.notBack)
        guard series.blocks.longestSegment >= 3 else { return estimate }
        if series.resolution == 1, series.exact.holds, let slope = series.exact.slope {
            estimate.exact = drift(lag: slope.lag, over: slope.index)
            if let exact = estimate.exact, let value = partsPerBillion(exact.approximation) {
                (estimate.partsPerBillion, estimate.halfWidth) = (value, 0)
                return estimate
            }
        }
        guard let fit = fit else { return estimate }
        let length = interval.approximation
        guard fit.halfWidth <= length, let value = partsPerBillion(fit.slope / length),
            let halfWidth = partsPerBillion(fit.halfWidth / length, .up)
        else { return estimate }
        (estimate.partsPerBillion, estimate.halfWidth) = (value, max(1, halfWidth))
        return estimate
    }

    private func partsPerBillion(_ ratio: Double, _ rule: FloatingPointRoundingRule = .toNearestOrAwayFromZero)
        -> Int64?
    {
        // Nine digits before the point: more is no drift but another interval.
        abs(ratio) < 1e9 ? Int64(exactly: (ratio * 1e9).rounded(rule)) : nil
    }

    private var fit: DriftFit? {
        switch regime {
        case .grid: return .grid(series)
        case .chain: return .chain(series.blocks, kept: series.kept)
        case .unknown:
            guard series.seen < 30 else { return .grid(series) }
            return [.grid(series), .chain(series.blocks, kept: series.kept)].compactMap(\.self).max {
                $0.halfWidth < $1.halfWidth
            }
        }
    }
}

/// A slope with its interval, ns an index.
private struct DriftFit {
    var slope: Double
    var halfWidth: Double

    static func grid(_ series: DriftSeries) -> DriftFit? {
        let blocks = series.blocks
        guard let rhythm = series.rhythm, var line = WanderingLevelFit(Array(blocks.means)) else { return nil }
        let kept = Double(series.kept)
        let resolution = series.resolution
        let span = Double(blocks.gained.span)
        if series.kept >= 64 {
            var length = blocks.size
            while length * 32 < series.kept { length *= 2 }
            let minima = blocks.minima(ofGroups: length, slope: line.slope)
            if var lowest = WanderingLevelFit(minima) {
                if resolution > 1 { lowest.halfWidth += 2 * resolution / span }
                if lowest.halfWidth < line.halfWidth / 2 { line = lowest }
            }
        }
        // Stamps too coarse for the lateness to even them out.
        if resolution > 1, rhythm.residualMagnitudes / kept < resolution / 4 { line.halfWidth += resolution / span }
        return DriftFit(slope: line.slope, halfWidth: line.halfWidth)
    }

    static func chain(_ blocks: DriftBlocks, kept: Int64) -> DriftFit? {
        let gained = blocks.gained
        guard gained.span > 0 else { return nil }
        let slope = Double(nearest: gained.gain) / Double(nearest: gained.span)
        var (count, squares, cubes) = (0.0, 0.0, 0.0)
        blocks.forEachStep { from, to, _ in
            let scaled = to.residual(from: from, slope: slope) / Double(to.index - from.index).squareRoot()
            count += 1
            squares += scaled * scaled
            cubes += scaled * scaled * scaled
        }
        guard count > 1 else { return nil }
        let degrees = Int(count) - 1
        let variance = squares / Double(degrees)
        let part = StudentMixture.Part(
            weight: 1, centre: 0, scale: (variance / Double(nearest: gained.span)).squareRoot())
        var halfWidth = StudentMixture(parts: [part], degrees: degrees).halfWidth(about: 0, probability: 0.95)
        if kept < 64, squares > 0 {
            let skewness = cubes / count / ((squares / count) * (squares / count).squareRoot())
            halfWidth *= 1 + min(0.5, abs(skewness) / count.squareRoot())
        }
        return DriftFit(slope: slope, halfWidth: halfWidth)
    }
}

import LabCatalogue

/// The distribution of a set of values: extremes, mean and percentiles, in the unit of the values (usually ns).
package struct Spread: Hashable {
    package var count: Int64
    package var min: Int64
    /// Rounded to the nearest whole number.
    package var mean: Int64
    /// Percentiles by nearest rank: the least value that at least so many percent of the values do not exceed. It is
    /// nil if the sample is too small: p95 of fewer than 20 values, p99 of fewer than 100.
    package var p50: Int64
    package var p95: Int64?
    package var p99: Int64?
    package var max: Int64
    /// The root mean square of the distances from the mean (divided by n), rounded to the nearest whole number.
    package var deviation: Int64

    package init(
        count: Int64, min: Int64, mean: Int64, p50: Int64, p95: Int64?, p99: Int64?, max: Int64, deviation: Int64
    ) {
        (self.count, self.min, self.mean, self.max) = (count, min, mean, max)
        (self.p50, self.p95, self.p99, self.deviation) = (p50, p95, p99, deviation)
    }

    /// The spread of counted values; `nil` when there are none.
    init?(_ values: CountedValues) {
        guard let extremes = values.extremes, let mean = values.mean,
            let deviation = values.deviation, let found = values.values(at: Percentile.allCases)
        else { return nil }
        self.init(
            count: Int64(values.count), min: extremes.lowerBound, max: extremes.upperBound, mean: Int64(nearest: mean),
            percentiles: found, deviation: deviation)
    }

    /// - Parameter percentiles: all of them, also those for which the sample is too small.
    init(count: Int64, min: Int64, max: Int64, mean: Int64, percentiles: [Int64], deviation: Double) {
        self.init(
            count: count, min: min, mean: mean, p50: percentiles[0],
            p95: count >= Figure.Statistic.p95.neededSample ? percentiles[1] : nil,
            p99: count >= Figure.Statistic.p99.neededSample ? percentiles[2] : nil, max: max,
            deviation: Int64(nearest: deviation))
    }
}

/// The wake-ups of an idle thread for a timer.
package struct WakeUps: Hashable {
    /// The number of wake-ups for nothing else.
    package var alone: Int64
    /// The number of wake-ups together with other timers.
    package var shared: Int64
    package var all: Int64 { alone + shared }

    package init(alone: Int64, shared: Int64) { (self.alone, self.shared) = (alone, shared) }
}

/// The variation of successive intervals, ns.
package struct Jitter: Hashable {
    /// Root mean square of the periods about their mean (IEEE 2414-2020, period jitter).
    package var rms: Int64
    /// The longest period minus the shortest.
    package var peakToPeak: Int64
}

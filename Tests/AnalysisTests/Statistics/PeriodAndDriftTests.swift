import Analysis
import Testing

@Suite("Statistics of the periods")
struct PeriodStatisticsTests {
    @Test("an even timer has no jitter")
    func even() {
        let statistics = PeriodStatistics(starts: (0...1000).map { $0 * 16_666_667 })
        #expect(statistics?.count == 1000)
        #expect(statistics?.mean == 16_666_667)
        #expect(statistics?.jitterRMS == 0)
        #expect(statistics?.jitterPeakToPeak == 0)
        #expect(statistics?.cycleToCycle == 0)
    }

    @Test("periods of 9, 11, 10 and 14 spread by the root of 3.5 about 11")
    func spread() {
        let statistics = PeriodStatistics(starts: [100, 109, 120, 130, 144])
        #expect(statistics?.mean == 11)
        #expect(statistics?.minimum == 9)
        #expect(statistics?.maximum == 14)
        #expect(statistics?.jitterRMS == 3.5.squareRoot())
        #expect(statistics?.jitterPeakToPeak == 5)
        #expect(statistics?.cycleToCycle == 4)
    }

    @Test("jitter of a nanosecond shows after a century")
    func exact() {
        let century: Int64 = 3_155_760_000_000_000_000
        let statistics = PeriodStatistics(starts: [century, century + 999, century + 2000])
        #expect(statistics?.mean == 1000)
        #expect(statistics?.jitterRMS == 1)
    }

    @Test("one start has no period, two have no change of it")
    func few() {
        #expect(PeriodStatistics(starts: []) == nil)
        #expect(PeriodStatistics(starts: [5]) == nil)
        #expect(PeriodStatistics(starts: [5, 8])?.cycleToCycle == nil)
        #expect(PeriodStatistics(starts: [5, 8])?.mean == 3)
    }

    @Test("starts that go back or leap over all of time are survived")
    func hostile() {
        #expect(PeriodStatistics(starts: [10, 5, 12])?.maximum == 2)
        let leap = PeriodStatistics(starts: [.min, .max, .min, .max])
        #expect(leap?.maximum == .max)
        #expect(leap?.minimum == 0)
        #expect(near(leap?.mean, 0x1p64 / 3))
    }

    @Test("the jitter agrees with two passes over the periods")
    func twoPasses() {
        var random = SmallRandom(state: 3)
        var start: Int64 = 0
        let starts = (0..<5000).map { _ in
            start += 1_000_000_000 + Int64(random.exponential(mean: 1e6))
            return start
        }
        let periods = zip(starts.dropFirst(), starts).map { Double($0 - $1) }
        let mean = periods.reduce(0, +) / Double(periods.count)
        let variance = periods.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(periods.count)
        #expect(near(PeriodStatistics(starts: starts)?.jitterRMS, variance.squareRoot(), within: 1e-6))
    }
}

@Suite("Drift is the slope of lateness along the grid")
struct DriftTests {
    private func drift(_ points: some Sequence<(Int64, Int64)>) -> DriftLine? {
        var accumulator = DriftAccumulator()
        for (due, lateness) in points { accumulator.append(due: due, lateness: lateness) }
        return accumulator.line
    }

    @Test("lateness that never changes is no drift, exactly", arguments: [0, 90_000, Int64.min, .max], [10, 200_000])
    func constant(lateness: Int64, count: Int64) {
        let drift = drift((0..<count).lazy.map { ($0 * 1_000_000_000, lateness) })
        #expect(drift?.partsPerMillion == 0)
        #expect(drift?.residualRMS == 0)
        #expect(drift?.determination == nil)
        #expect(drift?.count == Int(count))
    }

    @Test("a millisecond lost each second is 1000 ppm, without residual", arguments: [2, 100, 65_536, 65_537, 300_000])
    func steady(count: Int64) {
        let drift = drift((0..<count).lazy.map { (7 + $0 * 1_000_000_000, 40 + $0 * 1_000_000) })
        #expect(near(drift?.partsPerMillion, 1000, within: 1e-14))
        #expect((drift?.residualRMS ?? 1) < 1e-4)
        #expect(near(drift?.determination, 1))
        #expect(near(drift?.offset, 40, within: 1e-3))
    }

    @Test("a textbook line: through (0, 1), (1, 3), (2, 2), (3, 5)")
    func textbook() {
        let drift = drift([(0, 1), (1, 3), (2, 2), (3, 5)])
        #expect(near(drift?.partsPerMillion, 1.1e6))
        #expect(near(drift?.offset, 1.1))
        #expect(near(drift?.residualRMS, (2.7 / 4).squareRoot()))
        #expect(near(drift?.determination, 6.05 / 8.75))
    }

    @Test("blocks far apart are merged as if they were one")
    func blocks() {
        var random = SmallRandom(state: 11)
        let day: Int64 = 86_400_000_000_000
        let points = (0..<400).map { index -> (Int64, Int64) in
            (index * day, index * 86_400 + Int64(random.exponential(mean: 1e6)))
        }
        let size = Double(points.count)
        let meanDue = points.reduce(0) { $0 + Double($1.0) } / size
        let meanLateness = points.reduce(0) { $0 + Double($1.1) } / size
        let common = points.reduce(0) { $0 + (Double($1.0) - meanDue) * (Double($1.1) - meanLateness) }
        let scatter = points.reduce(0) { $0 + (Double($1.0) - meanDue) * (Double($1.0) - meanDue) }
        let slope = common / scatter
        let left = points.reduce(0.0) {
            let rest = Double($1.1) - meanLateness - slope * (Double($1.0) - meanDue)
            return $0 + rest * rest
        }
        let drift = drift(points)
        #expect(near(drift?.partsPerMillion, slope * 1e6))
        #expect(near(drift?.residualRMS, (left / size).squareRoot()))
    }

    @Test("one due time has no slope, and extremes are survived")
    func hostile() {
        #expect(drift([]) == nil)
        #expect(drift([(5, 1)]) == nil)
        #expect(drift([(5, 1), (5, 9)]) == nil)
        let extreme = drift([(.min, .min), (.max, .max), (0, 0), (.min, .max), (5, .min)])
        #expect(extreme?.partsPerMillion.isFinite == true)
        #expect(extreme?.residualRMS.isFinite == true)
    }
}

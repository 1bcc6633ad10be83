import Testing

@testable import LabAnalysis

@Suite("Statistics of the periods")
struct PeriodStatisticsTests {
    @Test("an even timer has no jitter")
    func even() {
        let statistics = PeriodStatistics(starts: (0...1000).map { $0 * 16_666_667 })
        #expect(statistics?.count == 1000)
        #expect(statistics?.jitterRMS == 0)
        #expect(statistics?.jitterPeakToPeak == 0)
    }

    @Test("periods of 9, 11, 10 and 14 spread by the root of 3.5 about 11")
    func spread() {
        let statistics = PeriodStatistics(starts: [100, 109, 120, 130, 144])
        #expect(statistics?.jitterRMS == 3.5.squareRoot())
        #expect(statistics?.jitterPeakToPeak == 5)
    }

    @Test("jitter of a nanosecond shows after a century")
    func exact() {
        let century: Int64 = 3_155_760_000_000_000_000
        let statistics = PeriodStatistics(starts: [century, century + 999, century + 2000])
        #expect(statistics?.jitterRMS == 1)
    }

    @Test("one start has no period")
    func few() {
        #expect(PeriodStatistics(starts: []) == nil)
        #expect(PeriodStatistics(starts: [5]) == nil)
    }

    @Test("starts that go back or leap over all of time are survived")
    func hostile() {
        #expect(PeriodStatistics(starts: [10, 5, 12])?.jitterPeakToPeak == 2)
        let leap = PeriodStatistics(starts: [.min, .max, .min, .max])
        #expect(leap?.jitterPeakToPeak == .max)
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

extension PeriodStatistics {
    init?(starts: some Sequence<Int64>) {
        self.init()
        for start in starts { append(start) }
        if count == 0 { return nil }
    }
}

extension Jitter {
    init(_ periods: PeriodStatistics) {
        self.init(
            rms: Int64(nearest: periods.jitterRMS), peakToPeak: periods.jitterPeakToPeak)
    }
}

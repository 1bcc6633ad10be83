import Testing

@testable import LabAnalysis

/// NBS Monograph 140's ten phases at rate 1, in units of 10^-5, so that they are whole.
private let tenPhases: [Int64] = [
    0, 10_311_111, 12_322_222, 15_733_333, 16_644_444, 4_855_555, -9_633_333, -222_222, 11_188_889, 0,
]

/// NBS 1000-point set: a linear congruential generator read as frequency, summed to phase, in units of 1/2147483647.
private let thousandPoints: [Int64] = {
    var number: Int64 = 1_234_567_890
    var phase: Int64 = 0
    var phases: [Int64] = [0]
    for _ in 0..<1000 {
        phase += number
        phases.append(phase)
        number = 16_807 * number % 2_147_483_647
    }
    return phases
}()

@Suite("Stability measures agree with the published reference values")
struct StabilityReferenceTests {
    @Test(
        "ten phases (NIST SP 1065, 12.4)",
        arguments: [
            (.oadev, 91.2294479, 85.952868, 8, 6), (.mdev, 91.2294479, 74.7884918, 8, 5),
        ] as [(StabilityMeasure, Double, Double, Int, Int)])
    func ten(measure: StabilityMeasure, atOne: Double, atTwo: Double, countAtOne: Int, countAtTwo: Int) throws {
        let unit: Int64 = 100_000
        let series = try #require(PhaseSeries(lateness: tenPhases, interval: unit))
        let curve = series.curve(measure, factors: [2, 1, 2, 0, -1, 100])
        try #require(curve.map(\.factor) == [1, 2])
        #expect(curve.map(\.count) == [countAtOne, countAtTwo])
        #expect(curve.map(\.tau) == [100_000, 200_000])
        #expect(near(curve[0].value, atOne, within: 1e-8))
        #expect(near(curve[1].value, atTwo, within: 1e-8))
    }

    @Test(
        "a thousand points (NIST SP 1065, 12.4)",
        arguments: [
            (.oadev, [0.292231878, 0.091599534, 0.03241343]), (.mdev, [0.292231878, 0.061723764, 0.021709209]),
        ] as [(StabilityMeasure, [Double])])
    func thousand(measure: StabilityMeasure, expected: [Double]) throws {
        let unit: Int64 = 2_147_483_647
        let series = try #require(PhaseSeries(lateness: thousandPoints, interval: unit))
        let curve = series.curve(measure, factors: [1, 10, 100])
        try #require(curve.count == 3)
        for (point, value) in zip(curve, expected) { #expect(near(point.value, value, within: 1e-7)) }
    }
}

@Suite("What stability measures see and what they do not")
struct StabilityTests {
    @Test("a constant rate error is invisible")
    func rate() throws {
        let series = try #require(
            PhaseSeries(lateness: (0..<5000).map { 77 + $0 * 1_000_003 }, interval: 1_000_000_000))
        for measure in StabilityMeasure.allCases {
            #expect(series.curve(measure, factors: series.octaves).allSatisfy { $0.value == 0 })
        }
    }

    @Test("a rate that grows steadily is seen")
    func frequencyDrift() throws {
        let series = try #require(PhaseSeries(lateness: (0..<300).map { $0 * $0 }, interval: 1000))
        #expect(near(series.curve(.oadev, factors: [1]).first?.value, 2 / 2.0.squareRoot() / 1000))
    }

    @Test(
        "the slope tells a timer that keeps its grid from one that is scheduled anew",
        arguments: [(false, -1.0, -1.5), (true, -0.5, -0.5)])
    func mechanism(accumulates: Bool, oadev: Double, mdev: Double) throws {
        var random = SmallRandom(state: 2017)
        var phase: Int64 = 0
        let lateness = (0..<20_000).map { _ -> Int64 in
            let late = Int64(random.exponential(mean: 1e6))
            phase = accumulates ? phase + late : late
            return phase
        }
        let series = try #require(PhaseSeries(lateness: lateness, interval: 1_000_000_000))
        let factors = series.octaves.prefix { $0 <= 1024 }
        let measured = try #require(series.curve(.oadev, factors: Array(factors)).logLogSlope)
        let modified = try #require(series.curve(.mdev, factors: Array(factors)).logLogSlope)
        #expect(abs(measured - oadev) < 0.05)
        #expect(abs(modified - mdev) < 0.1)
    }

    @Test("a slope needs two averaging times with a value")
    func slope() {
        func point(_ tau: Double, _ value: Double) -> StabilityPoint {
            StabilityPoint(factor: 1, tau: tau, value: value, count: 1)
        }
        #expect([point(1, 5), point(2, 0)].logLogSlope == nil)
        #expect([StabilityPoint]().logLogSlope == nil)
        #expect(near([point(1, 100), point(10, 10), point(100, 1)].logLogSlope, -1))
    }

    @Test("series too short, intervals of nothing and phases of centuries are survived")
    func hostile() throws {
        #expect(PhaseSeries(lateness: [1, 2], interval: 0) == nil)
        #expect(PhaseSeries(lateness: [1, 2], interval: .min) == nil)
        for measure in StabilityMeasure.allCases {
            for phases: [Int64] in [[], [1], [1, 2], [.min, .max, .min, .max, .min, .max, .min, .max]] {
                let series = try #require(PhaseSeries(lateness: phases, interval: .max))
                let curve = series.curve(measure, factors: [1, 2, 3, 7, 8, Int.max, Int.max / 2])
                #expect(curve.allSatisfy { $0.value.isFinite && $0.count > 0 })
            }
        }
        #expect(try #require(PhaseSeries(lateness: [], interval: 1)).octaves == [])
        #expect(try #require(PhaseSeries(lateness: tenPhases, interval: 1)).octaves == [1, 2])
    }
}

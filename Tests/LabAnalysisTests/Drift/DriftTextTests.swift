import LabExactTime
import Testing

@testable import LabAnalysis

@Suite("Drift is written with the digits that it carries")
struct DriftTextTests {
    @Test(
        "value and half-width end at the same digit",
        arguments: [
            (1_010_000, 149_600, "+0.101 % ± 0.015 %"), (-100_900_000, 622_000, "-10.090 % ± 0.062 %"),
            (400_000_000, 110_000_000, "+40 % ± 11 %"), (14_123, 996, "+14.1 ppm ± 1.0 ppm"),
            (13_000, 2_000, "+13.0 ppm ± 2.0 ppm"), (7, 2, "+0.007 ppm ± 0.002 ppm"),
            (-250_000_000, 104_000_000, "-25 % ± 10 %"), (999_999, 99_600, "+1000 ppm ± 100 ppm"),
        ])
    func values(value: Int64, halfWidth: Int64, text: String) {
        #expect(DriftEstimate(value, halfWidth).text() == text)
    }

    @Test(
        "what may be zero is none, below a bound of two digits, unless nearly everything is below it",
        arguments: [
            (0, 900, "none (below 0.9 ppm)"), (-4_000, 9_301, "none (below 14 ppm)"),
            (15, 10, "none (below 0.025 ppm)"),
            (600_000, 399_999, "+600 ppm ± 400 ppm"), (500_000, 500_001, "none (below 0.11 %)"),
            (0, 1, "none (below 0.001 ppm)"), (0, 99_000_000, "none (below 9.9 %)"),
            (0, 380_000_000, "unknown (run too short)"),
        ])
    func none(value: Int64, halfWidth: Int64, text: String) {
        #expect(DriftEstimate(value, halfWidth).text() == text)
    }

    @Test("a third of a percent cannot be written exactly, and does not claim to be")
    func third() {
        var drift = DriftEstimate(3_333_333, 0)
        drift.exact = Rational(1, over: 300)
        #expect(drift.text(marksExact: true) == "+0.3333333 %")
    }
}

extension DriftEstimate {
    fileprivate init(_ value: Int64, _ halfWidth: Int64) {
        self.init(partsPerBillion: value, halfWidth: halfWidth, regime: .grid)
    }
}

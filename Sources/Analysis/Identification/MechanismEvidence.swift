import ExactTime
import Platform

/// Collects what speaks for a grid and what against it, as logarithms of odds that add up.
struct MechanismEvidence {
    let interval: Rational
    let resolution: Int64
    private(set) var logOdds: Double = 0
    private(set) var reasons: [String] = []
    private(set) var gaps = 0
    private(set) var gapsOnGrid = 0
    private(set) var usualMultiple: Int64 = 1
    private(set) var driftPartsPerBillion: Int64 = 0
    private(set) var allanSlope: Double?
    private(set) var modifiedSlope: Double?

    /// No clock of a device runs so fast or slow (parts per million); what does is no grid of this interval.
    private static let worstClock = 200.0
    private static let goodClock = 50.0
    /// More than this is not believed of gaps, or of a rate, alone: an accident may be behind all of them.
    private static let mostFromGaps = 4.6
    private static let fromDrift = 3.9
    private static let fromSteadiness = 2.3

    init(interval: Rational, resolution: Int64) {
        self.interval = interval
        self.resolution = resolution
    }

    private var length: Double { interval.approximation }

    // MARK: Gaps

    /// A timer on a grid goes on with one of its points however long it was kept; any other goes on anywhere.
    mutating func takeGaps(_ spans: [FiringSpan]) {
        let multiples = spans.flatMap(\.multiples)
        let deviations = spans.flatMap(\.deviations)
        usualMultiple = MechanismEvidence.usual(multiples)
        let places = multiples.indices.filter { multiples[$0] > 1 }
        gaps = places.count
        guard gaps > 0, usualMultiple > 1 || gaps * 2 < multiples.count || multiples.count < 4 else { return }
        // Near the grid is what lies no further off than ordinary steps do.
        let ordinary = multiples.indices.filter { multiples[$0] == usualMultiple }.map { deviations[$0].magnitude }
            .sorted()
        let usual = ordinary.isEmpty ? 0 : ordinary[ordinary.count / 2]
        let near = min(max(usual * 4, UInt64(length / 50), UInt64(resolution.magnitude)), UInt64(length / 4))
        gapsOnGrid = places.count { deviations[$0].magnitude <= near }
        let chance = min(1, 2 * Double(max(1, near)) / length)
        // Gaps that are all alike have one cause and count as one.
        let isOneCause = usualMultiple > 1
        let hits = Double(isOneCause ? (gapsOnGrid == gaps ? 1 : 0) : gapsOnGrid)
        let misses = Double(isOneCause ? (gapsOnGrid * 2 < gaps ? 1 : 0) : gaps - gapsOnGrid)
        let odds = hits * naturalLogarithm(1 / chance) - misses * naturalLogarithm(1 / chance)
        logOdds += max(-MechanismEvidence.mostFromGaps, min(MechanismEvidence.mostFromGaps, odds))
        let what = gaps == 1 ? "1 interval leaves out points" : "\(gaps) intervals leave out points"
        let ends =
            gapsOnGrid == gaps ? "and \(gaps == 1 ? "ends" : "all end")" : "; \(gapsOnGrid) of them end"
        reasons.append("\(what)\(ends.hasPrefix(";") ? "" : " ")\(ends) on the grid again")
    }

    /// The multiple that four of five intervals have; 1 when there is none.
    private static func usual(_ multiples: [Int64]) -> Int64 {
        guard !multiples.isEmpty else { return 1 }
        let sorted = multiples.sorted()
        let middle = sorted[sorted.count / 2]
        return multiples.count { $0 == middle } * 5 >= multiples.count * 4 ? max(1, middle) : 1
    }

    // MARK: Scatter and rate

    mutating func takeNoise(_ spans: [FiringSpan]) {
        guard let noise = NoiseComparison(spans) else { return }
        let steps = length * Double(usualMultiple)
        let rate = noise.slope / steps * 1e6
        driftPartsPerBillion = Int64(nearest: rate * 1e3)
        if noise.stepDeviation >= 2 * Double(resolution), noise.steps > 0 {
            logOdds += noise.logOdds
            let isGrid = noise.logOdds >= 0
            let ratio = exponential(min(40, noise.logOdds.magnitude))
            let factor = ratio >= 1000 ? "over 1000" : String(Int(ratio.rounded()))
            reasons.append(
                ratio < 3
                    ? "how the lines scatter hardly tells: \(factor) to 1 for \(isGrid ? "a grid" : "none")"
                    : isGrid
                        ? "the lines scatter about even points, \(factor) times likelier than about the line before"
                        : "each line scatters about the one before, \(factor) times likelier than about even points")
        } else {
            reasons.append(
                "the clock's steps of \(DurationText.format(resolution)) hide how the lines scatter")
        }
        // With steps as long as the interval, falling behind looks like leaving out points.
        if Double(resolution) * 4 >= length, gaps > 0 { return }
        takeRate(rate, error: max(noise.slopeError, Double(resolution) / Double(max(1, noise.steps))) / steps * 1e6)
    }

    private mutating func takeRate(_ rate: Double, error: Double) {
        let tenths = { (value: Double) in String((value * 10).rounded() / 10) + " ppm" }
        if rate - 2 * error > MechanismEvidence.worstClock {
            logOdds -= MechanismEvidence.fromDrift
            reasons.append("it falls behind by \(tenths(rate)), more than any clock does")
        } else if rate.magnitude + 2 * error < MechanismEvidence.goodClock {
            logOdds += MechanismEvidence.fromSteadiness
            let bound = tenths(max(0.1, rate.magnitude + 2 * error))
            reasons.append("its rate is off by at most \(bound), unlike that of a timer that adds up its lateness")
        }
    }

    // MARK: Slopes

    /// The slopes by which metrology names the noise; what they say is in the scatter already, so they do not count.
    mutating func takeSlopes(_ firings: FiringTimes) {
        guard let stability = StabilityTable(firings), stability.octaves.count >= 3 else { return }
        allanSlope = stability.slope(.oadev)
        modifiedSlope = stability.slope(.mdev)
        guard let slope = allanSlope else { return }
        let shown = String((slope * 100).rounded() / 100)
        reasons.append("the Allan deviation falls with a slope of \(shown) (−1 on a grid, −0.5 without)")
    }
}

import ExactTime
import Platform

/// The two kinds of timers that the shape of their error tells apart.
public enum MechanismKind: String, Sendable, CaseIterable {
    /// Keeps the points it was made with: a repeating NSTimer, a GCD timer, a display link.
    case grid
    /// Counts each interval from the latest firing: `performSelector:afterDelay:`, `asyncAfter`, a loop that sleeps.
    case rescheduled = "re-scheduled"

    /// In words.
    public var title: String {
        switch self {
        case .grid: "keeps a grid"
        case .rescheduled: "is scheduled anew after each firing"
        }
    }

    /// Who works like this.
    public var examples: String {
        switch self {
        case .grid: "as a repeating NSTimer, a GCD timer or a display link"
        case .rescheduled: "as performSelector:afterDelay:, asyncAfter or a loop that sleeps"
        }
    }
}

/// Which kind of timer made a series of firings, and how sure that is.
public struct MechanismVerdict: Sendable, Hashable {
    /// The likelier of the two.
    public var kind: MechanismKind
    /// How sure it is, 50 to 99.
    public var percent: Int
    /// Whether there are too few firings, or too coarse ones, for more than a guess.
    public var isTooShort: Bool
    /// Intervals that were compared.
    public var intervals: Int
    /// The slope of the overlapping Allan deviation over τ: −1 on a grid, −0.5 without; nil when too short.
    public var allanSlope: Double?
    /// The slope of the modified Allan deviation: −1.5 and −0.5.
    public var modifiedSlope: Double?
    /// How fast the firings fall behind their interval, parts per billion.
    public var driftPartsPerBillion: Int64
    /// Intervals that leave out points, and those of them that end on the grid again.
    public var gaps: Int
    public var gapsOnGrid: Int
    /// Nearly all firings come so many intervals after the one before: more than 1 when callbacks outlast the interval.
    public var usualMultiple: Int64
    /// What speaks for it, a line each.
    public var reasons: [String]
}

extension MechanismVerdict {
    /// Below this nothing is claimed.
    private static let threshold = 90

    /// Judges a series of firings; nil when there are fewer than two intervals.
    ///
    /// - Parameter resolution: the least step of the clock, ns.
    public init?(_ firings: FiringTimes, resolution: Int64 = 1) {
        let spans = firings.spans
        let count = spans.reduce(0) { $0 + $1.deviations.count }
        guard count >= 2 else { return nil }
        var evidence = MechanismEvidence(interval: firings.interval, resolution: resolution)
        evidence.takeGaps(spans)
        evidence.takeNoise(spans)
        evidence.takeSlopes(firings)
        let odds = evidence.logOdds
        kind = odds >= 0 ? .grid : .rescheduled
        let probability = 1 / (1 + exponential(-min(50, odds.magnitude)))
        percent = max(50, min(99, Int(probability * 100)))
        isTooShort = percent < MechanismVerdict.threshold
        intervals = count
        allanSlope = evidence.allanSlope
        modifiedSlope = evidence.modifiedSlope
        driftPartsPerBillion = evidence.driftPartsPerBillion
        gaps = evidence.gaps
        gapsOnGrid = evidence.gapsOnGrid
        usualMultiple = evidence.usualMultiple
        reasons = evidence.reasons
    }
}

import LabExactTime
import LabRecording

/// The way a timer's lateness adds up, which decides the certainty of its drift.
package enum DriftRegime {
    /// Armed for the requested schedule: one firing's lateness does not move the next.
    case grid
    /// Armed again after each callback: lateness adds up.
    case chain
    /// A log with an unknown mechanism.
    case unknown
}

/// The amount by which a requested second is too long: the slope of lag over the requested schedule, with its 95 %
/// interval.
package struct DriftEstimate: Hashable {
    /// A departure from the timer's rhythm: the firing from which on it was behind (negative: ahead).
    package struct Departure: Hashable {
        /// The index of its first firing, counted from the start of its segment's schedule.
        var index: Int64
        /// The number of its series of `beginSegment`, from 0.
        var series = 0
        /// The distance from its level, ns.
        package var size: Int64
        /// The number of its firings, for a departure that had not ended.
        var firings: Int64 = 0
    }

    package enum Verdict: Hashable {
        /// The interval, widened by half, holds zero: any drift is below so many parts per billion.
        case none(below: Int64)
        case value
        /// Too few firings.
        case unknown
    }

    /// The drift in parts per billion; positive if the timer runs slow. `nil` if it is unknown.
    package var partsPerBillion: Int64?
    /// Half the width of the 95 % interval in parts per billion; 0 if the drift is exact, `nil` if it is unknown.
    package var halfWidth: Int64?
    /// The drift as a fraction of the interval when every kept firing is on one line, to the nanosecond.
    package var exact: Rational?
    package var regime: DriftRegime
    /// The number of firings that the slope leaves out: those of departures.
    package var leftOut: Int64 = 0
    /// Departures that stayed, in order; not part of the slope.
    package var steps: [Departure] = []
    /// The departure that had not ended when the series did.
    package var notBack: Departure?

    /// The lower end of the 95 % interval, parts per billion.
    package var low: Int64? { partsPerBillion.flatMap { value in halfWidth.map { value - $0 } } }
    /// The upper end of the 95 % interval, parts per billion.
    package var high: Int64? { partsPerBillion.flatMap { value in halfWidth.map { value + $0 } } }

    /// The verdict on the drift.
    ///
    /// A 95 % interval misses zero for one noisy grid in twenty, so the verdict is "none" within 1.5 times its
    /// half-width.
    package var verdict: Verdict {
        guard let value = partsPerBillion, let halfWidth else { return .unknown }
        if 2 * value.magnitude <= 3 * halfWidth.magnitude { return .none(below: abs(value) + halfWidth) }
        return .value
    }
}

extension TraceHeader.Clock {
    /// True if nothing shows how a timer is armed: the log of a device.
    var isUnknown: Bool { self == .imported }
    /// True if the points of a grid are exact, as no clock of a host is.
    var isExact: Bool { self == .simulated }

    var regimeOfGrids: DriftRegime { isUnknown ? .unknown : .grid }
}

extension DriftEstimate {
    /// A drift that is not known.
    package init(_ regime: DriftRegime) { self.init(regime: regime) }

    /// The drift of firings that were always on time.
    init(punctual count: Int64, _ clock: TraceHeader.Clock) {
        self.init(clock.regimeOfGrids)
        if count > 2 { (partsPerBillion, halfWidth, exact) = (0, 0, .zero) }
    }
}

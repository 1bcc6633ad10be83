/// A measure of how a timer's lateness wanders, as a function of the averaging time τ.
///
/// The definitions are those of NIST Special Publication 1065; the lateness is the phase.
package enum StabilityMeasure: String, CaseIterable, Sendable {
    /// Overlapping Allan deviation, from all second differences τ apart; a constant rate error leaves it 0.
    case oadev
    /// Modified Allan deviation, which averages the phase over τ first: it tells white from flicker phase noise.
    case mdev
}

/// The value of a measure at one averaging time.
package struct StabilityPoint: Hashable, Sendable {
    /// τ in intervals.
    package var factor: Int
    /// τ in ns.
    package var tau: Double
    /// In ns for a time, else a ratio.
    package var value: Double
    /// How many differences or windows it rests on.
    package var count: Int
}

/// The lateness of a timer at successive grid points, without holes, to be examined for stability.
package struct PhaseSeries: Sendable {
    /// Differences up to the third of phases within ±2^59 ns (18 years) cannot overflow.
    private static let greatestPhase: Int64 = 1 << 59

    let phase: [Int64]
    let interval: Int64

    /// A series of latenesses (ns) at points an interval (ns) apart; `nil` unless the interval is positive.
    ///
    /// No measure depends on a constant part, so the first lateness counts as 0; a change beyond 18 years counts as 18.
    package init?(lateness: [Int64], interval: Int64) {
        guard interval > 0 else { return nil }
        let first = lateness.first ?? 0
        self.interval = interval
        phase = lateness.map { value in
            let (change, overflows) = value.subtractingReportingOverflow(first)
            if overflows { return value < first ? -Self.greatestPhase : Self.greatestPhase }
            return min(max(change, -Self.greatestPhase), Self.greatestPhase)
        }
    }

    /// The averaging factors 1, 2, 4 … that the series is long enough for, whatever the measure.
    package var octaves: [Int] {
        var factors: [Int] = []
        var factor = 1
        while factor <= (phase.count - 1) / 3 {
            factors.append(factor)
            factor *= 2
        }
        return factors
    }

    /// A measure at each averaging factor, ascending; factors for which the series is too short are left out.
    ///
    /// The time taken grows with the length of the series for each factor, not with the factor.
    package func curve(_ measure: StabilityMeasure, factors: [Int]) -> [StabilityPoint] {
        var usable: [Int] = []
        for factor in factors.sorted() where factor > 0 && factor < phase.count && factor != usable.last {
            usable.append(factor)
        }
        switch measure {
        case .oadev: return usable.compactMap(allan)
        case .mdev: return usable.compactMap(modifiedAllan)
        }
    }
}

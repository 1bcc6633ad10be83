import LabExactTime

/// The facts that a log supports about one of its timers; every figure and finding asks here.
package struct Identification {
    /// The source of an interval.
    package enum Source: String {
        /// An option or a scenario.
        case given
        /// The lines show it, and the mechanism that they show with it confirms it, unless coarse stamps hide that.
        case fitted
        /// The lines suggest it; no figure uses it.
        case guessed
    }

    /// The interval, ns; nil if none can be seen.
    package let interval: Rational?
    private var guess: IntervalGuess.Basis?
    private let told: MechanismKind?
    /// nil with fewer than three lines, or without an interval.
    package private(set) var verdict: MechanismVerdict?

    /// - Parameters: - given: the given interval, ns. - told: the mechanism in a scenario. - guess: the interval that
    ///   the lines suggest if none is given.
    package init(given: Rational?, told: MechanismKind? = nil, guess: () -> IntervalGuess?) {
        let found = given == nil ? guess() : nil
        (interval, self.guess, self.told) = (given ?? found?.interval, found?.basis, told)
    }

    /// Judges the firings of the timer.
    package mutating func judge(_ firings: FiringTimes?, resolution: Int64) {
        verdict = firings.flatMap { MechanismVerdict($0, resolution: resolution, guess: guess) }
    }

    package var source: Source? {
        guard interval != nil else { return nil }
        return guess == nil ? .given : verdict?.kind == nil && verdict?.doubt != .coarse ? .guessed : .fitted
    }

    /// The interval that figures may use, ns.
    package var known: Rational? { source == .guessed ? nil : interval }

    package var mechanism: MechanismKind? { known == nil ? nil : told ?? verdict?.kind }

    /// The usual number of intervals between two lines.
    package var usualMultiple: Int64 { known == nil || mechanism == .rescheduled ? 1 : verdict?.usualMultiple ?? 1 }

    /// True if the lines keep some rhythm, so that a pause is visible.
    package var hasRhythm: Bool {
        guard known != nil, let verdict else { return false }
        switch verdict.doubt {
        case .noRhythm, .losesPoints, .tooManyFirings, .severalTimers: return false
        // Any stamp is a multiple of a very short interval.
        case .coarse: return verdict.excess < 1
        case .tooShort, .guessedInterval, .undecided, .contradicted, nil: return true
        }
    }

    /// The reason why figures are missing; nil if none is.
    package var lack: String? {
        if known == nil {
            return "the interval is \(source == nil ? "not known" : "a guess that no mechanism bears out")"
        }
        return mechanism == nil
            ? "the log does not tell the mechanism: \(verdict?.doubt?.rawValue ?? "too short to tell")" : nil
    }

    /// The drift in parts per billion, for a timer that may be armed again each time; a grid has none.
    package var driftOfChain: Int64? {
        guard known != nil, mechanism == nil, let verdict, verdict.excess >= 0,
            hasRhythm || verdict.doubt == .losesPoints
        else { return nil }
        return Int64(nearest: verdict.excess * 1e9)
    }

    /// Treats a guessed interval as given, to find contradictions.
    package mutating func trust() { guess = nil }

    /// Withdraws a verdict that the drift measured with it contradicts; false if there is none.
    package mutating func refuse(by drift: DriftEstimate?) -> Bool {
        guard let kind = verdict?.kind, let drift else { return false }
        // A loop that is armed at the top of its callback is as even as a grid, and only its drift tells.
        let isSlow = Double(drift.low ?? 0) > PhaseCircle.usualClock * 1e9
        guard kind == .grid ? isSlow || (drift.high ?? 0) < -500_000 : (drift.high ?? .max) <= 0 else { return false }
        verdict?.refuse(.contradicted, because: "a drift of \(drift.text()) speaks against that it \(kind.title)")
        return true
    }
}

extension TimerSummary {
    /// Removes each figure that a log does not support.
    package mutating func keep(_ facts: Identification) {
        lack = facts.lack
        hasSchedule = facts.known != nil
        guard facts.mechanism == nil else { return }
        (waiting, lateness, lag, drift, notBack) = (nil, nil, nil, nil, nil)
        (openPoints, isLongestOpen, steps) = (0, false, [])
    }
}

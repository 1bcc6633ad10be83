import LabExactTime

/// The facts that a log bears about one of its timers; every figure and finding of it asks here.
package struct Identification: Sendable, Hashable {
    /// How an interval is known.
    package enum Source: String, Sendable {
        /// By an option or a scenario.
        case given
        /// The lines show it, and bear it out by the mechanism that they show with it.
        case fitted
        /// The lines suggest it, and no figure rests on it.
        case guessed
    }

    /// ns; nil when none can be seen.
    package let interval: Rational?
    private var guess: IntervalGuess.Basis?
    private let told: MechanismKind?
    /// nil with fewer than three lines, or without an interval.
    package private(set) var verdict: MechanismVerdict?

    /// - Parameters:
    ///   - given: the interval that was told, ns.
    ///   - told: the mechanism that a scenario names.
    ///   - guess: the interval that the lines suggest if none is given.
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
        return guess == nil ? .given : verdict?.kind == nil ? .guessed : .fitted
    }

    /// The interval that figures may rest on, ns.
    package var known: Rational? { source == .guessed ? nil : interval }

    package var mechanism: MechanismKind? { known == nil ? nil : told ?? verdict?.kind }

    /// How many intervals usually lie between two lines.
    package var usualMultiple: Int64 { known == nil || mechanism == .rescheduled ? 1 : verdict?.usualMultiple ?? 1 }

    /// True if the lines keep some rhythm, so that a pause in it is one.
    package var hasRhythm: Bool {
        guard known != nil, let verdict else { return false }
        switch verdict.doubt {
        case .noRhythm, .losesPoints, .tooManyFirings: return false
        case .tooShort, .guessedInterval, .undecided, .contradicted, .coarse, nil: return true
        }
    }

    /// Why figures are missing; nil when none is.
    package var lack: String? {
        if known == nil {
            return "the interval is \(source == nil ? "not known" : "a guess that no mechanism bears out")"
        }
        return mechanism == nil
            ? "the log does not tell the mechanism: \(verdict?.doubt?.rawValue ?? "too short to tell")" : nil
    }

    /// The drift in parts per billion, for a timer that may be armed again each time; a grid would have none.
    package var driftOfChain: Int64? {
        guard known != nil, mechanism == nil, let verdict, verdict.excess >= 0 else { return nil }
        switch verdict.doubt {
        case .tooManyFirings, .noRhythm, nil: return nil
        case .tooShort, .losesPoints, .contradicted, .guessedInterval, .coarse, .undecided:
            return Int64(nearest: verdict.excess * 1e9)
        }
    }

    /// Takes a guessed interval as given; a caller that contradicts it finds out.
    package mutating func trust() { guess = nil }

    /// Takes a verdict back that the drift measured with it speaks against; false if there is none.
    package mutating func refuse(by drift: DriftEstimate?) -> Bool {
        guard let kind = verdict?.kind, let drift else { return false }
        let isSlow = (drift.low ?? 0) > 500_000
        guard kind == .grid ? isSlow || (drift.high ?? 0) < -500_000 : (drift.high ?? .max) <= 0 else { return false }
        verdict?.refuse(.contradicted, because: "a drift of \(drift.text()) speaks against that it \(kind.title)")
        return true
    }
}

extension TimerSummary {
    /// Takes back each figure that rests on more than a log bears.
    package mutating func keep(_ facts: Identification) {
        lack = facts.lack
        hasSchedule = facts.known != nil
        guard facts.mechanism == nil else { return }
        (waiting, lateness, lag, drift, notBack) = (nil, nil, nil, nil, nil)
        (openPoints, isLongestOpen, steps) = (0, false, [])
    }
}

/// The two kinds of timers that the shape of their error distinguishes.
package enum MechanismKind: String {
    /// Keeps a grid: a repeating NSTimer, a GCD timer, a display link.
    case grid
    /// Counts each interval from the latest firing: `performSelector:afterDelay:`, `asyncAfter`, a loop that sleeps.
    case rescheduled = "re-scheduled"

    /// In words.
    package var title: String {
        switch self {
        case .grid: "keeps a grid"
        case .rescheduled: "is scheduled again after each firing"
        }
    }
}

/// The reason, in words, why the kind of timer behind a series of firings is unknown.
package enum MechanismDoubt: String {
    case tooShort = "too short to tell"
    /// Neither phases nor steps show the interval.
    case noRhythm = "no rhythm of that interval found"
    /// Both kinds look like this: a timer on a grid whose callback outlasts the interval, and one that is
    /// armed again after its work.
    case losesPoints = "either armed again after its work, or a callback that outlasts the interval"
    case tooManyFirings = "there are more firings than points: the interval is shorter"
    /// The result does not agree with another figure of the same series.
    case contradicted = "the figures contradict each other"
    /// A loop that sleeps may exceed its interval by too little for the stamps to show it.
    case coarse = "the stamps are too coarse to tell"
    /// The interval is a guess, and the verdict would depend on it.
    case guessedInterval = "the interval would have to be known"
    /// Lines follow lines on the grid before its next point.
    case severalTimers = "several timers may write these lines"
    case undecided = "both kinds may look like this"
}

/// The kind of timer behind a series of firings, if it is known.
package struct MechanismVerdict {
    /// The kind; nil if it is unknown.
    package private(set) var kind: MechanismKind?
    /// The doubt; nil if the kind is known.
    package private(set) var doubt: MechanismDoubt?
    /// The number of compared intervals.
    package private(set) var intervals: Int
    /// The number of intervals between nearly all firings: more than 1 if callbacks outlast the interval.
    package private(set) var usualMultiple: Int64 = 1
    /// The excess of the mean step over the interval, in intervals.
    let excess: Double
    /// The evidence for it, a line each.
    package private(set) var reasons: [String] = []

    /// The least certainty of a verdict, percent: it was never wrong in 1,521 logs with known truth, which supports no
    /// more.
    package static let certainty = 95
    /// Fewer firings say nothing.
    static let leastFirings = 8

    /// Judges a series of firings, with the least step of the clock, ns, and the source of the interval unless it is
    /// known. nil when there are fewer than two intervals.
    package init?(_ firings: FiringTimes, resolution: Int64 = 1, guess: IntervalGuess.Basis? = nil) {
        guard let shape = StepShape(firings, resolution: resolution), shape.count >= 2 else { return nil }
        (intervals, excess) = (shape.count, shape.mean - 1)
        usualMultiple = Self.usual(firings.rows, shape.interval)
        if firings.times.count < Self.leastFirings {
            doubt = .tooShort
        } else if firings.hasMoreThanPoints {
            doubt = .tooManyFirings
        } else if let found = Self.found(shape, isGuess: guess != nil) {
            (kind, reasons) = (found.kind, [found.reason])
            if found.kind == .grid, !shape.couldShowReArming { refuse(.coarse) }
            if let guess, !guess.bears(found.kind) { refuse(.guessedInterval) }
            let circles = guess == nil || kind != .grid ? [] : shape.circles(of: shape.interval)
            if circles.count(where: \.isCrowded) * 2 > circles.count { refuse(.severalTimers) }
        } else {
            doubt = Self.doubt(of: shape)
        }
    }

    /// Withdraws the verdict, and its evidence unless there is some against it.
    mutating func refuse(_ doubt: MechanismDoubt, because reason: String? = nil) {
        kind = nil
        self.doubt = doubt
        reasons = reason.map { reasons + [$0] } ?? []
    }

    private typealias Found = (kind: MechanismKind, reason: String)

    private static func found(_ shape: StepShape, isGuess: Bool) -> Found? {
        if shape.isWhole, !shape.isEven || shape.mean < 1.9 {
            return (.grid, "every step is a whole number of intervals, as far as the clock shows")
        }
        if shape.isEven {
            let excess = shape.mean - 1
            // With stamps about as coarse as the interval, a skipped point looks like lateness.
            guard excess > 2e-4, shape.mean < 1.9, shape.resolution * 20 <= shape.interval,
                excess * shape.interval * Double(shape.count) > 8 * shape.resolution
            else { return nil }
            return (.rescheduled, "every step is longer than the interval, and by the same")
        }
        let circles = shape.circles(of: shape.interval)
        func most(_ holds: (PhaseCircle) -> Bool) -> Bool { 2 * circles.count(where: holds) > circles.count }
        let isLongerSometimesOnly = max(shape.longer.first, shape.longer.second) <= 0.9
        if !isGuess || isLongerSometimesOnly, most(\.stays) {
            return (.grid, "most lines stay at one phase, where a loop that is armed again would have moved on")
        }
        // Truncation looks like lateness that is corrected: with coarse stamps only errors that add up count.
        let creep = circles.map(\.creep.magnitude).middle() * shape.interval
        let staysPut = shape.resolution <= StepShape.leastExcess / 4 || creep < shape.visibleExcess
        if staysPut, shape.resolution * 4 <= shape.interval {
            if most({ $0.comesBack(by: isGuess ? 6 : 4.6) }) {
                return (.grid, "lines off the grid are followed by a shorter step back onto it")
            }
            if isLongerSometimesOnly, most({ $0.isOrdered(by: isGuess ? 3.2 : 2.5) }) {
                return (
                    .grid,
                    "each long step is made up for: in none of \(PhaseCircle.shuffles) other orders would the same "
                        + "steps lie as close to a grid"
                )
            }
        }
        // Work that varies may outlast the interval, but some of it is short.
        let isNear = shape.near >= 0.05 && shape.median < 1.9
        let varies = shape.near * Double(shape.count) >= 1.5 && shape.count >= 20 && shape.short == 0
        guard shape.count >= 9, shape.isAlwaysLonger, shape.leastExcess > 2e-4,
            isNear || varies && circles.map(\.weight).middle() < 7
        else { return nil }
        let percent = Int((min(shape.longer.first, shape.longer.second) * 100).rounded(.down))
        let steps = percent == 100 ? "every step is" : "\(percent) % of the steps are"
        return (.rescheduled, "\(steps) longer than the interval, and none makes up for it")
    }

    private static func doubt(of shape: StepShape) -> MechanismDoubt {
        if shape.isAlwaysLonger { return .losesPoints }
        guard shape.count >= 50, shape.short > 0.05,
            shape.circles(of: shape.interval).map(\.weight).middle() < 7
        else { return .undecided }
        return .noRhythm
    }

    /// The multiple of the interval that four of five steps have; 1 if there is none.
    private static func usual(_ rows: [[Int64]], _ interval: Double) -> Int64 {
        let multiples = rows.joined().map { Int64(nearest: Double($0) / interval) }
        let middle = multiples.value(atRank: multiples.count / 2)
        return multiples.count { $0 == middle } * 5 >= multiples.count * 4 ? max(1, middle) : 1
    }
}

import LabExactTime

/// The comparable firings of a timer, by which its evenness is judged.
package struct FiringTimes {
    /// ns, ascending.
    var times: [Int64]
    /// Indices of the firings before which the clock or the grid changed, ascending.
    var breaks: [Int]
    /// ns, positive.
    var interval: Rational

    /// - Parameter interval: the requested interval, ns; the result is nil unless it is positive.
    package init?(times: [Int64], breaks: [Int] = [], interval: Rational) {
        guard interval > .zero else { return nil }
        self.times = times
        self.breaks = breaks
        self.interval = interval
    }

    /// The steps of each row of firings without a break, ns.
    var rows: [[Int64]] {
        zip([0] + breaks, breaks + [times.count]).filter { $1 - $0 > 1 }.map { start, end in
            (start + 1..<end).map { max(0, times[$0].subtracting(saturating: times[$0 - 1])) }
        }
    }

    /// True if there are more firings than points of any grid in the time from first to last.
    var hasMoreThanPoints: Bool {
        guard let first = times.first, let last = times.last, breaks.isEmpty else { return false }
        // A clock may be 500 ppm off, and the first firing may have been an interval late.
        return Double(times.count - 2) * interval.approximation > Double(last - first) * 1.000_5
    }
}

/// The shape of the distances of successive firings relative to the interval, in any order.
struct StepShape {
    /// The number of steps without a break in them.
    private(set) var count = 0
    /// The number of steps in the longest row without a break.
    private(set) var longest = 0
    /// The first, middle and last part of that row, with so many steps each, ns; the whole row if it is shorter.
    private var windows: [[Int64]] = []
    let interval: Double
    let resolution: Double
    /// Shares of the steps: clearly shorter than the interval, and at most a tenth longer.
    private(set) var short = 0.0
    private(set) var near = 0.0
    /// The share of the steps that are longer than the interval, for each half of the log.
    private(set) var longer: (first: Double, second: Double) = (0, 0)
    /// In intervals.
    private(set) var median = 0.0
    private(set) var mean = 0.0
    /// The least excess of the median step over the interval, in intervals, with 99 % certainty.
    private(set) var leastExcess = 0.0
    /// True if all steps are the same as far as the clock shows.
    private(set) var isEven = false
    /// True if all steps are whole numbers of intervals as far as the clock shows.
    private(set) var isWhole = false

    private static let mostSteps = 512
    /// The least excess of each round of a loop that sleeps, ns.
    static let leastExcess = 2e4
    /// True if so many of these would show, with any rounding of the stamps. In a very short interval any phase does.
    var couldShowReArming: Bool { Double(count) * Self.leastExcess > 2 * resolution && resolution * 4 <= interval }
    /// The least excess over the interval that the rounding of stamps cannot explain, ns.
    var visibleExcess: Double { Self.leastExcess - resolution / Double(max(1, count)) }

    /// nil without a step.
    init?(_ firings: FiringTimes, resolution: Int64) {
        interval = firings.interval.approximation
        let resolution = Double(resolution)
        self.resolution = resolution
        let rows = firings.rows
        guard let row = rows.max(by: { $0.count < $1.count }) else { return nil }
        let (length, middle) = (Self.mostSteps, (row.count - Self.mostSteps) / 2)
        windows =
            row.count <= length
            ? [row] : [Array(row.prefix(length)), Array(row[middle..<middle + length]), Array(row.suffix(length))]
        let steps = Array(rows.joined())
        (self.count, longest) = (steps.count, row.count)
        let count = Double(steps.count)
        let shortest = interval - max(interval / 100, 3 * resolution)
        short = Double(steps.count { Double($0) < shortest }) / count
        near = Double(steps.count { Double($0) < 1.1 * interval }) / count
        let half = steps.count / 2
        longer = (longer(steps[..<half]), longer(steps[half...]))
        mean = steps.reduce(0.0) { $0 + Double($1) } / count / interval
        // The rank that is below the median in 99 of 100 samples.
        let rank = max(0, Int(count / 2 - 1.163 * count.squareRoot()))
        median = Double(steps.value(atRank: steps.count / 2)) / interval
        leastExcess = Double(steps.value(atRank: rank)) / interval - 1
        isEven = Double(steps.max() ?? 0) - Double(steps.min() ?? 0) <= 2 * resolution
        let rests = steps.map { Double($0) - (Double($0) / interval).rounded() * interval }
        isWhole =
            (rests.max() ?? 0) - (rests.min() ?? 0) <= 2 * resolution
            && (rests.reduce(0, +) / count).magnitude < max(visibleExcess, resolution / count)
    }

    /// The phases of each part, for an interval in ns.
    func circles(of interval: Double) -> [PhaseCircle] {
        windows.map { PhaseCircle(steps: $0, interval: interval, resolution: resolution) }
    }

    /// True if practically all steps are longer than the interval, in both halves.
    var isAlwaysLonger: Bool { short <= 0.005 && min(longer.first, longer.second) >= 0.97 }

    private func longer(_ part: ArraySlice<Int64>) -> Double {
        guard !part.isEmpty else { return 1 }
        return Double(part.count { Double($0) > interval + 2 * resolution }) / Double(part.count)
    }
}

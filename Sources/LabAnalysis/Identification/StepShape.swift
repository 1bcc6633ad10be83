import LabExactTime

/// The shape of the distances of successive firings beside the interval, whatever their order.
struct StepShape {
    /// How many steps there are, without those that lead over a break.
    private(set) var count = 0
    /// How many the longest row without a break has.
    private(set) var longest = 0
    /// First, middle and last of that row, of so many steps each; the whole row when it is no longer. ns.
    private(set) var windows: [[Int64]] = []
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
    /// By how much the median step is longer than the interval at least, in intervals, with 99 % certainty.
    private(set) var leastExcess = 0.0
    /// True if all steps are the same as far as the clock shows.
    private(set) var isEven = false

    /// By how much each turn of a loop that sleeps is longer than what was asked for at least, ns.
    static let leastExcess = 2e4
    /// True if so many of these would be seen, however the stamps are cut off.
    var couldShowReArming: Bool { Double(count) * StepShape.leastExcess > 2 * resolution }
    /// The least excess over the interval that the rounding of stamps cannot explain, ns.
    var visibleExcess: Double { StepShape.leastExcess - resolution / Double(max(1, count)) }

    /// nil without a step.
    init?(_ firings: FiringTimes, resolution: Int64) {
        interval = firings.interval.approximation
        let resolution = Double(resolution)
        self.resolution = resolution
        let rows = firings.rows
        guard let row = rows.max(by: { $0.count < $1.count }) else { return nil }
        windows = StepShape.windows(of: row[...])
        let steps = Array(rows.joined())
        (self.count, longest) = (steps.count, row.count)
        let count = Double(steps.count)
        let shortest = interval - max(interval / 100, 3 * resolution)
        short = Double(steps.count { Double($0) < shortest }) / count
        near = Double(steps.count { Double($0) < 1.1 * interval }) / count
        let half = steps.count / 2
        longer = (longer(steps[..<half]), longer(steps[half...]))
        mean = steps.reduce(0.0) { $0 + Double($1) } / count / interval
        // The rank that lies below the median in 99 of 100 samples.
        let rank = max(0, Int(count / 2 - 1.163 * count.squareRoot()))
        median = Double(steps.value(atRank: steps.count / 2)) / interval
        leastExcess = Double(steps.value(atRank: rank)) / interval - 1
        isEven = Double(steps.max() ?? 0) - Double(steps.min() ?? 0) <= 2 * resolution
    }

    private func longer(_ part: ArraySlice<Int64>) -> Double {
        guard !part.isEmpty else { return 1 }
        return Double(part.count { Double($0) > interval + 2 * resolution }) / Double(part.count)
    }

    private static func windows(of row: ArraySlice<Int64>) -> [[Int64]] {
        let length = 512
        guard row.count > length else { return [Array(row)] }
        let middle = row.startIndex + (row.count - length) / 2
        return [Array(row.prefix(length)), Array(row[middle..<middle + length]), Array(row.suffix(length))]
    }
}

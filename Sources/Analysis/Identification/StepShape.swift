import ExactTime

/// What the distances of successive firings look like beside the interval, whatever their order.
struct StepShape {
    /// ns, without those that lead over a break.
    private(set) var steps: [Int64] = []
    /// The longest row of steps without a break.
    private(set) var longest = 0..<0
    let interval: Double
    let resolution: Double
    /// Shares of the steps: clearly shorter than the interval, and at most a tenth longer.
    private(set) var short = 0.0
    private(set) var near = 0.0
    /// Of each half of the log, the share of the steps that are longer than the interval.
    private(set) var longer: (first: Double, second: Double) = (0, 0)
    /// In intervals.
    private(set) var median = 0.0
    private(set) var mean = 0.0
    /// By how much the median step is longer than the interval at least, in intervals, with 99 % certainty.
    private(set) var leastExcess = 0.0
    /// Whether all steps are the same as far as the clock shows.
    private(set) var isEven = false

    /// nil without a step.
    init?(_ firings: FiringTimes, resolution: Int64) {
        interval = firings.interval.approximation
        self.resolution = Double(resolution)
        let breaks = Set(firings.breaks)
        var start = 0
        for index in firings.times.indices.dropFirst() {
            if breaks.contains(index) {
                start = steps.count
                continue
            }
            let (step, overflow) = firings.times[index].subtractingReportingOverflow(firings.times[index - 1])
            steps.append(overflow ? .max : step)
            if steps.count - start > longest.count { longest = start..<steps.count }
        }
        guard !steps.isEmpty else { return nil }
        measure()
    }

    private mutating func measure() {
        let count = Double(steps.count)
        let shortest = interval - max(interval / 100, 3 * resolution)
        short = Double(steps.count { Double($0) < shortest }) / count
        near = Double(steps.count { Double($0) < 1.1 * interval }) / count
        let half = steps.count / 2
        longer = (longer(steps[..<half]), longer(steps[half...]))
        mean = steps.reduce(0.0) { $0 + Double($1) } / count / interval
        // The rank that lies below the median in 99 of 100 samples.
        let rank = max(0, Int(count / 2 - 1.163 * count.squareRoot()))
        let sorted = steps.sorted()
        median = Double(sorted[sorted.count / 2]) / interval
        leastExcess = Double(sorted[rank]) / interval - 1
        isEven = Double(sorted[sorted.count - 1]) - Double(sorted[0]) <= 2 * resolution
    }

    private func longer(_ part: ArraySlice<Int64>) -> Double {
        guard !part.isEmpty else { return 1 }
        return Double(part.count { Double($0) > interval + 2 * resolution }) / Double(part.count)
    }

    /// First, middle and last of the longest row, of at most so many steps; the whole row when it is no longer.
    func windows(of length: Int = 512) -> [ArraySlice<Int64>] {
        let row = steps[longest]
        guard row.count > length else { return [row] }
        let middle = row.startIndex + (row.count - length) / 2
        return [row.prefix(length), row[middle..<middle + length], row.suffix(length)]
    }
}

extension Array where Element: Comparable {
    /// The middle one of an odd number.
    var middle: Element { sorted()[count / 2] }
}

import ExactTime

/// The interval that a timer's lines were meant to keep.
public enum Rhythm {
    /// Finds the interval of a timer from the distances of its lines; nil for fewer than two different times.
    ///
    /// The median distance, or that part of it of which nearly all distances are multiples, is taken for the simplest
    /// number within half a percent: what people ask timers for are round numbers, and rates of displays.
    public static func interval(of timer: LoggedTimer, resolution: Int64 = 1) -> Rational? {
        let steps = steps(timer)
        guard let median = median(steps), median > 0 else { return nil }
        var base = median
        // A timer that leaves out most of its points still shows the grid by what its distances have in common.
        for divisor in Int64(1)...8 {
            let candidate = median / divisor
            guard candidate > 0 else { break }
            let fitting = steps.count { isMultiple($0, of: candidate) }
            if fitting * 10 >= steps.count * 9 {
                base = candidate
                break
            }
        }
        return rounded(base, slack: max(base / 200, min(resolution / 2, base / 20)))
    }

    /// How uneven the distances of times are: what a quarter of them differ from their median by at least, as its share.
    static func unevenness(_ times: [Int64]) -> Double {
        let steps = zip(times, times.dropFirst()).map { $1 - $0 }
        guard let middle = median(steps), middle > 0 else { return .infinity }
        let spreads = steps.map { abs($0 - middle) }.sorted()
        return Double(spreads[spreads.count * 3 / 4]) / Double(middle)
    }

    private static func steps(_ timer: LoggedTimer) -> [Int64] {
        var steps: [Int64] = []
        steps.reserveCapacity(timer.times.count)
        var nextBreak = 0
        for index in timer.times.indices.dropFirst() {
            if nextBreak < timer.breaks.count, timer.breaks[nextBreak] == index {
                nextBreak += 1
                continue
            }
            steps.append(timer.times[index] - timer.times[index - 1])
        }
        return steps
    }

    private static func median(_ values: [Int64]) -> Int64? {
        values.isEmpty ? nil : values.sorted()[values.count / 2]
    }

    private static func isMultiple(_ step: Int64, of unit: Int64) -> Bool {
        let count = (step + unit / 2) / unit
        return count > 0 && (step - count * unit).magnitude * 20 <= unit.magnitude * 3
    }

    /// The simplest interval within `slack` of a measured one.
    private static func rounded(_ measured: Int64, slack: Int64) -> Rational {
        func fits(_ candidate: Rational) -> Bool {
            guard let whole = candidate.scaled(1) else { return false }
            return (whole - measured).magnitude <= slack.magnitude
        }
        for digits in [[1, 2, 5], [3, 4, 6, 7, 8, 9], [15, 25, 12]] as [[Int64]] {
            var power: Int64 = 1
            while power <= 100_000_000_000_000_000 {
                for digit in digits where fits(Rational(whole: digit * power)) { return Rational(whole: digit * power) }
                power *= 10
            }
            for rate in rates where digits == [1, 2, 5] {
                if let period = Rational(1_000_000_000, over: Int128(rate)), fits(period) { return period }
            }
            for minutes in periods where digits == [1, 2, 5] && fits(Rational(whole: minutes)) {
                return Rational(whole: minutes)
            }
        }
        var unit: Int64 = 1
        while unit <= measured / 100 { unit *= 10 }
        while unit > 1 {
            let candidate = (measured + unit / 2) / unit * unit
            if fits(Rational(whole: candidate)) { return Rational(whole: candidate) }
            unit /= 10
        }
        return Rational(whole: measured)
    }

    /// Frames a second of displays whose period is no round number.
    private static let rates: [Int64] = [240, 144, 120, 90, 80, 75, 60, 48, 30, 24, 15, 12]
    /// Whole parts and multiples of a minute and an hour.
    private static let periods: [Int64] = [15, 30, 60, 120, 300, 600, 900, 1200, 1800, 3600, 7200, 43_200, 86_400].map {
        $0 * 1_000_000_000
    }
}

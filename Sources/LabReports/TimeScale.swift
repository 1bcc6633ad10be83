import LabExactTime

/// Simulated time cut into equal steps of a round length, one column each.
struct TimeScale {
    /// Length of one column, ns.
    let step: Int64
    let columns: Int
    /// The end of the last, possibly shorter, column; ns.
    let duration: Int64

    /// The finest scale that shows `duration` ns in at most `width` columns. If a scale up to twice as coarse makes
    /// equal intervals (ns) look equal, it is that one.
    init(duration: Int64, width: Int, intervals: [Int64] = []) {
        let duration = max(1, duration)
        let least = (duration - 1) / Int64(max(1, width)) + 1
        let steps = duration < 600 * Self.second ? Self.decimalSteps : Self.clockSteps
        let finest = steps.first { $0 >= least } ?? least
        step =
            steps.first { step in
                step >= least && step / 2 <= finest && intervals.allSatisfy { $0 % step == 0 || step % $0 == 0 }
            } ?? finest
        columns = Int((duration - 1) / step) + 1
        self.duration = duration
    }

    func column(_ time: Int64) -> Int { max(0, min(columns - 1, Int(time / step))) }

    func start(_ column: Int) -> Int64 { Int64(column) * step }

    func end(_ column: Int) -> Int64 { column == columns - 1 ? duration : Int64(column + 1) * step }

    /// Labels of round values, which begin above the column of their instant.
    var labels: String {
        let isOfMinutes = step % (60 * Self.second) == 0 && step < 300 * Self.second
        let hasDecimals = String(step).hasPrefix("25")
        let distance = if duration >= 600 * Self.second { isOfMinutes ? 10 : 12 } else { hasDecimals ? 8 : 10 }
        var labels = ""
        for column in stride(from: 0, to: columns, by: distance) where DisplayWidth.of(labels) <= column {
            labels += String(repeating: " ", count: column - DisplayWidth.of(labels)) + label(start(column)) + " "
        }
        return String(labels.dropLast())
    }

    /// The length of a step, in the unit that a clock would use.
    var stepText: String {
        if step % (3600 * Self.second) == 0 { return "\(step / (3600 * Self.second)) h" }
        if step % (60 * Self.second) == 0 { return "\(step / (60 * Self.second)) min" }
        return DurationText.format(step)
    }

    /// An instant in the unit of the whole ruler.
    private func label(_ time: Int64) -> String {
        let (unit, scale): (String, UInt64) =
            switch duration {
            case (5 * 3600 * 1_000_000_000)...: ("h", 3_600_000_000_000)
            case (600 * 1_000_000_000)...: ("min", 60_000_000_000)
            case 1_000_000_000...: ("s", 1_000_000_000)
            case 1_000_000...: ("ms", 1_000_000)
            case 1_000...: ("µs", 1_000)
            default: ("ns", 1)
            }
        return DurationText.decimal(time.magnitude, scale: scale, digits: 6) + " " + unit
    }

    private static let second: Int64 = 1_000_000_000

    /// 1, 1.5, 2, 2.5, 3, 4 and 5 times the powers of ten.
    private static let decimalSteps: [Int64] =
        [1, 2, 3, 4, 5]
        + powers(from: 1, to: 10 * second).flatMap { power in [10, 15, 20, 25, 30, 40, 50].map { $0 * power } }

    /// The divisors of minutes, hours and days, then days by tens.
    private static let clockSteps: [Int64] =
        [5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 10_800, 21_600, 43_200].map { $0 * second }
        + powers(from: 86_400 * second, to: 10_000 * 86_400 * second).flatMap { [$0, 2 * $0, 5 * $0] }

    private static func powers(from first: Int64, to last: Int64) -> some Sequence<Int64> {
        sequence(first: first) { $0 < last ? $0 * 10 : nil }
    }
}

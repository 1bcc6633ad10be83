import ExactTime

/// Durations that stand together: one unit for all, and as many decimals as tell them apart.
///
/// What is round in all of them is left out again. A value that would look like zero and is not has a unit of its own.
struct DurationColumn {
    private let scale: UInt64
    private let unit: String
    private let digits: Int

    /// - Parameters:
    ///   - others: values of another column that has the same unit.
    ///   - digits: how many significant digits the largest has; without, three at least and as many as make what differs
    ///     look different.
    init(_ values: [Int64?], beside others: [Int64?] = [], digits wanted: Int? = nil) {
        let magnitudes = Set(values.compactMap { $0?.magnitude }.filter { $0 > 0 })
        let largest = max(magnitudes.max() ?? 0, others.compactMap { $0?.magnitude }.max() ?? 0)
        let found = DurationColumn.units.last { largest >= $0.scale } ?? DurationColumn.units[3]
        let (unit, scale) = largest == 0 ? ("s", 1_000_000_000) : found
        let most = String(scale).count - 1
        let least = (1..<(wanted ?? 3)).reduce(UInt64(1)) { power, _ in power * 10 }
        var digits = 0
        while digits < most, DurationColumn.rounded(largest, scale, digits) < least { digits += 1 }
        while wanted == nil, digits < most,
            Set(magnitudes.map { DurationColumn.rounded($0, scale, digits) }).count < magnitudes.count
        { digits += 1 }
        while digits > 0,
            magnitudes.allSatisfy({
                $0 * 10 < scale
                    || DurationColumn.rounded($0, scale, digits) % 10 == 0
                        && (wanted == nil || $0 % (scale / DurationColumn.power(digits - 1)) == 0)
            })
        { digits -= 1 }
        (self.unit, self.scale, self.digits) = (unit, scale, digits)
    }

    private static func power(_ exponent: Int) -> UInt64 { (0..<exponent).reduce(1) { power, _ in power * 10 } }

    private static let units: [(unit: String, scale: UInt64)] = [
        ("ns", 1), ("µs", 1_000), ("ms", 1_000_000), ("s", 1_000_000_000),
    ]

    /// `value / scale` in units of the last decimal, rounded half up.
    private static func rounded(_ value: UInt64, _ scale: UInt64, _ digits: Int) -> UInt64 {
        UInt64(clamping: (UInt128(value) * UInt128(power(digits)) + UInt128(scale / 2)) / UInt128(scale))
    }

    /// `5.999932 s`, with as many decimals as its column has; `0 s` for zero.
    func text(_ value: Int64) -> String {
        guard value != 0 else { return "0 \(unit)" }
        let number = DurationColumn.rounded(value.magnitude, scale, digits)
        if number == 0 { return DurationText.format(value) }
        let power = DurationColumn.power(digits)
        let fraction = String(number % power)
        let tail = digits == 0 ? "" : "." + String(repeating: "0", count: digits - fraction.count) + fraction
        return (value < 0 ? "-" : "") + String(number / power) + tail + " " + unit
    }
}

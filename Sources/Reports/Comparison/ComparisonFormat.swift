import Analysis
import ExactTime

/// Numbers of a comparison as people read them: three figures are enough to compare by.
enum ComparisonNumber {
    /// `162 µs`, `5.41 s`; `–` for nothing.
    static func duration(_ nanoseconds: Int64?) -> String {
        guard let nanoseconds else { return "–" }
        var scale: UInt64 = 1
        while scale < 1_000_000_000, nanoseconds.magnitude >= scale * 1000 { scale *= 1000 }
        let digits = nanoseconds.magnitude >= scale * 100 ? 0 : nanoseconds.magnitude >= scale * 10 ? 1 : 2
        return DurationText.format(nanoseconds, digits: digits)
    }

    /// `+12 ppm`, `none` where it cannot be told from zero, `–` where too few callbacks tell.
    static func drift(_ drift: DriftEstimate?) -> String {
        guard let drift else { return "–" }
        switch drift.verdict {
        case .none: return "none"
        case .value: return self.drift(drift.partsPerBillion ?? 0)
        case .unknown: return "–"
        }
    }

    /// `+12 ppm`, from a ten thousandth on in percent.
    static func drift(_ partsPerBillion: Int64) -> String {
        let magnitude = partsPerBillion.magnitude
        let text =
            magnitude < 100_000
            ? DurationText.decimal(magnitude, scale: 1000, digits: magnitude < 10_000 ? 1 : 0) + " ppm"
            : DurationText.decimal(
                magnitude, scale: 10_000_000, digits: magnitude < 100_000_000 ? 2 : magnitude < 1_000_000_000 ? 1 : 0)
                + " %"
        if text.hasPrefix("0 ") { return "0 ppm" }
        return (partsPerBillion < 0 ? "-" : "+") + text
    }

    /// `18 to 20 %`, `+8.5 to +8.8 %`; one number where both ends read the same.
    static func range(_ range: ClosedRange<Int64>, _ text: (Int64) -> String) -> String {
        let (low, high) = (text(range.lowerBound), text(range.upperBound))
        if low == high { return low }
        let unit = high.drop { $0 != " " }
        return (low.hasSuffix(unit) ? String(low.dropLast(unit.count)) : low) + " to " + high
    }

    static func percent(permille: Int64) -> String {
        DurationText.decimal(permille.magnitude, scale: 10, digits: permille < 100 ? 1 : 0) + " %"
    }
}

extension [String] {
    /// `a`, `a and b`, `a, b and c`.
    var enumerated: String { enumerated(by: "and") }

    /// The same with another word before the last.
    func enumerated(by word: String) -> String {
        guard let last, count > 1 else { return first ?? "" }
        return dropLast().joined(separator: ", ") + " \(word) " + last
    }
}

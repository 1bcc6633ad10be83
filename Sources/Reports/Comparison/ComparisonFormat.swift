import Analysis
import ExactTime

/// One way to tell how mechanisms compare.
public protocol ComparisonFormat {
    func write(_ report: ComparisonReport, to stream: ByteStream)
}

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
        case .value: return self.drift(drift.partsPerBillion)
        case .unknown: return "–"
        }
    }

    /// `+12 ppm`, from a thousandth on in percent; `–` for nothing.
    static func drift(_ partsPerBillion: Int64?) -> String {
        guard let partsPerBillion else { return "–" }
        let magnitude = partsPerBillion.magnitude
        let text =
            magnitude < 1_000_000
            ? DurationText.decimal(magnitude, scale: 1000, digits: magnitude < 10_000 ? 1 : 0) + " ppm"
            : DurationText.decimal(magnitude, scale: 10_000_000, digits: magnitude < 1_000_000_000 ? 2 : 0) + " %"
        if text.hasPrefix("0 ") { return "0 ppm" }
        return (partsPerBillion < 0 ? "-" : "+") + text
    }

    /// Of `count` things as a part of `whole`, `38 %`.
    static func percent(_ count: Int64, of whole: Int64) -> String {
        guard whole > 0 else { return "0 %" }
        let permille = (Int128(count) * 1000 / Int128(whole)).magnitude
        return percent(permille: Int64(clamping: permille))
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

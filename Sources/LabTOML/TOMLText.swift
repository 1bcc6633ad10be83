import LabExactTime
import LabTextLayout

/// Words of TOML.
package enum TOMLText {
    /// A text in quotes, with what may not stand between them escaped.
    package static func quoted(_ text: String) -> String {
        let content = text.unicodeScalars.reduce(into: "") { result, scalar in
            switch scalar {
            case "\"", "\\": result += "\\" + String(scalar)
            case _ where VisibleText.isHidden(scalar):
                let (sign, length) = scalar.value > 0xFFFF ? ("\\U", 8) : ("\\u", 4)
                result += sign + scalar.value.padded(to: length, radix: 16)
            default: result.unicodeScalars.append(scalar)
            }
        }
        return "\"\(content)\""
    }

    /// A key, in quotes unless it is bare.
    package static func key(_ name: String) -> String {
        name.wholeMatch(of: /[A-Za-z0-9_-]+/) == nil ? quoted(name) : name
    }

    /// An instant, ns since 1970-01-01T00:00:00Z, seen so many seconds east of UTC.
    package static func dateTime(_ unix: Int64, utcOffset offset: Int) -> String {
        let time = CivilTime(unixNanoseconds: unix, offset: offset)
        let date = "\(time.year.padded(to: 4))-\(time.month.padded(to: 2))-\(time.day.padded(to: 2))"
        let clock = [time.hour, time.minute, time.second].map { $0.padded(to: 2) }.joined(separator: ":")
        return "\(date)T\(clock).\(time.nanosecond.padded(to: 9))\(CivilTime.zone(offset))"
    }

    /// An interval, which may be a part of a nanosecond longer.
    package static func interval(_ interval: Rational) -> String {
        interval.isWhole
            ? duration(interval.numerator) : "\"\(interval.numerator)/\(interval.denominator)ns\""
    }

    /// A duration in the largest unit that shows it exactly.
    package static func duration(_ nanoseconds: Int64) -> String {
        let units: [(Int64, String)] = [(1_000_000_000, "s"), (1_000_000, "ms"), (1_000, "us")]
        for (length, unit) in units where nanoseconds % length == 0 { return "\"\(nanoseconds / length)\(unit)\"" }
        return "\"\(nanoseconds)ns\""
    }
}

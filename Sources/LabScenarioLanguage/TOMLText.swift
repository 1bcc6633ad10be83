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
                let digits = String(scalar.value, radix: 16)
                let (sign, length) = digits.count > 4 ? ("\\U", 8) : ("\\u", 4)
                result += sign + String(repeating: "0", count: length - digits.count) + digits
            default: result.unicodeScalars.append(scalar)
            }
        }
        return "\"\(content)\""
    }

    /// A key, in quotes unless it is bare.
    static func key(_ name: String) -> String {
        name.wholeMatch(of: /[A-Za-z0-9_-]+/) == nil ? quoted(name) : name
    }

    /// An instant, ns since 1970-01-01T00:00:00Z, seen so many seconds east of UTC.
    package static func dateTime(_ unix: Int64, utcOffset offset: Int) -> String {
        let time = CivilTime(unixNanoseconds: unix, offset: offset)
        func digits(_ number: Int, _ width: Int = 2) -> String {
            String(repeating: "0", count: max(0, width - String(number).count)) + String(number)
        }
        let date = "\(digits(time.year, 4))-\(digits(time.month))-\(digits(time.day))"
        let clock = "\(digits(time.hour)):\(digits(time.minute)):\(digits(time.second)).\(digits(time.nanosecond, 9))"
        return "\(date)T\(clock)\(CivilTime.zone(offset))"
    }

    /// An interval, which may be a part of a nanosecond longer.
    package static func interval(_ interval: Rational) -> String {
        interval.scaled(1).map { interval.isWhole ? duration($0) : nil }.flatMap { $0 }
            ?? "\"\(interval.numerator)/\(interval.denominator)ns\""
    }

    /// A duration in the largest unit that shows it exactly.
    package static func duration(_ nanoseconds: Int64) -> String {
        let units: [(Int64, String)] = [(1_000_000_000, "s"), (1_000_000, "ms"), (1_000, "us")]
        for (length, unit) in units where nanoseconds % length == 0 { return "\"\(nanoseconds / length)\(unit)\"" }
        return "\"\(nanoseconds)ns\""
    }
}

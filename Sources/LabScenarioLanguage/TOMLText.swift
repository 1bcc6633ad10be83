import LabExactTime
import LabTOML

/// Words of a scenario in TOML.
extension TOMLText {
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

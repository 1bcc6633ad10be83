/// A date and time of day in the proleptic Gregorian calendar, at a fixed distance from UTC.
public struct CivilTime: Hashable, Sendable {
    public var year: Int
    public var month: Int
    public var day: Int
    public var hour: Int
    public var minute: Int
    public var second: Int
    public var nanosecond: Int

    public init(year: Int, month: Int, day: Int, hour: Int, minute: Int, second: Int, nanosecond: Int) {
        (self.year, self.month, self.day) = (year, month, day)
        (self.hour, self.minute, self.second, self.nanosecond) = (hour, minute, second, nanosecond)
    }

    /// The civil time of an instant: ns since 1970-01-01T00:00:00Z, seen `offset` seconds east of UTC.
    public init(unixNanoseconds: Int64, offset: Int) {
        let local = Int128(unixNanoseconds) + Int128(offset) * 1_000_000_000
        let seconds = Int64(Rational.floorDivision(local, 1_000_000_000))
        let days = Int64(Rational.floorDivision(Int128(seconds), 86_400))
        let date = Self.date(ofDay: days)
        let time = Int(seconds - days * 86_400)
        self.init(
            year: date.year, month: date.month, day: date.day, hour: time / 3600, minute: time / 60 % 60,
            second: time % 60, nanosecond: Int(local - Int128(seconds) * 1_000_000_000))
    }

    /// ns since 1970-01-01T00:00:00Z when a clock `offset` seconds east of UTC shows this time; nil beyond 64 bits.
    public func unixNanoseconds(offset: Int) -> Int64? {
        let days = Self.day(ofYear: year, month: month, day: day)
        let seconds = Int128(days) * 86_400 + Int128(hour * 3600 + minute * 60 + second - offset)
        return Int64(exactly: seconds * 1_000_000_000 + Int128(nanosecond))
    }

    /// Days from 1970-01-01, by counting 400-year cycles that begin in March, so that the leap day comes last. Month 13 is
    /// the next year's first.
    public static func day(ofYear year: Int, month: Int, day: Int) -> Int64 {
        let shifted = month <= 2 ? year - 1 : year
        let cycle = shifted >= 0 ? shifted / 400 : (shifted - 399) / 400
        let yearOfCycle = shifted - cycle * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        let dayOfCycle = yearOfCycle * 365 + yearOfCycle / 4 - yearOfCycle / 100 + dayOfYear
        return Int64(cycle) * 146_097 + Int64(dayOfCycle) - 719_468
    }

    /// The number of days of a month (1 to 12).
    public static func days(inMonth month: Int, ofYear year: Int) -> Int {
        Int(day(ofYear: year, month: month + 1, day: 1) - day(ofYear: year, month: month, day: 1))
    }

    /// A distance to UTC in s, `+08:00`.
    public static func zone(_ offset: Int, separator: String = ":") -> String {
        let minutes = offset.magnitude / 60
        let parts = [minutes / 60, minutes % 60].map { $0.padded(to: 2) }
        return (offset < 0 ? "-" : "+") + parts.joined(separator: separator)
    }

    private static func date(ofDay day: Int64) -> (year: Int, month: Int, day: Int) {
        let shifted = Int(day) + 719_468
        let cycle = shifted >= 0 ? shifted / 146_097 : (shifted - 146_096) / 146_097
        let dayOfCycle = shifted - cycle * 146_097
        let yearOfCycle = (dayOfCycle - dayOfCycle / 1460 + dayOfCycle / 36_524 - dayOfCycle / 146_096) / 365
        let dayOfYear = dayOfCycle - (365 * yearOfCycle + yearOfCycle / 4 - yearOfCycle / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        return (yearOfCycle + cycle * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
    }
}

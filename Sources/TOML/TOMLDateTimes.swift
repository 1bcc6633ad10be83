/// A day of the proleptic Gregorian calendar, in no particular place.
public struct TOMLLocalDate: Sendable, Equatable {
    /// 0 to 9999.
    public let year: Int
    /// 1 to 12.
    public let month: Int
    /// 1 to 28 … 31, as the month has days.
    public let day: Int

    /// Whole days since 1970-01-01.
    var daysSinceEpoch: Int {
        // Years are counted from March, so that the leap day is the last of its year.
        let marchYear = month > 2 ? year : year - 1
        let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
        // Year 0 has a January that belongs to March-year -1; a shift by 400 years keeps the divisions positive.
        let shifted = marchYear + 400
        let days = 365 * shifted + shifted / 4 - shifted / 100 + shifted / 400 + dayOfYear
        return days - 865_565
    }

    /// The days of a month.
    static func days(inMonth month: Int, ofYear year: Int) -> Int {
        switch month {
        case 2: (year % 4 == 0 && year % 100 != 0) || year % 400 == 0 ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }
}

/// A time of day, on no particular day.
public struct TOMLLocalTime: Sendable, Equatable {
    /// 0 to 23.
    public let hour: Int
    /// 0 to 59.
    public let minute: Int
    /// 0 to 60: RFC 3339 knows leap seconds.
    public let second: Int
    /// 0 to 999 999 999; further digits are cut off.
    public let nanosecond: Int

    /// Whole seconds since midnight.
    var secondOfDay: Int { (hour * 60 + minute) * 60 + second }
}

/// A day and a time, in no particular place.
public struct TOMLLocalDateTime: Sendable, Equatable {
    /// The day.
    public let date: TOMLLocalDate
    /// The time of day.
    public let time: TOMLLocalTime

    /// Nanoseconds since 1970-01-01T00:00:00Z, if the place is so many minutes east of UTC; nil beyond `Int64`.
    ///
    /// A leap second is the first second of the next minute.
    public func unixNanoseconds(offsetMinutes: Int) -> Int64? {
        let seconds = date.daysSinceEpoch * 86_400 + time.secondOfDay - offsetMinutes * 60
        // Before the epoch whole seconds are taken down and the fraction up, so that the least Int64 is reached.
        let isNegative = seconds < 0 && time.nanosecond > 0
        let (whole, overflowed) = Int64(isNegative ? seconds + 1 : seconds)
            .multipliedReportingOverflow(by: 1_000_000_000)
        guard !overflowed else { return nil }
        let fraction = Int64(isNegative ? time.nanosecond - 1_000_000_000 : time.nanosecond)
        let (result, isOut) = whole.addingReportingOverflow(fraction)
        return isOut ? nil : result
    }
}

/// An instant: a day and a time at an offset from UTC.
public struct TOMLOffsetDateTime: Sendable, Equatable {
    /// Day and time as written, at the offset.
    public let local: TOMLLocalDateTime
    /// Minutes east of UTC, -1439 to 1439.
    public let offsetMinutes: Int

    /// Nanoseconds since 1970-01-01T00:00:00Z; nil beyond `Int64` (about 1677 to 2262).
    public var unixNanoseconds: Int64? { local.unixNanoseconds(offsetMinutes: offsetMinutes) }
}

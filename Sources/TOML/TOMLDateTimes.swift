import ExactTime

/// A day of the proleptic Gregorian calendar, in no particular place.
package struct TOMLLocalDate: Sendable, Equatable {
    /// 0 to 9999.
    package let year: Int
    /// 1 to 12.
    package let month: Int
    /// 1 to 28 … 31, as the month has days.
    package let day: Int
}

/// A time of day, on no particular day.
package struct TOMLLocalTime: Sendable, Equatable {
    /// 0 to 23.
    package let hour: Int
    /// 0 to 59.
    package let minute: Int
    /// 0 to 60: RFC 3339 knows leap seconds.
    package let second: Int
    /// 0 to 999 999 999; further digits are cut off.
    package let nanosecond: Int
}

/// A day and a time, in no particular place.
package struct TOMLLocalDateTime: Sendable, Equatable {
    package let date: TOMLLocalDate
    package let time: TOMLLocalTime

    /// Nanoseconds since 1970-01-01T00:00:00Z, if the place is so many minutes east of UTC; nil beyond `Int64`.
    ///
    /// A leap second is the first second of the next minute.
    package func unixNanoseconds(offsetMinutes: Int) -> Int64? {
        CivilTime(
            year: date.year, month: date.month, day: date.day, hour: time.hour, minute: time.minute,
            second: time.second, nanosecond: time.nanosecond
        ).unixNanoseconds(offset: offsetMinutes * 60)
    }
}

/// An instant: a day and a time at an offset from UTC.
package struct TOMLOffsetDateTime: Sendable, Equatable {
    package let local: TOMLLocalDateTime
    /// Minutes east of UTC, -1439 to 1439.
    package let offsetMinutes: Int

    /// Nanoseconds since 1970-01-01T00:00:00Z; nil beyond `Int64` (about 1677 to 2262).
    package var unixNanoseconds: Int64? { local.unixNanoseconds(offsetMinutes: offsetMinutes) }
}

import ExactTime

/// A day of the proleptic Gregorian calendar, in no particular place.
public struct TOMLLocalDate: Sendable, Equatable {
    /// 0 to 9999.
    public let year: Int
    /// 1 to 12.
    public let month: Int
    /// 1 to 28 … 31, as the month has days.
    public let day: Int
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
        CivilTime(
            year: date.year, month: date.month, day: date.day, hour: time.hour, minute: time.minute,
            second: time.second, nanosecond: time.nanosecond
        ).unixNanoseconds(offset: offsetMinutes * 60)
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

import ExactTime

/// A part of a key: its text without quotes and escapes, and its bytes with them.
package struct TOMLKey: Sendable {
    /// The decoded name; may be empty, when it was quoted.
    package let text: String
    /// The bytes of this part in the source, quotes included.
    package let span: Range<Int>
}

/// A key of a table with its value.
package struct TOMLEntry: Sendable {
    /// The key where it was first written.
    package let key: TOMLKey
    package let value: TOMLValue
}

/// A value with its bytes in the source.
package struct TOMLValue: Sendable {
    package enum Kind: Sendable {
        case string(TOMLString)
        case integer(Int64)
        case float(TOMLFloat)
        case boolean(Bool)
        indirect case offsetDateTime(TOMLOffsetDateTime)
        indirect case localDateTime(TOMLLocalDateTime)
        indirect case localDate(TOMLLocalDate)
        indirect case localTime(TOMLLocalTime)
        case array([TOMLValue])
        case table(TOMLTable)
        /// A value that could not be read; a diagnostic has been given, so later stages pass it over in silence.
        case invalid
    }

    package let kind: Kind
    /// Its bytes: strings with their quotes, arrays and inline tables with their brackets, tables their header.
    package let span: Range<Int>
}

/// A decoded string, with the way back into the source.
package struct TOMLString: Sendable {
    /// The text without quotes, escapes resolved, line ends as `\n`.
    package let text: String

    /// The offset of the first byte inside the quotes.
    private let contentStart: Int
    /// Whether the source has the very bytes of the text.
    private let isVerbatim: Bool

    init(text: String, contentStart: Int, isVerbatim: Bool) {
        (self.text, self.contentStart, self.isVerbatim) = (text, contentStart, isVerbatim)
    }

    /// The byte of the source that a UTF-8 offset of `text` came from.
    ///
    /// Exact for a string without escapes and `\r\n`; for others the first byte inside the quotes.
    package func sourceOffset(ofDecodedUTF8Offset offset: Int) -> Int {
        guard isVerbatim else { return contentStart }
        return contentStart + min(max(offset, 0), text.utf8.count)
    }
}

/// A floating-point number, as a binary value and as it was written.
package struct TOMLFloat: Sendable {
    /// The nearest binary value; infinite beyond the range of `Double`.
    package let value: Double
    /// The number as written, without underscores: exact, where `value` is rounded.
    package let text: String
}

/// A table in source order.
package struct TOMLTable: Sendable {
    /// Keys and values in the order in which the keys were first written.
    package let entries: [TOMLEntry]
    /// The header with its brackets, the inline table with its braces, the key that implied the table, or the file.
    package let span: Range<Int>

    /// Positions by name; only for tables too long to be searched one by one.
    private let index: [ExactName: Int]

    init(entries: [TOMLEntry], span: Range<Int>, index: [ExactName: Int]) {
        (self.entries, self.span, self.index) = (entries, span, index)
    }

    /// The entry of a name, compared byte by byte.
    package func entry(_ name: String) -> TOMLEntry? {
        guard index.isEmpty else { return index[ExactName(name)].map { entries[$0] } }
        return entries.first { ExactName($0.key.text) == ExactName(name) }
    }

    /// The value of a name, compared byte by byte.
    package subscript(name: String) -> TOMLValue? { entry(name)?.value }
}

/// A name that equals another when the bytes do: TOML does not normalise, as `String` does when it compares.
struct ExactName: Hashable {
    /// Up to so many entries are searched one by one; most tables are small and need no index.
    static let unindexedCount = 8

    private let text: String

    init(_ text: String) { self.text = text }

    static func == (left: ExactName, right: ExactName) -> Bool { left.text.utf8.elementsEqual(right.text.utf8) }

    func hash(into hasher: inout Hasher) {
        var copy = text
        copy.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }
}

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

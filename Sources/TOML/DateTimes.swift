import ExactTime

/// Reads the four date-time types (RFC 3339; TOML 1.1 lets seconds be left out) and checks that they exist.
struct DateTimeReader {
    private let bytes: [UInt8]
    private let span: Range<Int>
    private var offset: Int

    init(_ bytes: [UInt8], _ span: Range<Int>) { (self.bytes, self.span, offset) = (bytes, span, span.lowerBound) }

    /// Whether a scalar is meant as a date or a time: `1979-` or `07:`.
    static func looksLikeDateTime(_ bytes: [UInt8], _ span: Range<Int>) -> Bool {
        guard bytes[span.lowerBound].isDigit else { return false }
        let separator = bytes[span].first { !$0.isDigit }
        return separator == UInt8(ascii: "-") || separator == UInt8(ascii: ":")
    }

    mutating func read() throws(Mistake) -> TOMLValue.Kind {
        guard bytes[span].first(where: { !$0.isDigit }) != UInt8(ascii: ":") else {
            let time = try readTime()
            guard offset == span.upperBound else { throw trailing(after: "a local time") }
            return .localTime(time)
        }
        let date = try readDate()
        guard let separator = byte else { return .localDate(date) }
        guard separator == UInt8(ascii: "T") || separator == UInt8(ascii: "t") || separator == .space else {
            throw trailing(after: "a date")
        }
        offset += 1
        let local = TOMLLocalDateTime(date: date, time: try readTime())
        guard byte != nil else { return .localDateTime(local) }
        let minutes = try readOffset()
        guard offset == span.upperBound else { throw trailing(after: "a date-time") }
        return .offsetDateTime(TOMLOffsetDateTime(local: local, offsetMinutes: minutes))
    }

    private var byte: UInt8? { offset < span.upperBound ? bytes[offset] : nil }

    private mutating func readDate() throws(Mistake) -> TOMLLocalDate {
        let year = try readField("year", digits: 4, allowed: 0...9999)
        try expect(UInt8(ascii: "-"), after: "the year")
        let month = try readField("month", digits: 2, allowed: 1...12)
        try expect(UInt8(ascii: "-"), after: "the month")
        let days = CivilTime.days(inMonth: month, ofYear: year)
        let day = try readField("day", digits: 2, allowed: 1...days)
        return TOMLLocalDate(year: year, month: month, day: day)
    }

    private mutating func readTime() throws(Mistake) -> TOMLLocalTime {
        let hour = try readField("hour", digits: 2, allowed: 0...23)
        try expect(UInt8(ascii: ":"), after: "the hour")
        let minute = try readField("minute", digits: 2, allowed: 0...59)
        guard byte == UInt8(ascii: ":") else {
            return TOMLLocalTime(hour: hour, minute: minute, second: 0, nanosecond: 0)
        }
        offset += 1
        let second = try readField("second", digits: 2, allowed: 0...60)
        let nanosecond = byte == .dot ? try readFraction() : 0
        return TOMLLocalTime(hour: hour, minute: minute, second: second, nanosecond: nanosecond)
    }

    private mutating func readFraction() throws(Mistake) -> Int {
        offset += 1
        let start = offset
        var nanosecond = 0
        var weight = 100_000_000
        while let byte, byte.isDigit {
            nanosecond += Int(byte - UInt8(ascii: "0")) * weight
            weight /= 10
            offset += 1
        }
        guard offset > start else { throw malformed("a fraction of a second needs a digit here") }
        return nanosecond
    }

    private mutating func readOffset() throws(Mistake) -> Int {
        let sign: Int
        switch byte {
        case UInt8(ascii: "Z"), UInt8(ascii: "z"):
            offset += 1
            return 0
        case UInt8(ascii: "+"): sign = 1
        case UInt8(ascii: "-"): sign = -1
        default: throw trailing(after: "a time")
        }
        offset += 1
        let hours = try readField("offset hour", digits: 2, allowed: 0...23)
        try expect(UInt8(ascii: ":"), after: "the offset hour")
        let minutes = try readField("offset minute", digits: 2, allowed: 0...59)
        return sign * (hours * 60 + minutes)
    }

    private mutating func readField(_ name: String, digits: Int, allowed: ClosedRange<Int>) throws(Mistake) -> Int {
        let start = offset
        var value = 0
        while offset < start + digits, let byte, byte.isDigit {
            value = value * 10 + Int(byte - UInt8(ascii: "0"))
            offset += 1
        }
        guard offset == start + digits, !(byte?.isDigit ?? false) else {
            throw malformed("the \(name) needs exactly \(digits) digits")
        }
        guard allowed.contains(value) else {
            throw Mistake(
                .dateTimeRange,
                "there is no \(name) \(value) here, only \(allowed.lowerBound) to \(allowed.upperBound)",
                at: start..<offset)
        }
        return value
    }

    private mutating func expect(_ separator: UInt8, after what: String) throws(Mistake) {
        guard byte == separator else {
            throw malformed("expected '\(Character(Unicode.Scalar(separator)))' after \(what)")
        }
        offset += 1
    }

    private func trailing(after what: String) -> Mistake {
        malformed("unexpected \(quoted(bytes, offset..<span.upperBound)) after \(what)")
    }

    private func malformed(_ message: String) -> Mistake {
        let isAtEnd = offset >= span.upperBound
        let end = isAtEnd ? offset : min(offset + UTF8Step(bytes, at: offset).length, span.upperBound)
        return Mistake(
            .badDateTime, message, at: offset..<end,
            help: "dates and times look like 1979-05-27T07:32:00.5+01:00, 1979-05-27T07:32, 1979-05-27 or 07:32:00")
    }
}

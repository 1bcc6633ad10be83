import LabExactTime

/// The four date-time types (RFC 3339; TOML 1.1 lets seconds be left out); only what exists is read.
extension ScalarReader {
    mutating func readDateTime() throws(Diagnostic) -> TOMLValue.Kind {
        var time = CivilTime(year: 0, month: 1, day: 1, hour: 0, minute: 0, second: 0, nanosecond: 0)
        guard bytes[span].first(where: { !$0.isDigit }) != UInt8(ascii: ":") else {
            try readTime(&time)
            guard byte == nil else { throw trailing(after: "a local time") }
            return .localTime(time)
        }
        time.year = try readField("year", digits: 4, allowed: 0...9999)
        try expect(UInt8(ascii: "-"), after: "the year")
        time.month = try readField("month", digits: 2, allowed: 1...12)
        try expect(UInt8(ascii: "-"), after: "the month")
        time.day = try readField("day", digits: 2, allowed: 1...CivilTime.days(inMonth: time.month, ofYear: time.year))
        guard let separator = byte else { return .localDate(time) }
        guard separator == UInt8(ascii: "T") || separator == UInt8(ascii: "t") || separator == .space else {
            throw trailing(after: "a date")
        }
        offset += 1
        try readTime(&time)
        guard byte != nil else { return .localDateTime(time) }
        let minutes = try readOffset()
        guard byte == nil else { throw trailing(after: "a date-time") }
        return .offsetDateTime(time, offsetMinutes: minutes)
    }

    private mutating func readTime(_ time: inout CivilTime) throws(Diagnostic) {
        time.hour = try readField("hour", digits: 2, allowed: 0...23)
        try expect(UInt8(ascii: ":"), after: "the hour")
        time.minute = try readField("minute", digits: 2, allowed: 0...59)
        guard byte == UInt8(ascii: ":") else { return }
        offset += 1
        // RFC 3339 knows leap seconds.
        time.second = try readField("second", digits: 2, allowed: 0...60)
        guard byte == .dot else { return }
        offset += 1
        let digits = digits
        guard !digits.isEmpty else { throw malformed("a fraction of a second needs a digit here") }
        offset += digits.count
        // Digits beyond nanoseconds are cut off.
        time.nanosecond = Int((String(decoding: digits, as: UTF8.self) + "000000000").prefix(9)) ?? 0
    }

    private var digits: ArraySlice<UInt8> { bytes[offset..<span.upperBound].prefix { $0.isDigit } }

    private mutating func readOffset() throws(Diagnostic) -> Int {
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

    private mutating func readField(_ name: String, digits count: Int, allowed: ClosedRange<Int>) throws(Diagnostic)
        -> Int
    {
        let (start, digits) = (offset, digits)
        offset += min(count, digits.count)
        guard digits.count == count, let value = Int(bytes.text(start..<offset)) else {
            throw malformed("the \(name) needs exactly \(count) digits")
        }
        guard allowed.contains(value) else {
            throw Diagnostic(
                .dateTimeRange,
                "there is no \(name) \(value) here, only \(allowed.lowerBound) to \(allowed.upperBound)",
                at: start..<offset)
        }
        return value
    }

    private mutating func expect(_ separator: UInt8, after what: String) throws(Diagnostic) {
        guard byte == separator else {
            throw malformed("expected '\(Character(Unicode.Scalar(separator)))' after \(what)")
        }
        offset += 1
    }

    private func trailing(after what: String) -> Diagnostic {
        malformed("unexpected \(quoted(bytes, offset..<span.upperBound)) after \(what)")
    }

    private func malformed(_ message: String) -> Diagnostic {
        Diagnostic(
            .badDateTime, message, at: character,
            help: "dates and times look like 1979-05-27T07:32:00.5+01:00, 1979-05-27T07:32, 1979-05-27 or 07:32:00")
    }
}

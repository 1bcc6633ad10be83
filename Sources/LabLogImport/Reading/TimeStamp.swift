import LabExactTime

struct TimeStamp {
    enum Form {
        /// Year to second.
        case full
        /// `Nov 10 09:12:32`, as BSD's syslog writes it.
        case withoutYear
        /// `09:12:32.566`
        case timeOnly
        /// Seconds, or thousandths … of a second, since 1970.
        case epoch
    }

    /// ns since 1970 UTC; without a known distance to UTC, as if the clock showed UTC.
    var time: Int64
    /// Seconds east of UTC, if the stamp has them.
    var utcOffset: Int?
    /// The number of decimals of a second.
    var decimals: Int
    var form: Form
    var end: Int
}

/// Reads time stamps; it keeps the day of the latest one, since a calendar costs more than everything else in a line.
struct TimeStampReader {
    private var latestDate = (year: 0, month: 0, day: 0)
    private var latestStart: Int64 = 0

    /// A stamp at the beginning of a line, or after a console's prefix.
    mutating func find(_ text: [UInt8], _ line: Range<Int>) -> TimeStamp? {
        var index = line.lowerBound
        while text.has("(lldb) ", at: index, in: line) { index += 7 }
        // Punctuation, colours, emoji: anything but letters and digits, and the digits of an escape sequence.
        let limit = min(line.upperBound, index + 24)
        while index < limit, !text[index].isDigit, !text[index].isLetter {
            let isEscape = text[index] == 0x1B && text.byte(index + 1, in: line) == 0x5B
            if isEscape { index = text.skipping(index + 2, in: line.lowerBound..<limit) { !$0.isLetter } }
            index += 1
        }
        if index < line.upperBound, let stamp = any(text, index, line) ?? seconds(text, index, line) { return stamp }
        // Xcode 15 prints a line of details under each message.
        let head = line.prefix(80)
        guard let mark = text.find("Timestamp: ", in: head) else { return findBehindName(text, head, line) }
        return dated(text, mark + 11, line)
    }

    /// A stamp after the name of a tool or a level: `flutter: 09:12:32.566`, ` LOG  2026-03-01 …`, `[INFO] …`.
    private mutating func findBehindName(_ text: [UInt8], _ head: Range<Int>, _ line: Range<Int>) -> TimeStamp? {
        for index in head.dropFirst() where text[index].isDigit && (text[index - 1] == 0x20 || text[index - 1] == 0x5B)
        {
            var end = index - (text[index - 1] == 0x5B ? 1 : 0)
            while end > head.lowerBound, text[end - 1] == 0x20 { end -= 1 }
            let name = text.trimmed(head.lowerBound..<end)
            guard let last = name.last.map({ text[$0] }) else { continue }
            // A sentence may contain a time; a prefix of a stamp is in brackets, or one word in capitals.
            let isClosed = last == 0x3A || last == 0x5D || last == 0x29 || last == 0x3E || last == 0x7C
            guard isClosed || text[name].allSatisfy({ (0x41...0x5A).contains($0) }) else { continue }
            if let stamp = dated(text, index, line) ?? timeOnly(text, index, line) { return stamp }
        }
        return nil
    }

    mutating func any(_ text: [UInt8], _ index: Int, _ line: Range<Int>) -> TimeStamp? {
        dated(text, index, line) ?? monthNamed(text, index, line) ?? timeOnly(text, index, line)
            ?? epoch(text, index, line)
    }

    // MARK: Forms

    /// ISO 8601 and what NSLog makes of it: `2017-11-10 09:12:32.566622+0800`.
    private mutating func dated(_ text: [UInt8], _ index: Int, _ line: Range<Int>) -> TimeStamp? {
        guard index + 19 <= line.upperBound else { return nil }
        let separator = text[index + 4]
        guard separator == 0x2D || separator == 0x2F, text[index + 7] == separator,
            let year = text.digits(4, at: index, in: line), let month = text.digits(2, at: index + 5, in: line),
            let day = text.digits(2, at: index + 8, in: line)
        else { return nil }
        let between = text[index + 10]
        guard between == 0x20 || between | 0x20 == 0x74 else { return nil }
        guard let start = dayStart(year, month, day), var clock = timeOfDay(text, index + 11, line) else { return nil }
        let zone = zone(text, &clock.end, line)
        let (local, overflow) = start.addingReportingOverflow(clock.nanoseconds)
        let (time, beyond) = local.subtractingReportingOverflow(Int64(zone ?? 0) * 1_000_000_000)
        guard !overflow, !beyond else { return nil }
        return TimeStamp(time: time, utcOffset: zone, decimals: clock.decimals, form: .full, end: clock.end)
    }

    /// `Nov 10 09:12:32`; the year 2000 replaces the missing one, since it has a 29 February.
    private mutating func monthNamed(_ text: [UInt8], _ index: Int, _ line: Range<Int>) -> TimeStamp? {
        guard index + 15 <= line.upperBound, text[index + 3] == 0x20 else { return nil }
        guard let month = Self.months.firstIndex(where: { text.has($0, at: index, in: line) }),
            let day = text.number(at: text.skippingSpaces(index + 3, in: line), in: line), day.value <= 31,
            text.byte(day.end, in: line) == 0x20, let start = dayStart(2000, month + 1, Int(day.value)),
            let clock = timeOfDay(text, text.skippingSpaces(day.end, in: line), line)
        else { return nil }
        return TimeStamp(time: start + clock.nanoseconds, decimals: clock.decimals, form: .withoutYear, end: clock.end)
    }

    /// `09:12:32.566`, on the first day of 2001.
    private func timeOnly(_ text: [UInt8], _ index: Int, _ line: Range<Int>) -> TimeStamp? {
        guard let clock = timeOfDay(text, index, line) else { return nil }
        return TimeStamp(
            time: 978_307_200_000_000_000 + clock.nanoseconds, decimals: clock.decimals, form: .timeOnly,
            end: clock.end)
    }

    /// Seconds since 1970 with decimals, or thousandths, millionths … without; the number of digits decides.
    private func epoch(_ text: [UInt8], _ index: Int, _ line: Range<Int>) -> TimeStamp? {
        guard let whole = text.number(at: index, in: line), let decimals = Self.decimals[whole.end - index] else {
            return nil
        }
        let unit = Self.powers[9 - decimals]
        var (time, overflow) = whole.value.multipliedReportingOverflow(by: unit)
        var end = whole.end
        var written = decimals
        if text.byte(end, in: line) == 0x2E, text.byte(end + 1, in: line).isDigit {
            let fraction = fraction(text, end + 1, line)
            let (sum, carry) = time.addingReportingOverflow(fraction.value / Self.powers[decimals])
            (time, overflow) = (sum, overflow || carry)
            end = fraction.end
            written += fraction.count
        }
        let next = text.byte(end, in: line)
        guard !overflow, !next.isLetter, !next.isDigit else { return nil }
        return TimeStamp(time: time, utcOffset: 0, decimals: written, form: .epoch, end: end)
    }

    /// `[1234.5]` or `[    12.345678]`: seconds since some start, as in logs of kernels and profilers.
    private func seconds(_ text: [UInt8], _ index: Int, _ line: Range<Int>) -> TimeStamp? {
        var start = index
        while start > line.lowerBound, text[start - 1] == 0x20 { start -= 1 }
        guard start > line.lowerBound, text[start - 1] == 0x5B, let whole = text.number(at: index, in: line),
            whole.end - index <= 9, text.byte(whole.end, in: line) == 0x2E, text.byte(whole.end + 1, in: line).isDigit
        else { return nil }
        let fraction = fraction(text, whole.end + 1, line)
        let end = text.skippingSpaces(fraction.end, in: line)
        guard text.byte(end, in: line) == 0x5D else { return nil }
        return TimeStamp(
            time: whole.value * 1_000_000_000 + fraction.value, utcOffset: 0, decimals: fraction.count, form: .epoch,
            end: end)
    }

    // MARK: Parts

    /// `09:12:32`, perhaps with a fraction after a point or comma, or thousandths after a colon, and `AM` or `PM`.
    private func timeOfDay(
        _ text: [UInt8], _ index: Int, _ line: Range<Int>
    ) -> (nanoseconds: Int64, decimals: Int, end: Int)? {
        guard index + 8 <= line.upperBound, text[index + 2] == 0x3A, text[index + 5] == 0x3A,
            let hour = text.digits(2, at: index, in: line), let minute = text.digits(2, at: index + 3, in: line),
            let second = text.digits(2, at: index + 6, in: line), hour < 24, minute < 60, second <= 60
        else { return nil }
        let seconds = Int64((hour * 60 + minute) * 60 + second)
        var clock = (nanoseconds: seconds * 1_000_000_000, decimals: 0, end: index + 8)
        if let mark = clock.end < line.upperBound ? text[clock.end] : nil, mark == 0x2E || mark == 0x2C || mark == 0x3A,
            text.byte(clock.end + 1, in: line).isDigit,
            mark != 0x3A || text.digits(3, at: index + 9, in: line) != nil && !text.byte(index + 12, in: line).isDigit
        {
            let fraction = fraction(text, clock.end + 1, line)
            clock = (clock.nanoseconds + fraction.value, fraction.count, fraction.end)
        }
        guard (1...12).contains(hour) else { return clock }
        // Formatters of Apple put a narrow no-break space before it.
        let space = text.byte(clock.end, in: line)
        let half = clock.end + (space == 0x20 ? 1 : text.has("\u{202F}", at: clock.end, in: line) ? 3 : 0)
        let isLate = text.has("PM", at: half, in: line)
        guard isLate || text.has("AM", at: half, in: line), !text.byte(half + 2, in: line).isLetter else {
            return clock
        }
        clock.nanoseconds += Int64((isLate ? 12 : 0) - (hour == 12 ? 12 : 0)) * 3_600_000_000_000
        clock.end = half + 2
        return clock
    }

    /// Decimals of a second as ns; those after the ninth are cut off.
    private func fraction(_ text: [UInt8], _ index: Int, _ line: Range<Int>) -> (value: Int64, count: Int, end: Int) {
        let end = text.skipping(index, in: line) { $0.isDigit }
        let count = min(9, end - index)
        return (Int64(text.digits(count, at: index, in: line) ?? 0) * Self.powers[9 - count], count, end)
    }

    /// `Z`, `+0800`, `+08:00`, `+08`; after a space only in full.
    private func zone(_ text: [UInt8], _ end: inout Int, _ line: Range<Int>) -> Int? {
        var index = end
        let isApart = text.byte(index, in: line) == 0x20
        if isApart { index += 1 }
        let sign = text.byte(index, in: line)
        if sign | 0x20 == 0x7A, !isApart, !text.byte(index + 1, in: line).isLetter {
            end = index + 1
            return 0
        }
        guard sign == 0x2B || sign == 0x2D, let hours = text.digits(2, at: index + 1, in: line), hours <= 18 else {
            return nil
        }
        var next = index + 3
        var minutes = 0
        let minuteStart = text.byte(next, in: line) == 0x3A ? next + 1 : next
        if let number = text.digits(2, at: minuteStart, in: line), number < 60 {
            minutes = number
            next = minuteStart + 2
        } else if isApart {
            return nil
        }
        if text.byte(next, in: line).isDigit { return nil }
        end = next
        return (sign == 0x2D ? -1 : 1) * (hours * 60 + minutes) * 60
    }

    /// The start of a day, ns since 1970; nil for a day that does not exist, or beyond 64 bits.
    private mutating func dayStart(_ year: Int, _ month: Int, _ day: Int) -> Int64? {
        if latestDate == (year, month, day) { return latestStart }
        guard (1...12).contains(month), day >= 1, day <= CivilTime.days(inMonth: month, ofYear: year) else {
            return nil
        }
        let start = CivilTime.day(ofYear: year, month: month, day: day).multiplied(saturatingBy: 86_400_000_000_000)
        guard start.magnitude < 1 << 62 else { return nil }
        latestDate = (year, month, day)
        latestStart = start
        return start
    }

    /// By the digits of the seconds, or thousandths …, since 1970.
    private static let decimals = [9: 0, 10: 0, 13: 3, 16: 6, 19: 9]
    static let powers: [Int64] = [
        1, 10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000, 1_000_000_000,
    ]
    private static let months: [StaticString] = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
}

/// The lines of a log that belong to no timer, and of all.
package struct LineCounts {
    package internal(set) var lines = 0
    var untimed = 0
    /// Timed lines that were skipped.
    package internal(set) var others = 0
    /// The number of these lines that contain the wanted text in another case, and the last such text.
    package internal(set) var otherCase = (count: 0, text: "")
    var cutLines = 0
    /// The first line that is not empty and shows no time, with its number.
    package internal(set) var firstUntimed: (number: Int, text: String)?
}

/// The lines of a log with a time, in the order of the file.
struct LineTable {
    /// The limits of distinct lines of a log; further ones are only counted.
    private static let mostForms = 20_000
    static let mostVariants = 64
    private static let shownBytes = 160
    /// Times from 1933 to 2116, so that every distance between two of them fits into 64 bits.
    static let reach: Int64 = 1 << 60

    /// 16 bytes, since there may be millions.
    struct Line {
        /// ns since 1970.
        var time: Int64
        private let origin: UInt64

        init(time: Int64, number: Int, form: Int, variant: Int, thread: UInt16) {
            self.time = time
            origin =
                UInt64(min(number, 1 << 26 - 1)) << 38 | UInt64(form) << 23 | UInt64(variant + 1) << 16 | UInt64(thread)
        }

        /// The number of the line, from 1, within 26 bits.
        var number: Int { Int(origin >> 38) }
        var form: Int { Int(origin >> 23 & 0x7FFF) }
        /// The number of the text among those of the form; -1 if there are too many.
        var variant: Int { Int(origin >> 16 & 0x7F) - 1 }
        var thread: UInt16 { UInt16(truncatingIfNeeded: origin) }

        /// True if text and thread equal those of another line, as far as the text is known.
        func isLike(_ other: Line) -> Bool { variant >= 0 && origin << 26 == other.origin << 26 }
    }

    /// Lines that differ only in numbers.
    struct Form {
        /// The text with `#` for each number.
        var text: String
        var process: String
        var pid: Int64
        /// Each text that occurs, with its hash; at most `mostVariants` are distinguished.
        var variants: [(hash: UInt64, text: String)]
        var isVaried = false
        /// The first number of its latest line, and true if each line's number is one more than the one before.
        var latest: Int64?
        var isCounted = true
    }

    var counts = LineCounts()
    var lines: [Line] = []
    private(set) var forms: [Form] = []
    /// Thread numbers as printed.
    private(set) var threads: [Int64] = []
    private(set) var styles: [LogStyle: Int] = [:]
    /// The distance to UTC of the first line that has one.
    private(set) var utcOffset: Int?
    /// The first change of that distance, and its line.
    private(set) var zoneChange: (line: Int, from: Int, to: Int)?
    private(set) var zoneChangeCount = 0
    /// True if no line gives its distance to UTC.
    private(set) var isZoneless = true
    /// The form of the stamps; if they give no day, the reader counts days.
    private(set) var stampForm: TimeStamp.Form = .full
    /// The most decimals of a second that any line shows.
    private(set) var decimals = 0
    private var formIndex: [UInt64: Int] = [:]
    private var threadIndex: [Int64: UInt16] = [:]
    private var latestOffset: Int?
    /// The time added to stamps that lack a day or a year, ns.
    private var shift: Int64 = 0
    private(set) var dayChanges = 0

    mutating func append(_ stamp: TimeStamp, _ facts: LineFacts, _ text: [UInt8]) {
        let time = complete(stamp)
        let hashes = Self.hashes(text, facts)
        let index = formIndex[hashes.form] ?? forms.count
        guard time >= -Self.reach, time < Self.reach * 4, index < Self.mostForms else {
            counts.others += 1
            return
        }
        if index == forms.count {
            formIndex[hashes.form] = index
            forms.append(
                Form(
                    text: Self.pattern(text, facts.message), process: text.text(facts.process.prefix(Self.shownBytes)),
                    pid: facts.pid, variants: []))
        }
        if forms[index].isCounted {
            let digits = facts.message.drop { !text[$0].isDigit }.prefix { text[$0].isDigit }
            let number = Int64(text.text(digits.startIndex..<digits.endIndex))
            forms[index].isCounted = number != nil && (forms[index].latest.map { $0 &+ 1 == number } ?? true)
            forms[index].latest = number
        }
        styles[facts.style, default: 0] += 1
        noteZone(stamp, number: counts.lines)
        decimals = max(decimals, stamp.decimals)
        lines.append(
            Line(
                time: time, number: counts.lines, form: index,
                variant: variant(hashes.exact, of: index, text, facts.message), thread: threadID(facts.thread)))
    }

    // MARK: Origin

    private mutating func variant(_ hash: UInt64, of form: Int, _ text: [UInt8], _ message: Range<Int>) -> Int {
        if let found = forms[form].variants.firstIndex(where: { $0.hash == hash }) { return found }
        guard forms[form].variants.count < Self.mostVariants else {
            forms[form].isVaried = true
            return -1
        }
        forms[form].variants.append((hash, text.text(message.prefix(Self.shownBytes))))
        return forms[form].variants.count - 1
    }

    private mutating func threadID(_ number: Int64) -> UInt16 {
        if let last = threads.last, last == number { return UInt16(threads.count - 1) }
        if let known = threadIndex[number] { return known }
        guard threads.count < Int(UInt16.max) else { return UInt16.max - 1 }
        threads.append(number)
        let index = UInt16(threads.count - 1)
        threadIndex[number] = index
        return index
    }

    static func pattern(_ text: [UInt8], _ message: Range<Int>) -> String {
        var pattern: [UInt8] = []
        var index = message.lowerBound
        while index < message.upperBound, pattern.count < shownBytes {
            if text[index].isDigit {
                pattern.append(0x23)
                index = endOfNumber(text, index, message)
            } else {
                pattern.append(text[index])
                index += 1
            }
        }
        return String(decoding: pattern, as: UTF8.self)
    }

    /// The index after a number; `0x` is followed by hexadecimal digits.
    @inline(__always) private static func endOfNumber(_ text: [UInt8], _ start: Int, _ message: Range<Int>) -> Int {
        let isHexadecimal = text[start] == 0x30 && text.byte(start + 1, in: message) == 0x78
        return isHexadecimal
            ? text.skipping(start + 2, in: message) { UInt8.digit($0) != nil }
            : text.skipping(start + 1, in: message) { $0.isDigit }
    }

    /// The hashes that distinguish lines: process and text, with and without its numbers.
    @inline(__always) private static func hashes(_ text: [UInt8], _ facts: LineFacts) -> (form: UInt64, exact: UInt64) {
        let prime: UInt64 = 0x0000_0100_0000_01B3
        var form: UInt64 = 0xCBF2_9CE4_8422_2325 ^ UInt64(bitPattern: facts.pid)
        for index in facts.process { form = (form ^ UInt64(text[index])) &* prime }
        form = (form ^ 0xFF) &* prime
        var exact = form
        let message = facts.message
        var index = message.lowerBound
        while index < message.upperBound {
            let byte = text[index]
            if byte.isDigit {
                let end = endOfNumber(text, index, message)
                form = (form ^ 0x23) &* prime
                for place in index..<end { exact = (exact ^ UInt64(text[place])) &* prime }
                index = end
            } else {
                form = (form ^ UInt64(byte)) &* prime
                exact = (exact ^ UInt64(byte)) &* prime
                index += 1
            }
        }
        return (form, exact)
    }

    // MARK: When

    /// The time of a stamp with its missing day or year. The day or year increases by one whenever the clock goes back
    /// by more than half of it.
    private mutating func complete(_ stamp: TimeStamp) -> Int64 {
        let period: Int64
        switch stamp.form {
        case .full, .epoch: return stamp.time
        case .timeOnly: period = Self.day
        case .withoutYear: period = 366 * Self.day
        }
        stampForm = stamp.form
        // From 28 February to 1 March within less than a day: the year is not a leap year.
        if stamp.form == .withoutYear, let last = lines.last?.time, last - shift < Self.leapDay,
            stamp.time >= Self.leapDay + Self.day, stamp.time - (last - shift) < 2 * Self.day
        {
            shift -= Self.day
        }
        guard let last = lines.last?.time, stamp.time < Self.reach * 2, shift < Self.reach else {
            return stamp.time + shift
        }
        if last - (stamp.time + shift) > period / 2 {
            shift += period
            dayChanges += 1
        } else if dayChanges > 0, stamp.time + shift - last > period / 24 * 23 {
            // It stands behind a line of the new day.
            return stamp.time + shift - period
        }
        return stamp.time + shift
    }

    private static let day: Int64 = 86_400_000_000_000
    /// 29 February of the year 2000, which replaces the missing year.
    private static let leapDay: Int64 = 951_782_400_000_000_000

    private mutating func noteZone(_ stamp: TimeStamp, number: Int) {
        if stamp.form == .epoch || stamp.utcOffset != nil { isZoneless = false }
        guard stamp.form != .epoch, let offset = stamp.utcOffset else { return }
        if utcOffset == nil { utcOffset = offset }
        if let latest = latestOffset, latest != offset {
            zoneChangeCount += 1
            zoneChange = zoneChange ?? (number, latest, offset)
        }
        latestOffset = offset
    }
}

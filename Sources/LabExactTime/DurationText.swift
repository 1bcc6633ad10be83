/// The text of durations: a number, or a fraction of two, and a unit.
public enum DurationText {
    /// The units of durations, with their length in ns.
    public static let units: [(name: String, nanoseconds: Int64)] = [
        ("ns", 1), ("us", 1_000), ("µs", 1_000), ("ms", 1_000_000), ("s", 1_000_000_000), ("min", 60_000_000_000),
        ("h", 3_600_000_000_000),
    ]

    /// The reason why a text is not a duration, and the place of the mistake (UTF-8 offset).
    public enum Fault: Error, Equatable {
        case empty
        case noNumber(offset: Int)
        case noUnit(offset: Int)
        case unknownUnit(String, offset: Int)
        case divisionByZero(offset: Int)
        case tooLarge
    }

    /// Reads `"1s"`, `"-16.67ms"`, `"1/60s"`, `"1_000us"`, `"5 min"` as an exact number of ns.
    public static func parse(_ text: String) -> Result<Rational, Fault> {
        var scanner = NumberScanner(text)
        scanner.skipSpaces()
        guard !scanner.isAtEnd else { return .failure(.empty) }
        guard var number = scanner.fraction() else { return .failure(.noNumber(offset: scanner.offset)) }
        if scanner.skip("/") {
            let start = scanner.offset
            guard let divisor = scanner.fraction() else { return .failure(.noNumber(offset: start)) }
            if scanner.overflowed { return .failure(.tooLarge) }
            guard let inverse = divisor.reciprocal else { return .failure(.divisionByZero(offset: start)) }
            guard let quotient = number.times(inverse) else { return .failure(.tooLarge) }
            number = quotient
        }
        if scanner.overflowed { return .failure(.tooLarge) }
        scanner.skipSpaces()
        let unitStart = scanner.offset
        let name = scanner.rest()
        if name.isEmpty { return .failure(.noUnit(offset: unitStart)) }
        guard let unit = units.first(where: { $0.name == name }) else {
            return .failure(.unknownUnit(name, offset: unitStart))
        }
        guard let product = number.times(Rational(whole: unit.nanoseconds)) else { return .failure(.tooLarge) }
        return .success(product)
    }

    /// Writes ns the way a person would: `6 s`, `250 ms`, `16.667 ms`, `90 µs`, `0 s`, at most `digits` decimals.
    public static func format(_ nanoseconds: Int64, digits: Int = 3) -> String {
        if nanoseconds == 0 { return "0 s" }
        let magnitude = nanoseconds.magnitude
        let sign = nanoseconds < 0 ? "-" : ""
        for (unit, scale) in units.prefix(4) where unit != "us" && magnitude < scale * 1000 {
            let number = decimal(magnitude, scale: scale, digits: digits)
            // A value that rounds up to a thousand is 1 of the next unit.
            if number != "1000" { return sign + number + " " + unit }
        }
        return sign + decimal(magnitude, scale: 1_000_000_000, digits: digits) + " s"
    }

    /// A part of a whole in percent, rounded: `12 %`; `< 1 %` for a little, and `> 99 %` for nearly all.
    public static func percent(_ part: Int64, of whole: Int64) -> String {
        let rounded = (Int128(part) * 200 + Int128(whole)) / (2 * Int128(max(1, whole)))
        if rounded == 0, part > 0 { return "< 1 %" }
        return rounded >= 100 && part < whole ? "> 99 %" : "\(rounded) %"
    }

    /// `value / scale` with at most `digits` decimals, rounded half away from zero, without trailing zeros.
    public static func decimal(_ value: some BinaryInteger, scale: some BinaryInteger, digits: Int) -> String {
        let power = (0..<max(0, min(digits, 9))).reduce(UInt128(1)) { power, _ in power * 10 }
        let wide = (UInt128(value.magnitude) * power + UInt128(scale / 2)) / UInt128(scale)
        // The power of ten in front keeps the zeros behind the point.
        var decimals = String(wide % power + power).utf8.dropFirst()
        while decimals.last == 0x30 { decimals.removeLast() }
        return (value < 0 ? "-" : "") + String(wide / power) + (decimals.isEmpty ? "" : "." + Substring(decimals))
    }
}

/// Reads exact decimals from a text, byte by byte.
public struct NumberScanner {
    private let bytes: [UInt8]
    public private(set) var offset = 0
    /// True if a number had more digits than an exact fraction can hold.
    public private(set) var overflowed = false

    public init(_ text: String) { bytes = Array(text.utf8) }

    /// The number that a whole text is; nil for any other text, and for more digits than an exact fraction can hold.
    public static func number(_ text: String) -> Rational? {
        var scanner = NumberScanner(text)
        guard let number = scanner.fraction(), scanner.isAtEnd, !scanner.overflowed else { return nil }
        return number
    }

    public var isAtEnd: Bool { offset == bytes.count }

    public mutating func skipSpaces() {
        while offset < bytes.count, bytes[offset] == 0x20 { offset += 1 }
    }

    public mutating func skip(_ character: Character) -> Bool {
        guard offset < bytes.count, let wanted = character.asciiValue, bytes[offset] == wanted else { return false }
        offset += 1
        return true
    }

    /// The text from here to the end, without trailing spaces.
    public mutating func rest() -> String {
        var end = bytes.count
        while end > offset, bytes[end - 1] == 0x20 { end -= 1 }
        defer { offset = bytes.count }
        return String(decoding: bytes[offset..<end], as: UTF8.self)
    }

    /// A signed decimal with optional fraction and `_` between digits; nil (and no move) if there is none here.
    public mutating func fraction() -> Rational? {
        let start = offset
        let negative = skip("-")
        if !negative { _ = skip("+") }
        var value: Int128 = 0
        var scale: Int128 = 1
        var digits = 0
        var pastPoint = false
        while offset < bytes.count {
            let byte = bytes[offset]
            if isDigit(at: offset) {
                if digits < 30 {
                    value = value * 10 + Int128(byte - 0x30)
                    if pastPoint { scale *= 10 }
                } else {
                    overflowed = true
                }
                digits += 1
            } else if byte == 0x2E, !pastPoint, digits > 0, isDigit(at: offset + 1) {
                pastPoint = true
            } else if byte != 0x5F || digits == 0 || !isDigit(at: offset + 1) {
                break
            }
            offset += 1
        }
        guard digits > 0 else {
            offset = start
            return nil
        }
        guard let result = Rational(negative ? -value : value, over: scale) else {
            overflowed = true
            return .zero
        }
        return result
    }

    private func isDigit(at index: Int) -> Bool { index < bytes.count && bytes[index] >= 0x30 && bytes[index] <= 0x39 }
}

extension FixedWidthInteger {
    /// The digits of a number that is not negative, with zeros in front.
    package func padded(to width: Int, radix: Int = 10) -> String {
        let digits = String(self, radix: radix)
        return String(repeating: "0", count: Swift.max(0, width - digits.utf8.count)) + digits
    }
}

/// Reading the bytes of one line; every index is checked against the line's range.
extension [UInt8] {
    /// The byte at an index of the range, 0 beyond it.
    @inline(__always)
    func byte(_ index: Int, in range: Range<Int>) -> UInt8 { index < range.upperBound ? self[index] : 0 }

    /// Reads exactly `count` decimal digits; nil if there are fewer.
    @inline(__always) func digits(_ count: Int, at index: Int, in range: Range<Int>) -> Int? {
        guard index + count <= range.upperBound else { return nil }
        var value = 0
        for place in index..<index + count {
            let digit = self[place] &- 0x30
            guard digit < 10 else { return nil }
            value = value &* 10 &+ Int(digit)
        }
        return value
    }

    /// Reads a number of at most 19 digits in a base of 10 or 16.
    @inline(__always) func number(at index: Int, in range: Range<Int>, base: Int64 = 10) -> (value: Int64, end: Int)? {
        var value: Int64 = 0
        var place = index
        while place < range.upperBound, let digit = UInt8.digit(self[place]), Int64(digit) < base {
            let (product, overflow) = value.multipliedReportingOverflow(by: base)
            let (sum, carry) = product.addingReportingOverflow(Int64(digit))
            guard !overflow, !carry else { return nil }
            value = sum
            place += 1
        }
        return place > index ? (value, place) : nil
    }

    /// The first index from `index` on whose byte is not to be skipped.
    @inline(__always) func skipping(_ index: Int, in range: Range<Int>, _ isSkipped: (UInt8) -> Bool) -> Int {
        var place = index
        while place < range.upperBound, isSkipped(self[place]) { place += 1 }
        return place
    }

    /// The first index from `index` on without a space or tab.
    @inline(__always) func skippingSpaces(_ index: Int, in range: Range<Int>) -> Int {
        skipping(index, in: range) { $0 == 0x20 || $0 == 0x09 }
    }

    /// True if a text of ASCII characters is at an index.
    @inline(__always) func has(_ text: StaticString, at index: Int, in range: Range<Int>) -> Bool {
        let count = text.utf8CodeUnitCount
        guard index + count <= range.upperBound else { return false }
        for offset in 0..<count where self[index + offset] != text.utf8Start[offset] { return false }
        return true
    }

    /// The first place of a text of ASCII characters.
    func find(_ text: StaticString, in range: Range<Int>) -> Int? {
        let count = text.utf8CodeUnitCount
        guard range.count >= count else { return nil }
        let first = text.utf8Start[0]
        for index in range.lowerBound...range.upperBound - count
        where self[index] == first && has(text, at: index, in: range) { return index }
        return nil
    }

    /// The range without spaces, tabs, carriage returns and NULs at its ends.
    func trimmed(_ range: Range<Int>) -> Range<Int> {
        let start = skipping(range.lowerBound, in: range) { $0.isBlank }
        var end = range.upperBound
        while end > start, self[end - 1].isBlank { end -= 1 }
        return start..<end
    }

    /// The text of a range; invalid UTF-8 becomes `�`.
    func text(_ range: Range<Int>) -> String { String(decoding: self[range], as: UTF8.self) }
}

extension UInt8 {
    var isBlank: Bool { self == 0x20 || self == 0x09 || self == 0x0D || self == 0 }
    @inline(__always) var isDigit: Bool { self &- 0x30 < 10 }
    @inline(__always) var isLetter: Bool { (self | 0x20) &- 0x61 < 26 }

    @inline(__always) static func digit(_ byte: UInt8) -> UInt8? {
        if byte.isDigit { return byte &- 0x30 }
        let letter = (byte | 0x20) &- 0x61
        return letter < 6 ? letter &+ 10 : nil
    }
}

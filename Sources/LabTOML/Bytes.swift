extension UInt8 {
    static let tab = UInt8(ascii: "\t")
    static let lineFeed = UInt8(ascii: "\n")
    static let carriageReturn = UInt8(ascii: "\r")
    static let space = UInt8(ascii: " ")
    static let quote = UInt8(ascii: "\"")
    static let apostrophe = UInt8(ascii: "'")
    static let backslash = UInt8(ascii: "\\")
    static let underscore = UInt8(ascii: "_")
    static let dot = UInt8(ascii: ".")

    var isDigit: Bool { self >= 0x30 && self <= 0x39 }

    var isBlank: Bool { self == .space || self == .tab }

    /// The characters of a key without quotes: `A-Z a-z 0-9 - _`.
    var isBareKey: Bool { isDigit || 0x41...0x5A ~= self & 0xDF || self == UInt8(ascii: "-") || self == .underscore }

    /// The value as a digit of any base up to 16, nil when it is none.
    var hexDigit: Int? { Character(Unicode.Scalar(self)).hexDigitValue }
}

extension [UInt8] {
    func at(_ offset: Int) -> UInt8? { offset < count ? self[offset] : nil }

    func isLineEnd(at offset: Int) -> Bool {
        at(offset) == .lineFeed || at(offset) == .carriageReturn && at(offset + 1) == .lineFeed
    }

    func text(_ range: Range<Int>) -> String { String(decoding: self[range], as: UTF8.self) }

    /// The scalar at an offset inside the bytes, or the longest start of an invalid one.
    ///
    /// Wrong bytes are grouped as by the standard library's repairing decoder: one replacement character is one column.
    func scalar(at offset: Int) -> (length: Int, isValid: Bool) {
        var rest = self[offset...].makeIterator()
        var parser = Unicode.UTF8.ForwardParser()
        switch parser.parseScalar(from: &rest) {
        case .valid(let scalar): return (scalar.count, true)
        case .error(let wrong): return (wrong, false)
        case .emptyInput: preconditionFailure("the offset lies behind the bytes")
        }
    }
}

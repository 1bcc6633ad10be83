/// The classes of bytes that TOML's grammar distinguishes.
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

    /// What a key may consist of without quotes: `A-Z a-z 0-9 - _`.
    var isBareKey: Bool {
        switch self {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x5F: true
        default: false
        }
    }

    /// The value as a digit of any base up to 16, nil when it is none.
    var hexDigit: UInt8? {
        switch self {
        case 0x30...0x39: self - 0x30
        case 0x41...0x46: self - 0x41 + 10
        case 0x61...0x66: self - 0x61 + 10
        default: nil
        }
    }
}

extension [UInt8] {
    /// The byte at an offset, nil past the end.
    func at(_ offset: Int) -> UInt8? { offset < count ? self[offset] : nil }

    /// Whether `\n` or `\r\n` stands at an offset.
    func isLineEnd(at offset: Int) -> Bool {
        switch at(offset) {
        case .lineFeed: true
        case .carriageReturn: at(offset + 1) == .lineFeed
        default: false
        }
    }

    /// The text of a range, invalid UTF-8 shown as U+FFFD.
    func text(_ range: Range<Int>) -> String { String(decoding: self[range], as: UTF8.self) }
}

/// One step over UTF-8 text: a scalar, or the longest start of one that went wrong.
struct UTF8Step {
    let length: Int
    let isValid: Bool

    /// Reads the scalar at an offset inside the bytes.
    ///
    /// Wrong bytes are grouped as the standard library's repairing decoder groups them (Unicode 15, table 3-7),
    /// so that one replacement character is one column.
    init(_ bytes: [UInt8], at offset: Int) {
        let following: Int
        var allowed: ClosedRange<UInt8> = 0x80...0xBF
        switch bytes[offset] {
        case 0x00...0x7F: following = 0
        case 0xC2...0xDF: following = 1
        case 0xE0: (following, allowed) = (2, 0xA0...0xBF)
        case 0xED: (following, allowed) = (2, 0x80...0x9F)
        case 0xE1...0xEF: following = 2
        case 0xF0: (following, allowed) = (3, 0x90...0xBF)
        case 0xF4: (following, allowed) = (3, 0x80...0x8F)
        case 0xF1...0xF3: following = 3
        default:
            (length, isValid) = (1, false)
            return
        }
        var taken = 1
        while taken <= following {
            guard let byte = bytes.at(offset + taken), allowed.contains(byte) else { break }
            allowed = 0x80...0xBF
            taken += 1
        }
        (length, isValid) = (taken, taken == following + 1)
    }
}

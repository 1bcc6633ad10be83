extension JSONValue {
    /// Reads one JSON value (RFC 8259); nil for anything else, and for values nested deeper than 64.
    public static func parse(_ bytes: some Sequence<UInt8>) -> JSONValue? {
        var parser = JSONParser(bytes: Array(bytes))
        guard let value = parser.value(depth: 0) else { return nil }
        parser.skipSpaces()
        return parser.isAtEnd ? value : nil
    }

    /// A member of an object; nil when this is none, or has no such member.
    public subscript(name: String) -> JSONValue? {
        guard case .object(let members) = self else { return nil }
        return members.first { $0.name == name }?.value
    }

    public var text: String? {
        if case .string(let text) = self { text } else { nil }
    }

    public var whole: Int64? {
        if case .integer(let whole) = self { whole } else { nil }
    }
}

private struct JSONParser {
    private static let deepest = 64

    let bytes: [UInt8]
    private var index = 0

    init(bytes: [UInt8]) { self.bytes = bytes }

    var isAtEnd: Bool { index == bytes.count }

    mutating func skipSpaces() {
        while index < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[index]) { index += 1 }
    }

    mutating func value(depth: Int) -> JSONValue? {
        skipSpaces()
        guard index < bytes.count, depth < JSONParser.deepest else { return nil }
        switch bytes[index] {
        case 0x7B: return object(depth: depth)
        case 0x5B: return array(depth: depth)
        case 0x22: return string().map(JSONValue.string)
        case 0x74: return word("true", .boolean(true))
        case 0x66: return word("false", .boolean(false))
        case 0x6E: return word("null", .null)
        default: return number()
        }
    }

    private mutating func take(_ byte: UInt8) -> Bool {
        skipSpaces()
        guard index < bytes.count, bytes[index] == byte else { return false }
        index += 1
        return true
    }

    private mutating func word(_ text: String, _ value: JSONValue) -> JSONValue? {
        guard bytes[index...].starts(with: text.utf8) else { return nil }
        index += text.utf8.count
        return value
    }

    private mutating func object(depth: Int) -> JSONValue? {
        index += 1
        var members: [JSONValue.Member] = []
        if take(0x7D) { return .object(members) }
        repeat {
            skipSpaces()
            guard let name = string(), take(0x3A), let value = value(depth: depth + 1) else { return nil }
            members.append(JSONValue.Member(name, value))
        } while take(0x2C)
        return take(0x7D) ? .object(members) : nil
    }

    private mutating func array(depth: Int) -> JSONValue? {
        index += 1
        var values: [JSONValue] = []
        if take(0x5D) { return .array(values) }
        repeat {
            guard let value = value(depth: depth + 1) else { return nil }
            values.append(value)
        } while take(0x2C)
        return take(0x5D) ? .array(values) : nil
    }

    /// A whole number stays one; what 64 bits cannot hold becomes the nearest floating-point number.
    private mutating func number() -> JSONValue? {
        let start = index
        while index < bytes.count, (0x30...0x39).contains(bytes[index]) || "+-.eE".utf8.contains(bytes[index]) {
            index += 1
        }
        let text = String(decoding: bytes[start..<index], as: UTF8.self)
        guard let first = text.utf8.first, first == 0x2D || (0x30...0x39).contains(first) else { return nil }
        if let whole = Int64(text) { return .integer(whole) }
        return Double(text).map(JSONValue.number)
    }

    private mutating func string() -> String? {
        guard index < bytes.count, bytes[index] == 0x22 else { return nil }
        index += 1
        var units: [UInt8] = []
        while index < bytes.count {
            let byte = bytes[index]
            index += 1
            switch byte {
            case 0x22: return String(decoding: units, as: UTF8.self)
            case 0x00..<0x20: return nil
            case 0x5C:
                guard let escaped = escape() else { return nil }
                units += escaped
            default: units.append(byte)
            }
        }
        return nil
    }

    private mutating func escape() -> [UInt8]? {
        guard index < bytes.count else { return nil }
        let byte = bytes[index]
        index += 1
        switch byte {
        case 0x22, 0x5C, 0x2F: return [byte]
        case 0x62: return [0x08]
        case 0x66: return [0x0C]
        case 0x6E: return [0x0A]
        case 0x72: return [0x0D]
        case 0x74: return [0x09]
        case 0x75:
            guard let unit = hexadecimal() else { return nil }
            var units = [unit]
            // A character beyond the first plane is written as a pair.
            if (0xD800..<0xDC00).contains(unit), bytes[index...].starts(with: [0x5C, 0x75]) {
                index += 2
                guard let low = hexadecimal() else { return nil }
                units.append(low)
            }
            return Array(String(decoding: units, as: UTF16.self).utf8)
        default: return nil
        }
    }

    private mutating func hexadecimal() -> UInt16? {
        guard index + 4 <= bytes.count else { return nil }
        let text = String(decoding: bytes[index..<index + 4], as: UTF8.self)
        guard text.utf8.allSatisfy({ $0 != 0x2B && $0 != 0x2D }) else { return nil }
        index += 4
        return UInt16(text, radix: 16)
    }
}

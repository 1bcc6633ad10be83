/// A JSON value whose members keep the order in which they were written.
public enum JSONValue: Hashable, Sendable {
    case null
    case boolean(Bool)
    case integer(Int64)
    case number(Double)
    case string(String)
    case array([JSONValue])
    case object([Member])

    public struct Member: Hashable, Sendable {
        public var name: String
        public var value: JSONValue

        public init(_ name: String, _ value: JSONValue) {
            self.name = name
            self.value = value
        }
    }

    /// The value, or null.
    public init(_ integer: Int64?) { self = integer.map(JSONValue.integer) ?? .null }

    /// The value, or null; JSON has no infinity and no NaN.
    public init(_ number: Double?) { self = number.map { $0.isFinite ? .number($0) : .null } ?? .null }

    public init(_ text: String?) { self = text.map(JSONValue.string) ?? .null }

    /// An object.
    public init(members: [(String, JSONValue)]) { self = .object(members.map { Member($0.0, $0.1) }) }

    /// Without spaces, in UTF-8; only what RFC 8259, section 7 demands is escaped.
    public var bytes: [UInt8] {
        var bytes: [UInt8] = []
        write(to: &bytes)
        return bytes
    }

    /// The same as a string.
    public var line: String { String(decoding: bytes, as: UTF8.self) }

    public func write(to bytes: inout [UInt8]) {
        switch self {
        case .null: bytes.append(contentsOf: "null".utf8)
        case .boolean(let flag): bytes.append(contentsOf: (flag ? "true" : "false").utf8)
        case .integer(let integer): bytes.append(contentsOf: String(integer).utf8)
        case .number(let number): bytes.append(contentsOf: (number.isFinite ? "\(number)" : "null").utf8)
        case .string(let text): JSONValue.write(text, to: &bytes)
        case .array(let values):
            bytes.append(0x5B)
            for (index, value) in values.enumerated() {
                if index > 0 { bytes.append(0x2C) }
                value.write(to: &bytes)
            }
            bytes.append(0x5D)
        case .object(let members):
            bytes.append(0x7B)
            for (index, member) in members.enumerated() {
                if index > 0 { bytes.append(0x2C) }
                JSONValue.write(member.name, to: &bytes)
                bytes.append(0x3A)
                member.value.write(to: &bytes)
            }
            bytes.append(0x7D)
        }
    }

    private static func write(_ text: String, to bytes: inout [UInt8]) {
        bytes.append(0x22)
        for byte in text.utf8 {
            switch byte {
            case 0x22: bytes.append(contentsOf: #"\""#.utf8)
            case 0x5C: bytes.append(contentsOf: #"\\"#.utf8)
            case 0x0A: bytes.append(contentsOf: #"\n"#.utf8)
            case 0x0D: bytes.append(contentsOf: #"\r"#.utf8)
            case 0x09: bytes.append(contentsOf: #"\t"#.utf8)
            case 0x00..<0x20, 0x7F:
                bytes.append(contentsOf: (byte < 0x10 ? #"\u000"# : #"\u00"#).utf8)
                bytes.append(contentsOf: String(byte, radix: 16).utf8)
            default: bytes.append(byte)
            }
        }
        bytes.append(0x22)
    }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral,
    ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    public init(stringLiteral text: String) { self = .string(text) }
    public init(integerLiteral integer: Int64) { self = .integer(integer) }
    public init(booleanLiteral flag: Bool) { self = .boolean(flag) }
    public init(arrayLiteral values: JSONValue...) { self = .array(values) }
    public init(dictionaryLiteral members: (String, JSONValue)...) {
        self.init(members: members)
    }
}

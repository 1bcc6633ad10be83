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

    /// Without spaces, in UTF-8; what RFC 8259, section 7 demands is escaped, and what else a terminal would obey.
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
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": bytes.append(contentsOf: #"\""#.utf8)
            case "\\": bytes.append(contentsOf: #"\\"#.utf8)
            case "\n": bytes.append(contentsOf: #"\n"#.utf8)
            case "\r": bytes.append(contentsOf: #"\r"#.utf8)
            case "\t": bytes.append(contentsOf: #"\t"#.utf8)
            case " "..."~": bytes.append(UInt8(truncatingIfNeeded: scalar.value))
            case _ where steersTerminals(scalar):
                let digits = String(scalar.value, radix: 16)
                bytes.append(contentsOf: (#"\u"# + String(repeating: "0", count: 4 - digits.count) + digits).utf8)
            default: bytes.append(contentsOf: scalar.utf8)
            }
        }
        bytes.append(0x22)
    }

    /// Controls, and what ends a line or turns the order of letters; none of them lies beyond U+FFFF.
    private static func steersTerminals(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: true
        default: scalar.properties.isBidiControl
        }
    }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral,
    ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    public init(stringLiteral text: String) { self = .string(text) }
    public init(integerLiteral integer: Int64) { self = .integer(integer) }
    public init(booleanLiteral flag: Bool) { self = .boolean(flag) }
    public init(arrayLiteral values: JSONValue...) { self = .array(values) }
    public init(dictionaryLiteral members: (String, any JSONRepresentable)...) {
        self = .object(members.map { Member($0.0, $0.1.json) })
    }
}

/// What may stand in a literal of a JSON object as it is.
public protocol JSONRepresentable { var json: JSONValue { get } }

extension JSONValue: JSONRepresentable { public var json: JSONValue { self } }
extension Bool: JSONRepresentable { public var json: JSONValue { .boolean(self) } }
extension Int: JSONRepresentable { public var json: JSONValue { .integer(Int64(self)) } }
extension Int32: JSONRepresentable { public var json: JSONValue { .integer(Int64(self)) } }
extension Int64: JSONRepresentable { public var json: JSONValue { .integer(self) } }
extension Double: JSONRepresentable { public var json: JSONValue { JSONValue(self) } }
extension String: JSONRepresentable { public var json: JSONValue { .string(self) } }
extension Array: JSONRepresentable where Element: JSONRepresentable {
    public var json: JSONValue { .array(map(\.json)) }
}
extension Optional: JSONRepresentable where Wrapped: JSONRepresentable {
    public var json: JSONValue { self?.json ?? .null }
}

/// A JSON value whose members keep the order in which they were written.
package enum JSONValue: Hashable, Sendable {
    case null
    case boolean(Bool)
    case integer(Int64)
    case number(Double)
    case string(String)
    case array([JSONValue])
    case object([Member])

    package struct Member: Hashable, Sendable {
        package var name: String
        package var value: JSONValue

        package init(_ name: String, _ value: JSONValue) { (self.name, self.value) = (name, value) }
    }

    /// An object.
    package init(members: [(String, JSONValue)]) { self = .object(members.map { Member($0.0, $0.1) }) }

    /// The text without spaces, in UTF-8. It escapes the characters of RFC 8259, section 7, and those that a terminal
    /// would obey.
    package var bytes: [UInt8] {
        var bytes: [UInt8] = []
        write(to: &bytes)
        return bytes
    }

    /// The text as a string.
    package var line: String { String(decoding: bytes, as: UTF8.self) }

    func write(to bytes: inout [UInt8]) {
        switch self {
        case .null: bytes.append(contentsOf: "null".utf8)
        case .boolean(let flag): bytes.append(contentsOf: (flag ? "true" : "false").utf8)
        case .integer(let integer): bytes.append(contentsOf: String(integer).utf8)
        case .number(let number): bytes.append(contentsOf: (number.isFinite ? "\(number)" : "null").utf8)
        case .string(let text): Self.write(text, to: &bytes)
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
                Self.write(member.name, to: &bytes)
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

    /// Control characters, line ends, and marks that change the order of letters; none of them is beyond U+FFFF.
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
    package init(stringLiteral text: String) { self = .string(text) }
    package init(integerLiteral integer: Int64) { self = .integer(integer) }
    package init(booleanLiteral flag: Bool) { self = .boolean(flag) }
    package init(arrayLiteral values: any JSONRepresentable...) { self = .array(values.map { $0.json }) }
    package init(dictionaryLiteral members: (String, any JSONRepresentable)...) {
        self = .object(members.map { Member($0.0, $0.1.json) })
    }
}

/// A value that can be written in a literal of a JSON object or array.
package protocol JSONRepresentable { var json: JSONValue { get } }

extension JSONValue: JSONRepresentable { package var json: JSONValue { self } }
extension Bool: JSONRepresentable { package var json: JSONValue { .boolean(self) } }
extension Int: JSONRepresentable { package var json: JSONValue { .integer(Int64(self)) } }
extension Int32: JSONRepresentable { package var json: JSONValue { .integer(Int64(self)) } }
extension Int64: JSONRepresentable { package var json: JSONValue { .integer(self) } }
/// JSON has no infinity and no NaN.
extension Double: JSONRepresentable { package var json: JSONValue { isFinite ? .number(self) : .null } }
extension String: JSONRepresentable { package var json: JSONValue { .string(self) } }
extension Array: JSONRepresentable where Element: JSONRepresentable {
    package var json: JSONValue { .array(map { $0.json }) }
}
extension Optional: JSONRepresentable where Wrapped: JSONRepresentable {
    package var json: JSONValue { self?.json ?? .null }
}

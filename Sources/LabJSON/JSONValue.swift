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

    /// The text without spaces. It escapes the characters of RFC 8259, section 7, and those that a terminal would obey.
    package var line: String {
        switch self {
        case .null: "null"
        case .boolean(let flag): "\(flag)"
        case .integer(let integer): "\(integer)"
        case .number(let number): number.isFinite ? "\(number)" : "null"
        case .string(let text): Self.quoted(text)
        case .array(let values): "[" + values.map(\.line).joined(separator: ",") + "]"
        case .object(let members):
            "{" + members.map { Self.quoted($0.name) + ":" + $0.value.line }.joined(separator: ",") + "}"
        }
    }

    private static func quoted(_ text: String) -> String {
        // Nearly all texts are plain.
        if text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F && $0 != 0x22 && $0 != 0x5C }) { return "\"\(text)\"" }
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": quoted += "\\\(scalar)"
            case "\n": quoted += "\\n"
            case "\r": quoted += "\\r"
            case "\t": quoted += "\\t"
            case _ where steersTerminals(scalar):
                // The one in front keeps the zeros.
                quoted += "\\u" + String(0x1_0000 + scalar.value, radix: 16).dropFirst()
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
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

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension JSONValue {
    /// Reads one JSON value, the members of objects by name; nil if the text is not JSON.
    package static func parse(_ bytes: some Sequence<UInt8>) -> JSONValue? { decode(JSONValue.self, from: bytes) }

    /// Reads the members of one JSON value that a type asks for; nil if they do not fit.
    package static func decode<Value: Decodable>(_ type: Value.Type, from bytes: some Sequence<UInt8>) -> Value? {
        try? JSONDecoder().decode(type, from: Data(bytes))
    }

    /// A member of an object; nil for any other value, or without such a member.
    package subscript(name: String) -> JSONValue? {
        guard case .object(let members) = self else { return nil }
        return members.first { $0.name == name }?.value
    }

    package var text: String? { if case .string(let text) = self { text } else { nil } }

    package var whole: Int64? { if case .integer(let whole) = self { whole } else { nil } }
}

extension JSONValue: Decodable {
    /// A whole number that fits into 64 bits stays a whole number.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        func read<Value: Decodable>(_ make: (Value) -> JSONValue) -> JSONValue? {
            (try? container.decode(Value.self)).map(make)
        }
        if container.decodeNil() {
            self = .null
        } else if let scalar = read(Self.boolean) ?? read(Self.integer) ?? read(Self.number) {
            self = scalar
        } else if let value = read(Self.string) ?? read(Self.array) {
            self = value
        } else {
            let members = try container.decode([String: JSONValue].self)
            self = .object(members.sorted { $0.key < $1.key }.map { Member($0.key, $0.value) })
        }
    }
}

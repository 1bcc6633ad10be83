import LabCatalogue
import LabJSON
import LabScenarioModel

/// A kind of value: its title, its TOML types, its JSON schema and its reader.
struct ValueType: Sendable {
    typealias Fields = [(String, JSONValue)]

    /// Returns the value under a key, which has one of the type's TOML types; nil when it is wrong, which has been reported
    /// then.
    typealias Read = @Sendable (inout ValueDecoder, Node, String) -> (any Sendable)?

    /// The same for a string, with the place of the value.
    typealias ReadText = @Sendable (inout ValueDecoder, Text, Place, String) -> (any Sendable)?

    private let describe: @Sendable () -> String
    /// The types of TOML that such a value can have.
    let shapes: ValueShapes
    let schema: @Sendable () -> Fields
    let read: Read
    var choice: [Word] = []
    var table: TableSchema?
    /// The unit that a plain number lacks.
    var needsUnit: FigureUnit?
    var isMode = false
    /// The advice for a table instead of such a value.
    var insteadOfTable: String?
    /// True if a value of another TOML type is refused as one of the type inside.
    var refusesAsElement = false
    /// The alternatives, or the type of the elements.
    private var inner: [ValueType] = []

    // A call, since hundreds of rows are made, each once.
    @inline(never) init(
        _ title: @autoclosure @escaping @Sendable () -> String, _ shapes: ValueShapes,
        schema: @autoclosure @escaping @Sendable () -> Fields, read: @escaping Read
    ) { (describe, self.shapes, self.schema, self.read) = (title, shapes, schema, read) }

    static func string(
        _ title: @autoclosure @escaping @Sendable () -> String,
        schema: @autoclosure @escaping @Sendable () -> Fields = [("type", "string")], read: @escaping ReadText
    ) -> ValueType {
        ValueType(title(), .string, schema: schema()) { decoder, node, key in
            node.string.flatMap { read(&decoder, $0, node.span, key) }
        }
    }

    /// The schema of strings that are not empty.
    static let someText: Fields = [("type", "string"), ("minLength", 1)]

    static func matching(_ pattern: String) -> Fields { [("type", "string"), ("pattern", .string(pattern))] }

    /// The title for a message: `a time with a unit, such as "1s"`.
    var title: String { describe() }

    var json: JSONValue { JSONValue(members: schema()) }

    /// The alternatives and the types of elements, each by itself.
    private var leaves: [ValueType] { inner.isEmpty ? [self] : inner.flatMap(\.leaves) }

    var tables: [TableSchema] { leaves.compactMap(\.table) }

    var words: [[Word]] { leaves.map(\.choice).filter { !$0.isEmpty } }

    static func any(of bodies: [JSONValue]) -> Fields { [("anyOf", .array(bodies))] }

    private static func reference(_ definition: String) -> Fields {
        let place: JSONValue = ["$ref": "#/definitions/" + definition]
        return [("allOf", .array([place]))]
    }

    // MARK: Tables and lists

    static let steps = {
        var type = ValueType("a list of steps, [{ … }, …]", .array, schema: reference("steps")) { _, node, _ in node }
        type.insteadOfTable = "put the step in brackets: [{ … }]"
        return type
    }()

    static let condition = ValueType(
        "a condition such as { fired = 60 }", .table, schema: reference("condition")
    ) { $0.condition($1, of: $2) }

    static func table(_ schema: TableSchema) -> ValueType {
        var type = ValueType(
            "a table { \(schema.keys.prefix(3).map(\.name).joined(separator: ", ")) }", .table,
            schema: [("allOf", [schema.json])]
        ) { decoder, node, _ in decoder.table(node, as: schema) }
        type.table = schema
        return type
    }

    /// Percentiles, or the log whose latencies are replayed, as another table has it.
    static func times(or table: TableSchema) -> ValueType {
        let other = Self.table(table)
        var type = ValueType(
            "\(times.title), or { replay = \"device.log\" }", .table, schema: other.schema()
        ) { decoder, node, key in (node["replay"] == nil ? times : other).read(&decoder, node, key) }
        type.table = table
        return type
    }

    static func list(_ element: ValueType) -> ValueType {
        array(
            of: element, "an array, each element \(element.title)", .array,
            schema: [("type", "array"), ("items", element.json)])
    }

    static func many(_ element: ValueType) -> ValueType {
        array(
            of: element, "\(element.title), or an array of them", element.shapes.union(.array),
            schema: any(of: [element.json, list(element).json]))
    }

    /// A type of one value, an array, or a table of names and values.
    static func named(_ element: ValueType) -> ValueType {
        array(
            of: element, "\(element.title), an array of them, or a table { name = … }",
            element.shapes.union([.array, .table]),
            schema: any(of: [
                element.json, list(element).json, ["type": "object", "additionalProperties": element.json],
            ]))
    }

    private static func array(
        of element: ValueType, _ title: @autoclosure @escaping @Sendable () -> String, _ shapes: ValueShapes,
        schema: @autoclosure @escaping @Sendable () -> Fields
    ) -> ValueType {
        var type = ValueType(title(), shapes, schema: schema()) { decoder, node, key in
            let isNamed = node.isTable && shapes.contains(.table)
            let nodes =
                isNamed ? node.entries.map { ($0.name, $0.value) } : node.elementsOrItself.map { ($0.text ?? "", $0) }
            return decoder.elements(nodes, of: element, key: key)
        }
        type.inner = [element]
        type.refusesAsElement = shapes != .array
        return type
    }

    /// The alternatives differ in their TOML types, so the first one that fits is the right one.
    static func oneOf(_ types: [ValueType]) -> ValueType {
        var type = ValueType(
            types.map(\.title).joinedAsChoice(), types.reduce([]) { $0.union($1.shapes) },
            schema: any(of: types.map(\.json)),
            read: { decoder, node, key in
                types.first { !$0.shapes.isDisjoint(with: node.kind.shape) }?.read(&decoder, node, key)
            })
        type.inner = types
        type.needsUnit = types.lazy.compactMap(\.needsUnit).first
        return type
    }
}

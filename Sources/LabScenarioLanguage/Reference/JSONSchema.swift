import LabCatalogue
import LabJSON
import LabScenarioModel

extension ScenarioReference {
    /// The language as a JSON schema, draft 4, for editors that check TOML by one.
    package static func jsonSchema() -> String {
        let tables = Schema.tables.map { table -> (String, JSONValue) in
            let body = JSONSchemaWriter.table(table)
            let value: JSONValue = table.form == .many ? ["type": "array", "items": body] : body
            guard let key = Schema.file.key(table.name) else { return (table.name, value) }
            return (table.name, ["anyOf": [JSONSchemaWriter.key(key), value]])
        }
        let names = Set(Schema.tables.map(\.name))
        let keys = Schema.file.keys.filter { !names.contains($0.name) }.map { ($0.name, JSONSchemaWriter.key($0)) }
        let schema: JSONValue = [
            "$schema": "http://json-schema.org/draft-04/schema#", "title": "timerlab scenario",
            "description": Schema.file.doc, "type": "object", "additionalProperties": false,
            "required": Schema.file.keys.filter(\.isRequired).map(\.name),
            "properties": JSONValue(members: keys + tables),
            "definitions": [
                "step": JSONSchemaWriter.step, "steps": JSONSchemaWriter.steps,
                "condition": JSONSchemaWriter.table(Schema.condition),
            ] as JSONValue,
        ]
        return schema.line + "\n"
    }
}

enum JSONSchemaWriter {
    typealias Fields = [(String, JSONValue)]

    static var step: JSONValue { ["type": "object", "oneOf": Schema.verbs.map { table($0.table) }] }
    static let steps: JSONValue = ["type": "array", "items": reference("step")]
    private static let text: Fields = [("type", "string")]
    private static let percentile = "^p[0-9.]+$"

    static func table(_ schema: TableSchema) -> JSONValue {
        var fields: Fields = [("type", "object"), ("description", .string(schema.doc))]
        if schema.name == Schema.guard.name {
            fields.append(("additionalProperties", JSONValue(members: text)))
        } else {
            fields.append(("properties", JSONValue(members: schema.keys.map { ($0.name, key($0)) })))
            fields.append(("additionalProperties", false))
        }
        if schema.name == Schema.wakeUp.name {
            fields.append(("patternProperties", JSONValue(members: [(percentile, JSONValue(members: text))])))
        }
        let required = schema.keys.filter(\.isRequired).map { JSONValue.string($0.name) }
        if !required.isEmpty { fields.append(("required", .array(required))) }
        if schema.name == Schema.timer.name { fields.append(("allOf", .array(rulesOfKinds(schema)))) }
        if schema.name == Schema.expect.name {
            let subjects = Schema.subjects
            let pairs = subjects.indices.dropFirst().flatMap { last in subjects[..<last].map { [$0, subjects[last]] } }
            fields.append(
                ("anyOf", .array(schema.keys.map(\.name).filter { !subjects.contains($0) }.map { has([$0]) })))
            fields.append(("not", any(of: pairs.map(has))))
        }
        return JSONValue(members: fields)
    }

    /// Each key of a timer that only some kinds have: the timer is of such a kind, or does without; draft 4 knows no `if`.
    private static func rulesOfKinds(_ timer: TableSchema) -> [JSONValue] {
        let keys = Dictionary(grouping: timer.keys.filter { $0.kinds != nil }) { ($0.kinds ?? []).map(\.rawValue) }
        let rules = keys.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map { _, keys in
            let without = JSONValue(members: [("not", any(of: keys.map { has([$0.name]) }))])
            return any(of: [isOf(keys[0].kinds ?? []), without])
        }
        let due = ["interval", "delay", "fire_date"].map { has([$0]) }
        return rules + [any(of: [isOf([.displayLink])] + due)]
    }

    private static func any(of schemas: [JSONValue]) -> JSONValue { JSONValue(members: choice(schemas)) }

    private static func has(_ keys: [String]) -> JSONValue {
        JSONValue(members: [("required", .array(keys.map { .string($0) }))])
    }

    /// A timer of one of these kinds.
    private static func isOf(_ kinds: [TimerKind]) -> JSONValue {
        let words = TimerKind.words.filter { word in kinds.contains { $0.rawValue == word.text } }
        return JSONValue(members: [("properties", JSONValue(members: [("kind", value(.word(words)))]))])
    }

    static func key(_ schema: KeySchema) -> JSONValue {
        var doc = schema.doc
        if let standard = schema.standard { doc += " Default: \(standard)." }
        return JSONValue(members: [("description", .string(doc))] + body(schema.type))
    }

    private static func value(_ type: ValueType) -> JSONValue { JSONValue(members: body(type)) }

    private static func body(_ type: ValueType) -> Fields {
        switch type {
        case .text, .id, .part, .partOrCopy, .holder: return text + [("minLength", 1)]
        case .mode:
            let names = ModeName.spellings.flatMap { [$0.mode.name] + $0.names }
            let predefined: JSONValue = ["enum": names]
            return choice([predefined, JSONValue(members: text + [("minLength", 1)])])
        case .logText, .fireDate: return text
        case .flag: return [("type", "boolean")]
        case .yes: return [("enum", [true])]
        case .integer(let range):
            return [
                ("type", "integer"), ("minimum", .integer(range.lowerBound)), ("maximum", .integer(range.upperBound)),
            ]
        case .duration(let sign), .exactDuration(let sign):
            let start =
                switch sign {
                case .positive: "(?=[^/]*[1-9])"
                case .notNegative: ""
                case .any: "-?"
                }
            return text + [("pattern", .string("^ *" + start + "[0-9+][0-9._]*(/[0-9._]+)? *(ns|us|µs|ms|s|min|h) *$"))]
        case .rate: return text + [("pattern", "[0-9] *([Hh][Zz]|ns|us|µs|ms|s|min|h) *$")]
        case .quantiles(let unit):
            let type: JSONValue = if case .time = unit { "string" } else { "number" }
            return [
                ("type", "object"), ("patternProperties", JSONValue(members: [(percentile, ["type": type])])),
                ("additionalProperties", false),
            ]
        case .dateTime: return text + [("format", "date-time")]
        case .word(let words): return [("enum", .array(words.flatMap { [$0.text] + $0.spellings }.map { .string($0) }))]
        case .wordOrPart(let words):
            return choice([value(.word(words)), JSONValue(members: text + [("pattern", "^[0-9./]+$")])])
        case .steps: return [("allOf", [reference("steps")])]
        case .condition: return [("allOf", [reference("condition")])]
        case .list(let element): return array(element)
        case .many(let element): return choice([value(element), JSONValue(members: array(element))])
        case .named(let element):
            let named: JSONValue = ["type": "object", "additionalProperties": value(element)]
            return choice([value(element), JSONValue(members: array(element)), named])
        case .oneOf(let types): return choice(types.map(value))
        case .table(let schema): return [("allOf", [table(schema)])]
        case .comparison(.count): return choice([["type": "integer"], ["type": "string"]])
        case .comparison(.time), .comparison(.rate): return text
        case .statistics(let family):
            let inner = family.row.statistics.map { ($0.rawValue, value(.comparison(Figure(family, $0).unit))) }
            let table: JSONValue = [
                "type": "object", "properties": JSONValue(members: inner), "additionalProperties": false,
            ]
            return choice([value(.comparison(family.row.unit)), table])
        case .finding: return [("enum", .array(FindingCode.allCases.map { .string($0.rawValue) }))]
        case .fingerprint: return text + [("pattern", "^[0-9a-f]+$")]
        case .lane: return text + [("pattern", "^[-•!|×*]+$")]
        }
    }

    private static func reference(_ definition: String) -> JSONValue { ["$ref": "#/definitions/" + definition] }

    private static func array(_ element: ValueType) -> Fields { [("type", "array"), ("items", value(element))] }

    private static func choice(_ bodies: [JSONValue]) -> Fields { [("anyOf", .array(bodies))] }
}

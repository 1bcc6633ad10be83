import LabCatalogue
import LabJSON

extension ScenarioReference {
    /// The language as a JSON schema, draft 4, for editors that check TOML by one.
    package static func jsonSchema() -> String {
        let tables = Schema.tables.map { table -> (String, JSONValue) in
            let body = table.json
            let value: JSONValue = table.form == .many ? ["type": "array", "items": body] : body
            guard let key = Schema.file.key(table.name) else { return (table.name, value) }
            return (table.name, ["anyOf": [key.json, value]])
        }
        let names = Set(Schema.tables.map(\.name))
        let keys = Schema.file.keys.filter { !names.contains($0.name) }.map { ($0.name, $0.json) }
        let schema: JSONValue = [
            "$schema": "http://json-schema.org/draft-04/schema#", "title": "timerlab scenario",
            "description": Schema.file.doc, "type": "object", "additionalProperties": false,
            "required": Schema.file.keys.filter(\.isRequired).map(\.name),
            "properties": JSONValue(members: keys + tables),
            "definitions": [
                "step": ["type": "object", "oneOf": Schema.verbs.map(\.table.json)] as JSONValue,
                "steps": ["type": "array", "items": ["$ref": "#/definitions/step"] as JSONValue] as JSONValue,
                "condition": Schema.condition.json,
            ] as JSONValue,
        ]
        return schema.line + "\n"
    }
}

extension KeySchema {
    var json: JSONValue {
        let text = standard.map { "\(doc) Default: \($0)." } ?? doc
        return JSONValue(members: [("description", .string(text))] + type.schema())
    }
}

extension TableSchema {
    private static let percentile = "^p[0-9.]+$"

    /// A table of percentiles whose values have a type of JSON.
    static func percentiles(of type: JSONValue) -> ValueType.Fields {
        [
            ("type", "object"), ("patternProperties", JSONValue(members: [(percentile, ["type": type])])),
            ("additionalProperties", false),
        ]
    }

    var json: JSONValue {
        var fields: ValueType.Fields = [("type", "object"), ("description", .string(doc))]
        if name == Schema.guard.name {
            fields.append(("additionalProperties", ["type": "string"]))
        } else {
            fields.append(("properties", JSONValue(members: keys.map { ($0.name, $0.json) })))
            fields.append(("additionalProperties", false))
        }
        if name == Schema.wakeUp.name {
            fields.append(("patternProperties", JSONValue(members: [(Self.percentile, ["type": "string"])])))
        }
        let required = keys.filter(\.isRequired).map { JSONValue.string($0.name) }
        if !required.isEmpty { fields.append(("required", .array(required))) }
        if name == Schema.timer.name { fields.append(("allOf", .array(rulesOfKinds))) }
        if name == Schema.expect.name {
            let subjects = Schema.subjects
            let pairs = subjects.indices.dropFirst().flatMap { last in subjects[..<last].map { [$0, subjects[last]] } }
            fields.append(("anyOf", .array(keys.map(\.name).filter { !subjects.contains($0) }.map { has([$0]) })))
            fields.append(("not", any(of: pairs.map(has))))
        }
        return JSONValue(members: fields)
    }

    /// Each key of a timer that only some kinds have: the timer is of such a kind, or does without; draft 4 knows no `if`.
    private var rulesOfKinds: [JSONValue] {
        let groups = Dictionary(grouping: keys.filter { $0.kinds != nil }) { ($0.kinds ?? []).map(\.rawValue) }
        let rules = groups.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map { _, keys in
            let without = JSONValue(members: [("not", any(of: keys.map { has([$0.name]) }))])
            return any(of: [isOf(keys[0].kinds ?? []), without])
        }
        return rules + [any(of: [isOf([.displayLink])] + ["interval", "delay", "fire_date"].map { has([$0]) })]
    }

    private func any(of schemas: [JSONValue]) -> JSONValue { JSONValue(members: ValueType.any(of: schemas)) }

    private func has(_ keys: [String]) -> JSONValue { ["required": keys] }

    private func isOf(_ kinds: [TimerKind]) -> JSONValue {
        JSONValue(members: [("properties", JSONValue(members: [("kind", ValueType.kind(of: kinds).json)]))])
    }
}

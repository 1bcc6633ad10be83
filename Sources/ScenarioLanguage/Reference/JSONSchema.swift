import ScenarioModel

extension ScenarioReference {
    /// The language as a JSON schema, draft 4, for editors that check TOML by one.
    public static func jsonSchema() -> String {
        let tables = Schema.tables.map { table -> (String, String) in
            let body = JSONSchemaWriter.table(table)
            let isMany = if case .many = table.form { true } else { false }
            return (table.name, isMany ? JSONText.object([("type", "\"array\""), ("items", body)]) : body)
        }
        let keys = Schema.file.keys.map { ($0.name, JSONSchemaWriter.key($0)) }
        let required = Schema.file.keys.filter(\.isRequired).map { JSONText.string($0.name) }
        let definitions = JSONText.object([
            ("step", JSONSchemaWriter.step()), ("steps", JSONSchemaWriter.steps),
            ("condition", JSONSchemaWriter.table(Schema.condition)),
        ])
        return JSONText.object([
            ("$schema", "\"http://json-schema.org/draft-04/schema#\""), ("title", "\"timerlab scenario\""),
            ("description", JSONText.string(Schema.file.doc)), ("type", "\"object\""),
            ("additionalProperties", "false"), ("required", "[" + required.joined(separator: ",") + "]"),
            ("properties", JSONText.object(keys + tables)), ("definitions", definitions),
        ]) + "\n"
    }
}

/// Writes the parts of the JSON schema.
enum JSONSchemaWriter {
    static let steps = ##"{"type":"array","items":{"$ref":"#/definitions/step"}}"##
    private static let string = [("type", "\"string\"")]
    private static let percentile = "^p[0-9.]+$"

    static func step() -> String {
        JSONText.object([
            ("type", "\"object\""), ("oneOf", "[" + Schema.verbs.map { table($0.table) }.joined(separator: ",") + "]"),
        ])
    }

    static func table(_ schema: TableSchema) -> String {
        var fields = [("type", "\"object\""), ("description", JSONText.string(schema.doc))]
        if schema.name == Schema.guard.name {
            fields.append(("additionalProperties", JSONText.object(string)))
        } else {
            fields.append(("properties", JSONText.object(schema.keys.map { ($0.name, key($0)) })))
            fields.append(("additionalProperties", "false"))
        }
        if schema.name == Schema.wakeUp.name {
            fields.append(("patternProperties", JSONText.object([(percentile, JSONText.object(string))])))
        }
        let required = schema.keys.filter(\.isRequired).map { JSONText.string($0.name) }
        if !required.isEmpty { fields.append(("required", "[" + required.joined(separator: ",") + "]")) }
        return JSONText.object(fields)
    }

    static func key(_ schema: KeySchema) -> String {
        var doc = schema.doc
        if let standard = schema.standard { doc += " Default: \(standard)." }
        return JSONText.object([("description", JSONText.string(doc))] + body(schema.type))
    }

    private static func body(_ type: ValueType) -> [(String, String)] {
        switch type {
        case .text, .mode, .id, .part, .partOrCopy, .holder: return string + [("minLength", "1")]
        case .logText, .fireDate: return string
        case .flag: return [("type", "\"boolean\"")]
        case .yes: return [("enum", "[true]")]
        case .integer(let range):
            return [
                ("type", "\"integer\""), ("minimum", String(range.lowerBound)), ("maximum", String(range.upperBound)),
            ]
        case .duration, .exactDuration:
            return string + [("pattern", JSONText.string("[0-9] *(ns|us|µs|ms|s|min|h) *$"))]
        case .rate: return string + [("pattern", JSONText.string("[0-9] *([Hh][Zz]|ns|us|µs|ms|s|min|h) *$"))]
        case .quantiles(let unit): return quantiles(unit)
        case .dateTime: return string + [("format", "\"date-time\"")]
        case .word(let words): return [("enum", list(words.map { JSONText.string($0.text) }))]
        case .steps: return [("allOf", ##"[{"$ref":"#/definitions/steps"}]"##)]
        case .condition: return [("allOf", ##"[{"$ref":"#/definitions/condition"}]"##)]
        case .list(let element): return array(element)
        case .many(let element): return choice([JSONText.object(body(element)), JSONText.object(array(element))])
        case .named(let element):
            let one = JSONText.object(body(element))
            let named = JSONText.object([("type", "\"object\""), ("additionalProperties", one)])
            return choice([one, JSONText.object(array(element)), named])
        case .oneOf(let types): return choice(types.map { JSONText.object(body($0)) })
        case .table(let schema): return [("allOf", "[" + table(schema) + "]")]
        case .comparison(.count): return choice([#"{"type":"integer"}"#, #"{"type":"string"}"#])
        case .comparison(.time), .comparison(.drift): return string
        case .statistics(let family): return statistics(family)
        case .finding: return [("enum", list(FindingCodes.all.map { JSONText.string($0) }))]
        case .fingerprint: return string + [("pattern", "\"^[0-9a-f]+$\"")]
        case .lane: return string + [("pattern", "\"^[-xXo]+$\"")]
        }
    }

    private static func list(_ values: [String]) -> String { "[" + values.joined(separator: ",") + "]" }

    private static func quantiles(_ unit: QuantileUnit) -> [(String, String)] {
        let value: String
        switch unit {
        case .time: value = #"{"type":"string"}"#
        case .factor: value = #"{"type":"number"}"#
        }
        return [
            ("type", "\"object\""), ("patternProperties", JSONText.object([(percentile, value)])),
            ("additionalProperties", "false"),
        ]
    }

    private static func array(_ element: ValueType) -> [(String, String)] {
        [("type", "\"array\""), ("items", JSONText.object(body(element)))]
    }

    private static func choice(_ bodies: [String]) -> [(String, String)] { [("anyOf", list(bodies))] }

    private static func statistics(_ family: Figure.Family) -> [(String, String)] {
        let inner = family.statistics.map { statistic in
            (statistic.rawValue, JSONText.object(body(.comparison(family.quantity(of: statistic)))))
        }
        let table = [
            ("type", "\"object\""), ("properties", JSONText.object(inner)), ("additionalProperties", "false"),
        ]
        return choice([JSONText.object(body(.comparison(family.quantity))), JSONText.object(table)])
    }
}

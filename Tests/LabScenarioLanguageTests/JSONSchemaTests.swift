import Foundation
import LabJSON
import LabTOML
import Testing

@testable import LabScenarioLanguage

/// What of JSON Schema, draft 4, the schema of the language uses.
private final class SchemaJudge {
    private static let schema = JSONValue.parse(Array(ScenarioReference.jsonSchema().utf8)[...])
    private let root: JSONValue
    private var patterns: [String: NSRegularExpression] = [:]

    init() throws { root = try #require(Self.schema) }

    func accepts(_ toml: String) throws -> Bool {
        let (table, mistake) = TOMLDocument.parse(Array(toml.utf8))
        try #require(mistake == nil, "\(toml)")
        return try accepts(SchemaJudge.json(table), root)
    }

    private static func json(_ value: TOMLValue) -> JSONValue {
        switch value.kind {
        case .string(let text): .string(text.text)
        case .integer(let number): .integer(number)
        case .float(let float): .number(Double(float) ?? .nan)
        case .boolean(let flag): .boolean(flag)
        case .array(let values): .array(values.map(json))
        case .table(let entries): JSONValue(members: entries.map { ($0.key.text, json($0.value)) })
        case .offsetDateTime, .localDateTime, .localDate, .localTime: .string("2001-01-01T00:00:00Z")
        }
    }

    private func accepts(_ value: JSONValue, _ schema: JSONValue) throws -> Bool {
        try members(schema).allSatisfy { try keeps(value, $0, $1, of: schema) }
    }

    private func keeps(_ value: JSONValue, _ rule: String, _ body: JSONValue, of schema: JSONValue) throws -> Bool {
        switch rule {
        case "$ref":
            let name = try #require(body.text?.split(separator: "/").last)
            return try accepts(value, try #require(root["definitions"]?[String(name)]))
        case "anyOf": return try list(body).contains { try accepts(value, $0) }
        case "oneOf": return try list(body).count { try accepts(value, $0) } == 1
        case "allOf": return try list(body).allSatisfy { try accepts(value, $0) }
        case "not": return try !accepts(value, body)
        case "enum": return list(body).contains(value)
        case "type": return type(value) == body.text || (type(value) == "integer" && body.text == "number")
        case "pattern": return try value.text.map { try matches($0, try #require(body.text)) } ?? true
        case "minLength": return value.text.map { Int64($0.unicodeScalars.count) >= body.whole ?? 0 } ?? true
        case "minimum": return try value.whole.map { $0 >= (try #require(body.whole)) } ?? true
        case "maximum": return try value.whole.map { $0 <= (try #require(body.whole)) } ?? true
        case "items": return try list(value).allSatisfy { try accepts($0, body) }
        case "required":
            guard case .object = value else { return true }
            return list(body).allSatisfy { $0.text.flatMap { value[$0] } != nil }
        case "properties":
            return try members(value).allSatisfy { name, part in try body[name].map { try accepts(part, $0) } ?? true }
        case "patternProperties":
            return try members(value).allSatisfy { name, part in
                try members(body).allSatisfy { try !matches(name, $0) || accepts(part, $1) }
            }
        case "additionalProperties":
            let known = Set(members(schema["properties"] ?? .null).map(\.0))
            let others = try members(value).filter { name, _ in
                try !known.contains(name)
                    && !members(schema["patternProperties"] ?? .null).contains { try matches(name, $0.0) }
            }
            return try body == .boolean(false) ? others.isEmpty : others.allSatisfy { try accepts($1, body) }
        case "$schema", "title", "description", "definitions", "format": return true
        default:
            Issue.record("the judge does not know \(rule)")
            return false
        }
    }

    private func matches(_ text: String, _ pattern: String) throws -> Bool {
        let expression = try patterns[pattern] ?? NSRegularExpression(pattern: pattern)
        patterns[pattern] = expression
        return expression.firstMatch(in: text, range: NSRange(text.startIndex..., in: text)) != nil
    }

    private func members(_ value: JSONValue) -> [(String, JSONValue)] {
        if case .object(let members) = value { members.map { ($0.name, $0.value) } } else { [] }
    }

    private func list(_ value: JSONValue) -> [JSONValue] {
        if case .array(let values) = value { values } else { [] }
    }

    private func type(_ value: JSONValue) -> String {
        switch value {
        case .null: "null"
        case .boolean: "boolean"
        case .integer: "integer"
        case .number: "number"
        case .string: "string"
        case .array: "array"
        case .object: "object"
        }
    }
}

@Suite("Editors that check by the JSON schema")
struct JSONSchemaTests {
    private static let head = "duration = \"3s\"\n"

    private static func timer(_ kind: String, _ rest: String, interval: String = "interval = \"1s\"\n") -> String {
        "\(head)[[timer]]\nid = \"a\"\nkind = \"\(kind)\"\n\(interval)\(rest)\n"
    }

    private static func event(_ rest: String) -> String { "\(head)[[event]]\n\(rest)\n" }

    private static let wrong =
        [
            // Keys of other kinds.
            timer("nstimer", "leeway = \"1ms\""), timer("Timer", "leeway = \"1ms\""),
            timer("gcd", "modes = [\"common\"]"),
            timer("gcd", "tolerance = \"1ms\""), timer("gcd", "thread = \"main\""),
            timer("nstimer", "queue = \"main\""),
            timer("nstimer", "fps = 30"), timer("nstimer", "frame_interval = 2"), timer("perform", "active = false"),
            timer("nstimer", "on_cancel = []"), timer("task-sleep", "strict = true"),
            timer("nstimer", "absolute = true"),
            timer("nstimer", "swallows_cancel = true"), timer("nstimer", "clock = \"wall\""),
            // Values.
            timer("nstimer", "tolerance = \"-1ms\""), timer("gcd", "leeway = \"-1ms\""),
            timer("nstimer", "repeats = \"yes\""),
            timer("nstimer", "copies = 0"), timer("nstimer", "create = \"made\""),
            timer("nstimer", "style = \"round\""),
            timer("sundial", ""), timer("nstimer", "", interval: "interval = 1"),
            timer("nstimer", "", interval: "interval = \"1\""),
            timer("nstimer", "", interval: "interval = \"1 parsec\""),
            "duration = \"-3s\"\n", "duration = \"0s\"\n", "\(head)seed = -1\n",
            "\(head)[device]\nloop_cost = \"-1ns\"\n",
            "\(head)[device]\nwake_in_window = \"never\"\n", event("at = \"1s\"\ndo = [{ work = \"-1ms\" }]"),
            // What is missing.
            timer("nstimer", "", interval: ""), timer("gcd", "", interval: ""), timer("nstimer", "[[expect]]"),
            timer("nstimer", "[[expect]]\ntimer = \"a\""), event("do = []"), "\(head)[[thread]]\n",
            "\(head)[[timer]]\nkind = \"nstimer\"\ninterval = \"1s\"\n",
            "\(head)[[timer]]\nid = \"a\"\ninterval = \"1s\"\n",
            "[[timer]]\nid = \"a\"\nkind = \"nstimer\"\ninterval = \"1s\"\n",
            // Two subjects of one expectation.
            timer("nstimer", "[[object]]\nid = \"o\"\n[[expect]]\ntimer = \"a\"\nobject = \"o\"\nfired = 3"),
            timer("nstimer", "[[thread]]\nid = \"t\"\n[[expect]]\nobject = \"o\"\nthread = \"t\"\nno_log = \"x\""),
            // What is not in the language.
            timer("nstimer", "[[expect]]\ntimer = \"a\"\nfinding = [\"TL9999\"]"), "\(head)durations = \"1s\"\n",
            "\(head)[device]\nprofil = \"x\"\n", event("at = \"1s\"\ndo = [{ frob = 1 }]"),
            event("at = \"1s\"\ndo = [{ work = \"1ms\", log = \"x\" }]"),
        ]

    @Test("a wrong file is refused as the program refuses it", arguments: wrong)
    func refused(text: String) throws {
        #expect(ScenarioReader.read(bytes: Array(text.utf8)).diagnostics.contains { $0.severity == .error })
        #expect(try !SchemaJudge().accepts(text))
    }

    @Test("every shipped file is accepted, and each is TOML 1.0")
    func shipped() throws {
        let judge = try SchemaJudge()
        let folder = URL(filePath: #filePath).appending(path: "../../../Scenarios").standardized
        let files = try #require(FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil))
        var count = 0
        for case let file as URL in files where file.pathExtension == "toml" {
            let text = try String(contentsOf: file, encoding: .utf8)
            #expect(try judge.accepts(text), "\(file.lastPathComponent)")
            // TOML 1.1 lets a table in braces go over several lines.
            let isOpen = text.split(separator: "\n").contains { $0.hasSuffix("{") && !$0.hasPrefix("#") }
            #expect(!isOpen, "\(file.lastPathComponent)")
            count += 1
        }
        #expect(count > 150)
    }
}

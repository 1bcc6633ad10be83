import Foundation
import LabCatalogue
import LabScenarioModel
import Testing

@testable import LabScenarioLanguage

/// Parts for every example of the language to speak of.
enum Stage {
    static let parts = """
        duration = "60s"

        [[timer]]
        id = "twin"
        kind = "nstimer"
        interval = "1s"
        [[timer]]
        id = "beat"
        kind = "gcd"
        interval = "1s"
        [[timer]]
        id = "link"
        kind = "displaylink"
        [[object]]
        id = "details"
        [[object]]
        id = "target"
        [[object]]
        id = "proxy"
        proxy = "nsproxy"
        forwards_to = "controller"
        [[event]]
        at = "1s"
        do = [{ begin_background_task = "upload" }]

        """
    static let tick = """
        [[timer]]
        id = "tick"
        kind = "nstimer"
        interval = "1s"

        """
    static let controller = """
        [[object]]
        id = "controller"

        """
    static let worker = """
        [[thread]]
        id = "worker"

        """
    static let port = """
        [[source]]
        id = "port"

        """

    /// All parts but those that `text` describes itself.
    static func around(_ text: String) -> String {
        var result = parts
        for (id, part) in [("tick", tick), ("controller", controller), ("worker", worker), ("port", port)]
        where !text.contains("id = \"\(id)\"") {
            result += part
        }
        return result + text
    }

    static func mistakes(_ text: String) -> [String] {
        ScenarioReader.read(bytes: Array(text.utf8)).diagnostics.map { "\($0.code) \($0.message)" }
    }
}

@Suite("The table of the language")
struct SchemaTests {
    @Test("every verb has one row")
    func verbs() {
        #expect(Schema.steps.count == Schema.verbs.count)
    }

    @Test("what the row of a mechanism names is a key of a timer or a verb", arguments: TimerKind.allCases)
    func mechanisms(kind: TimerKind) {
        let (keys, verbs) = (Set(Schema.timer.keys.map(\.name)), Set(Schema.verbs.map(\.name)))
        #expect(kind.row.keys.subtracting(keys) == [])
        #expect(kind.row.verbs.subtracting(verbs) == [])
        let foreign = keys.subtracting(kind.row.keys).union(verbs.subtracting(kind.row.verbs))
        #expect(Set(kind.instead.keys).subtracting(foreign) == [])
    }

    @Test("every table's example is a right scenario", arguments: Schema.tables.map(\.name))
    func tables(name: String) throws {
        let table = try #require(Schema.tables.first { $0.name == name })
        #expect(Stage.mistakes(Stage.around(table.example + "\n")) == [])
    }

    @Test("the top level's example is a right scenario")
    func file() {
        #expect(Stage.mistakes(Schema.file.example) == [])
    }

    @Test("every verb's example is a right step", arguments: Schema.verbs.map(\.name))
    func verbExamples(name: String) throws {
        let schema = try #require(Schema.verbs.first { $0.name == name })
        let callback = Stage.tick + "do = [\(schema.table.example)]\n"
        let body = "[[thread]]\nid = \"worker\"\ndo = [\(schema.table.example)]\n"
        let isOwnTimers = schema.table.example.contains("{countdown") || name == "log"
        let isOwnThreads = name == "exit"
        let text = isOwnTimers || (!isOwnThreads && name != "fire" && name != "create") ? callback : body
        #expect(Stage.mistakes(Stage.around(text)) == [])
    }

    @Test("every key's example is a right value", arguments: Schema.tables.map(\.name))
    func keyExamples(name: String) throws {
        let table = try #require(Schema.tables.first { $0.name == name })
        for key in table.keys {
            guard let example = key.example, key.name != "id" else { continue }
            #expect(Stage.mistakes(Stage.around(scenario(key, example, table))) == [], "\(name).\(key.name)")
        }
    }

    /// The least table in which the key can stand.
    private func scenario(_ key: KeySchema, _ example: String, _ table: TableSchema) -> String {
        let line = "\(key.name) = \(example)\n"
        switch table.name {
        case "timer":
            let kind = key.kinds?.first ?? .nstimer
            var text = "[[timer]]\nid = \"mine\"\n"
            if key.name != "kind" { text += "kind = \"\(kind.rawValue)\"\n" }
            if key.name != "interval", kind != .displayLink { text += "interval = \"1s\"\n" }
            if key.name == "fire_date" { text += "create = \"init\"\n" }
            if key.name == "copies" { return "[[timer]]\nid = \"mine\"\nkind = \"gcd\"\ninterval = \"1s\"\n" + line }
            return text + line
        case "object":
            return "[[object]]\nid = \"mine\"\n" + (key.name == "proxy" ? "forwards_to = \"controller\"\n" : "")
                + (key.name == "forwards_to" ? "proxy = \"nsproxy\"\n" : "") + line
        case "thread", "queue", "source": return "[[\(table.name)]]\nid = \"mine\"\n" + line
        case "event":
            var text = "[[event]]\n"
            if key.name != "at" { text += "at = \"1s\"\n" }
            if key.name != "do" { text += "do = []\n" }
            if key.name == "until" { text += "every = \"1s\"\n" }
            return text + line
        case "observer":
            return "[[observer]]\n" + (key.name == "activities" ? "" : "activities = \"entry\"\n") + line
        case "expect":
            switch key.name {
            case "timer": return "[[expect]]\nfired = 0\n" + line
            case "object", "thread": return "[[expect]]\nno_log = \"x\"\n" + line
            case "deallocated", "kept_by", "stages": return "[[expect]]\nobject = \"controller\"\n" + line
            case "returns": return "[[expect]]\nthread = \"worker\"\n" + line
            case "fingerprint": return "[[expect]]\n" + line
            default: return "[[expect]]\ntimer = \"tick\"\n" + line
            }
        case "compare": return "[compare]\n" + (key.name == "timer" ? "" : "timer = \"tick\"\n") + line
        default: return "[\(table.name)]\n" + line
        }
    }

    @Test("every kind of timer has the callback styles that it can have", arguments: TimerKind.allCases)
    func styles(kind: TimerKind) {
        for style in CallbackStyle.allCases {
            let target = kind.row.styles.contains(.target) && style != .block ? "target = \"controller\"\n" : ""
            let interval = kind == .displayLink ? "" : "interval = \"1s\"\n"
            let text =
                "[[timer]]\nid = \"mine\"\nkind = \"\(kind.rawValue)\"\n\(interval)\(target)style = \"\(style.rawValue)\"\n"
            let isRefused = Stage.mistakes(Stage.around(text)).contains { $0.hasPrefix("TL1406") }
            #expect(isRefused == !kind.row.styles.contains(style), "\(kind) \(style)")
        }
    }

    @Test("every key of a timer that belongs to some kinds is refused by all others")
    func keysOfKinds() {
        for key in Schema.timer.keys {
            guard let kinds = key.kinds else { continue }
            for kind in TimerKind.allCases where !kinds.contains(kind) {
                let value = key.example ?? (key.type.words.first?.first).map { "\"\($0.text)\"" } ?? "true"
                let text = "[[timer]]\nid = \"mine\"\nkind = \"\(kind.rawValue)\"\n\(key.name) = \(value)\n"
                let mistakes = Stage.mistakes(Stage.around(text))
                #expect(mistakes.contains { $0.hasPrefix("TL1103 '\(key.name)'") }, "\(kind) \(key.name)")
            }
        }
    }

    @Test("the reference names every table, key, verb, field and code")
    func markdown() {
        let page = ScenarioReference.markdown()
        for table in Schema.tables {
            #expect(page.contains("`\(table.title)`"))
            for key in table.keys { #expect(page.contains("| `\(key.name)` |")) }
        }
        for verb in Schema.verbs { #expect(page.contains("#### `\(verb.name)`")) }
        for field in Schema.logFields { #expect(page.contains(field.usage)) }
        for code in DiagnosticCode.ofReading { #expect(page.contains("`\(code.rawValue)`")) }
    }

    @Test("the JSON schema is JSON, and describes every table and verb")
    func jsonSchema() throws {
        let data = Data(ScenarioReference.jsonSchema().utf8)
        let schema = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
        let properties = try #require(schema["properties"] as? [String: Any])
        for table in Schema.tables { #expect(properties[table.name] != nil) }
        let definitions = try #require(schema["definitions"] as? [String: [String: Any]])
        let steps = try #require(definitions["step"]?["oneOf"] as? [[String: Any]])
        #expect(steps.count == Schema.verbs.count)
    }
}

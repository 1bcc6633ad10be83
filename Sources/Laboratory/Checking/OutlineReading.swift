import Gate
import Reports
import TOML

extension ScenarioOutline {
    /// What does not change a run.
    private static let leftOut: Set<String> = [
        "title", "claims", "question", "source", "expect", "guard", "compare", "log",
    ]

    /// The values of a scenario's file.
    init(of bytes: [UInt8]) {
        self.init()
        let lines = SourceLines(bytes)
        for entry in TOMLDocument.parse(bytes).root.entries
        where !ScenarioOutline.leftOut.contains(entry.key.text) { add(entry.value, entry.key.text, lines) }
    }

    private mutating func add(_ value: TOMLValue, _ path: String, _ lines: SourceLines) {
        let text: String
        switch value.kind {
        case .table(let table):
            for entry in table.entries { add(entry.value, path + "." + entry.key.text, lines) }
            return
        case .array(let elements):
            for (index, element) in elements.enumerated() {
                add(element, "\(path).\(ScenarioOutline.id(of: element) ?? String(index))", lines)
            }
            return
        case .string(let string): text = string.text
        case .integer(let number): text = String(number)
        case .boolean(let flag): text = String(flag)
        case .float, .offsetDateTime, .localDateTime, .localDate, .localTime, .invalid:
            text = lines.text(of: value.span)
        }
        leaves.append(Leaf(path: path, value: text, line: lines.line(of: value.span)))
    }

    private static func id(of value: TOMLValue) -> String? {
        guard case .table(let table) = value.kind, case .string(let id)? = table["id"]?.kind else { return nil }
        return id.text
    }
}
